import type { Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { emit } from '../../db/unit-of-work.ts'
import { planRefinalize } from '../../domain/ledger/contract-plans.ts'
import { fundingStatus } from '../../domain/ledger/funding.ts'
import { rowsAfter } from '../../domain/ledger/plan.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import { applyPlan } from '../../ledger/apply-plan.ts'
import { lockContractLedger } from '../../ledger/load-ledger.ts'
import { accountingDates } from '../../ledger/periods.ts'
import { loadEarningFacts } from '../earnings/facts.ts'
import { type ContractServices, emitAndRead, lockContract, nextState } from '../record/change-state.ts'
import { type EarningState, recordEvents } from '../record/events.ts'
import type { ContractModel } from '../record/models.ts'
import type { ContractPatch } from '../record/patch.ts'
import { type ContractRow, updateContract } from '../record/rows.ts'
import { recomputeRate } from '../sale/sale-draft.ts'
import { columnsAfterChange, linesForLedger, replaceContractLines, restoreEarned } from '../sale/save-sale.ts'
import { financingAfter } from './edit-free.ts'
import { refuseDuplicateVin } from './edit-sale.ts'
import { withNote } from './finalize-contract.ts'

/** Applies the pending change: the difference to before is posted, and paid rows never change. */
export async function refinalizeContract(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  id: number,
  note: string | null | undefined,
): Promise<ContractModel> {
  const row = await lockContract(tx, acting, id)
  nextState(row, 'refinalize')
  const pending = row.pending_changes
  if (!pending) throw new Problem('NothingToRefinalize', 'The contract has no pending change.')
  const { sale: draft, allowsDuplicate = false } = pending
  const sale = await recomputeRate(services, acting.caller, draft, row.rate_quote_id)
  // The vehicle may have been sold another contract since the change was sent.
  if (!allowsDuplicate) await refuseDuplicateVin(tx, acting.caller, row, { sale, draft }, false)
  const { priced, columns } = await columnsAfterChange(tx, acting, row, { sale, draft, isRerated: true })
  const [rows, postingDates, { state: before }] = await runAll([
    lockContractLedger(tx, id),
    accountingDates(tx),
    loadEarningFacts(tx, row),
  ])
  const lines = linesForLedger(id, { dealerId: row.dealer_id, productId: columns.product_id }, priced)
  const plan = planRefinalize(rows, lines, postingDates(acting.today))
  const { inserted } = await applyPlan(tx, plan, acting)
  await replaceContractLines(tx, id, priced.lines)
  await restoreEarned(tx, id)
  const funding = fundingStatus([...rowsAfter(rows, plan), ...inserted])
  await updateContract(tx, acting, id, {
    ...columns,
    rate_quote_id: row.rate_quote_id,
    funding_status: funding,
    pending_changes: null,
    ...financingColumns(services, row),
    ...(note ? { notes: withNote(row, note) } : {}),
  })
  await recordRefinalize(tx, acting, { ...row, ...columns }, before)
  if (funding !== row.funding_status) emitFunding(tx, row, funding)
  return emitAndRead(tx, services, acting, id, 'refinalized')
}

/** A loan that was rerated with becomes the loan of the contract. */
function financingColumns({ seals }: ContractServices, row: ContractRow): Partial<ContractRow> {
  const { financing } = (row.pending_changes?.fields ?? {}) as Pick<ContractPatch, 'financing'>
  return financing === undefined ? {} : financingAfter(row, financing, seals)
}

/** From today the contract earns by its new terms and lines. The event keeps the old ones, which are stored nowhere else. */
export async function recordRefinalize(
  tx: Tx,
  acting: Acting,
  row: ContractRow,
  before: EarningState,
): Promise<void> {
  const { state: after } = await loadEarningFacts(tx, row)
  await recordEvents(tx, acting, row.id, [
    { kind: 'Refinalize', date: acting.today, subjectId: null, details: { before, after } },
  ])
}

/** Emits that the contract is now fully funded, or no longer is. */
export function emitFunding(
  tx: Tx,
  { id, number, status, funding_status }: Pick<ContractRow, 'id' | 'number' | 'status' | 'funding_status'>,
  funding: ContractRow['funding_status'],
): void {
  const type = funding === 'Funded' ? 'funded' : funding_status === 'Funded' ? 'unfunded' : undefined
  if (type) emit(tx, { subject: `contracts/${id}`, type: `contract.${type}`, data: { id, number, status } })
}
