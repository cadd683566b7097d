import { type ReactNode, useState } from 'react'
import type { Session } from '../../sdk/src/types.gen.ts'
import { Button } from '../ui/button.tsx'
import './access.css'
import { NewPasswordForm, ResetForm } from './new-password.tsx'
import { SignInForm } from './sign-in.tsx'
import { useText } from './text.ts'

type Step = 'signIn' | 'reset' | 'password'

/** What stands before the door: sign in, or set a password with an invitation or the code of a reset. */
export function FrontPage({ onDone }: { readonly onDone: (session: Session) => void }) {
  const t = useText()
  // A link of a mail brings the invitation behind the #, which is never sent to any server.
  const [invitation] = useState(() => invitationOf(window.location))
  const [step, setStep] = useState<Step>(invitation === undefined ? 'signIn' : 'password')
  const [message, setMessage] = useState<string>()
  if (step === 'reset')
    return (
      <Card title={t('reset.title')} why={t('reset.why')}>
        <ResetForm
          onDone={() => {
            setMessage(t('reset.sent'))
            setStep('password')
          }}
        />
        <Back onClick={() => setStep('signIn')} />
      </Card>
    )
  if (step === 'password')
    return (
      <Card title={t('password.title')} why={message ?? t('password.why')}>
        <NewPasswordForm
          invitation={invitation ?? ''}
          onDone={() => {
            setMessage(t('password.done'))
            setStep('signIn')
          }}
        />
        <Back onClick={() => setStep('signIn')} />
      </Card>
    )
  return (
    <Card title={t('title')} why={message}>
      <SignInForm onDone={onDone} />
      <div className="front-links">
        <Button kind="quiet" onClick={() => setStep('reset')}>
          {t('forgot')}
        </Button>
        <Button kind="quiet" onClick={() => setStep('password')}>
          {t('invited')}
        </Button>
      </div>
    </Card>
  )
}

function Back({ onClick }: { readonly onClick: () => void }) {
  const t = useText()
  return (
    <div className="front-links">
      <Button kind="quiet" onClick={onClick}>
        {t('back')}
      </Button>
    </div>
  )
}

interface CardProps {
  readonly title: string
  readonly why?: string | undefined
  readonly children: ReactNode
}

function Card({ title, why, children }: CardProps) {
  const t = useText()
  return (
    <main className="front">
      <div className="front-card">
        <p className="front-product">
          <img src="/app/icon.svg" alt="" width="28" height="28" />
          {t('product')}
        </p>
        <h1>{title}</h1>
        {why ? <p role="status">{why}</p> : null}
        {children}
      </div>
    </main>
  )
}

const invitationOf = ({ pathname, hash }: Location) =>
  pathname === '/app/invitation' ? decodeURIComponent(hash.slice(1)) : undefined
