import {
  AFTER_ALL,
  BEFORE_ALL,
  type CalendarDate,
  dateFromEpochDay,
  type EpochDay,
  earlierDay,
  epochDay,
  laterDay,
  monthEnd,
  plusDays,
} from '../dates.ts'
import { type Period, type PostingDates, postingDates } from '../ledger/periods.ts'
import type { Cents } from '../money.ts'
import type { Stage } from './stages.ts'
import { type EarningTimeline, earnedAt, stageOn } from './timeline.ts'

/** A posted row: an amount earned or reversed. Rows are only added. */
export interface PostedEarning {
  readonly code: string
  readonly date: CalendarDate
  readonly amount: Cents
  /** Set on rows that a cancel earned, and on their reversals. */
  readonly cancelId: number | null
}

/** A row to post. A negative amount is a reversal. The accounting date of a row for a closed month is in an open month. */
export interface NewEarning {
  readonly code: string
  readonly amount: Cents
  readonly dates: PostingDates
  readonly cancelId: number | null
}

/** The posted rows, and the last closed month. */
export interface EarningBooks {
  readonly posted: readonly PostedEarning[]
  readonly closedThrough: Period | null
}

/** The rows of one line in the order of their dates, and the sum of those up to the current day. */
interface Tally {
  readonly rows: { readonly day: EpochDay; readonly amount: number }[]
  next: number
  sum: number
}

/** The posted and the added rows, while days are settled one after the other. */
export interface Tallies {
  readonly lines: Map<string, Tally>
  readonly closedThrough: Period | null
  readonly added: NewEarning[]
  last: { readonly day: EpochDay; readonly dates: PostingDates }
}

export function openTallies({ posted, closedThrough }: EarningBooks): Tallies {
  const last = { day: BEFORE_ALL, dates: { effectiveDate: '', accountingDate: '' } }
  const tallies: Tallies = { lines: new Map(), closedThrough, added: [], last }
  for (const { code, date, amount } of posted)
    tallyForLine(tallies, code).rows.push({ day: epochDay(date), amount })
  for (const { rows } of tallies.lines.values()) rows.sort((first, second) => first.day - second.day)
  return tallies
}

function tallyForLine({ lines }: Tallies, code: string): Tally {
  const known = lines.get(code)
  if (known) return known
  const tally: Tally = { rows: [], next: 0, sum: 0 }
  lines.set(code, tally)
  return tally
}

/** The day of the last row of any line. */
export function lastDay({ lines }: Tallies): EpochDay {
  let last = BEFORE_ALL
  for (const { rows } of lines.values()) last = laterDay(last, rows.at(-1)?.day ?? last)
  return last
}

/** The first day to settle. Rows may have been posted for days before the contract was in force. */
export function firstDay({ stages }: EarningTimeline, { lines }: Tallies): EpochDay {
  let first = stages.find(({ state }) => state !== 'NotInForce')?.from ?? AFTER_ALL
  for (const { rows } of lines.values()) first = earlierDay(first, rows[0]?.day ?? first)
  return first
}

/** Settles every month that ends before a day. */
export function settleMonths(
  timeline: EarningTimeline,
  tallies: Tallies,
  from: EpochDay,
  before: EpochDay,
): void {
  if (from > before) return
  for (let end = monthEnd(from); end < before; end = monthEnd(plusDays(end, 1)))
    settleDay(timeline, tallies, end, 'always')
}

/**
 * Adds rows so that exactly the amount earned by a day is posted by then. With `uncovered`, which is for a day inside a
 * month, lines with later rows are skipped: those rows include what this day earned, and it would count twice.
 */
export function settleDay(
  timeline: EarningTimeline,
  tallies: Tallies,
  day: EpochDay,
  which: 'always' | 'uncovered',
): void {
  const stage = stageOn(timeline, day)
  for (const line of stage.lines) {
    const tally = passed(tallies, line.code, day)
    if (which === 'uncovered' && isCovered(tally, day)) continue
    const missing = earnedAt(stage, line, day) - tally.sum
    if (missing !== 0) addEarning(tallies, { code: line.code, day, amount: missing as Cents, cancelId: null })
  }
  if (tallies.lines.size > stage.lines.length) settleOthers(stage, tallies, day, which)
}

/** Lines that the contract does not have on that day have earned nothing. */
function settleOthers(stage: Stage, tallies: Tallies, day: EpochDay, which: 'always' | 'uncovered'): void {
  const present = new Set(stage.lines.map(({ code }) => code))
  for (const code of [...tallies.lines.keys()].filter((lineCode) => !present.has(lineCode))) {
    const tally = passed(tallies, code, day)
    if (which === 'uncovered' && isCovered(tally, day)) continue
    addEarning(tallies, { code, day, amount: -tally.sum as Cents, cancelId: null })
  }
}

/** A later row includes what this day earned. A day with a row of its own was settled before and can be settled again. */
const isCovered = ({ rows, next }: Tally, day: EpochDay): boolean =>
  next < rows.length && rows[next - 1]?.day !== day

function passed(tallies: Tallies, code: string, day: EpochDay): Tally {
  const tally = tallyForLine(tallies, code)
  for (let row = tally.rows[tally.next]; row && row.day <= day; row = tally.rows[tally.next]) {
    tally.sum += row.amount
    tally.next += 1
  }
  return tally
}

/** The sum of the rows of a line by the end of a day. */
export const postedBy = (tallies: Tallies, code: string, day: EpochDay): number =>
  passed(tallies, code, day).sum

export function addEarning(
  tallies: Tallies,
  { code, day, amount, cancelId }: { code: string; day: EpochDay; amount: Cents; cancelId: number | null },
): void {
  if (amount === 0) return
  tallyForLine(tallies, code).sum += amount
  tallies.added.push({ code, amount, dates: postingDatesFor(tallies, day), cancelId })
}

/** Keeps the last dates, because the lines of a contract are posted for the same few days. */
function postingDatesFor(tallies: Tallies, day: EpochDay): PostingDates {
  if (tallies.last.day !== day)
    tallies.last = { day, dates: postingDates(dateFromEpochDay(day), tallies.closedThrough) }
  return tallies.last.dates
}
