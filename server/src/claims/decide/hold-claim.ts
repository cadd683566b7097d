import type { Tx } from '../../db/database.ts'
import { emit } from '../../db/unit-of-work.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import { newHold } from '../entry/create-claim.ts'
import type { ClaimPatch } from '../entry/inputs.ts'
import type { ClaimDraft } from '../record/draft.ts'
import type { ClaimModel } from '../record/models.ts'
import { type ClaimServices, readClaim } from '../record/read-claim.ts'
import { saveClaim } from '../record/save-claim.ts'
import { chooseDetails, openClaim, withStatus } from './choose-details.ts'
import { findReason } from './reasons.ts'

const place = ({ contract }: ClaimDraft) =>
  ({ list: 'ClaimHoldReason', field: 'holdReason', productTypeCode: contract.product_type_code }) as const

/** Puts a claim or some of its details on hold. */
export async function holdClaim(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  id: number,
  { detailIds, holdReasonId, holdReasonCode }: ClaimPatch,
): Promise<ClaimModel> {
  const before = await openClaim(tx, services, acting, id)
  const reason = await findReason(tx, { id: holdReasonId, code: holdReasonCode }, place(before))
  const isHeld = before.holds.some(({ reason_id, to_date }) => reason_id === reason.id && to_date === null)
  if (detailIds === undefined && isHeld)
    throw new Problem('HoldExists', `The claim is already on hold for ${reason.code}.`)
  const draft =
    detailIds === undefined
      ? { ...before, holds: [...before.holds, newHold(acting, id, reason.id)] }
      : withStatus(before, chooseDetails(before, detailIds, 'Hold'), 'Hold', { hold_reason_id: reason.id })
  return finish(tx, services, acting, before, draft, 'claim.held')
}

/** Ends a hold of a claim or of some of its details. */
export async function releaseClaim(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  id: number,
  { detailIds, holdReasonId, holdReasonCode }: ClaimPatch,
): Promise<ClaimModel> {
  const before = await openClaim(tx, services, acting, id)
  const isNamed = holdReasonId !== undefined || holdReasonCode !== undefined
  if (detailIds !== undefined) {
    const chosen = chooseDetails(before, detailIds, 'Release')
    return finish(
      ...([tx, services, acting, before] as const),
      withStatus(before, chosen, 'Pending', { hold_reason_id: null }),
      'claim.released',
    )
  }
  const reason = await findReason(tx, { id: holdReasonId, code: holdReasonCode }, place(before))
  const held = before.holds.filter(({ reason_id, to_date }) => to_date === null && reason_id === reason.id)
  if (held.length === 0 || !isNamed)
    throw new Problem('NoHold', `The claim is not on hold for ${reason.code}.`)
  const holds = before.holds.map((hold) => (held.includes(hold) ? { ...hold, to_date: acting.today } : hold))
  return finish(tx, services, acting, before, { ...before, holds }, 'claim.released')
}

async function finish(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  before: ClaimDraft,
  draft: ClaimDraft,
  type: 'claim.held' | 'claim.released',
): Promise<ClaimModel> {
  const { id, number, status } = (await saveClaim(tx, acting, before, draft)).claim
  emit(tx, { subject: `claims/${id}`, type, data: { id, number, status } })
  return readClaim(tx, services, acting, id)
}
