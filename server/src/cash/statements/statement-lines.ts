import { cents, date, flag, int, oneOf, orNull, type RowOf, text } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { reader, statement } from '../../db/statement.ts'
import { cashTypes } from '../../domain/cash/cash.ts'
import {
  lineText,
  type StatementFigures,
  type StatementGroup,
  type StatementLine,
  type StatementSums,
  statementFigures,
  statementGroups,
} from '../../domain/cash/statement.ts'
import { addDays, type CalendarDate } from '../../domain/dates.ts'
import { accountText, entryTypes, payable, receivable, unapplied } from '../../domain/ledger/journal.ts'
import { minus, sumCents, ZERO } from '../../domain/money.ts'
import { balancesOnDay } from '../../ledger/balances.ts'

/** Whose statement it is, and of which days. */
export interface StatementRange {
  readonly accountHolderId: number
  readonly fromDate: CalendarDate
  readonly toDate: CalendarDate
}

/** The accounts whose sum is what the account holder owes us. */
const accountsOf = ({ accountHolderId }: Pick<StatementRange, 'accountHolderId'>): string[] =>
  [receivable, payable, unapplied].map((account) => accountText(account(accountHolderId)))

// Both sides of the journal rows that touch the accounts $1 (in lower case) of the account holder $4, from $2 to $3. Money
// that is applied moves between two of these accounts, so that only the money itself is a line.
const side = (own: string, other: string, sign: string, isCredit: boolean) => `
  select j.id, j.entry_id, j.entry_type, j.accounting_date, j.contract_id, j.ledger_id, j.cash_transaction_id,
    j.reverses_id, ${sign}j.amount as amount, ${isCredit} as is_credit,
    split_part(j.${own}, ':', 1) as kind
  from journal j
  where lower(j.${own}) = any($1::text[]) and j.accounting_date between $2 and $3
    and (j.entry_type <> 'Cash' or j.${other} = 'Cash')`

/**
 * Undoing a paid row leaves it and adds one in the other direction, of type Adjustment: a new claim on the other side, where
 * undoing an unpaid row takes the first one back.
 */
const IS_PAID_BACK = `s.entry_type in ('Void', 'LedgerDelete') and s.reverses_id is null
  and s.is_credit = (s.kind = 'Payable')`

/** The groups of the ledger summary, by the type of the row that a posting is about. */
const GROUP = `case
  when s.entry_type = 'Cash' then 'cash'
  when s.entry_type in ('Finalize', 'Refinalize') then 'newBusiness'
  when s.entry_type in ('Claim', 'InspectionFee') then 'claims'
  when s.entry_type in ('Cancel', 'CancelFee', 'Reinstatement') then
    case when l.ledger_type = 'SalesTax' and s.kind = 'Receivable'
      and (s.entry_type <> 'Reinstatement' or s.reverses_id is not null) then 'other' else 'cancels' end
  when s.entry_type in ('Void', 'LedgerEdit', 'LedgerDelete')
    and l.ledger_type in ('ContractDisbursement', 'Refinalize') and not (${IS_PAID_BACK}) then 'newBusiness'
  else 'other' end`

/** The dealer's side of contract lines: one line of the statement for all of them. */
const IS_COST = `coalesce(l.is_dealer_cost and l.account_holder_id = $4
  and s.entry_type in ('Finalize', 'Refinalize', 'Void', 'LedgerEdit', 'LedgerDelete'), false)`

/** A refund is one line, because what it is made of would show the lines of the contract. */
const IS_REFUND = `(s.entry_type in ('Cancel', 'CancelFee', 'Reinstatement')
  and (s.kind = 'Payable' or l.account_holder_id is distinct from $4))`

const SIDES = `
  select s.*, ${GROUP} as statement_group, ${IS_COST} as is_cost, ${IS_COST} or ${IS_REFUND} as is_merged, l.line_id,
    l.disbursement_code, l.reason
  from (${side('debit_account', 'credit_account', '', false)} union all
    ${side('credit_account', 'debit_account', '-', true)}) as s
  left join ledger l on l.id = s.ledger_id`

const SUMS = statement(
  { group: oneOf(statementGroups), amount: cents },
  `select statement_group as "group", sum(amount)::bigint as amount from (${SIDES}) as s group by 1`,
)

/** The figures of a statement, from the journal. */
export async function loadFigures(db: Db, range: StatementRange): Promise<StatementFigures> {
  const opening =
    range.fromDate === '0001-01-01'
      ? []
      : await balancesOnDay(db, accountsOf(range), addDays(range.fromDate, -1))
  const found = await SUMS.rows(db, valuesOf(range))
  const sum = (group: StatementGroup) => found.find((row) => row.group === group)?.amount ?? ZERO
  const sums: StatementSums = {
    ...{
      newBusiness: sum('newBusiness'),
      cancels: sum('cancels'),
      claims: sum('claims'),
      other: sum('other'),
    },
    // Money that came in lowers what is owed.
    cash: minus(ZERO, sum('cash')),
  }
  return statementFigures(sumCents(opening), sums)
}

