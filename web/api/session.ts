import { createContext, useContext, useMemo } from 'react'
import { can, type Operation } from '../../sdk/src/client.ts'
import type { Session } from '../../sdk/src/types.gen.ts'

export const SessionContext = createContext<Session | undefined>(undefined)

/** Who is signed in. The screens stand behind the sign-in, so there always is somebody. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('This part of the page needs a session.')
  return session
}

/** Whether the caller may ever call an operation. What it may not is absent from the page. */
export function useCan(): (operation: Operation) => boolean {
  const session = useSession()
  return useMemo(() => (operation: Operation) => can(session, operation), [session])
}

/** A caller with scopes is a partner: a dealer, an agent, a lender. It gets the partner's face. */
export const useIsPartner = (): boolean => useSession().scopes.length > 0

/** The current day of the service, which in a sandbox is not that of the browser. */
export const useToday = (): string => useSession().today

/** The administrator's time zone, for instants. Without a session, UTC. */
export const useTimeZone = (): string => useContext(SessionContext)?.timeZone ?? 'UTC'
