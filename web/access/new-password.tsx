import { type FormEvent, useState } from 'react'
import { ApiError, call } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { FaultSummary, faultOf } from '../ui/fields/faults.tsx'
import { TextField } from '../ui/fields/field.tsx'
import { useText } from './text.ts'

interface Done {
  readonly onDone: () => void
}

/** Asks for a mail with a code. The answer is the same whether the user exists or not. */
export function ResetForm({ onDone }: Done) {
  const t = useText()
  const [userName, setUserName] = useState('')
  const { error, isBusy, send } = useSending(onDone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send(() => call('POST /session/password-resets', { body: { userName: userName.trim() } }))
  }
  return (
    <form className="sign-in-form" onSubmit={submit} noValidate>
      <FaultSummary error={error} />
      <TextField
        label={t('userName')}
        name="/userName"
        autoComplete="username"
        value={userName}
        onChange={setUserName}
        fault={faultOf(error, '/userName')}
        isRequired
      />
      <Button kind="main" type="submit" isBusy={isBusy}>
        {t('reset.send')}
      </Button>
    </form>
  )
}

/** Sets a password with an invitation or a code. */
export function NewPasswordForm({ invitation: given, onDone }: Done & { readonly invitation: string }) {
  const t = useText()
  const [invitation, setInvitation] = useState(given)
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [isDifferent, setDifferent] = useState(false)
  const { error, isBusy, send } = useSending(onDone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setDifferent(password !== again)
    if (password !== again) return
    void send(() => call('PUT /me/password', { body: { invitation: invitation.trim(), new: password } }))
  }
  return (
    <form className="sign-in-form" onSubmit={submit} noValidate>
      <FaultSummary error={error} />
      <TextField
        label={t('password.invitation')}
        name="/invitation"
        value={invitation}
        onChange={setInvitation}
        fault={faultOf(error, '/invitation')}
        isRequired
      />
      <TextField
        label={t('password.new')}
        name="/new"
        type="password"
        autoComplete="new-password"
        hint={t('password.new.hint')}
        value={password}
        onChange={setPassword}
        fault={faultOf(error, '/new')}
        isRequired
      />
      <TextField
        label={t('password.again')}
        name="again"
        type="password"
        autoComplete="new-password"
        value={again}
        onChange={setAgain}
        fault={isDifferent ? t('password.different') : undefined}
        isRequired
      />
      <Button kind="main" type="submit" isBusy={isBusy}>
        {t('password.set')}
      </Button>
    </form>
  )
}

/** Sends once, keeps what was refused, and tells when it is done. */
function useSending(onDone: () => void) {
  const [error, setError] = useState<ApiError>()
  const [isBusy, setBusy] = useState(false)
  const send = async (work: () => Promise<unknown>) => {
    if (isBusy) return
    setBusy(true)
    setError(undefined)
    try {
      await work()
      onDone()
    } catch (caught) {
      if (!(caught instanceof ApiError)) throw caught
      setError(caught)
    } finally {
      setBusy(false)
    }
  }
  return { error, isBusy, send }
}
