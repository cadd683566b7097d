import { int } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { emit, lockedOnce } from '../../db/unit-of-work.ts'
import type { Acting } from '../../http/caller.ts'
import { CANCEL_PENDING } from '../entry/create-claim.ts'
import { openDraft } from '../record/draft.ts'
import { lockClaimOf } from '../record/load-claim.ts'
import type { ClaimServices } from '../record/read-claim.ts'
import { saveClaim } from '../record/save-claim.ts'

const HELD = statement(
  { claim_id: int, reason_id: int },
  `select h.claim_id, h.reason_id from claim_hold h join claim m on m.id = h.claim_id
     join reference_value v on v.id = h.reason_id
   where m.contract_id = $1 and h.to_date is null and v.code = $2 order by h.claim_id`,
)

/** The claims of a locked contract that wait for a cancel request, as they were when they were first asked for. */
export const loadCancelHolds = (tx: Tx, contractId: number) =>
  lockedOnce(tx, `claims of contract ${contractId} on hold`, () => findHeld(tx, contractId))

const findHeld = (tx: Tx, contractId: number) => HELD.rows(tx, [contractId, CANCEL_PENDING])

/** Claims that waited for a cancel request go on when the request has ended. The contract is locked. */
export async function releaseCancelHolds(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  contractId: number,
): Promise<void> {
  if ((await loadCancelHolds(tx, contractId)).length === 0) return
  for (const { claim_id: id, reason_id } of await findHeld(tx, contractId)) {
    const before = await openDraft(tx, services, acting, await lockClaimOf(tx, contractId, id))
    const holds = before.holds.map((hold) =>
      hold.reason_id === reason_id && hold.to_date === null ? { ...hold, to_date: acting.today } : hold,
    )
    const { number, status } = (await saveClaim(tx, acting, before, { ...before, holds })).claim
    emit(tx, { subject: `claims/${id}`, type: 'claim.released', data: { id, number, status } })
  }
}
