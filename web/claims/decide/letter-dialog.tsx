import { useState } from 'react'
import type { Claim, ClaimPatch } from '../../../sdk/src/types.gen.ts'
import { useDryRun } from '../../actions/dry-run.ts'
import { useExecute } from '../../actions/execute.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { CheckField, TextField } from '../../ui/fields/field.tsx'
import { useDone } from '../done.ts'
import { DocumentView } from '../papers/document-view.tsx'
import { useText } from '../text.ts'
import { sent } from './action-props.ts'
import { TriedForm } from './tried-form.tsx'

const OPERATION = 'PATCH /claims/{claimId}'

interface LetterDialogProps {
  readonly claim: Claim
  readonly onClose: () => void
}

/** Writes the decision as a letter to the customer, keeps it with the claim and shows it, or sends it as well. */
export function LetterDialog({ claim, onClose }: LetterDialogProps) {
  const t = useText()
  const [written, setWritten] = useState<number | undefined>(undefined)
  return (
    <Dialog
      title={t('letter.title')}
      description={t('letter.why')}
      open
      onClose={onClose}
      size="large"
      isKept
    >
      {written === undefined ? (
        <LetterForm claim={claim} onClose={onClose} onWritten={setWritten} />
      ) : (
        <>
          <DocumentView claimId={claim.id} documentId={written} />
          <DialogFooter>
            <Button onClick={onClose}>{t('close')}</Button>
          </DialogFooter>
        </>
      )}
    </Dialog>
  )
}

interface LetterFormProps extends LetterDialogProps {
  readonly onWritten: (documentId: number | undefined) => void
}

/** What is written and whether it is sent. A customer without an address is told before. */
function LetterForm({ claim, onClose, onWritten }: LetterFormProps) {
  const t = useText()
  const done = useDone()
  const [isMailed, setMailed] = useState(false)
  const [to, setTo] = useState('')
  const body: ClaimPatch = { action: 'Letter', ...(isMailed ? { mail: sent('to', to) } : {}) }
  const options = { path: { claimId: claim.id }, body }
  const tried = useDryRun(OPERATION, options)
  const { run, isRunning, error, isSafeToRetry } = useExecute(OPERATION)
  const write = async () => {
    const answer = await run(options)
    if (answer && done(t(isMailed ? 'letter.mailed' : 'letter.kept')))
      onWritten(answer.data.generatedDocument?.id)
  }
  return (
    <TriedForm
      {...{ tried, isRunning, isSafeToRetry, onClose }}
      failed={error}
      main={t(isMailed ? 'letter.mail' : 'letter.write')}
      onExecute={() => void write()}
      fields={
        <>
          <CheckField label={t('letter.isMailed')} name="/mail" value={isMailed} onChange={setMailed} />
          {isMailed && (
            <TextField
              label={t('letter.to')}
              name="/mail/to"
              hint={t('letter.toHint')}
              type="email"
              maxLength={254}
              value={to}
              onChange={setTo}
            />
          )}
        </>
      }
    />
  )
}
