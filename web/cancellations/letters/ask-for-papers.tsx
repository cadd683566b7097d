import { useState } from 'react'
import { useExecute } from '../../actions/execute.ts'
import { useSession } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { FaultSummary } from '../../ui/fields/faults.tsx'
import { TextAreaField } from '../../ui/fields/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useDone } from '../done.ts'
import { useText } from '../text.ts'
import { useWords } from '../words.ts'
import { LetterPreview } from './letter.tsx'

interface Asking {
  readonly number: string
  readonly contractNumber: string | null
  readonly customerName: string | null
  readonly missing: readonly string[]
  readonly refundDueDate: string
}

/** Drafts the message that asks for what is missing, and shows the letter that the service writes about it. */
export function AskForPapers({
  request,
  onClose,
}: {
  readonly request: Asking
  readonly onClose: () => void
}) {
  const t = useText()
  const done = useDone()
  const draft = useDraft(request)
  const [message, setMessage] = useState(draft)
  const { run, isRunning, error } = useExecute('POST /v2/cancelrequests/{identifier}')

  async function copy() {
    await navigator.clipboard.writeText(message)
    toast(t('ask.copied'))
  }

  async function mail() {
    const path = { identifier: request.number }
    const answer = await run({ path, body: { action: 'Letter', mail: {} } })
    if (!answer) return
    done(t('ask.mailed'))
    onClose()
  }

  return (
    <Dialog title={t('ask.title', { number: request.number })} open onClose={onClose} size="large" isKept>
      <FaultSummary error={error} />
      <TextAreaField label={t('ask.message')} rows={10} value={message} onChange={setMessage} />
      <h3>{t('ask.letter')}</h3>
      <LetterPreview of={{ request: request.number }} />
      <DialogFooter>
        <Button onClick={onClose}>{t('close')}</Button>
        <Button icon="copy" onClick={() => void copy()}>
          {t('ask.copy')}
        </Button>
        <Button kind="main" isBusy={isRunning} onClick={() => void mail()}>
          {t('ask.mail')}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function useDraft({ number, contractNumber, customerName, missing, refundDueDate }: Asking): string {
  const t = useText()
  const words = useWords()
  const format = useFormat()
  const { administrator } = useSession()
  return [
    t('ask.dear', { name: customerName ?? t('ask.customer') }),
    '',
    t('ask.body', { contract: contractNumber ?? '', number, due: format.date(refundDueDate) }),
    '',
    ...missing.map((name) => `- ${words.missing(name)}`),
    '',
    t('ask.closing', { number }),
    '',
    administrator.name,
    ...(administrator.phone === null ? [] : [administrator.phone]),
  ].join('\n')
}
