import { addDays, addMonths, type CalendarDate, daysBetween } from '../dates.ts'
import type { Condition } from '../rate-book/rate-book.ts'
import { vehicleCondition } from '../rating/vehicle-condition.ts'
import type { CancelledContract, CancelTerms } from './facts.ts'
import type { CancelRule } from './rules.ts'

export interface FreeLook {
  readonly days: number
  readonly endDate: CalendarDate
  /** Whether the notice came in those days; the original buyer's only. */
  readonly isWithin: boolean
  /** A claim was paid in them, and the rule takes the free look away for it. */
  readonly isLost: boolean
}

type Judged = Pick<CancelTerms, 'cancelDate' | 'noticeReceivedDate'>

/** The day on which a cancellation is judged: a date that lies before the notice buys nothing. */
export const daysToCancel = (
  { cancelDate, noticeReceivedDate }: Judged,
  { term: { saleDate } }: Pick<CancelledContract, 'term'>,
): number => daysBetween(saleDate, noticeReceivedDate > cancelDate ? noticeReceivedDate : cancelDate)

export function freeLookFor(rule: CancelRule, contract: CancelledContract, terms: Judged): FreeLook {
  const days = freeLookDays(rule, contract)
  const isWithin = !contract.isTransferred && daysToCancel(terms, contract) <= days
  return {
    days,
    endDate: addDays(contract.term.saleDate, days),
    isWithin,
    isLost: isWithin && rule.freeLookClaims === 'LoseFreeLook' && contract.claims.paid > 0,
  }
}

/** What tells of an item whether its maker still answers for it. */
export interface WarrantedItem {
  readonly isVehicle: boolean
  readonly condition: string | null
  readonly year: number | null
  /** On the odometer when the contract was sold. */
  readonly usage: number | null
  readonly inServiceDate: CalendarDate | null
  readonly warranties: readonly MakersWarranty[]
}

export interface MakersWarranty {
  readonly months: number | null
  readonly miles: number | null
  readonly startDate: CalendarDate | null
  readonly endDate: CalendarDate | null
  readonly endOdometer: number | null
}

/** A used vehicle that no maker answered for any more when the contract was sold. */
export function isUsedWithoutWarranty(
  item: WarrantedItem,
  saleDate: CalendarDate,
  facts: { readonly newMaxOdometer: number },
): boolean {
  const { isVehicle, condition, usage, year } = item
  if (!isVehicle) return false
  const known = vehicleCondition({ condition: condition as Condition | null, usage, year, saleDate }, facts)
  return known === 'Used' && !item.warranties.some((warranty) => isOpen(warranty, item, saleDate))
}

/** Whether a warranty has begun and is not over, by its days nor by its miles. What is not known does not end it. */
function isOpen(
  warranty: MakersWarranty,
  { inServiceDate, usage }: WarrantedItem,
  on: CalendarDate,
): boolean {
  const begin = warranty.startDate ?? inServiceDate
  const { months, miles } = warranty
  const end = warranty.endDate ?? (begin === null || months === null ? null : addMonths(begin, months))
  const endOdometer = warranty.endOdometer ?? miles
  return (
    (begin === null || begin <= on) &&
    (end === null || end >= on) &&
    (endOdometer === null || usage === null || usage <= endOdometer)
  )
}

/** How long the free look is of what was sold. */
export function freeLookDays(
  { freeLookDays: days, shortFreeLook: short }: CancelRule,
  contract: Pick<CancelledContract, 'productTypeCode' | 'isUsedWithoutWarranty'>,
): number {
  if (!short) return days
  const isShort =
    short.productTypeCodes.includes(contract.productTypeCode) ||
    (short.withoutWarranty && contract.isUsedWithoutWarranty)
  return isShort ? short.days : days
}
