import { addDays, addMonths, type CalendarDate, daysBetween } from '../dates.ts'
import type { Cents } from '../money.ts'
import type { Condition } from '../rate-book/rate-book.ts'
import { vehicleCondition } from '../rating/request.ts'
import type { CancelledContract, CancelTerms } from './facts.ts'
import { ASKED_BY_CUSTOMER, type CancelRule, findRule, type RuleQuestion } from './rules.ts'

export interface FreeLook {
  readonly days: number
  readonly endDate: CalendarDate
  /** The notice was received in the free look. Only the original buyer has one. */
  readonly isWithin: boolean
  /** A claim was paid, and by the rule this ends the free look. */
  readonly isLost: boolean
}

type CancelDates = Pick<CancelTerms, 'cancelDate' | 'noticeReceivedDate'>

/** Days from the sale to the cancel date or the notice, whichever is later: backdating brings no advantage. */
export const daysToCancel = (
  { cancelDate, noticeReceivedDate }: CancelDates,
  { term: { saleDate } }: Pick<CancelledContract, 'term'>,
): number => daysBetween(saleDate, noticeReceivedDate > cancelDate ? noticeReceivedDate : cancelDate)

export function freeLookFor(rule: CancelRule, contract: CancelledContract, terms: CancelDates): FreeLook {
  const days = freeLookDays(rule, contract)
  const isWithin = !contract.isTransferred && daysToCancel(terms, contract) <= days
  return {
    days,
    endDate: addDays(contract.term.saleDate, days),
    isWithin,
    isLost: isWithin && rule.freeLookClaims === 'LoseFreeLook' && contract.claims.paid > 0,
  }
}

/** What tells until when a customer may cancel for a full refund. */
export interface FreeLookFacts
  extends Pick<RuleQuestion, 'state' | 'productTypeCode' | 'programId' | 'saleDate'> {
  readonly isUsedWithoutWarranty: boolean
  readonly isTransferred: boolean
  readonly claimsPaid: Cents
}

/** The last day of the free look of the customer. Null: there is none, or a paid claim has ended it. */
export function customerFreeLookEnd(rules: readonly CancelRule[], facts: FreeLookFacts): CalendarDate | null {
  const rule = findRule(rules, { ...facts, ...ASKED_BY_CUSTOMER })
  const days = rule ? freeLookDays(rule, facts) : 0
  const isLost = rule?.freeLookClaims === 'LoseFreeLook' && facts.claimsPaid > 0
  return facts.isTransferred || isLost || days === 0 ? null : addDays(facts.saleDate, days)
}

/** The facts that show whether an item is still under a manufacturer's warranty. */
export interface WarrantedItem {
  readonly isVehicle: boolean
  readonly condition: string | null
  readonly year: number | null
  /** The odometer at the sale. */
  readonly usage: number | null
  readonly inServiceDate: CalendarDate | null
  readonly warranties: readonly ManufacturerWarranty[]
}

export interface ManufacturerWarranty {
  readonly months: number | null
  readonly miles: number | null
  readonly startDate: CalendarDate | null
  readonly endDate: CalendarDate | null
  readonly endOdometer: number | null
}

/** A used vehicle without a manufacturer's warranty on the sale date. */
export function isUsedWithoutWarranty(
  item: WarrantedItem,
  saleDate: CalendarDate,
  facts: { readonly newMaxOdometer: number },
): boolean {
  const { isVehicle, condition, usage, year } = item
  if (!isVehicle) return false
  const known = vehicleCondition({ condition: condition as Condition | null, usage, year, saleDate }, facts)
  return known === 'Used' && !item.warranties.some((warranty) => isInEffect(warranty, item, saleDate))
}

/** The warranty has begun and has not ended by date or miles. Unknown values do not end it. */
function isInEffect(
  warranty: ManufacturerWarranty,
  { inServiceDate, usage }: WarrantedItem,
  date: CalendarDate,
): boolean {
  const begin = warranty.startDate ?? inServiceDate
  const { months, miles } = warranty
  const end = warranty.endDate ?? (begin === null || months === null ? null : addMonths(begin, months))
  const endOdometer = warranty.endOdometer ?? miles
  return (
    (begin === null || begin <= date) &&
    (end === null || end >= date) &&
    (endOdometer === null || usage === null || usage <= endOdometer)
  )
}

/** The length of the free look of a contract. */
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
