import { type ContractState, type ContractStatus, move } from '../contract/states.ts'
import { addDays, type CalendarDate, daysBetween } from '../dates.ts'
import { cancelRuleFor } from './calculation.ts'
import type { CancelFacts, CancelTerms } from './facts.ts'
import { daysToCancel } from './free-look.ts'
import { isReportedLate } from './reasons.ts'
import type { Requester } from './rules.ts'

// Checks whether a contract can be cancelled on the requested terms. All refusals are returned at once.

/** The state of the contract that decides whether it can be cancelled. */
export interface CancelEligibility {
  readonly state: ContractState
  /** A GAP contract has a claim that was not denied or voided. The claim uses the contract up. */
  readonly hasGapClaim: boolean
  readonly openCancelRequestId: number | null
  readonly transferDate: CalendarDate | null
  /** The last loss date of claims that were paid or have a payment requested. */
  readonly lastPaidLossDate: CalendarDate | null
  readonly odometerReadings: readonly { readonly date: CalendarDate; readonly value: number }[]
}

export interface CancelLimits {
  /** A quote may have a future date, and is possible while a request is open. */
  readonly isQuote: boolean
  readonly today: CalendarDate
  readonly quoteFutureDays: number
  readonly cancelBackDays: number
  readonly mayOverride: boolean
}

export type GuardRefusal =
  | { readonly code: 'NotCancellable'; readonly contractStatus: ContractStatus }
  | { readonly code: 'OpenCancelRequest'; readonly cancelRequestId: number }
  | {
      readonly code: 'CancelDateOutOfRange'
      readonly earliest: CalendarDate
      readonly latest: CalendarDate
    }
  | { readonly code: 'OdometerBelowLastKnown'; readonly lastKnown: number }
  | { readonly code: 'RequesterNotAllowed'; readonly allowed: readonly Requester[] }
  | { readonly code: 'ReasonNotAllowed'; readonly allowed: readonly string[] }
  | {
      readonly code: 'NoticeDateOutOfRange'
      readonly earliest: CalendarDate
      readonly latest: CalendarDate
    }
  | { readonly code: 'CancelDateTooOld'; readonly earliest: CalendarDate }

export function cancelGuards(
  facts: CancelFacts,
  terms: CancelTerms,
  eligibility: CancelEligibility,
  limits: CancelLimits,
): GuardRefusal[] {
  return [
    ...stateRefusals(eligibility, limits),
    ...dateRefusals(facts, terms, eligibility, limits),
    ...odometerRefusals(terms, eligibility),
    ...requestRefusals(facts, terms),
  ]
}

function stateRefusals(eligibility: CancelEligibility, { isQuote }: CancelLimits): GuardRefusal[] {
  const { state, hasGapClaim, openCancelRequestId } = eligibility
  const refusals: GuardRefusal[] = []
  if (hasGapClaim || 'refused' in move(state, 'cancel'))
    refusals.push({ code: 'NotCancellable', contractStatus: state.status })
  if (openCancelRequestId !== null && !isQuote)
    refusals.push({ code: 'OpenCancelRequest', cancelRequestId: openCancelRequestId })
  return refusals
}

function dateRefusals(
  { contract: { term } }: CancelFacts,
  { cancelDate, noticeReceivedDate, reason }: CancelTerms,
  { transferDate, lastPaidLossDate }: CancelEligibility,
  { isQuote, today, quoteFutureDays, cancelBackDays, mayOverride }: CancelLimits,
): GuardRefusal[] {
  const refusals: GuardRefusal[] = []
  const afterLoss = lastPaidLossDate === null ? term.saleDate : addDays(lastPaidLossDate, 1)
  const earliest = [term.saleDate, transferDate ?? term.saleDate, afterLoss].reduce(laterOf)
  const last = isQuote ? addDays(today, quoteFutureDays) : today
  const latest = earlierOf(last, term.expirationDate)
  if (cancelDate < earliest || cancelDate > latest)
    refusals.push({ code: 'CancelDateOutOfRange', earliest, latest })
  // The legal deadlines run from the notice, so it cannot be before the sale.
  if (noticeReceivedDate > today || noticeReceivedDate < term.saleDate)
    refusals.push({ code: 'NoticeDateOutOfRange', earliest: term.saleDate, latest: today })
  const isOld = daysBetween(cancelDate, noticeReceivedDate) > cancelBackDays
  if (isOld && !mayOverride && !isReportedLate(reason))
    refusals.push({ code: 'CancelDateTooOld', earliest: addDays(noticeReceivedDate, -cancelBackDays) })
  return refusals
}

const earlierOf = (first: CalendarDate, second: CalendarDate): CalendarDate =>
  first <= second ? first : second
const laterOf = (first: CalendarDate, second: CalendarDate): CalendarDate =>
  first >= second ? first : second

function odometerRefusals(
  { cancelDate, cancelOdometer }: CancelTerms,
  { odometerReadings }: CancelEligibility,
): GuardRefusal[] {
  const known = odometerReadings.filter(({ date }) => date <= cancelDate).map(({ value }) => value)
  const lastKnown = Math.max(0, ...known)
  return cancelOdometer !== null && cancelOdometer < lastKnown
    ? [{ code: 'OdometerBelowLastKnown', lastKnown }]
    : []
}

function requestRefusals(facts: CancelFacts, terms: CancelTerms): GuardRefusal[] {
  const { reason, requestedBy } = terms
  const refusals: GuardRefusal[] = []
  if (!reason.requestedBy.includes(requestedBy))
    refusals.push({ code: 'RequesterNotAllowed', allowed: reason.requestedBy })
  const { limitedReasons } = cancelRuleFor(facts, terms)
  if (
    limitedReasons &&
    daysToCancel(terms, facts.contract) >= limitedReasons.fromDay &&
    !limitedReasons.codes.includes(reason.code)
  )
    refusals.push({ code: 'ReasonNotAllowed', allowed: limitedReasons.codes })
  return refusals
}
