import { cents, int, text } from '../../db/columns.ts'
import { statement } from '../../db/statement.ts'
import { SHORTFALL } from '../../domain/cancellation/payments.ts'
import { amountsOnDay } from './open-item-facts.ts'

// What contracts, earnings and claims say about the administrator's own accounts on a day.

/** A line whose account is internal has a memo row beside the dealer's row: the amount is earned, not paid out. */
const IS_INTERNAL = `l.is_memo and l.line_id <> l.id and l.cancel_id is null and l.offset_of_ledger_id is null
  and l.ledger_type in ('ContractDisbursement', 'Refinalize')`

/** A line that a refinalize reduced counts as negative. */
const lineAmount = (amount: string) => `case l.direction when 'Pay' then ${amount} else -${amount} end`

/**
 * Cancels with the days on which they, and their reversals, count in the books: those of their rows. A cancel that moves
 * no money has no rows, and counts on the day it was executed.
 */
const CANCELS = `
  select x.id, x.contract_id,
    coalesce((select min(l.accounting_date) from ledger l where l.cancel_id = x.id and l.offset_of_ledger_id is null
      and l.ledger_type in ('Cancel', 'CancelFee', 'SalesTax')), x.execution_date) as booked_on,
    case when x.status = 'Reversed' then coalesce((select min(l.accounting_date) from ledger l where l.cancel_id = x.id
      and l.ledger_type = 'Reinstatement'), r.reinstate_date) end as reversed_on
  from cancel x left join reinstatement r on r.cancel_id = x.id`

/**
 * What internal lines have earned, by contract and code. What a cancel recognizes is booked with the cancel: it is the
 * first row of the cancel, and a second one reverses it. Which lines are internal is added up along with the earnings: there
 * are millions of both, and PostgreSQL expects so few of the lines that it would look at every earning for each of them.
 */
const EARNED = `
  select contract_id, code, sum(amount) as amount from (
    select contract_id, code, amount, false as is_internal from earning
    where cancel_id is null and accounting_date <= $1
    union all
    select e.contract_id, e.code, e.amount, false
    from (select earning.*, row_number() over (partition by contract_id, code, cancel_id order by id) as place
      from earning where cancel_id is not null) as e
    join (${CANCELS}) as x on x.id = e.cancel_id
    where case when e.place = 1 then x.booked_on else e.accounting_date end <= $1
    union all
    select l.contract_id, l.disbursement_code, 0, true from ledger l where ${IS_INTERNAL}) as e
  group by 1, 2 having bool_or(is_internal)`

/** What cancels took out of internal lines: refunds, and claims that the reserve has paid. */
const REFUNDED = `
  select v.contract_id, refund.key as code, sum(refund.value::bigint) as amount
  from contract_event v join (${CANCELS}) as x on x.id = v.subject_id
  cross join lateral jsonb_each_text(v.details -> 'refunds') as refund
  where v.kind = 'Cancel' and x.booked_on <= $1 and (x.reversed_on is null or x.reversed_on > $1)
    and exists (select from ledger l where l.contract_id = v.contract_id and l.disbursement_code = refund.key
      and ${IS_INTERNAL})
  group by 1, 2`

/** The part of a refund that the lines do not cover, where an internal account bears it out of what it has earned. */
const SHORTFALLS = `
  select l.contract_id, h.number as code, sum(case l.direction when 'Receive' then -l.amount else l.amount end) as amount
  from ledger l join account_holder h on h.id = l.account_holder_id
    left join ledger o on o.offset_of_ledger_id = l.id and l.status = 'Voided'
  where l.is_memo and l.disbursement_code = '${SHORTFALL}' and l.ledger_type = 'Cancel' and l.offset_of_ledger_id is null
    and l.accounting_date <= $1 and (o.id is null or o.accounting_date > $1)
  group by 1, 2`

const UNEARNED_PARTS = `
  ${amountsOnDay({
    ...{ columns: ['l.contract_id', 'l.disbursement_code as code'], value: lineAmount },
    condition: IS_INTERNAL,
  })}
  union all select contract_id, code, -amount from (${EARNED}) as earned
  union all select contract_id, code, -amount from (${REFUNDED}) as refunded`

