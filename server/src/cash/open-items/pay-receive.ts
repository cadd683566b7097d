import { z } from 'zod'
import { seesCostLines } from '../../access/cost-visibility.ts'
import { accountHolderTypes } from '../../account-holders/kinds.ts'
import { flag, int, type RowOf, text } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { query } from '../../db/statement.ts'
import { cashMethods } from '../../domain/cash/cash.ts'
import { netOf, type SettlementTerms, settlementReasonsOf } from '../../domain/cash/pay-receive.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import { groupBy } from '../../domain/group-by.ts'
import type { Direction } from '../../domain/ledger/rows.ts'
import { amountOf, centsOf, sumCents } from '../../domain/money.ts'
import type { Caller } from '../../http/caller.ts'
import {
  CalendarDate as DateOnly,
  queryAmount,
  queryBoolean,
  queryInteger,
  queryList,
} from '../../http/schemas.ts'
import { type AnsweredRow, answeredColumns, ledgerModel } from '../../ledger/ledger-table.ts'
import { ledgerViewFor, ownAccounts } from '../../ledger/ledger-view.ts'
import type { PayReceiveModel } from './models.ts'

export const PayReceiveQuery = z.strictObject({
  accountHolderId: queryInteger(z.int().min(0))
    .optional()
    .describe('Default: every account holder with autoPayReceive that has rows due.'),
  accountHolderType: queryList(z.enum(accountHolderTypes)).optional(),
  asOfDate: DateOnly.optional().describe('Rows that are due by this day. Default: today.'),
  netAllowed: queryBoolean()
    .default(true)
    .describe('Whether what is owed may be settled against what is payable.'),
  minAmount: queryAmount().default(0),
  method: z.enum(cashMethods).optional(),
})
type PayReceiveRequest = z.output<typeof PayReceiveQuery>

const holder = { id: int, type: text, number: text, name: text, canReceive: flag, canPay: flag }
type Holder = RowOf<typeof holder>

/** What can be paid to account holders and received from them, each with the reasons why it cannot be settled. */
export async function payAndReceive(
  db: Db,
  caller: Caller,
  request: PayReceiveRequest,
  today: CalendarDate,
): Promise<PayReceiveModel[]> {
  const holders = await loadHolders(db, caller, request)
  const rows = await loadDue(db, caller, holders, request.asOfDate ?? today)
  const byHolder = groupBy(rows, ({ accountHolderId }) => accountHolderId)
  const terms = { netAllowed: request.netAllowed, minAmount: centsOf(request.minAmount) }
  return holders
    .filter(({ id }) => request.accountHolderId !== undefined || byHolder.has(id))
    .map((one) => settled(one, byHolder.get(one.id) ?? [], terms))
}

function settled(holder: Holder, rows: readonly AnsweredRow[], terms: SettlementTerms): PayReceiveModel {
  const { id, type, number, name } = holder
  const receive = rows.filter(({ direction }) => direction === 'Receive')
  const pay = rows.filter(({ direction }) => direction === 'Pay')
  const totals = {
    totalReceive: sumCents(receive.map(({ openAmount }) => openAmount)),
    totalPay: sumCents(pay.map(({ openAmount }) => openAmount)),
  }
  const net = netOf(totals)
  const hasMethod = net < 0 ? holder.canPay : holder.canReceive
  const reasons = settlementReasonsOf(
    { ...totals, hasReceive: receive.length > 0, hasPay: pay.length > 0, hasMethod },
    terms,
  )
  return {
    accountHolder: { type, id, number, name },
    receive: receive.map(ledgerModel),
    pay: pay.map(ledgerModel),
    totalReceive: amountOf(totals.totalReceive),
    totalPay: amountOf(totals.totalPay),
    net: amountOf(net),
    isEligible: reasons.length === 0,
    reasons,
  }
}

/** The account holders that are asked about and that the caller sees, each with whether it has the method. */
function loadHolders(
  db: Db,
  caller: Caller,
  { accountHolderId, accountHolderType, method }: PayReceiveRequest,
): Promise<Holder[]> {
  const conditions = [
    accountHolderId === undefined ? sql`h.auto_pay_receive` : sql`h.id = ${accountHolderId}`,
    ...(accountHolderType === undefined ? [] : [sql`h.type = any(${accountHolderType}::text[])`]),
    ...(seesCostLines(caller) ? [] : [ownAccounts(caller, 'h.id')]),
  ]
  return query(holder)`
    select h.id, h.type, h.number, h.name, ${hasMethod(method, 'Receive')} as "canReceive", ${hasMethod(method, 'Pay')} as "canPay"
    from account_holder h where ${sql.join(conditions, sql` and `)} order by h.id`.rows(db)
}

const hasMethod = (method: string | undefined, direction: Direction): Sql =>
  method === undefined
    ? sql`true`
    : sql`exists (select from payment_method m where m.account_holder_id = h.id and m.type = ${method} and m.is_active
        and ${direction} = any(m.directions))`

/** The open rows that are due, the oldest first. */
async function loadDue(
  db: Db,
  caller: Caller,
  holders: readonly Holder[],
  asOf: CalendarDate,
): Promise<AnsweredRow[]> {
  if (holders.length === 0) return []
  const { select, from } = ledgerViewFor(caller)
  return query(answeredColumns)`
    select ${sql.raw(select)} from ${from}
    where l.account_holder_id = any(${holders.map(({ id }) => id)}::bigint[]) and l.status = 'Open' and not l.is_memo
      and l.due_date <= ${asOf}
    order by l.due_date, l.id`.rows(db)
}
