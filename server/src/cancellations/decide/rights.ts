import { type Caller, isLimited } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'

/** Who may set in place of the rules; nobody who is limited, whatever the credential has. */
export const mayOverride = (caller: Caller): boolean =>
  !isLimited(caller) && caller.permissions.has('cancels:override')

export function requireOverride(caller: Caller): void {
  if (!mayOverride(caller)) throw lacking('cancels:override')
}

/** To set something in place of the rules, or to take back what was set. Undefined: neither. */
export function requireOverrideFor(
  caller: Caller,
  { said, set }: { readonly said: object | null | undefined; readonly set: object | null },
): void {
  if (said || (said === null && set)) requireOverride(caller)
}

/** What the cancel desk decides, and nobody who is limited. */
export function requireDesk(caller: Caller): void {
  if (isLimited(caller))
    throw new Problem('Forbidden', 'This is decided by the administrator, not by limited callers.', {
      members: { permission: 'contracts:cancel' },
    })
}

const lacking = (permission: string) =>
  new Problem('Forbidden', `This needs the permission ${permission}.`, { members: { permission } })
