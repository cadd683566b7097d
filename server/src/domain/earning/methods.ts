import {
  anniversary,
  type CivilDate,
  type ElapsedMonths,
  type EpochDay,
  earlierDay,
  elapsedMonths,
} from '../dates.ts'
import { clamped, EVERYTHING, type Fraction, greaterFraction, MILLION, NOTHING } from '../fraction.ts'

/** How a line is earned. */
export type EarningMethod =
  | { readonly type: 'IMMEDIATE' | 'PRORATA_DAYS' | 'MILES' | 'TIME_OR_MILES' }
  | MonthlyMethod

/** Methods that count months. */
type MonthlyMethod =
  | { readonly type: 'RULE78' | 'REVERSE78' }
  /** With the half-month convention, the first month earns half a month. */
  | { readonly type: 'PRORATA_MONTHS'; readonly halfMonth: boolean }
  | { readonly type: 'CURVE'; readonly curve: EarningCurve }
  /** Nothing during the manufacturer's warranty, then the base method over the remaining term. */
  | { readonly type: 'DELAYED'; readonly months: number; readonly base: DelayedBase }
  /** This percentage during the manufacturer's warranty, and the remainder over the remaining term. */
  | { readonly type: 'WARRANTY_SPLIT'; readonly percent: number; readonly months: number }

export type DelayedBase = 'PRORATA_DAYS' | 'PRORATA_MONTHS' | 'RULE78' | 'REVERSE78'

export interface EarningCurve {
  /** `None`: the factor of a point applies until the next point. */
  readonly interpolation: 'None' | 'Linear'
  /** In ascending order: the part earned by the end of a month, in millionths. */
  readonly points: readonly { readonly month: number; readonly factor: number }[]
}

/** The term of a contract on its own clock, which leaves out suspended days. */
export interface EarningRun {
  readonly from: CivilDate
  readonly start: EpochDay
  readonly end: EpochDay
  /** From start to end. A partial month counts as a whole one. */
  readonly months: number
  /** Null: unlimited. */
  readonly miles: number | null
  readonly startOdometer: number
  /** Miles expected per year. Null: the mileage that the contract allows. */
  readonly annualMileage: number | null
  /** Months to the end of the manufacturer's basic warranty. Null: as the method says. */
  readonly warrantyMonths: number | null
}

/** The odometer as known on a day. */
export interface KnownOdometer {
  /** The highest reading, or null before the first one. */
  readonly highest: number | null
  /** The last day before the first reading. Up to it, the expected mileage counts. */
  readonly expectedUntil: EpochDay
}

/** The part of a line earned by a day of the contract's clock. */
export function earnedPart(
  method: EarningMethod,
  run: EarningRun,
  day: EpochDay,
  odometer: KnownOdometer,
): Fraction {
  if (day < run.start) return NOTHING
  if (day >= run.end) return EVERYTHING
  switch (method.type) {
    case 'IMMEDIATE':
      return EVERYTHING
    case 'PRORATA_DAYS':
      return byDays(run, day)
    case 'MILES':
      return run.miles === null ? byDays(run, day) : byMiles(run, run.miles, day, odometer)
    case 'TIME_OR_MILES': {
      const time = byDays(run, day)
      return run.miles === null ? time : greaterFraction(byMiles(run, run.miles, day, odometer), time)
    }
    default:
      return byMonths(method, run, day)
  }
}

const byDays = ({ start, end }: EarningRun, day: EpochDay): Fraction => ({
  part: day - start,
  whole: end - start,
})

function byMonths(method: MonthlyMethod, run: EarningRun, day: EpochDay): Fraction {
  const at = elapsedMonths(run.from, day)
  switch (method.type) {
    case 'PRORATA_MONTHS':
      return method.halfMonth ? halfMonth(at, run.months) : monthly(at, run.months)
    case 'RULE78':
      return rule78(at, run.months)
    case 'REVERSE78':
      return reverse78(at, run.months)
    case 'CURVE':
      return alongCurve(method.curve, at, run.months)
    case 'DELAYED':
      return delayed(method.base, run.warrantyMonths ?? method.months, run, day, at)
    case 'WARRANTY_SPLIT':
      return warrantySplit(method.percent, run.warrantyMonths ?? method.months, at, run.months)
    default:
      return method satisfies never
  }
}

