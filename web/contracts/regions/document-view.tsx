import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ContractDocument } from '../../../sdk/src/types.gen.ts'
import { call } from '../../api/client.ts'
import { PdfFrame } from '../../ui/pdf.tsx'
import { ErrorPanel, Loading, Notice } from '../../ui/states.tsx'
import { useText } from '../text.ts'

/** The newest version of a document. PDF and pictures are shown in place; anything else is only downloaded. */
export function DocumentView({ document }: { readonly document: ContractDocument }) {
  const version = document.versions.at(-1)
  const fileId = version?.fileId
  const query = useQuery({
    queryKey: ['bytes of file', fileId],
    queryFn: ({ signal }) =>
      call('GET /files/{fileId}', { path: { fileId: fileId ?? 0 }, as: 'bytes', signal }).then(
        ({ data }) => data,
      ),
    enabled: fileId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (query.error) return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Loading rows={4} />
  const isShown = /^(application\/pdf|image\/)/.test(document.contentType) && !version?.hasActiveContent
  const blob = new Blob([query.data], { type: document.contentType })
  if (isShown) return <Shown name={document.fileName} data={query.data} type={document.contentType} />
  return <DownloadOnly name={document.fileName} blob={blob} />
}

interface ShownProps {
  readonly name: string
  readonly data: Blob
  readonly type: string
}

/** The frame needs the same blob each time, or it would load it anew. */
function Shown({ name, data, type }: ShownProps) {
  const [blob] = useState(() => new Blob([data], { type }))
  return <PdfFrame title={name} blob={blob} />
}

/** A file that may run something is never shown in the page. */
function DownloadOnly({ name, blob }: { readonly name: string; readonly blob: Blob }) {
  const t = useText()
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([blob], { type: 'application/octet-stream' }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return (
    <Notice
      tone="wait"
      actions={
        <a className="button button-plain" href={url} download={name}>
          {t('documents.download')}
        </a>
      }
    >
      {t('documents.downloadOnly')}
    </Notice>
  )
}
