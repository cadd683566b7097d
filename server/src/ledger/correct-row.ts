import { seesCostLines } from '../access/cost-visibility.ts'
import type { Tx } from '../db/database.ts'
import { emit, lockedOnce } from '../db/unit-of-work.ts'
import { type EditRefusal, planEdit, planVoidByHand } from '../domain/ledger/edits.ts'
import { isLineEdit } from '../domain/ledger/plan.ts'
import type { LedgerRow } from '../domain/ledger/rows.ts'
import { centsOf } from '../domain/money.ts'
import type { Acting } from '../http/caller.ts'
import { found, Problem } from '../http/problems.ts'
import { applyPlan } from './apply-plan.ts'
import type { ContractHooks } from './hooks.ts'
import { readLedger } from './ledger-view.ts'
import { loadStanding, lockContractLedger, lockLedgerRow } from './load-ledger.ts'
import type { LedgerModel, LedgerPatchData } from './models.ts'
import { accountingDates } from './periods.ts'

interface Locked {
  readonly row: LedgerRow
  /** All rows of its contract, or the row alone. */
  readonly rows: readonly LedgerRow[]
}

/** Locks the row and its contract, and gives the row as the caller sees it. */
export async function lockLedger(
  tx: Tx,
  acting: Acting,
  hooks: ContractHooks,
  id: number,
): Promise<LedgerModel> {
  const { contract } = await readLedger(tx, acting.caller, id)
  await lockedOnce(tx, `ledger ${id}`, () => lockRows(tx, id, contract?.id ?? null))
  if (contract) await hooks.mayChange(tx, acting, contract.id)
  return readLedger(tx, acting.caller, id)
}

async function lockRows(tx: Tx, id: number, contractId: number | null): Promise<Locked> {
  const alone = contractId === null ? [await lockLedgerRow(tx, id)] : await lockContractLedger(tx, contractId)
  const rows = alone.flatMap((row) => row ?? [])
  return {
    rows,
    row: found(
      rows.find((row) => row.id === id),
      `ledger ${id}`,
    ),
  }
}

/** Corrects the amount or due date of a row, or voids it, together with the other row of its line. */
export async function correctRow(
  tx: Tx,
  acting: Acting,
  hooks: ContractHooks,
  { id, patch }: { readonly id: number; readonly patch: LedgerPatchData },
): Promise<LedgerModel> {
  const { row, rows } = await lockedOnce<Locked>(tx, `ledger ${id}`, () =>
    Promise.reject(new Error('The row is locked before it is corrected.')),
  )
  const { reason } = patch
  if (row.isDealerCost && !seesCostLines(acting.caller)) throw notEditable('DealerCost')
  const datesOf = await accountingDates(tx)
  const correction = { rows, row, reason, dates: datesOf(acting.today) }
  const isVoid = patch.status === 'Voided'
  const plan = isVoid
    ? planVoidByHand(correction, await loadStanding(tx, [row]))
    : planEdit(correction, {
        amount: patch.amount === undefined ? undefined : centsOf(patch.amount),
        dueDate: patch.dueDate,
      })
  if ('refused' in plan) throw notEditable(plan.refused)
  await applyPlan(tx, plan, acting)
  for (const { row: one, changes } of plan.update) emitChange(tx, one, changes.status ?? one.status)
  if (row.contractId !== null) await hooks.changed(tx, acting, row.contractId, plan.edits.filter(isLineEdit))
  return readLedger(tx, acting.caller, id)
}

function emitChange(tx: Tx, { id }: LedgerRow, status: LedgerRow['status']): void {
  const type = status === 'Voided' ? 'ledger.voided' : 'ledger.edited'
  emit(tx, { subject: `ledgers/${id}`, type, data: { id, status } })
}

const reasons: Readonly<Record<EditRefusal | 'DealerCost', string>> = {
  Voided: 'The row is voided.',
  Paid: 'The row, or the other row of its line, is paid.',
  PartPaid: 'The row, or the other row of its line, is paid in part.',
  InProcess: 'The row, or the other row of its line, is in a payment batch.',
  OfClaim: 'A claim wrote the row. Void the claim payment instead.',
  OfCancel: 'A cancel wrote the row. Reinstate the contract instead.',
  OfCash: 'A cash transaction wrote the row. Void the transaction instead.',
  Offset: 'The row offsets another row, or is offset by one.',
  Markup: 'The markup follows from the other lines of the contract. Correct those instead.',
  MarkupTooSmall: 'The lines of the contract would add up to more than its retail price.',
  LineBelowZero: 'The line would be below zero, counting what was refinalized.',
  DealerCost:
    'The row is the sum of all lines of dealer cost. Only the administrator can correct a line of it.',
}

const notEditable = (reason: keyof typeof reasons) =>
  new Problem('LedgerNotEditable', reasons[reason], { members: { reason } })
