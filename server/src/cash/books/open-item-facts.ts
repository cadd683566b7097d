import { cents, text } from '../../db/columns.ts'
import { statement } from '../../db/statement.ts'

// What ledger rows and cash say about the accounts of account holders on a day, without asking the journal for amounts.
// Rows have their present figures. What counts in the books only after the day is taken off again: corrections
// (ledger_edit), applied cash (ledger_detail), and voids (the row that offsets a voided one).

const amounts = { account: text, amount: cents }

/** A row that was voided while its contract waited for the finalize was never booked. */
const WAS_BOOKED = `(l.ledger_type <> 'ContractDisbursement'
  or exists (select from journal j where j.ledger_id = l.line_id))`

const IS_BOOKED = `(l.status <> 'Voided' or ${WAS_BOOKED})`

/** Corrections that count after the day $1, for each row that they changed: both rows of a line, or a row by itself. */
const CORRECTED = `
  select l.id as row_id, e.old_amount, e.new_amount from ledger_edit e
  join ledger l on l.contract_id = e.contract_id and l.line_id = e.ledger_id
  where e.kind = 'Edit' and e.accounting_date > $1
  union all
  select e.ledger_id, e.old_amount, e.new_amount from ledger_edit e
  where e.contract_id is null and e.kind = 'Edit' and e.accounting_date > $1`

/** Rows to add up: by what, the amount that counts, and which rows `l`. */
interface Counted {
  readonly columns: readonly string[]
  readonly value?: (amount: string) => string
  readonly condition: string
}

/**
 * The amounts of rows on the day $1: of those that stand, of those voided after it, and what was corrected after it. The
 * present amount of a corrected row is taken back to what it was.
 */
export function amountsOnDay({ columns, value = (amount) => amount, condition }: Counted): string {
  const [listed, groups] = [columns.join(', '), columns.map((_, at) => at + 1).join(', ')]
  return `
  select ${listed}, sum(${value('l.amount')}) as amount from ledger l
  where ${condition} and l.status <> 'Voided' and l.waits_for is distinct from 'Finalize' and l.accounting_date <= $1
  group by ${groups}
  union all
  select ${listed}, sum(${value('l.amount')}) from ledger l join ledger o on o.offset_of_ledger_id = l.id
  where ${condition} and l.status = 'Voided' and l.accounting_date <= $1 and o.accounting_date > $1 and ${WAS_BOOKED}
  group by ${groups}
  union all
  select ${listed}, sum(${value('(e.old_amount - e.new_amount)')})
  from (${CORRECTED}) as e join ledger l on l.id = e.row_id
    left join ledger o on o.offset_of_ledger_id = l.id and l.status = 'Voided'
  where ${condition} and l.offset_of_ledger_id is null and l.accounting_date <= $1
    and (o.id is null or o.accounting_date > $1)
  group by ${groups}`
}

const ACCOUNT = `case l.direction when 'Receive' then 'Receivable:' else 'Payable:' end || l.account_holder_id`
const SIGNED = 'case when d.is_reversal then -d.applied_amount else d.applied_amount end'

/**
 * The open amount of every account holder's rows, by account. Cash may be dated before the row that it pays: then it counts
 * from its own day on, as in the journal.
 */
export const OPEN_ITEMS = statement(
  amounts,
  `
  select account, sum(amount)::bigint as amount from (
    ${amountsOnDay({ columns: [`${ACCOUNT} as account`], condition: 'not l.is_memo' })}
    union all
    select ${ACCOUNT}, -sum(l.paid_amount) from ledger l
    where not l.is_memo and l.paid_amount > 0 and l.waits_for is distinct from 'Finalize' group by 1
    union all
    select ${ACCOUNT}, sum(${SIGNED}) from ledger_detail d join ledger l on l.id = d.ledger_id
    where d.accounting_date > $1 and l.waits_for is distinct from 'Finalize' and ${IS_BOOKED} group by 1) as part
  group by 1 having sum(amount) <> 0`,
)

const SIGN = `case c.type when 'Receipt' then 1 else -1 end`
/** Whether the money was in the books at the end of the day. */
const IS_LIVE = '(c.voided_date is null or c.voided_date > $1)'
/** What an application takes from the unapplied money of its account holder. */
const TAKEN = `${SIGNED} * case l.direction when 'Receive' then 1 else -1 end`

/**
 * What every account holder sent us or got from us that is not applied to rows in the books. Money for a contract that
 * waits for its finalize counts as unapplied until then. A contract may be finalized as of a day before the money came: it is
 * applied on the day of the finalize all the same, as in the journal.
 */
export const UNAPPLIED = statement(
  amounts,
  `
  select account, sum(amount)::bigint as amount from (
    select 'Unapplied:' || c.account_holder_id as account,
      sum(${SIGN} * (case when c.posted_date <= $1 and ${IS_LIVE} then c.amount else 0 end - c.applied)) as amount
    from cash_transaction c group by 1
    union all
    select 'Unapplied:' || c.account_holder_id, sum(${TAKEN})
    from ledger_detail d join cash_transaction c on c.id = d.cash_transaction_id join ledger l on l.id = d.ledger_id
    where d.accounting_date > $1 and ${IS_BOOKED} group by 1
    union all
    select 'Unapplied:' || c.account_holder_id, sum(${TAKEN})
    from ledger l join ledger_detail d on d.ledger_id = l.id join cash_transaction c on c.id = d.cash_transaction_id
    where l.waits_for = 'Finalize' and d.accounting_date <= $1 group by 1) as part
  group by 1 having sum(amount) <> 0`,
)

/** What came in less what went out. */
export const MONEY = statement(
  { amount: cents },
  `select coalesce(sum(${SIGN} * c.amount), 0)::bigint as amount
  from cash_transaction c where c.posted_date <= $1 and ${IS_LIVE}`,
)
