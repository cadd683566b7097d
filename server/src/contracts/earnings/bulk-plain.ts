import { seesCostLines } from '../../access/cost-visibility.ts'
import { cents, date, flag, int, type RowOf, text } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { command, statement } from '../../db/statement.ts'
import { takeNumbers } from '../../db/take-numbers.ts'
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

// A few statements post all contracts without events. Their postings follow their schedule, so the posted amount of a line is
// the amount it had earned on the last posted day.

/** The maximum number of contract days at once. A request gets fewer, so that it does not time out. */
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
    const parts = earnedParts(slice, methods, closedThrough)
    // Each day takes an entry number, even if it turns out to have no entry.
    const entryIds = await takeNumbers(tx, 'journal_entry_id_seq', parts.days.length)
    const rows = await DUE.rows(tx, dueValues(methods, parts))
    const isShown = purpose === 'request' && seesCostLines(writing.caller)
    await runAll([
      insertEarnings(tx, rows, writing),
      bookEarnings(tx, rows, entryIds, { writing, isShown }),
      setEarned(tx, rows),
    ])
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

/** The parameters of `DUE`. */
function dueValues(methods: readonly LineMethod[], { days, parts }: EarnedParts): unknown[] {
  return [
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

// The planner does not know the number of rows, and could choose a join that reads a whole table for each chunk. So the
// lines of the contracts are found by their index, and parts by their place: that of the day and that of the line's method.
const PLACE = 'day.place + method.place'

/** A line on a day on which it earned something, or on the last day to post. */
const dueColumns = {
  ...{ contract_id: int, code: text, is_internal: flag, earned_to_date: cents },
  /** The number of the day among those to post, from 1. */
  ...{ place_of_day: int, earned_date: date, accounting_date: date, is_last: flag },
  /** What it had earned by the end of this day, and by the end of the posted day before. */
  ...{ earned: cents, before: cents },
}
type Due = RowOf<typeof dueColumns>

// Selected first and inserted then, because a cluster gives no numbers to rows that it selects from its tables.
const DUE = statement(
  dueColumns,
  `select contract_id, code, is_internal, earned_to_date, place_of_day, earned_date, accounting_date, is_last, earned, before
  from (
    select line.contract_id, line.code, line.sequence, line.is_internal, line.earned_to_date, day.place_of_day,
      day.earned_date, day.accounting_date, day.is_last,
      ${earned(`($7::bigint[])[${PLACE}]`, `($8::bigint[])[${PLACE}]`)} as earned,
      case ($10::bigint[])[${PLACE}] when 0 then line.earned_to_date
        else ${earned(`($9::bigint[])[${PLACE}]`, `($10::bigint[])[${PLACE}]`)} end as before
    from contract_line line
    join unnest($1::bigint[], $2::integer[], $3::date[], $4::date[], $5::boolean[]) with ordinality
      as day (contract_id, place, earned_date, accounting_date, is_last, place_of_day)
      on day.contract_id = line.contract_id
    join unnest($6::text[]) with ordinality as method (key, place) on method.key = ${METHOD}
    where line.contract_id = any($1::bigint[]) and line.amount <> line.earned_to_date) as due
  where earned <> before or (is_last and earned <> earned_to_date)
  order by earned_date, contract_id, sequence`,
)

const INSERT_EARNINGS = command(`
  insert into earning (contract_id, code, earned_date, accounting_date, amount, created_at)
  select contract_id, code, earned_date, accounting_date, amount, $6
  from unnest($1::bigint[], $2::text[], $3::date[], $4::date[], $5::bigint[]) with ordinality
    as new (contract_id, code, earned_date, accounting_date, amount, position)
  order by position`)

async function insertEarnings(tx: Tx, rows: readonly Due[], { now }: Writing): Promise<void> {
  const posted = rows.filter(hasEarned)
  if (posted.length === 0) return
  await INSERT_EARNINGS.run(tx, [
    arrayText(posted.map(({ contract_id }) => contract_id)),
    posted.map(({ code }) => code),
    arrayText(posted.map(({ earned_date }) => earned_date)),
    arrayText(posted.map(({ accounting_date }) => accounting_date)),
    arrayText(posted.map(({ earned: after, before }) => after - before)),
    now,
  ])
}

const hasEarned = (row: Due) => row.earned !== row.before

const INSERT_JOURNAL = `
  insert into journal (entry_id, entry_type, debit_account, credit_account, amount, effective_date, accounting_date,
    contract_id, created_at, created_by)
  select entry_id, 'Earning', debit, credit, amount, effective_date, accounting_date, contract_id, $8, $9
  from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::date[], $6::date[], $7::bigint[]) with ordinality
    as new (entry_id, debit, credit, amount, effective_date, accounting_date, contract_id, position)
  order by position`
const BOOK = command(INSERT_JOURNAL)
const BOOK_AND_SHOW = statement(journalTable.columns, `${INSERT_JOURNAL} returning ${journalTable.list()}`)

/** One entry for each contract and day. The journal gets the earnings of internal lines. */
async function bookEarnings(
  tx: Tx,
  rows: readonly Due[],
  entryIds: readonly number[],
  { writing, isShown }: { readonly writing: Writing; readonly isShown: boolean },
): Promise<void> {
  // Rows of one day stay in the order of their lines.
  const booked = rows
    .filter((row) => row.is_internal && hasEarned(row))
    .toSorted((a, b) => a.place_of_day - b.place_of_day)
  if (booked.length === 0) return
  const account = (row: Due, isFrom: boolean) =>
    `${row.earned > row.before === isFrom ? 'Unearned' : 'Earned'}:${row.code}`
  const values = [
    arrayText(booked.map(({ place_of_day }) => entryIds[place_of_day - 1] ?? 0)),
    booked.map((row) => account(row, true)),
    booked.map((row) => account(row, false)),
    arrayText(booked.map(({ earned: after, before }) => Math.abs(after - before))),
    arrayText(booked.map(({ earned_date }) => earned_date)),
    arrayText(booked.map(({ accounting_date }) => accounting_date)),
    arrayText(booked.map(({ contract_id }) => contract_id)),
    writing.now,
    writing.caller.name,
  ]
  if (!isShown) await BOOK.run(tx, values)
  else unitOf(tx).journal.push(...(await BOOK_AND_SHOW.rows(tx, values)).map(journalModel))
}

const SET_EARNED = command(`
  update contract_line set earned_to_date = due.earned
  from unnest($1::bigint[], $2::text[], $3::bigint[]) as due (contract_id, code, earned)
  where contract_line.contract_id = due.contract_id and contract_line.code = due.code`)

async function setEarned(tx: Tx, rows: readonly Due[]): Promise<void> {
  const last = rows.filter((row) => row.is_last && row.earned !== row.earned_to_date)
  if (last.length === 0) return
  await SET_EARNED.run(tx, [
    arrayText(last.map(({ contract_id }) => contract_id)),
    last.map(({ code }) => code),
    arrayText(last.map(({ earned: after }) => after)),
  ])
}
