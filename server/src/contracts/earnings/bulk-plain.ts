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
  type MethodOfLines,
  methodFromKey,
  type PlainContract,
} from './bulk-parts.ts'
import { earningColumns, earningTerms, SELECT_EARNING_COLUMNS } from './facts.ts'

// Contracts to which nothing has happened are posted by one statement for all of them. What is posted of them agrees with
// their schedule, so that a line has in its books what it had earned on the last day that was posted.

/** So many contracts and days a statement is given: a chunk of a run, or as many as are done before a request times out. */
const AT_ONCE = { run: 10_000, request: 2_500 }

/** Posts what is missing; the contracts are locked. For a request, the journal is among what a dry run answers. */
export async function postPlainEarnings(
  tx: Tx,
  writing: Writing,
  contracts: readonly PlainContract[],
  what: 'run' | 'request',
): Promise<void> {
  if (contracts.length === 0) return
  const [found, closedThrough] = await runAll([
    METHODS.rows(tx, [listed(contracts.map(({ id }) => id))]),
    holdMonthsOpen(tx),
  ])
  const methods = found.map(({ key }) => methodFromKey(key))
  if (methods.length === 0) return
  const known = methods.some(needsMore) ? await withTerms(tx, contracts) : contracts
  for (const slice of slicesOf(known, AT_ONCE[what])) {
    const values = valuesOf(methods, earnedParts(slice, methods, closedThrough), writing)
    const isShown = what === 'request' && seesCostLines(writing.caller)
    if (isShown) unitOf(tx).journal.push(...(await POST_AND_SHOW.rows(tx, values)).map(journalModel))
    else await POST.run(tx, values)
  }
}

/** Methods that follow from more than the days of a contract. */
const needsMore = ({ methodCode }: MethodOfLines) => MORE.test(methodCode)
const MORE = /^(MILES|TIME_OR_MILES|DELAYED|WARRANTY_SPLIT)/

/** With the odometer, what is driven in a year and the maker's warranty: of those that have a line which needs them. */
async function withTerms(tx: Tx, contracts: readonly PlainContract[]): Promise<PlainContract[]> {
  const rows = await TERMS.rows(tx, [listed(contracts.map(({ id }) => id)), MORE.source])
  const known = new Map(rows.map((row) => [row.id, earningTerms(row, 0)]))
  return contracts.map((contract) => ({ ...contract, terms: known.get(contract.id) ?? contract.terms }))
}

const TERMS = statement(
  earningColumns,
  `${SELECT_EARNING_COLUMNS} where c.id in (
    select line.contract_id from contract_line line where line.contract_id = any($1::bigint[])
      and line.amount <> line.earned_to_date and line.earning_method ~ $2)`,
)

/** Those with something to post, cut where there are too many days. */
function* slicesOf(contracts: readonly PlainContract[], most: number): Generator<PlainContract[]> {
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

/** An array as PostgreSQL reads it: of numbers and days by the ten thousand, which need no quotes. */
const listed = (values: readonly (number | string | boolean | null)[]): string => `{${values.join(',')}}`

function valuesOf(
  methods: readonly MethodOfLines[],
  { days, parts }: EarnedParts,
  { now, caller }: Writing,
): unknown[] {
  return [
    now,
    caller.name,
    listed(days.map(({ contractId }) => contractId)),
    listed(days.map(({ place }) => place)),
    listed(days.map(({ date }) => date)),
    listed(days.map(({ accountingDate }) => accountingDate)),
    listed(days.map(({ isLast }) => isLast)),
    methods.map(({ key }) => key),
    listed(parts.map(({ earned }) => earned.part)),
    listed(parts.map(({ earned }) => earned.whole)),
    // An array without nulls is read at any place at once.
    listed(parts.map(({ before }) => before?.part ?? 0)),
    listed(parts.map(({ before }) => before?.whole ?? 0)),
  ]
}

/** What has a method of its own: a curve stands for itself. */
const METHOD = `case line.earning_method when 'CURVE' then line.earning_curve::text else line.earning_method end`

const METHODS = statement(
  { key: text },
  `select distinct ${METHOD} as key from contract_line line
   where line.contract_id = any($1::bigint[]) and line.amount <> line.earned_to_date`,
)

/** A part of the amount, rounded once, halves up; in whole numbers, which are larger than a bigint only where they must. */
const earned = (part: string, whole: string) => `
  case when line.amount < 4000000000000000000 / greatest(${part}, ${whole})
    then (2 * line.amount * ${part} + ${whole}) / (2 * ${whole})
    else div(2 * line.amount::numeric * ${part} + ${whole}, 2 * ${whole}::numeric)::bigint end`

// How many rows there are is not known when it is planned, and a join that reads a table whole would do so for each chunk.
// So lines are looked up by their contract (`offset 0` keeps it so), and parts by their place. An entry has its number
// before it is known whether the day has one.
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
