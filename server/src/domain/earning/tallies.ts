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

/** What has been posted as earned, or taken back. Rows are only added. */
export interface PostedEarning {
  readonly code: string
  readonly date: CalendarDate
  readonly amount: Cents
  /** Of what a cancel recognised, and of what reverses that. */
  readonly cancelId: number | null
}

/** A row to post; below zero it takes back. What belongs to a month that is closed is in the books of an open one. */
export interface NewEarning {
  readonly code: string
  readonly amount: Cents
  readonly dates: PostingDates
  readonly cancelId: number | null
}

/** What is posted, and the months that take no more. */
export interface EarningBooks {
  readonly posted: readonly PostedEarning[]
  readonly closedThrough: Period | null
}

/** The rows of one line in order of their dates, and what those that have been passed come to. */
interface Tally {
  readonly rows: { readonly day: EpochDay; readonly amount: number }[]
  next: number
  sum: number
}

/** What is posted and what is added to it, while days are settled one after the other. */
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
    tallyOf(tallies, code).rows.push({ day: epochDay(date), amount })
  for (const { rows } of tallies.lines.values()) rows.sort((one, other) => one.day - other.day)
  return tallies
}

function tallyOf({ lines }: Tallies, code: string): Tally {
  const known = lines.get(code)
  if (known) return known
  const tally: Tally = { rows: [], next: 0, sum: 0 }
  lines.set(code, tally)
  return tally
}

/** The day of the last row of all. */
export function lastDay({ lines }: Tallies): EpochDay {
  let last = BEFORE_ALL
  for (const { rows } of lines.values()) last = laterDay(last, rows.at(-1)?.day ?? last)
  return last
}

/** Nothing is earned before the contract is in force, but something may have been posted. */
export function firstDay({ stages }: EarningTimeline, { lines }: Tallies): EpochDay {
  let first = stages.find(({ state }) => state !== 'NotInForce')?.from ?? AFTER_ALL
  for (const { rows } of lines.values()) first = earlierDay(first, rows[0]?.day ?? first)
  return first
}

/** Every month that ends before a day. */
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
 * What is earned on a day, and no more, is posted by then. Inside a month a line that has later rows is left alone
 * (`uncovered`): they have what this day earned, and taking it now would count it twice.
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

/** Lines that the contract does not have on that day have nothing earned. */
function settleOthers(stage: Stage, tallies: Tallies, day: EpochDay, which: 'always' | 'uncovered'): void {
  const present = new Set(stage.lines.map(({ code }) => code))
  for (const code of [...tallies.lines.keys()].filter((one) => !present.has(one))) {
    const tally = passed(tallies, code, day)
    if (which === 'uncovered' && isCovered(tally, day)) continue
    addEarning(tallies, { code, day, amount: -tally.sum as Cents, cancelId: null })
  }
}

/** A later row has what this day earned. Where there is a row of the day itself, it was settled once and can be again. */
const isCovered = ({ rows, next }: Tally, day: EpochDay): boolean =>
  next < rows.length && rows[next - 1]?.day !== day

function passed(tallies: Tallies, code: string, day: EpochDay): Tally {
  const tally = tallyOf(tallies, code)
  for (let row = tally.rows[tally.next]; row && row.day <= day; row = tally.rows[tally.next]) {
    tally.sum += row.amount
    tally.next += 1
  }
  return tally
}

/** What the rows of a line come to by the end of a day. */
export const postedBy = (tallies: Tallies, code: string, day: EpochDay): number =>
  passed(tallies, code, day).sum

export function addEarning(
  tallies: Tallies,
  { code, day, amount, cancelId }: { code: string; day: EpochDay; amount: Cents; cancelId: number | null },
): void {
  if (amount === 0) return
  tallyOf(tallies, code).sum += amount
  tallies.added.push({ code, amount, dates: datesOf(tallies, day), cancelId })
}

/** The lines of a contract are posted for the same few days. */
function datesOf(tallies: Tallies, day: EpochDay): PostingDates {
  if (tallies.last.day !== day)
    tallies.last = { day, dates: postingDates(dateFromEpochDay(day), tallies.closedThrough) }
  return tallies.last.dates
}
