import type { BatchDirection } from '../../domain/cash/batches.ts'
import type { Caller } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'

/** Who may see, stage and delete batches: accounting, and a dealer's office for what it remits. */
export const STAGES = ['cash:write', 'cash:receive'] as const

/** A dealer's office may only stage money that it sends. */
export function requireMayStage(
  { permissions }: Pick<Caller, 'permissions'>,
  direction: BatchDirection,
): void {
  if (permissions.has('cash:write') || direction === 'Receive') return
  throw new Problem(
    'Forbidden',
    'This caller may only stage money to receive: the direction must be Receive.',
    {
      members: { permission: 'cash:write' },
    },
  )
}
