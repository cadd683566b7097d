import { addBusinessDays } from '../business-days.ts'
import { addDays, addMonths, type CalendarDate, daysBetween } from '../dates.ts'
import type { Cents } from '../money.ts'
import type { Condition } from '../rate-book/rate-book.ts'
import { vehicleCondition } from '../rating/request.ts'
import type { CancelledContract, CancelSettings, CancelTerms } from './facts.ts'
import { isTotalLoss } from './reasons.ts'
import { ASKED_BY_CUSTOMER, type CancelRule, findRule, type RuleQuestion } from './rules.ts'

export interface FreeLook {
  readonly days: number
  /** The day from which it runs, and the day of the cancellation counted from it. */
  readonly startDate: CalendarDate
  readonly day: number
  readonly endDate: CalendarDate
  /** The notice was received in the free look. Only the original buyer has one. */
  readonly isWithin: boolean
  /** A claim was paid, and by the rule this ends the free look. */
  readonly isLost: boolean
  /** What ended it before its last day. The refund is then the one after the free look, with its fee. */
  readonly endedBy: 'Claim' | 'Loss' | null
}

type CancelDates = Pick<CancelTerms, 'cancelDate' | 'noticeReceivedDate'>

/** Days from the sale to the cancel date or the notice, whichever is later: backdating brings no advantage. */
export const daysToCancel = (
  { cancelDate, noticeReceivedDate }: CancelDates,
  { term: { saleDate } }: Pick<CancelledContract, 'term'>,
): number => daysBetween(saleDate, dateToJudge({ cancelDate, noticeReceivedDate }))

const dateToJudge = ({ cancelDate, noticeReceivedDate }: CancelDates): CalendarDate =>
  noticeReceivedDate > cancelDate ? noticeReceivedDate : cancelDate

export function freeLookFor(
  rule: CancelRule,
  contract: CancelledContract,
  terms: CancelDates & Pick<CancelTerms, 'reason'>,
  { holidays }: Pick<CancelSettings, 'holidays'>,
): FreeLook {
  const days = freeLookDays(rule, contract)
  const startDate = freeLookStart(rule, contract)
  const endDate = freeLookEnd(rule, startDate, { days, holidays })
  const date = dateToJudge(terms)
  const isInDays = !contract.isTransferred && date <= endDate
  const endedBy = isInDays ? earlyEnd(rule, contract, terms) : null
  const isWithin = isInDays && endedBy === null
  return {
    ...{ days, startDate, day: daysBetween(startDate, date), endDate, isWithin, endedBy },
    isLost: isWithin && rule.freeLookClaims === 'LoseFreeLook' && contract.claims.paid > 0,
  }
}

/** What tells until when a customer may cancel for a full refund. */
export interface FreeLookFacts
  extends Omit<RuleQuestion, keyof typeof ASKED_BY_CUSTOMER>,
    Pick<CancelledContract, 'isUsedWithoutWarranty' | 'isTransferred' | 'delivery' | 'hasClaim'> {
  readonly claimsPaid: Cents
}

/** The last day of the free look of the customer. Null: there is none, or a claim has ended it. */
export function customerFreeLookEnd(
  { rules, holidays }: Pick<CancelSettings, 'rules' | 'holidays'>,
  facts: FreeLookFacts,
): CalendarDate | null {
  const rule = findRule(rules, { ...facts, ...ASKED_BY_CUSTOMER })
  if (!rule || facts.isTransferred) return null
  const days = freeLookDays(rule, facts)
  const isLost = rule.freeLookClaims === 'LoseFreeLook' && facts.claimsPaid > 0
  const isEnded = rule.freeLookEndsWith !== null && facts.hasClaim
  if (days === 0 || isLost || isEnded) return null
  const startDate = freeLookStart(rule, { delivery: facts.delivery, term: { saleDate: facts.saleDate } })
  return freeLookEnd(rule, startDate, { days, holidays })
}

/** The delivery counts from its own day. If that is not known, the contract was handed over at the sale. */
export const freeLookStart = (
  { freeLookFrom }: Pick<CancelRule, 'freeLookFrom'>,
  {
    delivery,
    term: { saleDate },
  }: Pick<CancelledContract, 'delivery'> & { readonly term: Pick<CancelledContract['term'], 'saleDate'> },
): CalendarDate =>
  freeLookFrom === 'Delivery' && delivery?.date && delivery.date > saleDate ? delivery.date : saleDate

export const freeLookEnd = (
  { freeLookCount }: Pick<CancelRule, 'freeLookCount'>,
  startDate: CalendarDate,
  { days, holidays }: { readonly days: number } & Pick<CancelSettings, 'holidays'>,
): CalendarDate =>
  freeLookCount === 'Business' ? addBusinessDays(startDate, days, holidays) : addDays(startDate, days)

/** A claim ends the free look of some rules, a covered loss that of others even before a claim is made. */
function earlyEnd(
  { freeLookEndsWith }: CancelRule,
  { hasClaim }: CancelledContract,
  { reason }: Pick<CancelTerms, 'reason'>,
): FreeLook['endedBy'] {
  if (freeLookEndsWith !== null && hasClaim) return 'Claim'
  return freeLookEndsWith === 'CoveredLoss' && isTotalLoss(reason) ? 'Loss' : null
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
  { freeLookDays: handedOver, mailedFreeLookDays: mailed, shortFreeLook: short }: CancelRule,
  contract: Pick<CancelledContract, 'productTypeCode' | 'isUsedWithoutWarranty' | 'delivery'>,
): number {
  // If it is not known how the contract reached the customer, the longer free look counts.
  const days = mailed === null || contract.delivery?.isMailed === false ? handedOver : mailed
  if (!short) return days
  const isShort =
    short.productTypeCodes.includes(contract.productTypeCode) ||
    (short.withoutWarranty && contract.isUsedWithoutWarranty)
  return isShort ? short.days : days
}
