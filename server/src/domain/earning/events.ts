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

/** What the earnings of a contract follow from, besides what has happened to it. As it was first finalized. */
export interface EarningContract {
  readonly terms: EarningTerms
  readonly lines: readonly EarningLine[]
}

export interface EarningTerms {
  readonly effectiveDate: CalendarDate
  /** As sold: without the days by which it has moved since, because the contract was suspended. */
  readonly expirationDate: CalendarDate
  readonly effectiveOdometer: number | null
  /** Null: without limit. */
  readonly expirationOdometer: number | null
  /** Miles that are expected in a year; null: as many as the contract allows. */
  readonly annualMileage: number | null
  /** Months from the effective date to the end of the maker's basic warranty; null: what the method says. */
  readonly warrantyMonths: number | null
}

export interface EarningLine {
  readonly code: string
  readonly amount: Cents
  readonly methodCode: string
  /** Of a line that is earned by `CURVE`. */
  readonly curve: EarningCurve | null
}

/** What has happened to a contract that earnings follow. In effect from its date on; on one date, in order of id. */
export type EarningEvent = { readonly id: number; readonly date: CalendarDate } & (
  | {
      /** It was finalized: until then nothing is earned. */
      readonly kind: 'Contract'
    }
  | {
      readonly kind: 'Refinalize'
      readonly terms: EarningTerms
      /** All lines as they are from now on. One that is not among them is 0. */
      readonly lines: readonly EarningLine[]
    }
  | {
      readonly kind: 'LedgerEdit' | 'LedgerDelete'
      readonly code: string
      /** What the line has more, or, below zero, less. The markup moves by the opposite. */
      readonly by: Cents
    }
  | {
      readonly kind: 'Hold'
      readonly holdId: number
      readonly mode: 'Freeze' | 'Suspend'
      /** The lines it names; a suspension is of all, whatever it names. */
      readonly codes: readonly string[] | 'all'
    }
  | {
      /** Not the resolve that a cancel brings: a hold that was open then is open again after a reinstatement. */
      readonly kind: 'Resolve'
      readonly holdId: number
    }
  | {
      readonly kind: 'Cancel'
      readonly cancelId: number
      /** By code; a line that is not here is refunded nothing. */
      readonly refunds: ReadonlyMap<string, Cents>
    }
  | {
      readonly kind: 'Reinstatement' | 'ReinstatementHold'
      readonly cancelId: number
      readonly gapDays: number
    }
  | {
      /** `Reopen` takes an expiry back. */
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
  [...events].sort((one, other) => compareTexts(one.date, other.date) || one.id - other.id)

const compareTexts = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** The terms as methods see them. */
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

/** A begun month counts. */
function monthsTo(from: CivilDate, start: EpochDay, end: EpochDay): number {
  if (end <= start) return 0
  const { months, days } = elapsedMonths(from, end)
  return days > 0 ? months + 1 : months
}
