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
import { type Cents, sumCents, ZERO } from '../../domain/money.ts'
import type { Acting } from '../../http/caller.ts'
import { applyPlan, type Writing } from '../../ledger/apply-plan.ts'
import { holdMonthsOpen, loadClosedThrough, shareMonths } from '../../ledger/periods.ts'
import { type NewContractEvent, recordEvents } from '../record/events.ts'
import {
  type EarningFacts,
  type EarningRow,
  type EarningRows,
  earningColumns,
  earningFactsFromRows,
  loadEarningRows,
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

/** Posts the missing earnings up to a date. */
export async function postEarnings(
  tx: Tx,
  acting: Writing,
  row: EarningRow,
  asOf: CalendarDate,
  { rebuild = true }: { readonly rebuild?: boolean } = {},
): Promise<EarnedLine[]> {
  const stored = await loadPosting(tx, row.id)
  const planned = planEarnings(row, stored, asOf, { rebuild })
  await saveEarnings(tx, acting, row, planned)
  const { facts, books, added, timeline } = planned
  return withoutLoss(earnedLines(facts, books, added, asOf), timeline, asOf)
}

/** The earnings to post up to a date, and the journal of internal lines. */
export function planEarnings(
  row: EarningRow,
  stored: StoredPosting,
  asOf: CalendarDate,
  { rebuild }: { readonly rebuild: boolean } = { rebuild: true },
): PlannedEarnings & { readonly timeline: EarningTimeline } {
  const facts = earningFactsFromRows(row, stored.rows)
  const timeline = buildTimeline(facts.contract, facts.events)
  const added = earningsToPost(timeline, stored.books, asOf, { rebuild })
  return { ...plannedFrom(row, facts, stored.books, added), timeline }
}

/** Records an event of a contract, and posts the earnings up to its date. One that was never finalized has earned nothing. */
export async function recordAndPost(
  tx: Tx,
  acting: Writing,
  row: EarningRow,
  event: NewContractEvent,
): Promise<void> {
  await recordEvents(tx, acting, row.id, [event])
  if (row.finalize_date !== null) await postEarnings(tx, acting, row, event.date)
}

/** A cancel whose earnings are to be posted. */
interface CancelEarned {
  readonly cancelId: number
  readonly cancelDate: CalendarDate
  readonly refunds: ReadonlyMap<string, Cents>
}

/**
 * The earnings up to a cancel and those that it recognizes. The event of the cancel is the last one of the stored rows.
 * `unearned` tells the unearned amount of a line just before the cancel. The ledger needs it for the entry of the cancel.
 */
export function planCancelEarnings(
  row: EarningRow,
  { rows, books }: StoredPosting,
  { cancelId, cancelDate, refunds }: CancelEarned,
): PlannedEarnings & { readonly unearned: (code: string) => Cents } {
  const facts = earningFactsFromRows(row, rows)
  const cancel = { kind: 'Cancel', id: lastId(facts), date: cancelDate, cancelId, refunds } as const
  const added = cancelToPost(facts.contract, facts.events, cancel, books)
  const before = facts.events.filter((event) => event.kind !== 'Cancel' || event.cancelId !== cancelId)
  const lines = cancelledLines(facts.contract, before, cancel)
  return {
    ...plannedFrom(row, facts, books, added),
    unearned: (code) => lines.find((line) => line.code === code)?.unearnedAtCancel ?? ZERO,
  }
}

/** Saves the earnings and the refund of each line with nothing to wait for. Their journal is saved with the ledger. */
export function saveCancelEarnings(
  tx: Tx,
  { now }: Pick<Writing, 'now'>,
  contractId: number,
  { added }: PlannedEarnings,
  refunds: ReadonlyMap<string, Cents>,
): Promise<unknown> {
  const earned = sumsByLine(added.map((earning) => ({ contractId, earning })))
  const codes = [...new Set([...earned.map(({ code }) => code), ...refunds.keys()])]
  const earnedBy = new Map(earned.map(({ code, amount }) => [code, amount]))
  return runAll([
    insertRows(
      tx,
      now,
      added.map((earning) => ({ contractId, earning })),
    ),
    // Together, because one statement changes a row only once.
    EARNED_AND_REFUNDED.run(tx, [
      contractId,
      codes,
      codes.map((code) => earnedBy.get(code) ?? 0),
      codes.map((code) => refunds.get(code) ?? 0),
    ]),
  ])
}

const EARNED_AND_REFUNDED = command(`
  update contract_line set earned_to_date = contract_line.earned_to_date + coalesce(new.earned, 0),
    refunded = coalesce(new.refunded, 0)
  from contract_line as line
    left join unnest($2::text[], $3::bigint[], $4::bigint[]) as new (code, earned, refunded) on new.code = line.code
  where line.contract_id = $1 and contract_line.contract_id = line.contract_id and contract_line.code = line.code`)

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
  const { rows, books } = await loadPosting(tx, row.id)
  const facts = earningFactsFromRows(row, rows)
  const added = reinstatementToPost(facts.contract, facts.events, { date, cancelId }, books)
  await saveEarnings(tx, acting, row, plannedFrom(row, facts, books, added))
  await NOTHING_REFUNDED.run(tx, [row.id])
}

