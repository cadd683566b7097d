import type { Permission } from '../../domain/permissions.ts'
import { type Caller, isLimited } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'

/** How sure we are of a law is for the desk, not for dealers, lenders and their customers. */
export function requireDesk(
  caller: Pick<Caller, 'scopes'>,
  permission: Permission = 'contracts:cancel',
): void {
  if (!isLimited(caller)) return
  throw new Problem('Forbidden', 'A caller that is limited to account holders does not see cancel rules.', {
    members: { permission },
  })
}
