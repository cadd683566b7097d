import { useMemo } from 'react'
import { blobOfBase64 } from '../../api/base64.ts'
import { useAnswer } from '../../api/queries.ts'
import { PdfFrame } from '../../ui/pdf.tsx'
import { Await, Notice } from '../../ui/states.tsx'
import { useText } from '../text.ts'
import { DownloadLink } from './download-link.tsx'

interface DocumentViewProps {
  readonly claimId: number
  readonly documentId: number
}

/** The newest version of a document. PDF and pictures are shown in place; anything else is only downloaded. */
export function DocumentView({ claimId, documentId }: DocumentViewProps) {
  const query = useAnswer(
    'GET /claims/{claimId}/documents/{claimDocumentId}',
    { path: { claimId, claimDocumentId: documentId } },
    { staleTime: Number.POSITIVE_INFINITY },
  )
  return (
    <Await query={query} rows={4}>
      {({ documentData, contentType, fileName, versions }) => (
        <Shown
          data={documentData}
          type={contentType}
          name={fileName}
          isActive={versions.at(-1)?.hasActiveContent ?? false}
        />
      )}
    </Await>
  )
}

interface ShownProps {
  readonly data: string
  readonly type: string
  readonly name: string
  /** It may run something, and is never shown in the page. */
  readonly isActive: boolean
}

export function Shown({ data, type, name, isActive }: ShownProps) {
  const t = useText()
  // The frame needs the same blob each time, or it would load it anew.
  const blob = useMemo(() => blobOfBase64(data, type), [data, type])
  if (/^(application\/pdf|image\/)/.test(type) && !isActive) return <PdfFrame title={name} blob={blob} />
  return (
    <Notice tone="wait" actions={<DownloadLink name={name} blob={blob} />}>
      {t('documents.downloadOnly')}
    </Notice>
  )
}
