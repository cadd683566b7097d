import { seesCostLines } from '../access/cost-visibility.ts'
import { reachesDealer } from '../access/scope.ts'
import { type Sql, sql } from '../db/sql.ts'
import { DEALER_COST } from '../domain/ledger/cost-visibility.ts'
import type { Caller } from '../http/caller.ts'
import type { COLUMNS } from './view.ts'

/**
 * The accounts `o` of which a limited caller sees rows: its own, and those of the dealers it acts for. An agent reads of
 * its dealers, but their money is not its business.
 */
function ownAccounts({ scopes }: Pick<Caller, 'scopes'>): Sql {
  const own = scopes.filter(({ type }) => type !== 'PortalVisibilityGroup').map(({ id }) => id)
  const forDealers = scopes.filter(({ type }) => type !== 'Agent')
  const reaches = forDealers.length > 0 && reachesDealer({ scopes: forDealers }, 'o.account_holder_id')
  return sql`(o.account_holder_id = any(${own}::bigint[]) or ${reaches || sql`false`})`
}

/** The first of these states that one of the rows is in: a part that is being paid, or can be, says it for all. */
const STATE = `case ${['InProcess', 'Open', 'Pending', 'Held', 'Paid']
  .map((status) => `when bool_or(o.status = '${status}') then '${status}'`)
  .join(' ')} else 'Voided' end`

/** What several rows of dealer cost are as one. Dates are the earliest; reasons would tell of single lines. */
const merged = {
  ledger_type: 'o.ledger_type',
  status: STATE,
  waits_for: 'case when bool_and(o.waits_for is not null) then max(o.waits_for) end',
  direction: 'o.direction',
  account_holder_id: 'o.account_holder_id',
  contract_id: 'o.contract_id',
  claim_id: 'null::bigint',
  cancel_id: 'max(o.cancel_id)',
  product_id: 'max(o.product_id)',
  disbursement_code: `'${DEALER_COST}'`,
  disbursement_group: 'null',
  amount: 'sum(o.amount)::bigint',
  paid_amount: 'sum(o.paid_amount)::bigint',
  open_amount: 'sum(o.open_amount)::bigint',
  effective_date: 'min(o.effective_date)',
  accounting_date: 'min(o.accounting_date)',
  due_date: 'min(o.due_date)',
  is_memo: 'false',
  reason: 'null',
  hold_id: 'max(o.hold_id)',
  in_process_cash_transaction_id: 'max(o.in_process_cash_transaction_id)',
  offset_of_ledger_id: 'min(o.offset_of_ledger_id)',
  created_at: 'min(o.created_at)',
  created_by: '(array_agg(o.created_by order by o.id))[1]',
  updated_at: 'max(o.updated_at)',
  updated_by: '(array_agg(o.updated_by order by o.updated_at desc, o.id))[1]',
  row_version: 'sum(o.row_version)::integer',
  is_dealer_cost: 'true',
  pay_when: 'null',
  line_id: 'min(o.line_id)',
} satisfies Record<Exclude<(typeof COLUMNS)[number], 'id'>, string>

/**
 * The rows that a limited caller sees, each with its `members`. Those of dealer cost of one contract, type and direction
 * are one row with the lowest id, so that nobody sees what the cost is made of; voided ones are apart from those that
 * count. Nothing for a caller without limits, who sees the table itself.
 */
export function mergedLedger(caller: Pick<Caller, 'scopes'>): Sql | undefined {
  if (seesCostLines(caller)) return undefined
  const sees = ownAccounts(caller)
  const single = sql.raw(
    Object.keys(merged)
      .map((name) => `o.${name}`)
      .join(', '),
  )
  const together = sql.raw(
    Object.entries(merged)
      .map(([name, of]) => `${of} as ${name}`)
      .join(', '),
  )
  return sql`(
    select o.id, ${single}, array[o.id] as members from ledger o where not o.is_dealer_cost and ${sees}
    union all
    select min(o.id), ${together}, array_agg(o.id) from ledger o where o.is_dealer_cost and ${sees}
    group by o.contract_id, o.ledger_type, o.account_holder_id, o.direction, o.status = 'Voided')`
}
