import { type Caller, isLimited } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'

/** What banks report and what is mailed is about the money of all account holders, so limited callers do not see it. */
export function requireStaff(caller: Pick<Caller, 'scopes'>): void {
  if (!isLimited(caller)) return
  throw new Problem(
    'Forbidden',
    'A caller that is limited to account holders does not see bank files and checks.',
    { members: { permission: 'cash:write' } },
  )
}
