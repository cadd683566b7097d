import type { ContractStatus } from '../contract/states.ts'
import { addDays, type CalendarDate } from '../dates.ts'
import type { CoverageTerms, Reason } from './claim.ts'

// Whether the contract covers a loss at all. Every reason against it is listed, in a fixed order. Limits are inclusive: the
// last day and the last mile are covered. A loss is judged by its own date, whenever it is reported.

export const coverageCodes = [
  'ContractNotActive',
  'LossAfterCancel',
  'LossBeforeEffective',
  'WaitingPeriod',
  'LossAfterExpiration',
  'OdometerBelowStart',
  'OdometerOverLimit',
  'HoldBlocksClaims',
  'Suspended',
  'LossInFuture',
] as const
export type CoverageCode = (typeof coverageCodes)[number]

export interface Loss {
  readonly lossDate: CalendarDate
  readonly lossOdometer: number | null
  readonly today: CalendarDate
}

export interface Coverage {
  readonly inForce: boolean
  readonly reasons: readonly (Reason & { readonly code: CoverageCode })[]
}

export function coverageOn(terms: CoverageTerms, loss: Loss): Coverage {
  const reasons: { code: CoverageCode; message: string }[] = []
  const against = (code: CoverageCode, message: string | null) => {
    if (message !== null) reasons.push({ code, message })
  }
  against('ContractNotActive', notActive(terms))
  against('LossAfterCancel', afterCancel(terms, loss))
  against('LossBeforeEffective', beforeEffective(terms, loss))
  against('WaitingPeriod', inWaitingPeriod(terms, loss))
  against('LossAfterExpiration', afterExpiration(terms, loss))
  against('OdometerBelowStart', belowStart(terms, loss))
  against('OdometerOverLimit', overLimit(terms, loss))
  against('HoldBlocksClaims', blockedByHold(terms))
  against('Suspended', whileSuspended(terms, loss))
  against('LossInFuture', inFuture(loss))
  return { inForce: reasons.length === 0, reasons }
}

/**
 * Whether a loss on a day is covered, by what is known of the contract today. A hold that makes claims wait does not count,
 * because the loss is paid for later.
 */
export const isCoveredOn = (terms: CoverageTerms, day: CalendarDate): boolean =>
  coverageOn({ ...terms, blockingHolds: [] }, { lossDate: day, lossOdometer: null, today: day }).inForce

/** A contract on hold is judged by the status that the hold interrupted. */
const statusBehindHold = ({ status, heldFrom }: CoverageTerms): ContractStatus =>
  status === 'OnHold' ? (heldFrom ?? 'Active') : status

function notActive(terms: CoverageTerms): string | null {
  const status = statusBehindHold(terms)
  if (status === 'Quote' || status === 'Pending' || status === 'Voided')
    return `The contract is ${status}. Only a contract that was finalized covers a loss.`
  if (status === 'Cancelled' && terms.isCancelledFlat)
    return 'The contract was cancelled flat, as if it had never been sold.'
  return terms.isClaimed ? 'A total loss was paid on the contract. It covers no other loss.' : null
}

function afterCancel(
  { status, isCancelledFlat, cancelDate }: CoverageTerms,
  { lossDate }: Loss,
): string | null {
  if (status !== 'Cancelled' || isCancelledFlat || cancelDate === null || lossDate < cancelDate) return null
  return `The contract was cancelled on ${cancelDate}. The loss on ${lossDate} is not before that day.`
}

const beforeEffective = ({ effectiveDate }: CoverageTerms, { lossDate }: Loss) =>
  lossDate < effectiveDate
    ? `The loss on ${lossDate} is before the first day of the contract, ${effectiveDate}.`
    : null

function inWaitingPeriod(terms: CoverageTerms, { lossDate, lossOdometer }: Loss): string | null {
  const { waitingDays, waitingMiles, effectiveDate, effectiveOdometer } = terms
  const firstDay = waitingDays > 0 ? addDays(effectiveDate, waitingDays) : null
  if (firstDay !== null && lossDate < firstDay)
    return `The waiting period of ${waitingDays} days ends before ${firstDay}. The loss was on ${lossDate}.`
  if (waitingMiles <= 0 || lossOdometer === null || effectiveOdometer === null) return null
  const firstMile = effectiveOdometer + waitingMiles
  return lossOdometer < firstMile
    ? `The waiting period of ${waitingMiles} miles ends at ${firstMile}. The odometer showed ${lossOdometer}.`
    : null
}

const afterExpiration = ({ expirationDate }: CoverageTerms, { lossDate }: Loss) =>
  lossDate > expirationDate
    ? `The loss on ${lossDate} is after the last day of the contract, ${expirationDate}.`
    : null

const belowStart = ({ effectiveOdometer }: CoverageTerms, { lossOdometer }: Loss) =>
  lossOdometer !== null && effectiveOdometer !== null && lossOdometer < effectiveOdometer
    ? `The odometer showed ${lossOdometer}. The contract starts at ${effectiveOdometer}.`
    : null

const overLimit = ({ expirationOdometer }: CoverageTerms, { lossOdometer }: Loss) =>
  lossOdometer !== null && expirationOdometer !== null && lossOdometer > expirationOdometer
    ? `The odometer showed ${lossOdometer}. The contract ends at ${expirationOdometer}.`
    : null

const blockedByHold = ({ blockingHolds }: CoverageTerms) =>
  blockingHolds.length > 0 ? `The contract is on hold, and claims wait: ${blockingHolds.join(', ')}.` : null

function whileSuspended({ suspensions }: CoverageTerms, { lossDate }: Loss): string | null {
  const found = suspensions.find(({ from, to }) => from <= lossDate && (to === null || lossDate <= to))
  if (!found) return null
  const until = found.to === null ? '' : ` to ${found.to}`
  return `The contract was suspended on the day of the loss: from ${found.from}${until}.`
}

const inFuture = ({ lossDate, today }: Loss) =>
  lossDate > today ? `The loss on ${lossDate} is after today, ${today}.` : null
