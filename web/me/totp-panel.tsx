import { useState } from 'react'
import type { TotpSecret } from '../../sdk/src/types.gen.ts'
import { useExecute } from '../actions/execute.ts'
import { useAnswer } from '../api/queries.ts'
import { useSession } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { useConfirm } from '../ui/dialogs/confirm.ts'
import { FaultSummary, Faults } from '../ui/fields/faults.tsx'
import { TextField } from '../ui/fields/field.tsx'
import { Panel } from '../ui/panel.tsx'
import { Await, Notice } from '../ui/states.tsx'
import { CopyButton } from './copy-button.tsx'
import { useDone } from './done.ts'
import { QrCode } from './qr-code.tsx'
import { RecoveryDialog } from './recovery-dialog.tsx'
import { useText } from './text.ts'

/** One-time codes: set up, confirmed, turned off, and the codes for when the authenticator is lost. */
export function TotpPanel() {
  const t = useText()
  const { mustEnroll } = useSession()
  const query = useAnswer('GET /me')
  return (
    <Panel title={t('totp.title')} id="one-time-codes">
      {mustEnroll && (
        <Notice tone="wait" title={t('totp.must')}>
          {t('totp.mustWhy')}
        </Notice>
      )}
      <Await query={query} rows={2}>
        {({ oneTimeCodes }) => (oneTimeCodes ? <CodesOn /> : <CodesOff />)}
      </Await>
    </Panel>
  )
}

function CodesOff() {
  const t = useText()
  const [given, setGiven] = useState<TotpSecret>()
  const { run, error, isRunning } = useExecute('POST /me/totp')
  const begin = async () => {
    const answer = await run({})
    if (answer) setGiven(answer.data)
  }
  if (given) return <Confirm given={given} onEnd={() => setGiven(undefined)} />
  return (
    <>
      <FaultSummary error={error} />
      <p>{t('totp.off')}</p>
      <div className="me-buttons">
        <Button kind="main" isBusy={isRunning} onClick={() => void begin()}>
          {t('totp.setUp')}
        </Button>
      </div>
    </>
  )
}

interface ConfirmProps {
  readonly given: TotpSecret
  readonly onEnd: () => void
}

/** The secret for the app, and the code that proves that the app has it. */
function Confirm({ given, onEnd }: ConfirmProps) {
  const t = useText()
  const [code, setCode] = useState('')
  const done = useDone()
  const { run, error, isRunning } = useExecute('PUT /me/totp')
  const confirm = async () => {
    if (!(await run({ body: { code: code.replaceAll(' ', '') } }))) return
    done(t('totp.confirmed'))
    onEnd()
  }
  // A dry run of practice mode has saved no secret that could be confirmed.
  if (!given.secret || !given.uri) return <Notice>{t('totp.practice')}</Notice>
  return (
    <form
      noValidate
      className="me-totp"
      onSubmit={(event) => {
        event.preventDefault()
        void confirm()
      }}
    >
      <p>{t('totp.scan')}</p>
      <QrCode text={given.uri} label={t('totp.picture')} />
      <p className="me-secret">
        <span>{t('totp.secret')}:</span> <code>{given.secret}</code> <CopyButton text={given.secret} />
      </p>
      <FaultSummary error={error} />
      <Faults error={error}>
        <TextField
          label={t('totp.code')}
          name="/code"
          hint={t('totp.codeHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          isRequired
          value={code}
          onChange={setCode}
        />
      </Faults>
      <div className="me-buttons">
        <Button onClick={onEnd}>{t('totp.cancel')}</Button>
        <Button kind="main" type="submit" isBusy={isRunning}>
          {t('totp.confirm')}
        </Button>
      </div>
    </form>
  )
}

function CodesOn() {
  const t = useText()
  const confirm = useConfirm()
  const done = useDone()
  const { run, error, isRunning } = useExecute('DELETE /me/totp')
  const [isGetting, setGetting] = useState(false)
  const stop = async () => {
    const isSure = await confirm({
      title: t('totp.stop'),
      text: t('totp.stopWhy'),
      confirm: t('totp.stop'),
      kind: 'danger',
    })
    if (!isSure || !(await run({}))) return
    done(t('totp.stopped'))
  }
  return (
    <>
      <FaultSummary error={error} />
      <p>{t('totp.on')}</p>
      <div className="me-buttons">
        <Button onClick={() => setGetting(true)}>{t('recovery.get')}</Button>
        <Button kind="danger" isBusy={isRunning} onClick={() => void stop()}>
          {t('totp.stop')}
        </Button>
      </div>
      {isGetting && <RecoveryDialog onClose={() => setGetting(false)} />}
    </>
  )
}
