import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { updateIn } from '../../db/table.ts'
import { emit } from '../../db/unit-of-work.ts'
import { type InspectionStatus, isOpenInspection } from '../../domain/claims/inspection.ts'
import { planInspectionFee } from '../../domain/ledger/single.ts'
import type { Acting } from '../../http/caller.ts'
import { constraintMeans } from '../../http/constraints.ts'
import { found } from '../../http/problems.ts'
import { applyPlan } from '../../ledger/apply-plan.ts'
import { accountingDates } from '../../ledger/periods.ts'
import { type InspectionRead, inspectionAnswer } from '../record/inspection-answer.ts'
import type { InspectionModel } from '../record/inspection-models.ts'
import { inspectionTable } from '../record/inspection-table.ts'
import type { LockedClaim } from '../record/load-claim.ts'
import type { ClaimServices } from '../record/read-claim.ts'
import type { LockedInspection } from './find-inspection.ts'
import { readInspection } from './find-inspection.ts'
import { followInspections } from './follow-claim.ts'

constraintMeans('claim_inspection_reference', {
  code: 'DuplicateReference',
  pointer: '/externalReference',
  message: 'Another inspection of the company has this externalReference. Each one needs its own.',
})

/** What a change of an inspection may write. */
const changing = [
  ...(['status', 'externalReference', 'scheduledAt', 'completedAt', 'odometerSeen', 'findings'] as const),
  ...(['recommendation', 'holdReasonId', 'rejectReasonId', 'fields', 'notes', 'files'] as const),
  ...(['lastSequence', 'feeLedgerId'] as const),
] satisfies readonly (keyof InspectionRead)[]

/**
 * Saves a changed inspection with everything that follows: the fee of the company, the details and the hold of the claim, and
 * the events. Answers the inspection as it is then.
 */
export async function saveInspection(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  { locked, inspection: before, inspections }: LockedInspection,
  changed: InspectionRead,
): Promise<InspectionModel> {
  if (changed === before) return inspectionAnswer(before, acting.caller)
  const after = { ...changed, feeLedgerId: await feeOf(tx, acting, locked, changed) }
  const columns = changing.filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]))
  if (columns.length === 0) return inspectionAnswer(before, acting.caller)
  await updateIn(tx, inspectionTable, before.id, {
    ...Object.fromEntries(columns.map((name) => [name, after[name]])),
    ...{ updated_at: acting.now, updated_by: acting.caller.name, row_version: sql`row_version + 1` },
  })
  if (isOpenInspection(before) !== isOpenInspection(after))
    await followInspections(tx, services, acting, locked, {
      inspections: inspections.map((one) => (one.id === after.id ? after : one)),
    })
  for (const event of eventsFor(before.status, after)) emitInspection(tx, after, event)
  return readInspection(tx, acting.caller, before.id)
}

/** The ledger row of the company's fee. It is owed once, when the work is done. */
async function feeOf(
  tx: Tx,
  acting: Acting,
  { contract, claim }: LockedClaim,
  { status, fee, feeLedgerId, companyId, number }: InspectionRead,
): Promise<number | null> {
  if (feeLedgerId !== null || status !== 'Completed' || fee === 0) return feeLedgerId
  const datesOf = await accountingDates(tx)
  const plan = planInspectionFee(
    {
      ...{ accountHolderId: companyId, amount: fee, productId: contract.product_id },
      ...{ contractId: contract.id, claimId: claim.id, reason: `Inspection ${number}` },
    },
    datesOf(acting.today),
  )
  const { inserted } = await applyPlan(tx, plan, acting)
  return found(inserted[0], 'ledger row').id
}

const events = {
  Ordered: 'ordered',
  Assigned: 'taken',
  Scheduled: 'scheduled',
  Completed: 'completed',
  Reviewed: 'reviewed',
  Rejected: 'rejected',
  Cancelled: 'cancelled',
} as const satisfies Readonly<Record<InspectionStatus, string>>

type InspectionEvent = (typeof events)[InspectionStatus] | 'updated' | 'fileAdded'

/** An order that is scheduled at once was also taken. */
function eventsFor(
  before: InspectionStatus,
  { status }: Pick<InspectionRead, 'status'>,
): readonly InspectionEvent[] {
  if (status === before) return ['updated']
  return before === 'Ordered' && status === 'Scheduled' ? ['taken', 'scheduled'] : [events[status]]
}

export function emitInspection(
  tx: Tx,
  { id, number, status, claimId }: Pick<InspectionRead, 'id' | 'number' | 'status' | 'claimId'>,
  event: InspectionEvent,
): void {
  const data = { id, number, status, claimId }
  emit(tx, { subject: `inspections/${id}`, type: `inspection.${event}`, data })
}
