import { addDays, type CalendarDate, civilDate } from '../dates.ts'
import { groupBy } from '../group-by.ts'
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

/** A cash transaction in an ACH file. One that was voided or returned since then is part of the file's sum as well. */
export interface SentCash {
  readonly id: number
  readonly amount: Cents
  readonly isPosted: boolean
}

/** A sent ACH file. The bank reports its payments as one sum, and its receipts as another. */
export interface SentAchFile {
  readonly payments: readonly SentCash[]
  readonly receipts: readonly SentCash[]
}

export const bankLineStatuses = ['Matched', 'Suggested', 'Unmatched', 'Ignored'] as const
export type BankLineStatus = (typeof bankLineStatuses)[number]

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
  const open: Open = {
    byAmount: groupBy(posted, signedAmount),
    sides: groupBy(achFiles.flatMap(sidesOf), ({ total }) => total),
    taken: new Set(),
  }
  const matches: LineMatch[] = lines.map(() => ({ status: 'Unmatched' }))
  for (const isNumbered of [true, false])
    for (const [at, line] of lines.entries()) {
      if (hasNumber(line) !== isNumbered) continue
      const match = matchLine(line, open)
      matches[at] = match
      if (match.status === 'Matched') for (const id of match.cashTransactionIds) open.taken.add(id)
    }
  return matches.map((match) => withoutTaken(match, open.taken))
}

/** What lines can still be matched with, by amount. Money in is positive. */
interface Open {
  readonly byAmount: ReadonlyMap<number, readonly PostedCash[]>
  readonly sides: ReadonlyMap<number, readonly FileSide[]>
  readonly taken: Set<number>
}

/** The payments or the receipts of an ACH file. */
interface FileSide {
  readonly total: number
  readonly cash: readonly SentCash[]
}

function matchLine(line: LineToMatch, { byAmount, sides, taken }: Open): LineMatch {
  const ofAmount = byAmount.get(line.amount) ?? []
  const fitting = ofAmount.filter((cash) => !taken.has(cash.id) && fits(line, cash))
  if (fitting.length > 0) return matchOrSuggest(fitting.map(({ id }) => [id]))
  const whole = (sides.get(line.amount) ?? []).filter(
    ({ cash }) => cash.some(({ isPosted }) => isPosted) && cash.every(({ id }) => !taken.has(id)),
  )
  return matchOrSuggest(whole.map(({ cash }) => cash.map(({ id }) => id)))
}

function matchOrSuggest(candidates: readonly (readonly number[])[]): LineMatch {
  const [only] = candidates
  if (!only) return { status: 'Unmatched' }
  return candidates.length === 1
    ? { status: 'Matched', cashTransactionIds: only }
    : { status: 'Suggested', suggestions: candidates.flat() }
}

/** What another line of the file is matched with is no longer suggested. */
function withoutTaken(match: LineMatch, taken: ReadonlySet<number>): LineMatch {
  if (match.status !== 'Suggested') return match
  const suggestions = match.suggestions.filter((id) => !taken.has(id))
  return suggestions.length === 0 ? { status: 'Unmatched' } : { status: 'Suggested', suggestions }
}

const signedAmount = ({ type, amount }: Pick<PostedCash, 'type' | 'amount'>): number =>
  type === 'Receipt' ? amount : -amount

const sidesOf = ({ payments, receipts }: SentAchFile): FileSide[] => [
  { cash: payments, total: -total(payments) },
  { cash: receipts, total: total(receipts) },
]

const total = (cash: readonly SentCash[]) => cash.reduce((sum, { amount }) => sum + amount, 0)

/** Whether cash has the amount and the direction of a line. */
export const isSameMoney = (line: Pick<LineToMatch, 'amount'>, cash: Pick<PostedCash, 'type' | 'amount'>) =>
  line.amount === signedAmount(cash)

const hasNumber = ({ checkNumber, reference }: LineToMatch) => checkNumber !== null || reference !== null

/** A line with a number is the transaction with that number. One without is near it in time. */
function fits(line: LineToMatch, cash: PostedCash): boolean {
  if (!hasNumber(line)) return businessDaysApart(line.date, cash.date) <= DAYS_APART
  return (
    isSameText(checkDigits(line.checkNumber), checkDigits(cash.checkNumber)) ||
    isSameText(line.reference, cash.reference)
  )
}

/** Banks pad check numbers with zeros. */
const checkDigits = (number: string | null) => number?.replace(/^0+(?=.)/, '') ?? null

const isSameText = (first: string | null, second: string | null) =>
  first !== null && second !== null && first.toLowerCase() === second.toLowerCase()

/** The number of weekdays between two dates, counted up to more than the days that matter. */
export function businessDaysApart(first: CalendarDate, second: CalendarDate): number {
  const [from, to] = first < second ? [first, second] : [second, first]
  let days = 0
  for (let date = from; date < to && days <= DAYS_APART; date = addDays(date, 1))
    if (isWeekday(addDays(date, 1))) days += 1
  return days
}

/** 1970-01-01 was a Thursday. */
export const isWeekday = (date: CalendarDate): boolean => (((civilDate(date).day % 7) + 11) % 7) % 6 !== 0

/** What may become of a line by hand. A matched or ignored line is taken back first, so that its cash follows. */
export const mayBecomeLine = (status: BankLineStatus, next: 'Matched' | 'Ignored' | 'Unmatched'): boolean =>
  next === 'Unmatched'
    ? status === 'Matched' || status === 'Ignored'
    : status !== 'Matched' && status !== next
