import { seesCostLines } from '../../access/cost-visibility.ts'
import { text } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { command, statement } from '../../db/statement.ts'
import { columnName } from '../../db/table.ts'
import { unitOf } from '../../db/unit-of-work.ts'
import type { Writing } from '../../ledger/apply-plan.ts'
import { journalModel, journalTable } from '../../ledger/journal-table.ts'
import { holdMonthsOpen } from '../../ledger/periods.ts'
import {
  daysToPost,
  type EarnedParts,
  earnedParts,
  type LineMethod,
  methodFromKey,
  type PlainContract,
} from './bulk-parts.ts'
import { earningColumns, earningTerms, SELECT_EARNING_COLUMNS } from './facts.ts'

// One statement posts all contracts without events. Their postings follow their schedule, so the posted amount of a line is
// the amount it had earned on the last posted day.

/** The maximum number of contract days for one statement. A request gets fewer, so that it does not time out. */
const AT_ONCE = { run: 10_000, request: 2_500 }

/** Posts the missing earnings of locked contracts. For a request, journal rows are collected for a dry run. */
export async function postPlainEarnings(
  tx: Tx,
  writing: Writing,
  contracts: readonly PlainContract[],
  purpose: 'run' | 'request',
): Promise<void> {
  if (contracts.length === 0) return
  const [found, closedThrough] = await runAll([
    METHODS.rows(tx, [arrayText(contracts.map(({ id }) => id))]),
    holdMonthsOpen(tx),
  ])
  const methods = found.map(({ key }) => methodFromKey(key))
  if (methods.length === 0) return
  const known = methods.some(needsAllTerms) ? await withTerms(tx, contracts) : contracts
  for (const slice of slices(known, AT_ONCE[purpose])) {
    const values = statementValues(methods, earnedParts(slice, methods, closedThrough), writing)
    const isShown = purpose === 'request' && seesCostLines(writing.caller)
    if (isShown) unitOf(tx).journal.push(...(await POST_AND_SHOW.rows(tx, values)).map(journalModel))
    else await POST.run(tx, values)
  }
}

/** Methods that depend on more than the dates of a contract. */
const needsAllTerms = ({ methodCode }: LineMethod) => METHODS_WITH_ALL_TERMS.test(methodCode)
const METHODS_WITH_ALL_TERMS = /^(MILES|TIME_OR_MILES|DELAYED|WARRANTY_SPLIT)/

/** Adds the odometer, the annual mileage and the manufacturer's warranty to contracts with a line that needs them. */
async function withTerms(tx: Tx, contracts: readonly PlainContract[]): Promise<PlainContract[]> {
  const rows = await TERMS.rows(tx, [arrayText(contracts.map(({ id }) => id)), METHODS_WITH_ALL_TERMS.source])
  const known = new Map(rows.map((row) => [row.id, earningTerms(row, 0)]))
  return contracts.map((contract) => ({ ...contract, terms: known.get(contract.id) ?? contract.terms }))
}

const TERMS = statement(
  earningColumns,
  `${SELECT_EARNING_COLUMNS} where c.id in (
    select line.contract_id from contract_line line where line.contract_id = any($1::bigint[])
      and line.amount <> line.earned_to_date and line.earning_method ~ $2)`,
)

/** Splits the contracts with days to post into slices with at most this many days. */
function* slices(contracts: readonly PlainContract[], most: number): Generator<PlainContract[]> {
  let slice: PlainContract[] = []
  let size = 0
  for (const contract of contracts) {
    const days = daysToPost(contract.through, contract.asOf).length
    if (days === 0) continue
    if (size + days > most && slice.length > 0) {
      yield slice
      slice = []
      size = 0
    }
    slice.push(contract)
    size += days
  }
  if (slice.length > 0) yield slice
}

/** The text of a PostgreSQL array. Numbers and dates need no quotes. */
const arrayText = (values: readonly (number | string | boolean | null)[]): string => `{${values.join(',')}}`

