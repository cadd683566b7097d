import type { Permission } from '../../domain/permissions.ts'
import type { Caller } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'

/** A webhook sends its maker the event log, so managing webhooks is not enough. */
const NEEDED: readonly Permission[] = ['webhooks:manage', 'events:read']

type Holder = Pick<Caller, 'permissions'>

/** Whether events may be sent to a webhook of this caller. */
export const mayGetEvents = ({ permissions }: Holder): boolean =>
  NEEDED.every((permission) => permissions.has(permission))

/** Refuses a caller that may manage webhooks, but not read events. */
export function requireMayGetEvents({ permissions }: Holder): void {
  const permission = NEEDED.find((needed) => !permissions.has(needed))
  if (permission === undefined) return
  throw new Problem(
    'Forbidden',
    `A webhook sends events to its receiver, so this operation also requires the permission ${permission}.`,
    { members: { permission } },
  )
}
