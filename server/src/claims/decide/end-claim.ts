import type { Tx } from '../../db/database.ts'
import { emit } from '../../db/unit-of-work.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import type { ClaimPatch } from '../entry/inputs.ts'
import { cancelInspections } from '../inspections/cancel-inspections.ts'
import type { ClaimDraft } from '../record/draft.ts'
import type { ClaimModel } from '../record/models.ts'
import { type ClaimServices, readClaim } from '../record/read-claim.ts'
import { saveClaim } from '../record/save-claim.ts'
import type { DetailRow } from '../record/tables.ts'
import { openClaim } from './choose-details.ts'

/** Voids a claim that was entered by mistake. What was paid is voided first. */
export async function voidClaim(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  id: number,
  { reason }: ClaimPatch,
): Promise<ClaimModel> {
  const before = await openClaim(tx, services, acting, id)
  const paid = before.details.filter(({ paid, status }) => paid > 0 || status === 'Paid')
  if (paid.length > 0)
    throw new Problem(
      'PaidDetails',
      `Payments were made for details ${paid.map((detail) => detail.id).join(', ')}. Void their cash transactions first.`,
      { members: { detailIds: paid.map((detail) => detail.id) } },
    )
  requireNoRequest(before)
  const details = before.details.map((detail): DetailRow => ({ ...detail, status: 'Voided' }))
  return finish(tx, services, acting, before, { ...before, details }, 'Voided', reason)
}

function requireNoRequest({ claim, requests }: ClaimDraft): void {
  const open = requests.filter(({ status }) => status === 'Requested' || status === 'InProcess')
  if (open.length > 0)
    throw new Problem('InvalidTransition', 'A payment was requested. Void it before the claim is voided.', {
      members: { from: claim.status, to: 'Voided', paymentRequestIds: open.map(({ id }) => id) },
    })
}

/** Closes a claim that is settled. What was authorized and not paid is released. */
export async function closeClaim(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  id: number,
  { reason }: ClaimPatch,
): Promise<ClaimModel> {
  const before = await openClaim(tx, services, acting, id)
  const undecided = before.details.filter(({ status }) =>
    ['Pending', 'Hold', 'Inspection', 'PendingApproval'].includes(status),
  )
  const unpaid = before.requests.filter(({ status }) => status === 'Requested' || status === 'InProcess')
  if (undecided.length > 0 || unpaid.length > 0)
    throw new Problem(
      'ClaimNotSettled',
      'The claim has details that are not decided, or payments that are not made. Decide and pay them first.',
      {
        members: {
          detailIds: undecided.map((detail) => detail.id),
          paymentRequestIds: unpaid.map((request) => request.id),
        },
      },
    )
  return finish(tx, services, acting, before, before, 'Closed', reason)
}

async function finish(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  before: ClaimDraft,
  draft: ClaimDraft,
  ended: 'Voided' | 'Closed',
  reason: string | undefined,
): Promise<ClaimModel> {
  const { id } = before.claim
  const { holds: open, ...ending } = await cancelInspections(tx, acting, draft)
  // An ended claim waits for nothing.
  const holds = open.map((hold) => (hold.to_date === null ? { ...hold, to_date: acting.today } : hold))
  const claim = { ...ending.claim, ended, end_reason: reason ?? null }
  const after = await saveClaim(tx, acting, before, { ...ending, holds, claim })
  const { number, status } = after.claim
  const type = ended === 'Voided' ? 'claim.voided' : 'claim.closed'
  emit(tx, { subject: `claims/${id}`, type, data: { id, number, status } })
  return readClaim(tx, services, acting, id)
}
