import type { Tx } from '../../db/database.ts'
import { rejectInspection, reportInspection, takeInspection } from '../../domain/claims/inspection.ts'
import { startOfDayIn } from '../../domain/dates.ts'
import type { Acting } from '../../http/caller.ts'
import type { InspectionModel } from '../record/inspection-models.ts'
import type { ClaimServices } from '../record/read-claim.ts'
import { lockInspection } from './find-inspection.ts'
import { findReason, reasonFault, refuseUnknown } from './find-reason.ts'
import { type ClaimInspectionPutInput, reportSent, type TakeRejectInput, wholeReport } from './inputs.ts'
import { accepted } from './refusals.ts'
import { saveInspection } from './save-inspection.ts'

/** The company accepts an order, or turns it down. */
export async function takeRejectInspection(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  { claimId, claimInspectionId }: { readonly claimId: number; readonly claimInspectionId: number },
  sent: TakeRejectInput,
): Promise<InspectionModel> {
  const open = await lockInspection(tx, acting.caller, claimInspectionId, claimId)
  const { action, externalReference = null, scheduledDate } = sent
  if (action === 'Take') {
    const { timeZone } = acting.caller.tenant
    const scheduledAt = scheduledDate ? startOfDayIn(timeZone, scheduledDate) : null
    const taken = accepted(takeInspection(open.inspection, { externalReference, scheduledAt }))
    return saveInspection(tx, services, acting, open, taken)
  }
  const named = { id: sent.rejectReasonId, code: sent.rejectReasonCode }
  const reason = await findReason(tx, 'RejectInspectionReason', named)
  const isNamed = named.id !== undefined || named.code !== undefined
  // The state of the inspection is refused before a reason that is not found.
  const rejecting = { reasonId: isNamed ? (reason?.id ?? 0) : null, externalReference }
  const rejected = accepted(rejectInspection(open.inspection, rejecting))
  refuseUnknown(isNamed && !reason ? [reasonFault('rejectReason', named)] : [])
  return saveInspection(tx, services, acting, open, rejected)
}

/** The administrator changes an inspection. What is absent is cleared, except the status. */
export async function updateInspection(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  claimId: number,
  { id, ...sent }: ClaimInspectionPutInput,
): Promise<InspectionModel> {
  const open = await lockInspection(tx, acting.caller, id, claimId)
  const report = wholeReport(reportSent(sent))
  const reported = accepted(
    reportInspection(open.inspection, report, { by: 'Administrator', now: acting.now }),
  )
  await requireHoldReason(tx, sent.holdReasonId, '/holdReasonId')
  return saveInspection(tx, services, acting, open, reported)
}

/** Refuses a reason for waiting that does not exist. */
export async function requireHoldReason(
  tx: Tx,
  id: number | null | undefined,
  pointer: string,
): Promise<void> {
  if (id === null || id === undefined) return
  if (await findReason(tx, 'ClaimHoldReason', { id })) return
  refuseUnknown([{ ...reasonFault('holdReason', { id }), pointer }])
}