function statementValues(
  methods: readonly LineMethod[],
  { days, parts }: EarnedParts,
  { now, caller }: Writing,
): unknown[] {
  return [
    now,
    caller.name,
    arrayText(days.map(({ contractId }) => contractId)),
    arrayText(days.map(({ place }) => place)),
    arrayText(days.map(({ date }) => date)),
    arrayText(days.map(({ accountingDate }) => accountingDate)),
    arrayText(days.map(({ isLast }) => isLast)),
    methods.map(({ key }) => key),
    arrayText(parts.map(({ earned }) => earned.part)),
    arrayText(parts.map(({ earned }) => earned.whole)),
    // PostgreSQL reads an element of an array without nulls directly.
    arrayText(parts.map(({ before }) => before?.part ?? 0)),
    arrayText(parts.map(({ before }) => before?.whole ?? 0)),
  ]
}

/** The key of a line's method. A curve is its own key. */
const METHOD = `case line.earning_method when 'CURVE' then line.earning_curve::text else line.earning_method end`

const METHODS = statement(
  { key: text },
  `select distinct ${METHOD} as key from contract_line line
   where line.contract_id = any($1::bigint[]) and line.amount <> line.earned_to_date`,
)

/** A part of the amount, rounded once, with halves up. Amounts that would overflow a bigint are computed as numeric. */
const earned = (part: string, whole: string) => `
  case when line.amount < 4000000000000000000 / greatest(${part}, ${whole})
    then (2 * line.amount * ${part} + ${whole}) / (2 * ${whole})
    else div(2 * line.amount::numeric * ${part} + ${whole}, 2 * ${whole}::numeric)::bigint end`

// The planner does not know the number of rows, and could choose a join that reads a whole table for each chunk. So lines
// are looked up by contract (`offset 0` prevents another plan), and parts by index. Each day takes an entry number, even if
// it turns out to have no entry.
const INSERTS = `
  with day as materialized (
    select given.*, nextval('journal_entry_id_seq') as entry_id
    from unnest($3::bigint[], $4::integer[], $5::date[], $6::date[], $7::boolean[])
      as given (contract_id, place, earned_date, accounting_date, is_last)),
  due as materialized (
    select line.contract_id, line.code, line.sequence, line.is_internal, line.earned_to_date, day.entry_id,
      day.earned_date, day.accounting_date, day.is_last, ${earned('part.part', 'part.whole')} as earned,
      case part.whole_before when 0 then line.earned_to_date
        else ${earned('part.part_before', 'part.whole_before')} end as before
    from day
    cross join lateral (
      select found.contract_id, found.code, found.sequence, found.is_internal, found.amount,
        found.earned_to_date, found.earning_method, found.earning_curve
      from contract_line found where found.contract_id = day.contract_id and found.amount <> found.earned_to_date
      offset 0) as line
    cross join lateral (select day.place + array_position($8::text[], ${METHOD}) as place offset 0) as own
    cross join lateral (select ($9::bigint[])[own.place] as part, ($10::bigint[])[own.place] as whole,
      ($11::bigint[])[own.place] as part_before, ($12::bigint[])[own.place] as whole_before offset 0) as part),
  posted as (
    insert into earning (contract_id, code, earned_date, accounting_date, amount, created_at)
    select contract_id, code, earned_date, accounting_date, earned - before, $1 from due where earned <> before
    order by earned_date, contract_id, sequence),
  booked as (
    insert into journal (entry_id, entry_type, debit_account, credit_account, amount, effective_date, accounting_date,
      contract_id, created_at, created_by)
    select entry_id, 'Earning', case when earned > before then 'Unearned:' else 'Earned:' end || code,
      case when earned > before then 'Earned:' else 'Unearned:' end || code, abs(earned - before), earned_date,
      accounting_date, contract_id, $1, $2
    from due where is_internal and earned <> before order by entry_id, sequence
    returning ${Object.keys(journalTable.columns).map(columnName).join(', ')})`

const SET_EARNED = `update contract_line set earned_to_date = due.earned from due
    where due.is_last and due.earned <> due.earned_to_date
      and contract_line.contract_id = due.contract_id and contract_line.code = due.code`

const POST = command(`${INSERTS} ${SET_EARNED}`)
const POST_AND_SHOW = statement(
  journalTable.columns,
  `${INSERTS}, line as (${SET_EARNED}) select ${journalTable.list()} from booked order by id`,
)
