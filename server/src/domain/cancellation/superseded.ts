import type { ContractStatus } from '../contract/states.ts'
import type { CalendarDate } from '../dates.ts'

// Which GAP contracts are cancelled without a request: one that a newer GAP contract on the same vehicle replaces, and one
// whose loan is paid off in a state where the refund is then owed by law.

/** Another GAP contract on the same vehicle that was sold later. */
export interface NewerGap {
  readonly id: number
  readonly number: string | null
  readonly saleDate: CalendarDate
  /** False if it is cancelled because an even newer one replaced it. It still ended the coverage of those before it. */
  readonly isActive: boolean
}

export interface GapFacts {
  readonly productTypeCode: string
  readonly status: ContractStatus
  readonly saleDate: CalendarDate
  readonly expirationDate: CalendarDate
  readonly newer: readonly NewerGap[]
  readonly payoffDate: CalendarDate | null
  /** The state's rule owes the refund at payoff, even without a request. */
  readonly refundsAtPayoff: boolean
  /** A claim that was neither denied nor voided. */
  readonly hasClaim: boolean
  readonly hasOpenRequest: boolean
}

/** Why and on which day the coverage of a GAP contract ended. */
export interface GapEnd {
  readonly reason: 'DUPGAP' | 'PAYOFF'
  readonly cancelDate: CalendarDate
  /** The contract that replaced it. Null for a payoff. */
  readonly newer: NewerGap | null
}

/**
 * The first of the two ends that has come by this date. With both on one day it is the payoff, because then the lender is
 * owed nothing. An end after the expiration date ends nothing.
 */
export function gapEndOn(facts: GapFacts, asOf: CalendarDate): GapEnd | null {
  const last = asOf < facts.expirationDate ? asOf : facts.expirationDate
  const ends = [payoffEnd(facts), replacedEnd(facts, last)].filter(
    (end): end is GapEnd => end !== null && end.cancelDate <= last,
  )
  return ends.reduce<GapEnd | null>(
    (first, end) => (first === null || end.cancelDate < first.cancelDate ? end : first),
    null,
  )
}

const payoffEnd = ({ payoffDate, refundsAtPayoff }: GapFacts): GapEnd | null =>
  payoffDate !== null && refundsAtPayoff ? { reason: 'PAYOFF', cancelDate: payoffDate, newer: null } : null

/**
 * Replaced on the sale date of the next newer contract. One of the newer contracts must be active. The next one may be
 * replaced itself: then the order in which they are cancelled does not matter.
 */
function replacedEnd({ saleDate, newer }: GapFacts, last: CalendarDate): GapEnd | null {
  const sold = newer
    .filter((other) => other.saleDate > saleDate && other.saleDate <= last)
    .toSorted((one, other) =>
      one.saleDate < other.saleDate ? -1 : one.saleDate > other.saleDate ? 1 : one.id - other.id,
    )
  const [next] = sold
  return next && sold.some(({ isActive }) => isActive)
    ? { reason: 'DUPGAP', cancelDate: next.saleDate, newer: next }
    : null
}

export type GapRefusal = 'NotGap' | 'NotActive' | 'NotSuperseded' | 'OpenClaim' | 'OpenCancelRequest'

/** Everything that keeps the contract from being cancelled automatically. */
export function gapRefusals(facts: GapFacts, asOf: CalendarDate): GapRefusal[] {
  return [
    ...(facts.productTypeCode === 'GAP' ? [] : ['NotGap' as const]),
    ...(facts.status === 'Active' ? [] : ['NotActive' as const]),
    ...(gapEndOn(facts, asOf) ? [] : ['NotSuperseded' as const]),
    ...(facts.hasClaim ? ['OpenClaim' as const] : []),
    ...(facts.hasOpenRequest ? ['OpenCancelRequest' as const] : []),
  ]
}