const valuesOf = ({ accountHolderId, fromDate, toDate }: StatementRange) => [
  ...[accountsOf({ accountHolderId }).map((account) => account.toLowerCase()), fromDate, toDate],
  accountHolderId,
]

const lineColumns = {
  group: oneOf(statementGroups),
  date,
  contractNumber: orNull(text),
  entryType: oneOf(entryTypes),
  code: orNull(text),
  reason: orNull(text),
  isCredit: flag,
  amount: cents,
  isPaid: flag,
  cashType: orNull(oneOf(cashTypes)),
  method: orNull(text),
  number: orNull(text),
  checkNumber: orNull(text),
}

const PLACES = statementGroups.map((group, place) => `when '${group}' then ${place}`).join(' ')

/**
 * Whether the account holder has rows of this line and nothing of them is open. Rows are found by their contract, or by
 * themselves: both have an index.
 */
const IS_PAID = `case when s.contract_id is null
  then exists (select from ledger p where p.id = s.ledger_id and p.account_holder_id = $4 and p.open_amount = 0)
  else coalesce((select bool_and(p.open_amount = 0) from ledger p where p.contract_id = s.contract_id
    and p.line_id = s.line_id and p.account_holder_id = $4 and not p.is_memo), false) end`

const LINES = `
  select s.statement_group as "group", s.accounting_date as date, k.number as "contractNumber",
    s.entry_type as "entryType", s.code, s.reason, s.is_credit as "isCredit", s.amount, s.is_paid as "isPaid",
    c.type as "cashType", c.method, c.number, c.check_number as "checkNumber"
  from (
    select min(s.id) as id, s.statement_group, s.accounting_date, s.entry_type, s.contract_id, s.cash_transaction_id,
      case when s.is_merged then null else max(s.disbursement_code) end as code,
      case when s.is_merged then null else max(s.reason) end as reason, bool_and(s.is_credit) as is_credit,
      sum(s.amount)::bigint as amount, bool_and(${IS_PAID}) as is_paid
    from (${SIDES}) as s
    group by s.statement_group, s.accounting_date, s.entry_type, s.contract_id, s.cash_transaction_id, s.is_merged,
      s.is_cost, case when s.is_merged then s.entry_id else s.id end,
      case when s.is_cost then null else s.kind end, case when s.is_merged then null else s.is_credit end
    having sum(s.amount) <> 0) as s
  left join contract k on k.id = s.contract_id
  left join cash_transaction c on c.id = s.cash_transaction_id
  order by case s.statement_group ${PLACES} end, s.accounting_date, s.id, s.is_credit`

// The statement of the cursor is put together here, so this one is for the test that prepares every statement.
statement(lineColumns, LINES)

const COUNT = statement({ count: int }, `select count(*)::bigint as count from (${LINES}) as line`)

export const countLines = async (db: Db, range: StatementRange): Promise<number> =>
  (await COUNT.first(db, valuesOf(range)))?.count ?? 0

const FETCHED_AT_ONCE = 1_000
const read = reader(lineColumns)

/**
 * The lines of a statement in their order, through a cursor, so that any number of them takes the same memory. The database
 * must be inside a transaction. Without `includePaid`, items that are paid are one line for each group.
 */
export async function* statementLines(
  db: Db,
  range: StatementRange,
  { includePaid }: { readonly includePaid: boolean },
): AsyncGenerator<StatementLine> {
  await db.query(`declare statement_lines no scroll cursor for ${LINES}`, valuesOf(range))
  const paid = new Map<StatementGroup, number>()
  for (;;) {
    const text = `fetch ${FETCHED_AT_ONCE} from statement_lines`
    const rows = read(text, await db.query(text, []))
    for (const row of rows)
      if (includePaid || !row.isPaid || row.group === 'cash') yield lineFromRow(row)
      else paid.set(row.group, (paid.get(row.group) ?? 0) + row.amount)
    if (rows.length < FETCHED_AT_ONCE) break
  }
  for (const [group, amount] of paid)
    yield {
      ...{ group, date: range.toDate, contractNumber: null, text: 'Items that are paid' },
      amount: amount as StatementLine['amount'],
    }
}

function lineFromRow(row: RowOf<typeof lineColumns>): StatementLine {
  const { group, date: day, contractNumber, entryType, code, reason, isCredit } = row
  const isMoneyIn = row.cashType === 'Receipt'
  const cash =
    row.cashType === null
      ? null
      : {
          ...{ type: row.cashType, method: row.method ?? '', number: row.number ?? '' },
          ...{ checkNumber: row.checkNumber, isReversal: isMoneyIn !== isCredit },
        }
  return {
    ...{ group, date: day, contractNumber },
    text: lineText({ entryType, code, reason, isCredit, cash }),
    amount: group === 'cash' ? minus(ZERO, row.amount) : row.amount,
  }
}
