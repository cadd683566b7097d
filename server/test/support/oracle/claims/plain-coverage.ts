import type { ClaimFacts } from '../../../../src/domain/claims/claim.ts'

// Whether a contract covers a loss, and a component.

export const dayAfter = (date: string, days: number): string => {
  const day = new Date(`${date}T12:00:00Z`)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10)
}

export function reasonsAgainst({ terms, lossDate, lossOdometer, today }: ClaimFacts): string[] {
  const reasons: string[] = []
  const status = terms.status === 'OnHold' ? terms.heldFrom : terms.status
  if (status === 'Quote' || status === 'Pending' || status === 'Voided') reasons.push('ContractNotActive')
  else if ((status === 'Cancelled' && terms.isCancelledFlat) || terms.isClaimed)
    reasons.push('ContractNotActive')
  // A contract that counts as never sold has no cancel date to compare with.
  if (status === 'Cancelled' && !terms.isCancelledFlat && terms.cancelDate !== null)
    if (lossDate >= terms.cancelDate) reasons.push('LossAfterCancel')
  if (lossDate < terms.effectiveDate) reasons.push('LossBeforeEffective')
  // Without waiting days or miles there is no waiting period.
  const waitsInDays = terms.waitingDays > 0 && lossDate < dayAfter(terms.effectiveDate, terms.waitingDays)
  const firstMile = terms.effectiveOdometer === null ? null : terms.effectiveOdometer + terms.waitingMiles
  const waitsInMiles =
    terms.waitingMiles > 0 && lossOdometer !== null && firstMile !== null && lossOdometer < firstMile
  if (waitsInDays || waitsInMiles) reasons.push('WaitingPeriod')
  if (lossDate > terms.expirationDate) reasons.push('LossAfterExpiration')
  if (lossOdometer !== null && terms.effectiveOdometer !== null && lossOdometer < terms.effectiveOdometer)
    reasons.push('OdometerBelowStart')
  if (lossOdometer !== null && terms.expirationOdometer !== null && lossOdometer > terms.expirationOdometer)
    reasons.push('OdometerOverLimit')
  if (terms.blockingHolds.length > 0) reasons.push('HoldBlocksClaims')
  if (terms.suspensions.some(({ from, to }) => from <= lossDate && (to === null || lossDate <= to)))
    reasons.push('Suspended')
  if (lossDate > today) reasons.push('LossInFuture')
  return reasons
}

/** Step 2. Nothing: the line is covered. */
export function notCoveredReason(
  { terms, lossDate, lossOdometer }: ClaimFacts,
  component: string | null,
): 'NotCovered' | 'MfrWarranty' | null {
  if (terms.components.size === 0) return null
  const known = component === null ? undefined : terms.components.get(component)
  if (!known?.isCovered) return 'NotCovered'
  for (const { type, endDate, endOdometer } of terms.warranties) {
    const isMeant =
      type === 'Basic' ||
      (type === 'Powertrain' && ['Engine', 'Transmission', 'DriveAxle'].includes(known.groupCode))
    if (endDate === null && endOdometer === null) continue
    const isInForce =
      (endDate === null || endDate >= lossDate) &&
      (endOdometer === null || lossOdometer === null || endOdometer >= lossOdometer)
    if (isMeant && isInForce) return 'MfrWarranty'
  }
  return null
}
