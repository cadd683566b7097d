import { useState } from 'react'
import type { Claim } from '../../../sdk/src/types.gen.ts'
import { useExecute } from '../../actions/execute.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { FaultSummary } from '../../ui/faults.tsx'
import { useDone } from '../done.ts'
import { DocumentView } from '../papers/document-view.tsx'
import { useText } from '../text.ts'

interface LetterDialogProps {
  readonly claim: Claim
  readonly onClose: () => void
}

/** Writes the decision as a letter to the customer, keeps it with the claim and shows it, or sends it as well. */
export function LetterDialog({ claim, onClose }: LetterDialogProps) {
  const t = useText()
  const done = useDone()
  const [written, setWritten] = useState<number | undefined>(undefined)
  const { run, isRunning, error } = useExecute('PATCH /claims/{claimId}')
  const write = async (isMailed: boolean) => {
    const answer = await run({
      path: { claimId: claim.id },
      body: { action: 'Letter', ...(isMailed ? { mail: {} } : {}) },
    })
    if (!answer) return
    if (done(t(isMailed ? 'letter.mailed' : 'letter.kept')))
      setWritten(answer.data.generatedDocument?.id ?? undefined)
  }
  return (
    <Dialog
      title={t('letter.title')}
      description={t('letter.why')}
      open
      onClose={onClose}
      size="large"
      isKept
    >
      <FaultSummary error={error} />
      {written !== undefined && <DocumentView claimId={claim.id} documentId={written} />}
      <DialogFooter>
        <Button onClick={onClose}>{t('close')}</Button>
        <Button isBusy={isRunning} onClick={() => void write(true)}>
          {t('letter.mail')}
        </Button>
        <Button kind="main" isBusy={isRunning} onClick={() => void write(false)}>
          {t('letter.write')}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
