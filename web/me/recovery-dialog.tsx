import { useState } from 'react'
import { useExecute } from '../actions/execute.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFooter } from '../ui/dialogs/dialog.tsx'
import { FaultSummary, Faults } from '../ui/fields/faults.tsx'
import { CheckField, TextField } from '../ui/fields/field.tsx'
import { Notice } from '../ui/states.tsx'
import { CopyButton } from './copy-button.tsx'
import { useText } from './text.ts'

/** Recovery codes, against the password. They are shown once, so the dialog closes only when they have been kept. */
export function RecoveryDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const [codes, setCodes] = useState<readonly string[]>()
  const [isKept, setKept] = useState(false)
  if (!codes) return <AskPassword onClose={onClose} onCodes={setCodes} />
  const close = () => isKept && onClose()
  return (
    <Dialog title={t('recovery.title')} open onClose={close} isKept>
      <Notice tone="wait">{t('recovery.once')}</Notice>
      <ul className="me-codes" aria-label={t('recovery.list')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="me-buttons">
        <CopyButton text={codes.join('\n')} />
      </div>
      <CheckField label={t('recovery.kept')} value={isKept} onChange={setKept} />
      <DialogFooter>
        <Button kind="main" disabledReason={isKept ? undefined : t('recovery.keepFirst')} onClick={close}>
          {t('recovery.close')}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

interface AskProps {
  readonly onClose: () => void
  readonly onCodes: (codes: readonly string[]) => void
}

function AskPassword({ onClose, onCodes }: AskProps) {
  const t = useText()
  const [current, setCurrent] = useState('')
  const { run, error, isRunning } = useExecute('POST /me/totp/recoverycodes')
  const ask = async () => {
    const answer = await run({ body: { current } })
    if (!answer) return
    // Practice mode gives none.
    if (answer.data.codes) onCodes(answer.data.codes)
    else onClose()
  }
  return (
    <Dialog
      title={t('recovery.title')}
      description={t('recovery.why')}
      open
      onClose={onClose}
      size="small"
      isKept
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void ask()
        }}
      >
        <FaultSummary error={error} />
        <Faults error={error}>
          <TextField
            label={t('recovery.password')}
            name="/current"
            type="password"
            autoComplete="current-password"
            isRequired
            value={current}
            onChange={setCurrent}
          />
        </Faults>
        <DialogFooter>
          <Button onClick={onClose}>{t('totp.cancel')}</Button>
          <Button kind="main" type="submit" isBusy={isRunning}>
            {t('recovery.show')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
