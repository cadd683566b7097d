import { type Sql, sql } from '../../db/sql.ts'
import type { BatchDirection } from '../../domain/cash/batches.ts'
import { type Caller, isLimited } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import { ownAccounts } from '../../ledger/ledger-view.ts'

/** Who may see, stage and delete batches: accounting, and a dealer's office for what it remits. */
export const STAGES = ['cash:write', 'cash:receive'] as const

/** A dealer's office handles only money that it sends. What is paid to it, and what is netted, is for accounting. */
const handlesReceiptsOnly = ({ permissions }: Pick<Caller, 'permissions'>): boolean =>
  !permissions.has('cash:write')

/**
 * The condition that the caller sees a batch, over the columns with its account and its direction. Nothing for a caller
 * who sees all: staff in accounting.
 */
export function seesBatch(
  caller: Pick<Caller, 'permissions' | 'scopes'>,
  { accountHolderId, direction }: Readonly<Record<'accountHolderId' | 'direction', string>>,
): Sql | undefined {
  const isOwn = isLimited(caller) ? ownAccounts(caller, accountHolderId) : undefined
  if (!handlesReceiptsOnly(caller)) return isOwn
  const isReceipt = sql`${sql.raw(direction)} = 'Receive'`
  return isOwn ? sql`(${isReceipt} and ${isOwn})` : isReceipt
}

/** Stages nothing that it would not see. */
export function requireMayStage(caller: Pick<Caller, 'permissions'>, direction: BatchDirection): void {
  if (!handlesReceiptsOnly(caller) || direction === 'Receive') return
  throw new Problem(
    'Forbidden',
    'This caller may only stage money to receive: the direction must be Receive.',
    {
      members: { permission: 'cash:write' },
    },
  )
}
