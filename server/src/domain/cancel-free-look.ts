import type { CancelAsked, CancelledContract } from './cancel-facts.ts'
import type { CancelRule } from './cancel-rules.ts'
import { addDays, type CalendarDate, daysBetween } from './dates.ts'

export interface FreeLook {
  readonly days: number
  readonly endDate: CalendarDate
  /** Whether the notice came in those days; the original buyer's only. */
  readonly isWithin: boolean
  /** A claim was paid in them, and the rule takes the free look away for it. */
  readonly isLost: boolean
}

type Judged = Pick<CancelAsked, 'cancelDate' | 'noticeReceivedDate'>

/** The day on which a cancellation is judged: a date that lies before the notice buys nothing. */
export const judgedDay = (
  { cancelDate, noticeReceivedDate }: Judged,
  { term: { saleDate } }: Pick<CancelledContract, 'term'>,
): number => daysBetween(saleDate, noticeReceivedDate > cancelDate ? noticeReceivedDate : cancelDate)

export function freeLookOf(rule: CancelRule, contract: CancelledContract, asked: Judged): FreeLook {
  const days = freeLookDays(rule, contract)
  const isWithin = !contract.isTransferred && judgedDay(asked, contract) <= days
  return {
    days,
    endDate: addDays(contract.term.saleDate, days),
    isWithin,
    isLost: isWithin && rule.freeLookClaims === 'LoseFreeLook' && contract.claims.paid > 0,
  }
}

/** A used vehicle that no maker answered for any more when the contract was sold. */
export const isUsedWithoutWarranty = (
  condition: string | null,
  warranties: readonly { readonly endDate: CalendarDate | null }[] | null | undefined,
  saleDate: CalendarDate,
): boolean =>
  condition === 'Used' && !warranties?.some(({ endDate }) => endDate === null || endDate >= saleDate)

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
