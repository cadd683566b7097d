import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { Session } from '../../sdk/src/types.gen.ts'
import { FrontPage } from '../access/front-page.tsx'
import { SignInForm } from '../access/sign-in.tsx'
import { useText as useAccessText } from '../access/text.ts'
import { calls } from '../api/calls.ts'
import { ApiError, call } from '../api/client.ts'
import { practice } from '../api/practice.ts'
import { queryClient, useAnswer } from '../api/queries.ts'
import { SessionContext } from '../api/session.ts'
import { waitingForSignIn } from '../api/sign-in-again.ts'
import { Button } from '../ui/button.tsx'
import { ErrorPanel, Loading } from '../ui/states.tsx'
import { useIdleLock } from './idle.ts'
import { hearTabs, tellTabs } from './tabs.ts'

/** Forgets what this tab has read. */
function forget(): void {
  calls.set([])
  practice.set(false)
  queryClient.clear()
}

export async function signOut(): Promise<void> {
  await call('DELETE /session')
  tellTabs('signed-out')
  leave()
}

/** To the sign-in, with nothing of the session left in memory. */
function leave(): void {
  forget()
  window.location.assign('/app')
}

/** Nobody gets in without a session. Whoever asked for a screen finds it after signing in. */
export function Door({ children }: { readonly children: ReactNode }) {
  // The service marks the page of somebody who has no session, so it need not be asked for one.
  const [isOut, setOut] = useState(() => 'visitor' in document.documentElement.dataset)
  const query = useAnswer('GET /session', {}, { staleTime: 30_000, enabled: !isOut })
  useEffect(
    () =>
      hearTabs((message) => {
        if (message === 'signed-out') leave()
        if (message === 'signed-in') {
          setOut(false)
          waitingForSignIn.get()?.answer(true)
          void queryClient.invalidateQueries()
        }
      }),
    [],
  )
  const enter = (session: Session) => {
    setSession(session)
    setOut(false)
    tellTabs('signed-in')
    if (window.location.pathname === '/app/invitation') window.history.replaceState(null, '', '/app/home')
  }
  const session = query.data?.data
  if (isOut || (query.error instanceof ApiError && query.error.status === 401 && !session))
    return <FrontPage onDone={enter} />
  if (query.error && !session) return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
  if (!session) return <Loading />
  return <Inside session={session}>{children}</Inside>
}

const setSession = (session: Session) =>
  queryClient.setQueryData(['GET /session', {}], { data: session, status: 200 })

function Inside({ session, children }: { readonly session: Session; readonly children: ReactNode }) {
  const waiting = waitingForSignIn.use()
  const [isLocked, setLocked] = useState(false)
  const lock = useCallback(() => {
    setLocked(true)
    // Whoever finds the machine cannot go on with the session either.
    call('DELETE /session').catch(() => undefined)
  }, [])
  useIdleLock(session.idleMinutes, !isLocked && waiting === undefined, lock)
  const isShut = isLocked || waiting !== undefined
  const goOn = (next: Session) => {
    // Another user does not go on with what the first one has begun.
    if (next.user.id !== session.user.id) return leave()
    setSession(next)
    setLocked(false)
    tellTabs('signed-in')
    if (waiting) waiting.answer(true)
    else void queryClient.invalidateQueries()
  }
  return (
    <SessionContext value={session}>
      <div hidden={isLocked} inert={isShut}>
        {children}
      </div>
      {isShut ? <SignInAgain session={session} isLocked={isLocked} onDone={goOn} /> : null}
    </SessionContext>
  )
}

interface AgainProps {
  readonly session: Session
  readonly isLocked: boolean
  readonly onDone: (session: Session) => void
}

/** Over the page: what was begun below stays as it is. */
function SignInAgain({ session, isLocked, onDone }: AgainProps) {
  const t = useAccessText()
  return (
    <div
      className={isLocked ? 'front' : 'front front-over'}
      role="dialog"
      aria-modal="true"
      aria-label={t('again')}
    >
      <div className="front-card">
        <h1>{t('again')}</h1>
        <p>{t(isLocked ? 'lock.why' : 'again.why')}</p>
        <SignInForm userName={session.user.userName} onDone={onDone} />
        <div className="front-links">
          <Button kind="quiet" onClick={leave}>
            {t('signOut')}
          </Button>
        </div>
      </div>
    </div>
  )
}
