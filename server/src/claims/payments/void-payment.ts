import type { Tx } from '../../db/database.ts'
import { updateIn } from '../../db/table.ts'
import { emit } from '../../db/unit-of-work.ts'
import { planClaimPaymentBack } from '../../domain/ledger/single.ts'
import { amountOf } from '../../domain/money.ts'
import type { Acting } from '../../http/caller.ts'
import { found, Problem } from '../../http/problems.ts'
import { applyPlan } from '../../ledger/apply-plan.ts'
import { loadStanding, lockLedgerRow } from '../../ledger/load-ledger.ts'
import { accountingDates } from '../../ledger/periods.ts'
import type { ClaimPatch } from '../entry/inputs.ts'
import { refusedClaim, unknown } from '../entry/references.ts'
import { openDraft } from '../record/draft.ts'
import { lockClaim } from '../record/load-claim.ts'
import type { ClaimModel } from '../record/models.ts'
import { type ClaimServices, readClaim } from '../record/read-claim.ts'
import { saveClaim } from '../record/save-claim.ts'
import { requestTable } from '../record/tables.ts'
import { paidDetail } from './follow-cash.ts'

/** Takes a payment request back that was not paid. What it asked for is free again. */
export async function voidPayment(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  claimId: number,
  { paymentRequestId, reason }: ClaimPatch,
): Promise<ClaimModel> {
  const before = await openDraft(tx, services, acting, await lockClaim(tx, acting.caller, claimId))
  const request = before.requests.find(({ id }) => id === paymentRequestId)
  if (!request)
    throw refusedClaim([unknown('/paymentRequestId', `payment request ${paymentRequestId} of the claim`)])
  const row = request.ledger_id === null ? undefined : await lockLedgerRow(tx, request.ledger_id)
  if (request.status === 'Paid' || (row && row.paidAmount > 0))
    throw new Problem('AlreadyPaid', 'The payment was made. Void its cash transaction instead.')
  if (request.status === 'InProcess')
    throw new Problem('LedgerInOtherBatch', 'The payment is in a batch. Delete the batch first.')
  if (request.status === 'Voided')
    throw new Problem('InvalidTransition', 'The payment request is already voided.', {
      members: { from: 'Voided', to: 'Voided' },
    })
  const open = found(row, `ledger row ${request.ledger_id}`)
  const [standing, on] = await Promise.all([loadStanding(tx, [open]), accountingDates(tx)])
  await applyPlan(tx, planClaimPaymentBack(open, standing, on(acting.today)), acting)
  const voided = { ...request, status: 'Voided' as const, void_reason: reason ?? null }
  await updateIn(tx, requestTable, request.id, { status: 'Voided', void_reason: reason ?? null })
  const requests = before.requests.map((each) => (each === request ? voided : each))
  const details = before.details.map((detail) => paidDetail(detail, requests))
  const { number, status } = (await saveClaim(tx, acting, before, { ...before, requests, details })).claim
  const data = { id: claimId, number, status, paymentRequestId: request.id, amount: amountOf(request.amount) }
  emit(tx, { subject: `claims/${claimId}`, type: 'claim.paymentVoided', data })
  return readClaim(tx, services, acting, claimId)
}
