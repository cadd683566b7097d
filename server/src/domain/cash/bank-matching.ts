import { addDays, type CalendarDate, civilDate } from '../dates.ts'
import type { Cents } from '../money.ts'
import type { CashType } from './cash.ts'

// Which cash transactions the lines of a bank's file are.

/** A line as the bank reports it. Money in is positive. */
export interface LineToMatch {
  readonly date: CalendarDate
  readonly amount: Cents
  readonly checkNumber: string | null
  readonly reference: string | null
}

/** A cash transaction that the bank has not reported yet. */
export interface PostedCash {
  readonly id: number
  readonly type: CashType
  readonly amount: Cents
  readonly date: CalendarDate
  readonly checkNumber: string | null
  readonly reference: string | null
}

/** A sent ACH file. The bank reports its payments as one sum, and its receipts as another. */
export interface SentAchFile {
  readonly payments: readonly PostedCash[]
  readonly receipts: readonly PostedCash[]
}

export type LineMatch =
  | { readonly status: 'Matched'; readonly cashTransactionIds: readonly number[] }
  | { readonly status: 'Suggested'; readonly suggestions: readonly number[] }
  | { readonly status: 'Unmatched' }

const DAYS_APART = 3

/**
 * Matches the lines in order. What has a check number or reference is matched first, because it is certain; a transaction
 * is matched by one line only.
 */
export function matchLines(
  lines: readonly LineToMatch[],
  posted: readonly PostedCash[],
  achFiles: readonly SentAchFile[],
): LineMatch[] {
  const matches: LineMatch[] = lines.map(() => ({ status: 'Unmatched' }))
  const taken = new Set<number>()
  const take = (at: number, found: readonly PostedCash[]) => {
    for (const { id } of found) taken.add(id)
    matches[at] = { status: 'Matched', cashTransactionIds: found.map(({ id }) => id) }
  }
  const suggest = (at: number, found: readonly PostedCash[]) => {
    matches[at] = { status: 'Suggested', suggestions: found.map(({ id }) => id) }
  }
  for (const isNumbered of [true, false])
    for (const [at, line] of lines.entries()) {
      if (hasNumber(line) !== isNumbered) continue
      const left = posted.filter((cash) => !taken.has(cash.id))
      const candidates = left.filter((cash) => isSameMoney(line, cash) && fits(line, cash))
      if (candidates.length === 1) take(at, candidates)
      else if (candidates.length > 1) suggest(at, candidates)
      else {
        const file = wholeFile(line, achFiles, taken)
        if (file) take(at, file)
      }
    }
  return matches
}

const hasNumber = ({ checkNumber, reference }: LineToMatch) => checkNumber !== null || reference !== null

const isSameMoney = ({ amount }: LineToMatch, cash: PostedCash) =>
  amount === (cash.type === 'Receipt' ? cash.amount : -cash.amount)

/** A line with a number is the transaction with that number. One without is near it in time. */
function fits(line: LineToMatch, cash: PostedCash): boolean {
  if (!hasNumber(line)) return businessDaysApart(line.date, cash.date) <= DAYS_APART
  return isSameText(line.checkNumber, cash.checkNumber) || isSameText(line.reference, cash.reference)
}

const isSameText = (first: string | null, second: string | null) =>
  first !== null && second !== null && first.toLowerCase() === second.toLowerCase()

/** The transactions of the only file whose sum the line is, if none of them is matched yet. */
function wholeFile(
  line: LineToMatch,
  achFiles: readonly SentAchFile[],
  taken: ReadonlySet<number>,
): readonly PostedCash[] | undefined {
  const sides = achFiles
    .map(({ payments, receipts }) => (line.amount > 0 ? receipts : payments))
    .filter((side) => side.length > 0 && side.every(({ id }) => !taken.has(id)))
    .filter((side) => side.reduce((sum, { amount }) => sum + amount, 0) === Math.abs(line.amount))
  return sides.length === 1 ? sides[0] : undefined
}

/** The number of weekdays between two dates. */
export function businessDaysApart(first: CalendarDate, second: CalendarDate): number {
  const [from, to] = first < second ? [first, second] : [second, first]
  let days = 0
  for (let date = from; date < to && days <= DAYS_APART; date = addDays(date, 1))
    if (isWeekday(addDays(date, 1))) days += 1
  return days
}

/** 1970-01-01 was a Thursday. */
export const isWeekday = (date: CalendarDate): boolean => (((civilDate(date).day % 7) + 11) % 7) % 6 !== 0
