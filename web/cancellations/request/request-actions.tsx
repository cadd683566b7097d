import { useState } from 'react'
import type { CancelRequest } from '../../../sdk/src/types.gen.ts'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { useExecute } from '../../actions/execute.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/fields/field.tsx'
import { useShortcut } from '../../ui/keys.ts'
import { useDone } from '../done.ts'
import { withdrawn } from '../queue/next-request.ts'
import { useRights } from '../rights.ts'
import { isOpen } from '../terms.ts'
import { useText } from '../text.ts'
import { useWords } from '../words.ts'
import { type Execution, REQUEST_ACTION } from './use-execution.ts'

interface RequestActionsProps {
  readonly request: CancelRequest
  readonly etag: string | undefined
  readonly execution: Execution
  readonly isDirty: boolean
  readonly onLetter: () => void
  readonly onOverride: () => void
}

/** The buttons of a request. What the caller may never do is absent; what the state forbids says why. */
export function RequestActions({
  request,
  etag,
  execution,
  isDirty,
  onLetter,
  onOverride,
}: RequestActionsProps) {
  const t = useText()
  const words = useWords()
  const rights = useRights()
  const done = useDone()
  const [dialog, setDialog] = useState<'Deny' | 'Withdraw' | undefined>(undefined)
  const action = useExecute(REQUEST_ACTION)
  const { status, number, missing } = request
  const path = { identifier: number }
  useShortcut('Ctrl+Enter', () => execution.execute(), { title: t('execute'), isOff: !execution.isOffered })

  async function act(name: 'Approve' | 'Submit') {
    const answer = await action.run({ path, body: { action: name }, ifMatch: etag })
    if (!answer) return
    done(
      t(`did.${name}`, { number }),
      name === 'Submit' ? { undo: { title: t('action.Withdraw'), run: () => withdrawn(number) } } : {},
    )
  }

  const notNow = isDirty ? t('execute.dirty') : undefined
  const mayApprove =
    notNow ??
    (status === 'NeedsInfo'
      ? t('execute.needsInfo', { items: missing.map(words.missing).join(', ') })
      : undefined) ??
    (status === 'Approved' ? t('approve.already') : undefined)
  return (
    <div className="cancellations-buttons cancellations-actions">
      {rights.request && (
        <Button icon="print" onClick={onLetter} disabledReason={notNow}>
          {t('letter.button')}
        </Button>
      )}
      {status === 'Quote' && rights.request && (
        <Button kind="main" isBusy={action.isRunning} onClick={() => void act('Submit')}>
          {t('new.submit')}
        </Button>
      )}
      {isOpen(request) && rights.request && (
        <Button onClick={() => setDialog('Withdraw')} disabledReason={notNow}>
          {t('action.Withdraw')}
        </Button>
      )}
      {isOpen(request) && rights.desk && (
        <>
          <Button onClick={() => setDialog('Deny')} disabledReason={notNow}>
            {t('action.Deny')}
          </Button>
          {rights.override && (
            <Button onClick={onOverride} disabledReason={notNow}>
              {t('override.button')}
            </Button>
          )}
          <Button isBusy={action.isRunning} onClick={() => void act('Approve')} disabledReason={mayApprove}>
            {t('action.Approve')}
          </Button>
        </>
      )}
      {execution.isOffered && (
        <Button
          kind="main"
          isBusy={execution.isRunning}
          disabledReason={execution.disabledReason}
          onClick={() => void execution.execute()}
        >
          {execution.title}
        </Button>
      )}
      {dialog && (
        <CloseDialog request={request} etag={etag} action={dialog} onClose={() => setDialog(undefined)} />
      )}
    </div>
  )
}

interface CloseDialogProps {
  readonly request: CancelRequest
  readonly etag: string | undefined
  readonly action: 'Deny' | 'Withdraw'
  readonly onClose: () => void
}

/** Denying asks why, because the customer reads it in the letter. Withdrawing may have a note. */
function CloseDialog({ request, etag, action, onClose }: CloseDialogProps) {
  const t = useText()
  const [words, setWords] = useState('')
  const text = words.trim()
  const body =
    action === 'Deny'
      ? text === ''
        ? undefined
        : { action, denyReason: text }
      : { action, ...(text === '' ? {} : { note: text }) }
  return (
    <ActionDialog
      open
      onClose={onClose}
      title={t(`close.${action}.title`, { number: request.number })}
      operation={REQUEST_ACTION}
      options={body && { path: { identifier: request.number }, body, ifMatch: etag }}
      doneText={t(`did.${action}`, { number: request.number })}
      hidesEffects
      fields={
        <TextAreaField
          label={t(`close.${action}.why`)}
          name={action === 'Deny' ? '/denyReason' : '/note'}
          value={words}
          onChange={setWords}
          isRequired={action === 'Deny'}
        />
      }
      summary={() => <p>{t('close.stays')}</p>}
      mainTitle={() => t(`close.${action}.main`)}
    />
  )
}
