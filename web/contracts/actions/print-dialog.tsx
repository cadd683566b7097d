import { useEffect, useState } from 'react'
import { useExecute } from '../../actions/execute.ts'
import { blobOfBase64 } from '../../api/base64.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { PdfFrame } from '../../ui/pdf.tsx'
import { ErrorPanel, Loading } from '../../ui/states.tsx'
import { useText } from '../text.ts'
import type { ActionProps } from './action-props.ts'

/** Draws the contract form and shows it. A contract that is not in force gets a draft. */
export function PrintDialog({ contract, onClose }: ActionProps) {
  const t = useText()
  const { run, error } = useExecute('POST /contracts/{contractId}/documents')
  const [pdf, setPdf] = useState<Blob>()
  const print = async () => {
    const answer = await run({ path: { contractId: contract.id }, body: { generate: true } })
    const made = answer?.data.generatedDocument?.pdf
    if (made) setPdf(blobOfBase64(made.data, made.contentType))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is drawn once, when the dialog opens
  useEffect(() => void print(), [])
  return (
    <Dialog title={t('print.title', { number: contract.number ?? '' })} open onClose={onClose} size="full">
      {error ? <ErrorPanel error={error} onRetry={() => void print()} /> : null}
      {!error &&
        (pdf ? (
          <PdfFrame title={t('print.document', { number: contract.number ?? contract.id })} blob={pdf} />
        ) : (
          <Loading />
        ))}
    </Dialog>
  )
}
