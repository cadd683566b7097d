import type { Tx } from '../../db/database.ts'
import { emit } from '../../db/unit-of-work.ts'
import { isUndecided } from '../../domain/claims/status.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import type { ClaimPatch } from '../entry/inputs.ts'
import { cancelInspections } from '../inspections/cancel-inspections.ts'
import type { ClaimModel } from '../record/models.ts'
import { type ClaimServices, readClaim } from '../record/read-claim.ts'
import { saveClaim } from '../record/save-claim.ts'
import { chooseDetails, openClaim, requireDetails, withStatus } from './choose-details.ts'
import { deniedDraft } from './deny-claims.ts'
import { findReason } from './reasons.ts'

/** Denies details with a reason. What is being paid cannot be denied. */
export async function denyDetails(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  id: number,
  { detailIds, deniedReasonId, deniedReasonCode, note }: ClaimPatch,
): Promise<ClaimModel> {
  const before = await openClaim(tx, services, acting, id)
  const reason = await findReason(
    tx,
    { id: deniedReasonId, code: deniedReasonCode },
    { list: 'DeniedReason', field: 'deniedReason', productTypeCode: before.contract.product_type_code },
  )
  const chosen = chooseDetails(before, detailIds, 'Deny').filter(
    // What was authorized is a promise. It is taken back only by name.
    ({ status }) => detailIds !== undefined || isUndecided(status),
  )
  // A claim without details is denied as a whole.
  const isEmpty = before.details.every(({ status }) => status === 'Voided')
  if (chosen.length === 0 && !isEmpty)
    throw before.requests.some(({ status }) => status === 'Requested' || status === 'InProcess')
      ? new Problem('PaymentRequested', 'A payment was requested. Void it before the claim is denied.')
      : new Problem('InvalidTransition', 'No detail of the claim can be denied.', {
          members: { from: before.claim.status, to: 'Denied' },
        })
  const denial = { reasonId: reason.id, reasonCode: reason.code, note: note ?? null, lossDateAfter: null }
  const denied = deniedDraft(before, chosen, denial)
  // Nothing is left to find out about a claim that is denied as a whole.
  const isWhole = denied.details.every((detail) => detail.status === 'Denied' || detail.status === 'Voided')
  const draft = isWhole ? await cancelInspections(tx, acting, denied) : denied
  const after = await saveClaim(tx, acting, before, draft)
  const { number, status } = after.claim
  const data = { id, number, status, deniedReasonCode: reason.code }
  emit(tx, { subject: `claims/${id}`, type: 'claim.denied', data })
  return readClaim(tx, services, acting, id)
}

/** Takes a decision back, as long as nothing is being paid for it. */
export async function reopenDetails(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  id: number,
  { detailIds }: ClaimPatch,
): Promise<ClaimModel> {
  const before = await openClaim(tx, services, acting, id)
  const chosen = requireDetails(before, detailIds, {
    ...{ action: 'Reopen', to: 'Pending', none: 'No detail of the claim can be reopened.' },
  })
  const reopened = withStatus(before, chosen, 'Pending', {
    ...{ denied_reason_id: null, denied_note: null },
    ...{ authorized_amount: null, authorized_by: null, authorized_at: null },
  })
  const hasDenied = reopened.details.some(({ status }) => status === 'Denied')
  const after = await saveClaim(tx, acting, before, {
    ...reopened,
    claim: hasDenied ? reopened.claim : { ...reopened.claim, denied_reason: null, denied_reason_id: null },
  })
  const { number, status } = after.claim
  emit(tx, { subject: `claims/${id}`, type: 'claim.reopened', data: { id, number, status } })
  return readClaim(tx, services, acting, id)
}
