import { cents, date, int, orNull, text } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { command, statement } from '../../db/statement.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import { cancelledLines, cancelToPost, reinstatementToPost } from '../../domain/earning/cancels.ts'
import { earningPosting, earningsToPost } from '../../domain/earning/postings.ts'
import type { EarningBooks, NewEarning, PostedEarning } from '../../domain/earning/tallies.ts'
import { buildTimeline, type EarningTimeline, loweredLines } from '../../domain/earning/timeline.ts'
import { groupBy } from '../../domain/group-by.ts'
import type { NewEntry } from '../../domain/ledger/journal.ts'
import { ledgerPlan } from '../../domain/ledger/plan.ts'
import { type Cents, ZERO } from '../../domain/money.ts'
import type { Acting } from '../../http/caller.ts'
import { applyPlan, type Writing } from '../../ledger/apply-plan.ts'
import { holdMonthsOpen } from '../../ledger/periods.ts'
import { type NewContractEvent, recordEvents } from '../record/events.ts'
import {
  type EarningFacts,
  type EarningRow,
  earningColumns,
  loadEarningFacts,
  loadManyEarningFacts,
  SELECT_EARNING_COLUMNS,
} from './facts.ts'

/** The posted earnings of a line up to a date, before and after a posting. */
export interface EarnedLine {
  readonly code: string
  readonly accountHolderId: number
  readonly before: Cents
  readonly after: Cents
}

/** Posts the missing earnings up to a date. A contract that was never finalized has no earnings. */
export async function postEarnings(
  tx: Tx,
  acting: Writing,
  row: EarningRow,
  asOf: CalendarDate,
  { rebuild = true }: { readonly rebuild?: boolean } = {},
): Promise<EarnedLine[]> {
  if (row.finalize_date === null) return []
  const { facts, books } = await loadPosting(tx, row)
  const timeline = buildTimeline(facts.contract, facts.events)
  const added = earningsToPost(timeline, books, asOf, { rebuild })
  await saveEarnings(tx, acting, row, { facts, books, added })
  return withoutLoss(earnedLines(facts, books, added, asOf), timeline, asOf)
}

/** Records an event of a contract, and posts the earnings up to its date. */
export async function recordAndPost(
  tx: Tx,
  acting: Writing,
  row: EarningRow,
  event: NewContractEvent,
): Promise<void> {
  await recordEvents(tx, acting, row.id, [event])
  await postEarnings(tx, acting, row, event.date)
}

/**
 * Records a cancel, and posts the earnings up to its date and the earnings that it recognizes. Gives a function that tells
 * the unearned amount of a line just before the cancel. The ledger needs it for the journal entry of the cancel.
 */
export async function postCancelEarnings(
  tx: Tx,
  acting: Acting,
  row: EarningRow,
  {
    cancelId,
    cancelDate,
    refunds,
  }: {
    readonly cancelId: number
    readonly cancelDate: CalendarDate
    readonly refunds: ReadonlyMap<string, Cents>
  },
): Promise<(code: string) => Cents> {
  await recordEvents(tx, acting, row.id, [
    {
      kind: 'Cancel',
      date: cancelDate,
      subjectId: cancelId,
      details: { refunds: Object.fromEntries(refunds) },
    },
  ])
  const { facts, books } = await loadPosting(tx, row)
  const cancel = { kind: 'Cancel', id: lastId(facts), date: cancelDate, cancelId, refunds } as const
  const added = cancelToPost(facts.contract, facts.events, cancel, books)
  await runAll([saveEarnings(tx, acting, row, { facts, books, added }), setRefunded(tx, row.id, refunds)])
  const before = facts.events.filter((event) => event.kind !== 'Cancel' || event.cancelId !== cancelId)
  const lines = cancelledLines(facts.contract, before, cancel)
  return (code) => lines.find((line) => line.code === code)?.unearnedAtCancel ?? ZERO
}

