import { type Caller, isLimited } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'

/** A run works on all contracts of the administrator, so it is not for a caller that is limited to some. */
export function requireStaff(caller: Pick<Caller, 'scopes'>, permission: 'processes:read' | 'processes:run') {
  if (!isLimited(caller)) return
  throw new Problem('Forbidden', 'A caller that is limited to account holders does not see runs.', {
    members: { permission },
  })
}
