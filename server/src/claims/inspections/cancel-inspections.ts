import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { updateIn } from '../../db/table.ts'
import { isOpenInspection } from '../../domain/claims/inspection.ts'
import type { Acting } from '../../http/caller.ts'
import { loadInspections } from '../record/inspection-answer.ts'
import { inspectionTable } from '../record/inspection-table.ts'
import type { LockedClaim } from '../record/load-claim.ts'
import { waitForInspections } from './follow-claim.ts'
import { emitInspection } from './save-inspection.ts'

/**
 * Cancels the open inspections of a claim that is denied, voided or closed. Answers the claim without what waited for them,
 * to be saved by the caller.
 */
export async function cancelInspections<Claim extends LockedClaim>(
  tx: Tx,
  acting: Acting,
  claim: Claim,
): Promise<Claim> {
  const inspections = await loadInspections(tx, claim.claim.id)
  const open = inspections.filter(isOpenInspection)
  if (open.length === 0) return claim
  for (const inspection of open) {
    await updateIn(tx, inspectionTable, inspection.id, {
      status: 'Cancelled',
      ...{ updated_at: acting.now, updated_by: acting.caller.name, row_version: sql`row_version + 1` },
    })
    emitInspection(tx, { ...inspection, status: 'Cancelled' }, 'cancelled')
  }
  const closed = inspections.map((one) =>
    isOpenInspection(one) ? { ...one, status: 'Cancelled' as const } : one,
  )
  return waitForInspections(tx, acting, claim, closed)
}