const EARNED_PARTS = `
  select contract_id, code, amount from (${EARNED}) as earned
  union all select contract_id, code, amount from (${SHORTFALLS}) as shortfall`

const amounts = { account: text, amount: cents }
const byCode = (account: string, parts: string) =>
  statement(
    amounts,
    `select '${account}:' || code as account, sum(amount)::bigint as amount from (${parts}) as part
    group by 1 having sum(amount) <> 0`,
  )

/** The amounts of contracts in the books, less what was earned and refunded. */
export const UNEARNED = byCode('Unearned', UNEARNED_PARTS)
/** What was posted as earned. */
export const EARNINGS = byCode('Earned', EARNED_PARTS)

const byContract = { contractId: int, expected: cents, found: cents }

/** The contracts of one code that do not agree with the journal, by account. */
const contractsOf = (account: string, parts: string) =>
  statement(
    byContract,
    `
  select contract_id as "contractId", sum(expected)::bigint as expected, sum(found)::bigint as found from (
    select contract_id, amount as expected, 0 as found from (${parts}) as part where code = $2
    union all
    select contract_id, 0, amount from journal where credit_account = '${account}:' || $2 and accounting_date <= $1
    union all
    select contract_id, 0, -amount from journal where debit_account = '${account}:' || $2 and accounting_date <= $1) as both_sides
  where contract_id is not null
  group by 1 having sum(expected) <> sum(found) order by abs(sum(expected) - sum(found)) desc, 1 limit 100`,
  )

export const UNEARNED_CONTRACTS = contractsOf('Unearned', UNEARNED_PARTS)
export const EARNED_CONTRACTS = contractsOf('Earned', EARNED_PARTS)

/** Payment requests of claims that are not voided, on the day of their ledger row. */
const REQUESTED = `
  select r.claim_id, sum(r.amount) as amount
  from claim_payment_request r join ledger l on l.id = r.ledger_id
    left join ledger o on o.offset_of_ledger_id = l.id
  where l.accounting_date <= $1 and (r.status <> 'Voided' or o.accounting_date > $1)
  group by 1`

export const CLAIMS = statement(
  { amount: cents },
  `select coalesce(sum(amount), 0)::bigint as amount from (${REQUESTED}) as requested`,
)

export const CLAIM_DIFFERENCES = statement(
  { claimId: int, expected: cents, found: cents },
  `
  select claim_id as "claimId", sum(expected)::bigint as expected, sum(found)::bigint as found from (
    select claim_id, amount as expected, 0 as found from (${REQUESTED}) as requested
    union all
    select claim_id, 0, amount from journal where debit_account = $2 and accounting_date <= $1
    union all
    select claim_id, 0, -amount from journal where credit_account = $2 and accounting_date <= $1) as both_sides
  where claim_id is not null
  group by 1 having sum(expected) <> sum(found) order by abs(sum(expected) - sum(found)) desc, 1 limit 100`,
)

/**
 * How many contracts have the funding status that their rows give. The dealer's own rows count: what is open of them, and
 * what is paid. A voided contract keeps the status that it had.
 */
const FUNDING = `
  select c.id, c.funding_status,
    case when bool_and(l.open_amount = 0) and not bool_and(l.status = 'Voided') then 'Funded'
      when bool_or(l.paid_amount > 0) then 'PartiallyFunded' else 'NotFunded' end as given
  from contract c join ledger l on l.contract_id = c.id
  where l.is_dealer_cost and l.direction = 'Receive' and l.offset_of_ledger_id is null and c.status <> 'Voided'
  group by c.id`

export const FUNDED = statement(
  { contracts: int, agreeing: int },
  `select count(*)::bigint as contracts, count(*) filter (where funding_status = given)::bigint as agreeing
  from (${FUNDING}) as funding`,
)

export const FUNDING_DIFFERENCES = statement(
  { contractId: int },
  `select id as "contractId" from (${FUNDING}) as funding where funding_status <> given order by id limit 100`,
)
