import { type Caller, isLimited } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'

/** Whether the caller may override the rules. A limited caller never may, whatever its permissions. */
export const mayOverride = (caller: Caller): boolean =>
  !isLimited(caller) && caller.permissions.has('cancels:override')

export function requireOverride(caller: Caller): void {
  if (mayOverride(caller)) return
  const permission = 'cancels:override'
  throw new Problem('Forbidden', `This operation requires the permission ${permission}.`, {
    members: { permission },
  })
}

/** Setting an override and removing a stored one both need the permission. Undefined changes nothing. */
export function requireOverrideFor(
  caller: Caller,
  { sent, stored }: { readonly sent: object | null | undefined; readonly stored: object | null },
): void {
  if (sent || (sent === null && stored)) requireOverride(caller)
}

/** Only the administrator's cancel desk may do this. */
export function requireDesk(caller: Caller, permission = 'contracts:cancel'): void {
  if (isLimited(caller))
    throw new Problem('Forbidden', 'Only the administrator’s staff may do this.', { members: { permission } })
}
