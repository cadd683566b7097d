import { type FormEvent, useState } from 'react'
import type { Session } from '../../sdk/src/types.gen.ts'
import { ApiError, call } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/fields/field.tsx'
import { useText } from './text.ts'

interface Props {
  /** Set when somebody signs in again over the page: only this user goes on. */
  readonly userName?: string
  readonly onDone: (session: Session) => void
}

/** What was wrong with the last attempt. */
type Refusal = { readonly text: string } | undefined

/** Name and password, and the one-time code when the service asks for it. */
export function SignInForm({ userName: known, onDone }: Props) {
  const t = useText()
  const [userName, setUserName] = useState(known ?? '')
  const [password, setPassword] = useState('')
  const [totp, setTotp] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()
  const [isBusy, setBusy] = useState(false)

  async function signIn(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setRefusal(undefined)
    try {
      const body = {
        userName: userName.trim(),
        password,
        ...(totp ? { totp: totp.replaceAll(' ', '') } : {}),
      }
      const { data } = await call('POST /session', { body })
      onDone(data)
    } catch (error) {
      refuse(error)
    } finally {
      setBusy(false)
    }
  }

  function refuse(error: unknown) {
    if (!(error instanceof ApiError)) return setRefusal({ text: (error as Error).message })
    if (error.code === 'TotpRequired') {
      setNeedsCode(true)
      return setRefusal(totp ? { text: t('code.wrong') } : undefined)
    }
    if (error.status === 429)
      return setRefusal({ text: t('wait', { time: timeAfter(error.retryAfter ?? 60) }) })
    if (error.status === 401) return setRefusal({ text: t('wrong') })
    setRefusal({ text: error.message })
  }

  return (
    <form className="sign-in-form" onSubmit={signIn} noValidate>
      {refusal ? (
        <p className="sign-in-refusal" role="alert">
          {refusal.text}
        </p>
      ) : null}
      <TextField
        label={t('userName')}
        name="/userName"
        autoComplete="username"
        value={userName}
        onChange={setUserName}
        disabled={known !== undefined}
        isRequired
      />
      <TextField
        label={t('password')}
        name="/password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        isRequired
      />
      {needsCode ? (
        <TextField
          label={t('code')}
          name="/totp"
          hint={t('code.hint')}
          autoComplete="one-time-code"
          value={totp}
          onChange={setTotp}
          autoFocus
          isRequired
        />
      ) : null}
      <Button kind="main" type="submit" isBusy={isBusy}>
        {t('signIn')}
      </Button>
    </form>
  )
}

/** The real time of day after some seconds, as the clock on the wall shows it. */
function timeAfter(seconds: number): string {
  return new Date(Date.now() + seconds * 1_000).toLocaleTimeString(undefined, { timeStyle: 'medium' })
}
