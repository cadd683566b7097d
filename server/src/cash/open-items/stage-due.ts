import type { ClaimServices } from '../../claims/record/read-claim.ts'
import { flag, int } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import type { SettlementReason } from '../../domain/cash/pay-receive.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import type { Acting } from '../../http/caller.ts'
import { notEligible } from '../../http/not-eligible.ts'
import { found } from '../../http/problems.ts'
import { stageBatch } from '../batches/stage-batch.ts'
import { findUsableMethod } from '../methods/find-method.ts'
import { payAndReceive } from './pay-receive.ts'

const HOLDERS = statement(
  { id: int },
  `select h.id from account_holder h where h.auto_pay_receive and h.id > $1 and exists (
    select from ledger l where l.account_holder_id = h.id and l.status = 'Open' and not l.is_memo and l.due_date <= $2)
  order by h.id limit $3`,
)

/** The ids of the next account holders that are settled automatically and have rows due. */
export const holdersToSettle = async (
  db: Db,
  asOf: CalendarDate,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly number[]> => (await HOLDERS.rows(db, [after, asOf, limit])).map(({ id }) => id)

const LOCK = statement(
  { isAutomatic: flag },
  `select auto_pay_receive as "isAutomatic" from account_holder where id = $1 for no key update`,
)

/**
 * Puts everything that is due with an account holder in one batch: what it owes, what it is owed, or both against each other.
 * Rows in a batch are no longer open, so a second call takes none of them again.
 */
export async function stageDue(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  accountHolderId: number,
  asOfDate: CalendarDate,
): Promise<{
  accountHolderId: number
  inProcessCashTransactionId: number
  direction: string
  netAmount: number
}> {
  const { isAutomatic } = found(await LOCK.first(tx, [accountHolderId]), `account holder ${accountHolderId}`)
  if (!isAutomatic)
    throw notEligible([{ code: 'NotAutomatic', message: 'The account holder is not settled automatically.' }])
  const request = { accountHolderId, asOfDate, netAllowed: true, minAmount: 0 }
  const [due] = await payAndReceive(tx, acting.caller, request, acting.today)
  const { receive = [], pay = [], reasons = [], net = 0 } = due ?? {}
  if (receive.length + pay.length === 0)
    throw notEligible([{ code: 'NothingDue', message: 'Nothing is due.' }])
  if (reasons.length > 0) throw notEligible(reasons.map((code) => ({ code, message: messages[code] })))
  const direction = pay.length === 0 ? 'Receive' : receive.length === 0 ? 'Pay' : 'Net'
  const method = await findUsableMethod(tx, { accountHolderId, direction: net < 0 ? 'Pay' : 'Receive' })
  const batch = await stageBatch(tx, services, acting, {
    ...{ accountHolderId, direction, ledgerIds: [...receive, ...pay].map(({ id }) => id) },
    ...(method ? { availablePaymentMethodId: method.id } : {}),
    memo: `Due on ${asOfDate}`,
  })
  return { accountHolderId, inProcessCashTransactionId: batch.id, direction, netAmount: batch.netAmount }
}

const messages: Readonly<Record<SettlementReason, string>> = {
  BelowMinimum: 'The net amount is below the minimum.',
  NettingNotAllowed: 'What is owed cannot be settled against what is payable.',
  NoPaymentMethod: 'The account holder has no such payment method.',
}
