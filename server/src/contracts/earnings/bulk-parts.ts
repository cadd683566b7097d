import { storedObject } from '../../db/columns.ts'
import {
  addDays,
  type CalendarDate,
  dateFromEpochDay,
  epochDay,
  monthEnd,
  plusDays,
} from '../../domain/dates.ts'
import type { EarningTerms } from '../../domain/earning/events.ts'
import type { EarningCurve } from '../../domain/earning/methods.ts'
import { buildTimeline, earningsOn } from '../../domain/earning/timeline.ts'
import type { Fraction } from '../../domain/fraction.ts'
import { type Period, postingDates } from '../../domain/ledger/periods.ts'
import { ZERO } from '../../domain/money.ts'

/** A contract in force without events. Its earnings depend only on its terms. */
export interface PlainContract {
  readonly id: number
  readonly terms: EarningTerms
  /** The last posted day. If nothing is posted, the day before the finalize. */
  readonly through: CalendarDate
  readonly asOf: CalendarDate
}

/** An earning method. Its key finds the lines that use it: the code of the method, or the curve itself. */
export interface LineMethod {
  readonly key: string
  readonly methodCode: string
  readonly curve: EarningCurve | null
}

const parseCurve = storedObject<EarningCurve>('interpolation', 'points')

export const methodFromKey = (key: string): LineMethod =>
  key.startsWith('{')
    ? { key, methodCode: 'CURVE', curve: parseCurve(JSON.parse(key)) }
    : { key, methodCode: key, curve: null }

/** A day to post for a contract. */
export interface DayToPost {
  readonly contractId: number
  readonly date: CalendarDate
  readonly accountingDate: CalendarDate
  readonly isLast: boolean
  /** The index of the first of its parts. There is one part for each method, in order. */
  readonly place: number
}

export interface EarnedParts {
  readonly days: readonly DayToPost[]
  readonly parts: readonly EarnedPart[]
}

/** The part of a line's amount that is earned on a day, for one method. */
export interface EarnedPart {
  readonly earned: Fraction
  /** The part on the previous posted day, or null on the first day. */
  readonly before: Fraction | null
}

type PostedDay = Omit<DayToPost, 'contractId'>

/**
 * The earned parts on the days to post. They are computed by the same function as all earnings, so that the statement only
 * multiplies and rounds. Many contracts have the same dates and terms, and share their parts.
 */
export function earnedParts(
  contracts: readonly PlainContract[],
  methods: readonly LineMethod[],
  closedThrough: Period | null,
): EarnedParts {
  const postedDays = new Map<string, readonly PostedDay[]>()
  const parts: EarnedPart[] = []
  const days = contracts.flatMap((contract) => {
    const key = partsKey(contract)
    const timeline = postedDays.get(key) ?? addParts(parts, contract, methods, closedThrough)
    postedDays.set(key, timeline)
    return timeline.map((day) => ({ ...day, contractId: contract.id }))
  })
  return { days, parts }
}

/** Everything that decides the parts. The exact mileage limit matters only if the annual mileage is known. */
function partsKey({ terms, through, asOf }: PlainContract): string {
  const { effectiveDate, expirationDate, annualMileage, warrantyMonths } = terms
  return `${effectiveDate} ${expirationDate} ${through} ${asOf} ${annualMileage} ${warrantyMonths} ${milesKey(terms)}`
}

function milesKey({ effectiveOdometer, expirationOdometer, annualMileage }: EarningTerms): string {
  if (expirationOdometer === null) return 'unlimited'
  const miles = expirationOdometer - (effectiveOdometer ?? 0)
  if (miles <= 0) return 'none'
  return annualMileage === null ? 'some' : String(miles)
}

function addParts(
  parts: EarnedPart[],
  { terms, through, asOf }: PlainContract,
  methods: readonly LineMethod[],
  closedThrough: Period | null,
): PostedDay[] {
  const lines = methods.map(({ key, ...method }) => ({ code: key, amount: ZERO, ...method }))
  // The contract is in force on every day to post.
  const earning = buildTimeline({ terms, lines }, [{ kind: 'Contract', id: 0, date: addDays(through, 1) }])
  let before: readonly Fraction[] = []
  return daysToPost(through, asOf).map((date) => {
    const place = parts.length
    const factors = earningsOn(earning, date).map(({ factor }) => factor)
    for (const [at, earned] of factors.entries()) parts.push({ earned, before: before[at] ?? null })
    before = factors
    const { accountingDate } = postingDates(date, closedThrough)
    return { date, accountingDate, isLast: date === asOf, place }
  })
}

/** The month ends between two dates, and the second date. */
export function daysToPost(through: CalendarDate, asOf: CalendarDate): CalendarDate[] {
  const [first, last] = [plusDays(epochDay(through), 1), epochDay(asOf)]
  if (first > last) return []
  const days: CalendarDate[] = []
  for (let end = monthEnd(first); end < last; end = monthEnd(plusDays(end, 1)))
    days.push(dateFromEpochDay(end))
  return [...days, asOf]
}
