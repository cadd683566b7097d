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
import { storedObject } from '../record/stored.ts'

/** A contract in force to which nothing has happened: it earns by its terms alone. */
export interface PlainContract {
  readonly id: number
  readonly terms: EarningTerms
  /** The last day that is posted; where none is, the day before it was finalized. */
  readonly through: CalendarDate
  readonly asOf: CalendarDate
}

/** How a line is earned, and as what its lines are found: by the code of the method, or by the curve itself. */
export interface MethodOfLines {
  readonly key: string
  readonly methodCode: string
  readonly curve: EarningCurve | null
}

const parseCurve = storedObject<EarningCurve>('interpolation', 'points')

export const methodFromKey = (key: string): MethodOfLines =>
  key.startsWith('{')
    ? { key, methodCode: 'CURVE', curve: parseCurve(JSON.parse(key)) }
    : { key, methodCode: key, curve: null }

/** A day on which a contract is to be posted. */
export interface DayToPost {
  readonly contractId: number
  readonly date: CalendarDate
  readonly accountingDate: CalendarDate
  readonly isLast: boolean
  /** Where the parts of its lines begin: that of the first method is there, that of the next behind it. */
  readonly place: number
}

export interface EarnedParts {
  readonly days: readonly DayToPost[]
  readonly parts: readonly EarnedPart[]
}

/** What is earned of the lines of a method on a day. */
export interface EarnedPart {
  readonly earned: Fraction
  /** On the day that is posted before; null on the first one. */
  readonly before: Fraction | null
}

type PostedDay = Omit<DayToPost, 'contractId'>

/**
 * What lines earn on the days that are to be posted, by the function that everything earns by: a statement only has to
 * multiply and round. Many contracts are sold on one day for one term, so that this is asked far less often than there
 * are contracts.
 */
export function earnedParts(
  contracts: readonly PlainContract[],
  methods: readonly MethodOfLines[],
  closedThrough: Period | null,
): EarnedParts {
  const postedDays = new Map<string, readonly PostedDay[]>()
  const parts: EarnedPart[] = []
  const days = contracts.flatMap((contract) => {
    const name = nameOf(contract)
    const timeline = postedDays.get(name) ?? addParts(parts, contract, methods, closedThrough)
    postedDays.set(name, timeline)
    return timeline.map((day) => ({ ...day, contractId: contract.id }))
  })
  return { days, parts }
}

/** Everything that the parts follow from. How far one may drive counts only where it is known how far one does. */
function nameOf({ terms, through, asOf }: PlainContract): string {
  const { effectiveDate, expirationDate, annualMileage, warrantyMonths } = terms
  return `${effectiveDate} ${expirationDate} ${through} ${asOf} ${annualMileage} ${warrantyMonths} ${milesOf(terms)}`
}

function milesOf({ effectiveOdometer, expirationOdometer, annualMileage }: EarningTerms): string {
  if (expirationOdometer === null) return 'unlimited'
  const miles = expirationOdometer - (effectiveOdometer ?? 0)
  if (miles <= 0) return 'none'
  return annualMileage === null ? 'some' : String(miles)
}

function addParts(
  parts: EarnedPart[],
  { terms, through, asOf }: PlainContract,
  methods: readonly MethodOfLines[],
  closedThrough: Period | null,
): PostedDay[] {
  const lines = methods.map(({ key, ...method }) => ({ code: key, amount: ZERO, ...method }))
  // It is in force on every day that is to be posted.
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

/** Every month's end after a day and before another, and the other. */
export function daysToPost(through: CalendarDate, asOf: CalendarDate): CalendarDate[] {
  const [first, last] = [plusDays(epochDay(through), 1), epochDay(asOf)]
  if (first > last) return []
  const days: CalendarDate[] = []
  for (let end = monthEnd(first); end < last; end = monthEnd(plusDays(end, 1)))
    days.push(dateFromEpochDay(end))
  return [...days, asOf]
}
