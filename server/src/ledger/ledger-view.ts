import { seesCostLines } from '../access/cost-visibility.ts'
import { reachesDealer } from '../access/scope.ts'
import type { Db } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { query } from '../db/statement.ts'
import { columnName } from '../db/table.ts'
import { DEALER_COST } from '../domain/ledger/cost-visibility.ts'
import type { Caller } from '../http/caller.ts'
import { found } from '../http/problems.ts'
import { answeredColumns, ledgerModel, NAMED, selectAnswered, type storedColumns } from './ledger-table.ts'
import type { LedgerModel } from './models.ts'

// The ledger as a caller may see it: staff see the table itself, others their own rows with dealer cost as one row.

type Scoped = Pick<Caller, 'scopes'>

/** What to select, and from where, so that the caller sees what it may. The rows are called `l`. */
export function ledgerViewFor(caller: Scoped): { readonly select: string; readonly from: Sql } {
  if (seesCostLines(caller)) return { select: selectAnswered(), from: sql`ledger l ${sql.raw(NAMED)}` }
  return {
    select: selectAnswered(true),
    from: sql`${mergedLedger(caller)} l ${sql.raw(NAMED)}`,
  }
}

/** The row that has this id for the caller. Answers 404 when there is none. */
export async function readLedger(db: Db, caller: Caller, id: number): Promise<LedgerModel> {
  const { select, from } = ledgerViewFor(caller)
  const row = await query(answeredColumns)`select ${sql.raw(select)} from ${from} where l.id = ${id}`.first(
    db,
  )
  return ledgerModel(found(row, `ledger ${id}`))
}

/** The rows with these ids as the caller sees them, in the order of their ids; those that it may not see are left out. */
export async function readLedgers(db: Db, caller: Scoped, ids: readonly number[]): Promise<LedgerModel[]> {
  if (ids.length === 0) return []
  const { select, from } = ledgerViewFor(caller)
  const isWanted = seesCostLines(caller)
    ? sql`l.id = any(${ids}::bigint[])`
    : sql`l.members && ${ids}::bigint[]`
  const rows = await query(answeredColumns)`
    select ${sql.raw(select)} from ${from} where ${isWanted} order by l.id`.rows(db)
  return rows.map(ledgerModel)
}

/**
 * The condition that an account belongs to a limited caller: its own, and those of the dealers it acts for. An agent
 * sees its dealers, but not what they owe.
 */
export function ownAccounts({ scopes }: Pick<Caller, 'scopes'>, accountHolderId: string): Sql {
  const own = scopes.filter(({ type }) => type !== 'PortalVisibilityGroup').map(({ id }) => id)
  const forDealers = scopes.filter(({ type }) => type !== 'Agent')
  const reaches = forDealers.length > 0 && reachesDealer({ scopes: forDealers }, accountHolderId)
  return sql`(${sql.raw(accountHolderId)} = any(${own}::bigint[]) or ${reaches || sql`false`})`
}

/**
 * The condition that a limited caller can read the ledger row `o` by its id: of the rows of dealer cost that are shown as
 * one, only the first. It must agree with `mergedLedger`.
 */
export function seesLedgerRow(caller: Scoped): Sql {
  return sql`(${ownAccounts(caller, 'o.account_holder_id')} and not (o.is_dealer_cost and exists (
    select from ledger first where first.is_dealer_cost and first.id < o.id
      and first.contract_id is not distinct from o.contract_id and first.ledger_type = o.ledger_type
      and first.account_holder_id = o.account_holder_id and first.direction = o.direction
      and (first.status = 'Voided') = (o.status = 'Voided'))))`
}

/** The status of rows that are shown as one: the first of these that one of them has. */
const MERGED_STATUS = `case ${['InProcess', 'Open', 'Pending', 'Held', 'Paid']
  .map((status) => `when bool_or(o.status = '${status}') then '${status}'`)
  .join(' ')} else 'Voided' end`

/** Several rows of dealer cost as one row. Dates are the earliest. Reasons are left out, because they name lines. */
const merged = {
  lineId: 'min(o.line_id)',
  ledgerType: 'o.ledger_type',
  status: MERGED_STATUS,
  waitsFor: 'case when bool_and(o.waits_for is not null) then max(o.waits_for) end',
  direction: 'o.direction',
  accountHolderId: 'o.account_holder_id',
  contractId: 'o.contract_id',
  claimId: 'null::bigint',
  cancelId: 'max(o.cancel_id)',
  productId: 'max(o.product_id)',
  disbursementCode: `'${DEALER_COST}'`,
  disbursementGroup: 'null',
  amount: 'sum(o.amount)::bigint',
  paidAmount: 'sum(o.paid_amount)::bigint',
  effectiveDate: 'min(o.effective_date)',
  accountingDate: 'min(o.accounting_date)',
  dueDate: 'min(o.due_date)',
  isMemo: 'false',
  isDealerCost: 'true',
  payWhen: 'null',
  reason: 'null',
  holdId: 'max(o.hold_id)',
  inProcessCashTransactionId: 'max(o.in_process_cash_transaction_id)',
  offsetOfLedgerId: 'min(o.offset_of_ledger_id)',
  openAmount: 'sum(o.open_amount)::bigint',
  created_at: 'min(o.created_at)',
  created_by: '(array_agg(o.created_by order by o.id))[1]',
  updated_at: 'max(o.updated_at)',
  updated_by: '(array_agg(o.updated_by order by o.updated_at desc, o.id))[1]',
  row_version: 'sum(o.row_version)::integer',
} satisfies Record<Exclude<keyof typeof storedColumns, 'id'>, string>

const single = Object.keys(merged)
  .map((name) => `o.${columnName(name)}`)
  .join(', ')
const together = Object.entries(merged)
  .map(([name, value]) => `${value} as ${columnName(name)}`)
  .join(', ')

/**
 * The rows that a limited caller sees, each with its `members`. Rows of dealer cost of one contract, type and direction
 * are one row with the lowest id; voided rows are one row of their own.
 */
export function mergedLedger(caller: Scoped): Sql {
  const sees = ownAccounts(caller, 'o.account_holder_id')
  return sql`(
    select o.id, ${sql.raw(single)}, array[o.id] as members from ledger o where not o.is_dealer_cost and ${sees}
    union all
    select min(o.id), ${sql.raw(together)}, array_agg(o.id) from ledger o where o.is_dealer_cost and ${sees}
    group by o.contract_id, o.ledger_type, o.account_holder_id, o.direction, o.status = 'Voided')`
}