const lastId = ({ contractEvents }: EarningFacts) => contractEvents.at(-1)?.id ?? 0

/** What was posted before, and the rows that earnings depend on. */
export interface StoredPosting {
  readonly rows: EarningRows
  readonly books: EarningBooks
}

/** Earnings that are decided and not saved yet. */
export interface PlannedEarnings {
  readonly facts: EarningFacts
  readonly books: EarningBooks
  readonly added: readonly NewEarning[]
  readonly journal: readonly NewEntry[]
}

const plannedFrom = (
  row: EarningRow,
  facts: EarningFacts,
  books: EarningBooks,
  added: readonly NewEarning[],
): PlannedEarnings => ({ facts, books, added, journal: earningEntries(row, facts, added) })

/** The posted rows of contracts, in their order. */
export const POSTED = statement(
  { contract_id: int, code: text, date, amount: cents, cancelId: orNull(int) },
  `select contract_id, code, earned_date as date, amount, cancel_id as "cancelId" from earning
   where contract_id = any($1::bigint[]) order by contract_id, id`,
)

/** Loads what earnings are decided on. No month can be closed until the transaction ends. */
async function loadPosting(tx: Tx, contractId: number): Promise<StoredPosting> {
  const [, stored] = await runAll([shareMonths(tx), loadPostingInTurn(tx, contractId)])
  return stored
}

/** The same in a transaction that shares the turn of accounting months already. */
export async function loadPostingInTurn(tx: Tx, contractId: number): Promise<StoredPosting> {
  const [rows, posted, closedThrough] = await runAll([
    loadEarningRows(tx, contractId),
    POSTED.rows(tx, [[contractId]]),
    loadClosedThrough(tx),
  ])
  return { rows, books: { posted, closedThrough } }
}

/** Saves the earnings to post. The journal gets those of internal lines. */
async function saveEarnings(
  tx: Tx,
  acting: Writing,
  { id }: Pick<EarningRow, 'id'>,
  { added, journal }: PlannedEarnings,
): Promise<void> {
  if (added.length === 0) return
  const earnings = added.map((earning) => ({ contractId: id, earning }))
  await runAll([insertEarnings(tx, acting, earnings), applyPlan(tx, ledgerPlan({ journal }), acting)])
}

const INSERT = command(`
  insert into earning (contract_id, code, earned_date, accounting_date, amount, cancel_id, created_at)
  select contract_id, code, earned_date, accounting_date, amount, cancel_id, $1
  from unnest($2::bigint[], $3::text[], $4::date[], $5::date[], $6::bigint[], $7::bigint[]) with ordinality
    as given (contract_id, code, earned_date, accounting_date, amount, cancel_id, position)
  order by position`)
const ADD_UP = command(`
  update contract_line set earned_to_date = contract_line.earned_to_date + sums.amount
  from unnest($1::bigint[], $2::text[], $3::bigint[]) as sums (contract_id, code, amount)
  where contract_line.contract_id = sums.contract_id and contract_line.code = sums.code`)

interface ContractEarning {
  readonly contractId: number
  readonly earning: NewEarning
}

/** Inserts earnings and adds them to their lines, with nothing to wait for between them. */
export async function insertEarnings(
  tx: Tx,
  { now }: Pick<Writing, 'now'>,
  rows: readonly ContractEarning[],
): Promise<void> {
  if (rows.length === 0) return
  const sums = sumsByLine(rows)
  await runAll([
    insertRows(tx, now, rows),
    ADD_UP.run(tx, [
      sums.map(({ contractId }) => contractId),
      sums.map(({ code }) => code),
      sums.map(({ amount }) => amount),
    ]),
  ])
}

const insertRows = (tx: Tx, now: Date, rows: readonly ContractEarning[]) =>
  INSERT.run(tx, [
    now,
    rows.map(({ contractId }) => contractId),
    rows.map(({ earning }) => earning.code),
    rows.map(({ earning }) => earning.dates.effectiveDate),
    rows.map(({ earning }) => earning.dates.accountingDate),
    rows.map(({ earning }) => earning.amount),
    rows.map(({ earning }) => earning.cancelId),
  ])

const sumsByLine = (rows: readonly ContractEarning[]) =>
  [...groupBy(rows, ({ contractId, earning }) => `${contractId} ${earning.code}`).values()].flatMap((same) =>
    same.slice(0, 1).map(({ contractId, earning: { code } }) => ({
      ...{ contractId, code, amount: sumCents(same.map(({ earning }) => earning.amount)) },
    })),
  )

/** One entry for each day. Earnings that a cancel recognizes are in the entry of the cancel. */
function earningEntries(
  { id }: Pick<EarningRow, 'id'>,
  facts: Pick<EarningFacts, 'lines'>,
  added: readonly NewEarning[],
): NewEntry[] {
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

const NOTHING_REFUNDED = command('update contract_line set refunded = 0 where contract_id = $1')

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
    journal.push(...earningEntries(row, facts, added))
    lines.set(row.id, withoutLoss(earnedLines(facts, books, added, asOf), timeline, asOf))
  }
  if (earnings.length === 0) return
  await runAll([insertEarnings(tx, writing, earnings), applyPlan(tx, ledgerPlan({ journal }), writing)])
}