/** Months and their fraction, counted in days of the current month. */
const elapsed = ({ months, days, daysInMonth }: ElapsedMonths): number => months * daysInMonth + days

const monthly = (at: ElapsedMonths, months: number): Fraction =>
  clamped({ part: elapsed(at), whole: months * at.daysInMonth })

/** Every later month is earned half a month late, and the last half month at the end. */
function halfMonth(at: ElapsedMonths, months: number): Fraction {
  const part = at.months === 0 ? at.days : 2 * elapsed(at) - at.daysInMonth
  return clamped({ part, whole: 2 * months * at.daysInMonth })
}

/** Sum of the digits: the first month earns as many parts as there are months, and the last month earns one. */
function rule78({ months, days, daysInMonth }: ElapsedMonths, of: number): Fraction {
  const whole = months * (2 * of - months + 1)
  return clamped({ part: whole * daysInMonth + 2 * days * (of - months), whole: of * (of + 1) * daysInMonth })
}

/** The reverse: the first month earns one part. */
function reverse78({ months, days, daysInMonth }: ElapsedMonths, of: number): Fraction {
  const whole = months * (months + 1)
  return clamped({ part: whole * daysInMonth + 2 * days * (months + 1), whole: of * (of + 1) * daysInMonth })
}

/** Nothing is earned in month 0 and everything at the end, whatever the curve says there. */
function alongCurve({ interpolation, points }: EarningCurve, at: ElapsedMonths, of: number): Fraction {
  let [before, after] = [
    { month: 0, factor: 0 },
    { month: of, factor: MILLION },
  ]
  for (const point of points) {
    if (point.month <= 0 || point.month >= of) continue
    if (point.month > at.months) {
      after = point
      break
    }
    before = point
  }
  if (interpolation === 'None') return { part: before.factor, whole: MILLION }
  const months = after.month - before.month
  const since = elapsed(at) - before.month * at.daysInMonth
  const part = before.factor * months * at.daysInMonth + (after.factor - before.factor) * since
  return clamped({ part, whole: MILLION * months * at.daysInMonth })
}

/** A warranty that outlasts the contract delays nothing, because then nothing would ever be earned. */
function delayed(
  base: DelayedBase,
  wait: number,
  run: EarningRun,
  day: EpochDay,
  at: ElapsedMonths,
): Fraction {
  if (wait >= run.months) return monthly(at, run.months)
  const waited = Math.max(0, wait)
  if (at.months < waited) return NOTHING
  const left = { ...at, months: at.months - waited }
  switch (base) {
    case 'PRORATA_MONTHS':
      return monthly(left, run.months - waited)
    case 'RULE78':
      return rule78(left, run.months - waited)
    case 'REVERSE78':
      return reverse78(left, run.months - waited)
    case 'PRORATA_DAYS': {
      const begin = anniversary(run.from, waited)
      return clamped({ part: day - begin, whole: run.end - begin })
    }
    default:
      return base satisfies never
  }
}

/** If no warranty ends during the contract, nothing is split. */
function warrantySplit(percent: number, wait: number, at: ElapsedMonths, of: number): Fraction {
  if (wait >= of || wait <= 0) return monthly(at, of)
  const done = elapsed(at)
  if (at.months < wait) return clamped({ part: percent * done, whole: 100 * wait * at.daysInMonth })
  const [since, rest] = [done - wait * at.daysInMonth, of - wait]
  const part = percent * rest * at.daysInMonth + (100 - percent) * since
  return clamped({ part, whole: 100 * rest * at.daysInMonth })
}

/** Never less than on an earlier day: a reading below the expected mileage or an earlier reading reverses nothing. */
function byMiles(
  run: EarningRun,
  miles: number,
  day: EpochDay,
  { highest, expectedUntil }: KnownOdometer,
): Fraction {
  if (miles <= 0) return EVERYTHING
  const expected = expectedPart(run, miles, earlierDay(day, expectedUntil))
  if (highest === null) return expected
  return greaterFraction(clamped({ part: highest - run.startOdometer, whole: miles }), expected)
}

function expectedPart(run: EarningRun, miles: number, day: EpochDay): Fraction {
  if (day < run.start) return NOTHING
  const at = elapsedMonths(run.from, day)
  if (run.annualMileage === null) return monthly(at, run.months)
  return clamped({ part: run.annualMileage * elapsed(at), whole: 12 * at.daysInMonth * miles })
}
