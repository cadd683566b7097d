import type { ClaimServices } from '../../claims/record/read-claim.ts'
import { lockContract } from '../../contracts/record/change-state.ts'
import type { Db, Tx } from '../../db/database.ts'
import { type GapEnd, type GapRefusal, gapEndOn, gapRefusals } from '../../domain/cancellation/superseded.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import { amountOf } from '../../domain/money.ts'
import type { Acting } from '../../http/caller.ts'
import { notEligible } from '../../http/not-eligible.ts'
import { found, Problem } from '../../http/problems.ts'
import { executeCancel } from '../cancels/execute-cancel.ts'
import { decideAutomatic } from '../decide/decide-cancel.ts'
import type { CancelInput } from '../decide/inputs.ts'
import { type GapRow, loadGaps, lockGap } from './gap-facts.ts'
import type { SupersededGap } from './models.ts'

/** Cancels a GAP contract that a newer one has replaced, or whose loan is paid off where the state demands the refund. */
export async function cancelGap(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  contractId: number,
  asOf: CalendarDate,
): Promise<{ contractId: number; result: 'Cancelled'; cancelId: number }> {
  const row = await lockContract(tx, acting, contractId)
  const gap = found(await lockGap(tx, contractId), `contract ${contractId}`)
  const refusals = gapRefusals(gap, asOf)
  const end = gapEndOn(gap, asOf)
  if (refusals.length > 0 || !end)
    throw notEligible(refusals.map((code) => ({ code, message: messages[code](gap) })))
  const input = cancelInput(gap, end, acting)
  // No document is asked for: nobody has requested this cancel, and the refund is owed without one.
  const decided = await decideAutomatic(tx, acting, contractId, input)
  const cancelId = await executeCancel(
    tx,
    services,
    acting,
    { row, ...decided },
    { cancelRequestId: null, input },
  )
  return { contractId, result: 'Cancelled', cancelId }
}

const messages: Readonly<Record<GapRefusal, (gap: GapRow) => string>> = {
  NotGap: ({ productTypeCode }) => `The contract is not GAP but ${productTypeCode}.`,
  NotActive: ({ status }) => `The contract is ${status}.`,
  NotSuperseded: () =>
    'No GAP contract of a later sale date is active on the vehicle, and no payoff demands a refund in this state.',
  OpenClaim: () => 'The contract has a claim.',
  OpenCancelRequest: () => 'The contract has an open cancel request.',
}

/** The cancel, as a person would request it for the administrator. */
function cancelInput(
  { payoffDate }: GapRow,
  { reason, cancelDate, newer }: GapEnd,
  { today }: Pick<Acting, 'today'>,
): CancelInput {
  // A recorded payoff also says whom to pay when another contract replaced this one: the lender is owed nothing.
  const isPaidOff = payoffDate !== null && payoffDate <= today
  return {
    ...{ cancelDate, cancelReasonCode: reason, requestedBy: 'Administrator' },
    ...(isPaidOff ? { lienPaidOff: true } : {}),
    note: newer
      ? `Replaced by ${newer.number ?? newer.id}, sold on ${cancelDate}.`
      : `Loan paid off on ${cancelDate}.`,
  }
}

/** Candidates in detail, each with the refund that its cancel would give. */
export async function describeGaps(
  db: Db,
  acting: Acting,
  ids: readonly number[],
  asOf: CalendarDate,
): Promise<SupersededGap[]> {
  const described: SupersededGap[] = []
  for (const gap of await loadGaps(db, ids)) {
    const end = gapEndOn(gap, asOf)
    if (!end) continue
    described.push({
      ...{ olderContractId: gap.id, olderNumber: gap.number ?? '', olderSaleDate: gap.saleDate },
      newerContractId: end.newer?.id ?? null,
      newerNumber: end.newer?.number ?? null,
      newerSaleDate: end.newer?.saleDate ?? null,
      ...{ vin: gap.vin, customerName: gap.customerName ?? '', dealerNumber: gap.dealerNumber },
      ...{ suggestedCancelDate: end.cancelDate, estimatedRefund: await estimate(db, acting, gap, end) },
      reason: end.reason,
    })
  }
  return described
}

/** The net refund, or null if the cancel would be refused: a person has to look at it. */
async function estimate(db: Db, acting: Acting, gap: GapRow, end: GapEnd): Promise<number | null> {
  try {
    const { calculation } = await decideAutomatic(db, acting, gap.id, cancelInput(gap, end, acting))
    return amountOf(calculation.netRefund)
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}
