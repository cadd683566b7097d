import { int } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { emit } from '../../db/unit-of-work.ts'
import { detailsToReturn, isOpenInspection } from '../../domain/claims/inspection.ts'
import type { Acting } from '../../http/caller.ts'
import { found } from '../../http/problems.ts'
import { openDraft } from '../record/draft.ts'
import type { InspectionRead } from '../record/inspection-answer.ts'
import type { LockedClaim } from '../record/load-claim.ts'
import type { ClaimServices } from '../record/read-claim.ts'
import { saveClaim } from '../record/save-claim.ts'
import type { ClaimHoldRow, DetailRow } from '../record/tables.ts'

/** The reason for which a claim waits while an inspection is open. */
const PENDING = statement(
  { id: int },
  `select id from reference_value where list = 'ClaimHoldReason' and code = 'INSPPEND'`,
)

interface Waiting {
  readonly details: readonly DetailRow[]
  readonly holds: readonly ClaimHoldRow[]
}

type Inspected = Pick<InspectionRead, 'status' | 'detailIds'>

/** The details and holds of a claim as its inspections want them. `ordered` are the details that go to inspection. */
export async function waitForInspections<Claim extends LockedClaim>(
  tx: Tx,
  { now, today, caller }: Acting,
  locked: Claim,
  inspections: readonly Inspected[],
  ordered: readonly number[] = [],
): Promise<Claim & Waiting> {
  const { id: reasonId } = found(await PENDING.first(tx, []), 'hold reason INSPPEND')
  const returned = detailsToReturn(locked.details, inspections)
  const details = locked.details.map((detail): DetailRow => {
    if (ordered.includes(detail.id)) return { ...detail, status: 'Inspection', hold_reason_id: null }
    return returned.includes(detail.id) ? { ...detail, status: 'Pending' } : detail
  })
  const isOurs = ({ reason_id, to_date }: ClaimHoldRow) => reason_id === reasonId && to_date === null
  const isWaiting = inspections.some(isOpenInspection)
  const begun: ClaimHoldRow = {
    ...{ id: 0, claim_id: locked.claim.id, reason_id: reasonId, from_date: today, to_date: null },
    ...{ created_at: now, created_by: caller.name },
  }
  const holds = isWaiting
    ? [...locked.holds, ...(locked.holds.some(isOurs) ? [] : [begun])]
    : locked.holds.map((hold) => (isOurs(hold) ? { ...hold, to_date: today } : hold))
  return { ...locked, details, holds }
}

/** Saves a claim whose inspections have changed, if that changes anything about it. */
export async function followInspections(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  locked: LockedClaim,
  {
    inspections,
    ordered,
  }: { readonly inspections: readonly Inspected[]; readonly ordered?: readonly number[] },
): Promise<void> {
  const waiting = await waitForInspections(tx, acting, locked, inspections, ordered)
  const isSame =
    JSON.stringify([waiting.details, waiting.holds]) === JSON.stringify([locked.details, locked.holds])
  if (isSame) return
  const before = await openDraft(tx, services, acting, locked)
  const { claim } = await saveClaim(tx, acting, before, { ...before, ...waiting })
  const { id, number, status } = claim
  const type = holdEvent(locked.holds, waiting.holds)
  emit(tx, { subject: `claims/${id}`, type, data: { id, number, status } })
}

const openHolds = (holds: readonly ClaimHoldRow[]) => holds.filter(({ to_date }) => to_date === null).length

function holdEvent(before: readonly ClaimHoldRow[], after: readonly ClaimHoldRow[]) {
  const change = openHolds(after) - openHolds(before)
  return change > 0 ? 'claim.held' : change < 0 ? 'claim.released' : 'claim.updated'
}
