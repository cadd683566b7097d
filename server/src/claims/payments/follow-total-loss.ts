import { recordAndPost } from '../../contracts/earnings/post-earnings.ts'
import { loadHolds, reopenHolds, resolveHolds } from '../../contracts/holds/rows.ts'
import { nextState, stateColumns } from '../../contracts/record/change-state.ts'
import { CLAIMED, isClaimedContract } from '../../contracts/record/coverage-terms.ts'
import type { ExpireDetails } from '../../contracts/record/events.ts'
import { type ContractRow, loadContract, stateFromRow, updateContract } from '../../contracts/record/rows.ts'
import { json, storedObject } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { emit } from '../../db/unit-of-work.ts'
import { isContractInForce } from '../../domain/contract/states.ts'
import { planPayablesRelease } from '../../domain/ledger/holds.ts'
import type { Acting } from '../../http/caller.ts'
import { applyPlan } from '../../ledger/apply-plan.ts'
import { lockContractLedger } from '../../ledger/load-ledger.ts'
import type { ClaimDraft } from '../record/draft.ts'

/**
 * A paid total loss ends its waiver, which is then fully earned. If the money comes back, the waiver is what it was before. A
 * cancelled waiver stays cancelled, because its refund stands.
 */
export async function followTotalLoss(
  tx: Tx,
  acting: Acting,
  before: ClaimDraft,
  after: ClaimDraft,
): Promise<void> {
  if (after.claim.claim_type !== 'GAP') return
  const [wasPaid, isPaid] = [before, after].map(({ details }) =>
    details.some(({ status }) => status === 'Paid'),
  )
  const contract = await loadContract(tx, after.contract.id)
  const isClaimed = isClaimedContract(contract)
  const canEnd = isContractInForce(stateFromRow(contract)) || contract.status === 'Expired'
  if (isPaid && !wasPaid && canEnd && !isClaimed) await endContract(tx, acting, contract)
  // Another claim whose loss was paid keeps the waiver ended.
  const isOver = after.surroundings.terms.isClaimed
  if (wasPaid && !isPaid && isClaimed && !isOver) await reviveContract(tx, acting, contract)
}

async function endContract(tx: Tx, acting: Acting, contract: ContractRow): Promise<void> {
  const hadExpired = contract.status === 'Expired'
  const endedHoldIds = await endHolds(tx, acting, contract)
  await updateContract(tx, acting, contract.id, {
    ...(hadExpired ? {} : stateColumns(nextState(contract, 'expire'))),
    ...{ status_reason: CLAIMED, pending_changes: null, open_holds: 0 },
  })
  await recordAndPost(tx, acting, contract, {
    ...{ kind: 'Expire', date: acting.today, subjectId: null },
    // Kept for the day on which the money comes back.
    details: hadExpired
      ? { formerReason: contract.status_reason }
      : { endedHoldIds, pendingChanges: contract.pending_changes },
  })
  emitContract(tx, contract, hadExpired ? 'updated' : 'expired', 'Expired')
}

/**
 * Ends the open holds, as a cancel does: without an event of the contract, so that earnings go on with the holds if the
 * contract is revived. Until then it is fully earned, held or not.
 */
async function endHolds(tx: Tx, acting: Acting, contract: ContractRow): Promise<number[]> {
  if (contract.open_holds === 0) return []
  const ended = await resolveHolds(tx, acting, contract, () => acting.today)
  await applyPlan(tx, planPayablesRelease(await lockContractLedger(tx, contract.id), []), acting)
  return ended.map(({ holdId }) => holdId)
}

const LAST_END = statement(
  { details: json(storedObject<ExpireDetails>()) },
  `select details from contract_event where contract_id = $1 and kind = 'Expire' order by id desc limit 1`,
)

async function reviveContract(tx: Tx, acting: Acting, contract: ContractRow): Promise<void> {
  const end: ExpireDetails = (await LAST_END.first(tx, [contract.id]))?.details ?? {}
  if (end.formerReason !== undefined) {
    await updateContract(tx, acting, contract.id, { status_reason: end.formerReason })
    emitContract(tx, contract, 'updated', contract.status)
    return
  }
  const { endedHoldIds = [], pendingChanges = null } = end
  const [holds, rows] = [await loadHolds(tx, contract.id), await lockContractLedger(tx, contract.id)]
  const reopened = holds.filter(({ id }) => endedHoldIds.includes(id))
  await reopenHolds(tx, acting, reopened, rows)
  const active = nextState(contract, 'reopen')
  const state =
    reopened.length > 0 ? nextState({ status: active.status, held_from: active.heldFrom }, 'hold') : active
  const columns = { ...stateColumns(state), status_reason: null }
  await updateContract(tx, acting, contract.id, {
    ...columns,
    ...{ pending_changes: pendingChanges, open_holds: reopened.length },
  })
  await recordAndPost(
    tx,
    acting,
    { ...contract, ...columns },
    {
      ...{ kind: 'Reopen', date: acting.today, subjectId: null, details: {} },
    },
  )
  emitContract(tx, contract, 'updated', state.status)
}

const emitContract = (
  tx: Tx,
  { id, number }: ContractRow,
  event: 'expired' | 'updated',
  status: string,
): void => emit(tx, { subject: `contracts/${id}`, type: `contract.${event}`, data: { id, number, status } })
