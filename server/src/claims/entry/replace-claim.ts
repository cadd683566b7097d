import type { Tx } from '../../db/database.ts'
import { emit } from '../../db/unit-of-work.ts'
import { mergePatch } from '../../domain/merge-patch.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import { type ClaimDraft, openDraft } from '../record/draft.ts'
import type { StoredGap } from '../record/gap-data.ts'
import { type LockedClaim, lockClaim } from '../record/load-claim.ts'
import type { ClaimModel } from '../record/models.ts'
import { type ClaimServices, readClaim } from '../record/read-claim.ts'
import { saveClaim } from '../record/save-claim.ts'
import type { ClaimRow } from '../record/tables.ts'
import { ownShops } from '../record/visibility.ts'
import { applyContent, comparable } from './content.ts'
import { recordReading, refuseAll } from './create-claim.ts'
import { claimWarnings, lossFaults } from './faults.ts'
import type { ClaimPatch, ReplacedClaim } from './inputs.ts'
import { findPeopleFaults, refusedClaim } from './references.ts'
import { forbidden, requireOverride } from './rights.ts'

/** Replaces a claim with what was sent, and adjudicates it again. */
export async function replaceClaim(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  id: number,
  body: ReplacedClaim,
): Promise<ClaimModel> {
  const locked = await lockClaim(tx, acting.caller, id)
  requireOpen(locked)
  const { claim } = locked
  const header: Partial<ClaimRow> = {
    loss_date: body.lossDate,
    loss_odometer: body.lossOdometer ?? null,
    reported_date: body.reportedDate ?? claim.reported_date,
    repair_facility_id: body.repairFacilityId ?? ownShop(acting, claim),
    advisor_name: body.advisorName ?? null,
    repair_order_number: body.repairOrderNumber ?? null,
    customer_contact: body.customerContact ?? null,
    adjuster_id: body.adjusterId ?? null,
    gap: body.gap ?? null,
  }
  const { old, headed } = await headedDraft(tx, services, acting, locked, header)
  const after = await applyContent(tx, services, acting, headed, body)
  requireOverride(acting.caller, old, after)
  return finish(tx, services, acting, old, after)
}

/** A shop cannot hand its claim to another one by leaving the shop out. */
const ownShop = ({ caller }: Acting, { repair_facility_id }: ClaimRow): number | null =>
  ownShops(caller).length > 0 ? repair_facility_id : null

/** The columns that a caller may change by themselves, by the names of the fields. */
const COLUMNS = {
  lossDate: 'loss_date',
  lossOdometer: 'loss_odometer',
  reportedDate: 'reported_date',
  repairFacilityId: 'repair_facility_id',
  advisorName: 'advisor_name',
  repairOrderNumber: 'repair_order_number',
  customerContact: 'customer_contact',
  adjusterId: 'adjuster_id',
  gap: 'gap',
  caseReserve: 'case_reserve',
} as const satisfies Partial<Record<keyof ClaimPatch, keyof ClaimRow>>

export const headerFields = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]

/** Changes single fields of a claim. */
export async function patchClaim(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  locked: LockedClaim,
  patch: ClaimPatch,
): Promise<ClaimModel> {
  requireOpen(locked)
  const { permissions } = acting.caller
  if (patch.caseReserve !== undefined && !permissions.has('claims:adjudicate'))
    throw forbidden('claims:adjudicate', 'set a reserve')
  const header = Object.fromEntries(
    headerFields.flatMap((field) => {
      const value = patch[field]
      if (value === undefined) return []
      return [[COLUMNS[field], field === 'gap' ? mergedGap(locked.claim.gap, patch.gap) : value]]
    }),
  ) as Partial<ClaimRow>
  const { old, headed } = await headedDraft(tx, services, acting, locked, header)
  // Another shop or another day may have a lower labor rate.
  requireOverride(acting.caller, old, headed)
  return finish(tx, services, acting, old, headed)
}

/** GAP data with a patch, as every patch is merged: null clears, and what is inside the loan is merged too. */
function mergedGap(stored: StoredGap | null, patch: ClaimPatch['gap']): StoredGap | null {
  if (!patch) return null
  // What the schema refuses as null is never null here.
  return mergePatch(stored, patch) as StoredGap
}

/** The draft as it was, and with another header. What the figures follow from may change with the header. */
async function headedDraft(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  locked: LockedClaim,
  header: Partial<ClaimRow>,
): Promise<{ readonly old: ClaimDraft; readonly headed: ClaimDraft }> {
  const claim = { ...locked.claim, ...header }
  const { caller } = acting
  refuseAll(
    lossFaults(locked.contract, acting, {
      lossDate: claim.loss_date,
      lossOdometer: claim.loss_odometer,
      reportedDate: claim.reported_date,
    }),
  )
  const people = await findPeopleFaults(
    tx,
    { repairFacilityId: claim.repair_facility_id, adjusterId: claim.adjuster_id },
    ownShops(caller),
  )
  if (people.length > 0) throw refusedClaim(people)
  refuseDecidedGap(locked, claim)
  const headed = await openDraft(tx, services, acting, { ...locked, claim })
  const warned = { ...headed, claim: { ...claim, warnings: claimWarnings(headed) } }
  const isElsewhere =
    claim.repair_facility_id !== locked.claim.repair_facility_id || claim.loss_date !== locked.claim.loss_date
  const old = isElsewhere ? await openDraft(tx, services, acting, locked) : { ...headed, claim: locked.claim }
  return { old, headed: warned }
}

/** What a decided settlement follows from stays as it was decided. */
function refuseDecidedGap({ claim: old, details }: LockedClaim, claim: ClaimRow): void {
  const isSame = comparable(old.gap) === comparable(claim.gap) && old.loss_date === claim.loss_date
  const decided = details.filter(({ status }) =>
    ['PendingApproval', 'Authorized', 'Denied', 'Paid'].includes(status),
  )
  if (claim.claim_type === 'GAP' && !isSame && decided.length > 0)
    throw new Problem('DetailDecided', 'The settlement is decided. Reopen it before its data is changed.', {
      members: { detailIds: decided.map(({ id }) => id) },
    })
}

async function finish(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  before: ClaimDraft,
  after: ClaimDraft,
): Promise<ClaimModel> {
  const { id, number, status } = (await saveClaim(tx, acting, before, after)).claim
  if (after.claim.loss_odometer !== before.claim.loss_odometer) await recordReading(tx, acting, after)
  emit(tx, { subject: `claims/${id}`, type: 'claim.updated', data: { id, number, status } })
  return readClaim(tx, services, acting, id)
}

/** A voided or closed claim is not changed any more. */
export function requireOpen({ claim }: LockedClaim): void {
  if (claim.ended !== null)
    throw new Problem('ClaimClosed', `Claim ${claim.number} is ${claim.ended} and cannot be changed.`, {
      members: { claimStatus: claim.status },
    })
}
