import {
  anniversary,
  type CalendarDate,
  type CivilDate,
  civilDate,
  type EpochDay,
  elapsedMonths,
  epochDay,
} from '../dates.ts'
import type { Cents } from '../money.ts'
import type { EarningCurve, EarningRun } from './methods.ts'

/** The contract as it was first finalized. Its earnings follow from this and from its events. */
export interface EarningContract {
  readonly terms: EarningTerms
  readonly lines: readonly EarningLine[]
}

export interface EarningTerms {
  readonly effectiveDate: CalendarDate
  /** As sold, without the days that suspensions have added. */
  readonly expirationDate: CalendarDate
  readonly effectiveOdometer: number | null
  /** Null: unlimited. */
  readonly expirationOdometer: number | null
  /** Miles expected per year. Null: the mileage that the contract allows. */
  readonly annualMileage: number | null
  /** Months from the effective date to the end of the manufacturer's basic warranty. Null: as the method says. */
  readonly warrantyMonths: number | null
}

export interface EarningLine {
  readonly code: string
  readonly amount: Cents
  readonly methodCode: string
  /** Only for the method `CURVE`. */
  readonly curve: EarningCurve | null
}

/** An event that changes the earnings of a contract from its date on. Events of one date apply in the order of their ids. */
export type EarningEvent = { readonly id: number; readonly date: CalendarDate } & (
  | {
      /** The contract was finalized. Nothing is earned before. */
      readonly kind: 'Contract'
    }
  | {
      readonly kind: 'Refinalize'
      readonly terms: EarningTerms
      /** All lines from now on. The amount of a line that is not listed is 0. */
      readonly lines: readonly EarningLine[]
    }
  | {
      readonly kind: 'LedgerEdit' | 'LedgerDelete'
      readonly code: string
      /** The change of the line's amount. The markup changes by the opposite. */
      readonly by: Cents
    }
  | {
      readonly kind: 'Hold'
      readonly holdId: number
      readonly mode: 'Freeze' | 'Suspend'
      /** The lines that are held. A suspension holds all lines, whatever it names. */
      readonly codes: readonly string[] | 'all'
    }
  | {
      /** A cancel that ends a hold records no resolve: after a reinstatement the hold is open again. */
      readonly kind: 'Resolve'
      readonly holdId: number
    }
  | {
      readonly kind: 'Cancel'
      readonly cancelId: number
      /** By code. A line that is not listed has no refund. */
      readonly refunds: ReadonlyMap<string, Cents>
    }
  | {
      readonly kind: 'Reinstatement' | 'ReinstatementHold'
      readonly cancelId: number
      readonly gapDays: number
    }
  | {
      /** `Reopen` undoes `Expire`. */
      readonly kind: 'Void' | 'Expire' | 'Reopen'
    }
  | {
      readonly kind: 'Odometer'
      readonly value: number
      /** A correction replaces every reading before it. */
      readonly isCorrection: boolean
    }
)

export const eventsInOrder = (events: readonly EarningEvent[]): EarningEvent[] =>
  [...events].sort((first, second) => compareTexts(first.date, second.date) || first.id - second.id)

const compareTexts = (first: string, second: string) => (first < second ? -1 : first > second ? 1 : 0)

/** The term of the contract in the form that the methods need. */
export function earningRun(terms: EarningTerms): EarningRun {
  const from = civilDate(terms.effectiveDate)
  const start = anniversary(from, 0)
  const end = epochDay(terms.expirationDate)
  const { effectiveOdometer, expirationOdometer, annualMileage, warrantyMonths } = terms
  const startOdometer = effectiveOdometer ?? 0
  return {
    from,
    start,
    end,
    months: monthsTo(from, start, end),
    miles: expirationOdometer === null ? null : expirationOdometer - startOdometer,
    startOdometer,
    annualMileage,
    warrantyMonths,
  }
}

/** A partial month counts as a whole one. */
function monthsTo(from: CivilDate, start: EpochDay, end: EpochDay): number {
  if (end <= start) return 0
  const { months, days } = elapsedMonths(from, end)
  return days > 0 ? months + 1 : months
}