/** Records a reinstatement, reverses the earnings that the cancel recognized, and posts the catch-up. */
export async function postReinstatementEarnings(
  tx: Tx,
  acting: Acting,
  row: EarningRow,
  reinstatement: {
    readonly cancelId: number
    readonly reinstatementId: number
    readonly date: CalendarDate
    readonly gapDays: number
    /** The part of the gap days that extends the contract. */
    readonly extendsDays: number
    /** The holds that the cancel ended are open again. */
    readonly isHold: boolean
  },
): Promise<void> {
  const { cancelId, reinstatementId, date, gapDays, extendsDays, isHold } = reinstatement
  await recordEvents(tx, acting, row.id, [
    {
      kind: isHold ? 'ReinstatementHold' : 'Reinstatement',
      ...{ date, subjectId: cancelId, details: { reinstatementId, gapDays, extendsDays } },
    },
  ])
  const { facts, books } = await loadPosting(tx, row)
  const added = reinstatementToPost(facts.contract, facts.events, { date, cancelId }, books)
  await runAll([saveEarnings(tx, acting, row, { facts, books, added }), setRefunded(tx, row.id, new Map())])
}

const lastId = ({ contractEvents }: EarningFacts) => contractEvents.at(-1)?.id ?? 0

interface Posting {
  readonly facts: EarningFacts
  readonly books: EarningBooks
  readonly added: readonly NewEarning[]
}

/** The posted rows of contracts, in their order. */
export const POSTED = statement(
  { contract_id: int, code: text, date, amount: cents, cancelId: orNull(int) },
  `select contract_id, code, earned_date as date, amount, cancel_id as "cancelId" from earning
   where contract_id = any($1::bigint[]) order by contract_id, id`,
)

async function loadPosting(tx: Tx, row: EarningRow): Promise<Omit<Posting, 'added'>> {
  const [facts, posted, closedThrough] = await runAll([
    loadEarningFacts(tx, row),
    POSTED.rows(tx, [[row.id]]),
    holdMonthsOpen(tx),
  ])
  return { facts, books: { posted, closedThrough } }
}

/** Saves the earnings to post. The journal gets those of internal lines. */
async function saveEarnings(tx: Tx, acting: Writing, row: EarningRow, posting: Posting): Promise<void> {
  const { added } = posting
  if (added.length === 0) return
  await runAll([
    insertEarnings(
      tx,
      acting,
      added.map((earning) => ({ contractId: row.id, earning })),
    ),
    applyPlan(tx, ledgerPlan({ journal: earningEntries(row, posting) }), acting),
  ])
}

const INSERT = command(`
  with new as (
    insert into earning (contract_id, code, earned_date, accounting_date, amount, cancel_id, created_at)
    select contract_id, code, earned_date, accounting_date, amount, cancel_id, $1
    from unnest($2::bigint[], $3::text[], $4::date[], $5::date[], $6::bigint[], $7::bigint[]) with ordinality
      as given (contract_id, code, earned_date, accounting_date, amount, cancel_id, position)
    order by position
    returning contract_id, code, amount)
  update contract_line set earned_to_date = earned_to_date + sums.amount
  from (select contract_id, code, sum(amount) as amount from new group by contract_id, code) as sums
  where contract_line.contract_id = sums.contract_id and contract_line.code = sums.code`)

interface ContractEarning {
  readonly contractId: number
  readonly earning: NewEarning
}

const insertEarnings = (tx: Tx, { now }: Pick<Writing, 'now'>, rows: readonly ContractEarning[]) =>
  INSERT.run(tx, [
    now,
    rows.map(({ contractId }) => contractId),
    rows.map(({ earning }) => earning.code),
    rows.map(({ earning }) => earning.dates.effectiveDate),
    rows.map(({ earning }) => earning.dates.accountingDate),
    rows.map(({ earning }) => earning.amount),
    rows.map(({ earning }) => earning.cancelId),
  ])

/** One entry for each day. Earnings that a cancel recognizes are in the entry of the cancel. */
function earningEntries({ id }: Pick<EarningRow, 'id'>, { facts, added }: Posting): NewEntry[] {
  const internal = added.filter(
    ({ code, cancelId }) => cancelId === null && facts.lines.get(code)?.isInternal === true,
  )
  const days = groupBy(internal, ({ dates }) => dates.effectiveDate)
  return [...days.values()].map((earnings) => ({
    entryType: 'Earning',
    effectiveDate: earnings[0]?.dates.effectiveDate ?? '',
    accountingDate: earnings[0]?.dates.accountingDate ?? '',
    contractId: id,
    postings: earnings.map((earning) => earningPosting(earning, null)),
  }))
}

/** All lines of the contract, including dropped lines with postings. */
function earnedLines(
  facts: Pick<EarningFacts, 'lines'>,
  { posted }: EarningBooks,
  added: readonly NewEarning[],
  asOf: CalendarDate,
): EarnedLine[] {
  const sum = (code: string, rows: readonly { code: string; day: CalendarDate; amount: Cents }[]) =>
    rows.reduce((total, row) => (row.code === code && row.day <= asOf ? total + row.amount : total), 0)
  const before = posted.map(({ code, date, amount }) => ({ code, day: date, amount }))
  const after = added.map(({ code, dates, amount }) => ({ code, day: dates.effectiveDate, amount }))
  return [...facts.lines].map(([code, { accountHolderId }]) => {
    const postedBefore = sum(code, before)
    return {
      code,
      accountHolderId,
      before: postedBefore as Cents,
      after: (postedBefore + sum(code, after)) as Cents,
    }
  })
}

/** A line that has less than it gave back has earned nothing. What it lacks is booked, but it is no earning. */
function withoutLoss(lines: EarnedLine[], timeline: EarningTimeline, asOf: CalendarDate): EarnedLine[] {
  const lowered = loweredLines(timeline, asOf)
  if (lowered.size === 0) return lines
  const atLeastZero = (amount: Cents) => Math.max(amount, ZERO) as Cents
  return lines.map((line) =>
    lowered.has(line.code)
      ? { ...line, before: atLeastZero(line.before), after: atLeastZero(line.after) }
      : line,
  )
}

const REFUNDED = command(`update contract_line set refunded = coalesce(new.refunded, 0)
  from contract_line as line left join unnest($2::text[], $3::bigint[]) as new (code, refunded) on new.code = line.code
  where line.contract_id = $1 and contract_line.contract_id = line.contract_id and contract_line.code = line.code`)

/** Sets the refund of each line. Lines that are not named have no refund. */
const setRefunded = (tx: Tx, contractId: number, refunds: ReadonlyMap<string, Cents>) =>
  REFUNDED.run(tx, [contractId, [...refunds.keys()], [...refunds.values()]])

// Many contracts at once. The decision is the same; only the reading and the writing are done for many together.

/** All posted rows of these contracts are read, so more of them would need too much memory. */
const CONTRACTS_AT_ONCE = 500

const CONTRACTS = statement(
  earningColumns,
  `${SELECT_EARNING_COLUMNS} where c.id = any($1::bigint[]) order by c.id`,
)

export interface ContractAsOf {
  readonly id: number
  readonly asOf: CalendarDate
}

/** Posts the missing earnings of locked contracts. Gives the lines of each contract. */
export async function postManyEarnings(
  tx: Tx,
  writing: Writing,
  contracts: readonly ContractAsOf[],
): Promise<Map<number, EarnedLine[]>> {
  const lines = new Map<number, EarnedLine[]>()
  for (let from = 0; from < contracts.length; from += CONTRACTS_AT_ONCE)
    await postSlice(tx, writing, contracts.slice(from, from + CONTRACTS_AT_ONCE), lines)
  return lines
}

async function postSlice(
  tx: Tx,
  writing: Writing,
  contracts: readonly ContractAsOf[],
  lines: Map<number, EarnedLine[]>,
): Promise<void> {
  const ids = contracts.map(({ id }) => id)
  const dates = new Map(contracts.map(({ id, asOf }) => [id, asOf]))
  const [rows, posted, closedThrough] = await runAll([
    CONTRACTS.rows(tx, [ids]),
    POSTED.rows(tx, [ids]),
    holdMonthsOpen(tx),
  ])
  const postedByContract = new Map(ids.map((id) => [id, [] as PostedEarning[]]))
  for (const row of posted) postedByContract.get(row.contract_id)?.push(row)
  const earnings: ContractEarning[] = []
  const journal: NewEntry[] = []
  for (const [index, facts] of (await loadManyEarningFacts(tx, rows)).entries()) {
    const row = rows[index] as EarningRow // There are facts for each row.
    const asOf = dates.get(row.id) ?? ''
    const books = { posted: postedByContract.get(row.id) ?? [], closedThrough }
    const timeline = buildTimeline(facts.contract, facts.events)
    const added = earningsToPost(timeline, books, asOf)
    earnings.push(...added.map((earning) => ({ contractId: row.id, earning })))
    journal.push(...earningEntries(row, { facts, books, added }))
    lines.set(row.id, withoutLoss(earnedLines(facts, books, added, asOf), timeline, asOf))
  }
  if (earnings.length === 0) return
  await runAll([insertEarnings(tx, writing, earnings), applyPlan(tx, ledgerPlan({ journal }), writing)])
}
