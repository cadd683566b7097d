import { expect } from 'vitest'
import { fundingStatus } from '../../../../src/domain/ledger/funding.ts'
import { accountText } from '../../../../src/domain/ledger/journal.ts'
import { amountsByCode } from '../../../../src/domain/ledger/lines.ts'
import { isInBooks, type LedgerRow, openAmount } from '../../../../src/domain/ledger/rows.ts'
import { ZERO } from '../../../../src/domain/money.ts'
import type { LedgerStep, Story } from './ledger-steps.ts'
import { balanceOf } from './memory-ledger.ts'

// Checks that hold for a ledger after any events.

/** Checks that a step followed the rules. */
export function soundAfter(
  { ledger, state, retail }: Story,
  before: readonly LedgerRow[],
  step: LedgerStep,
): void {
  const { rows, journal } = ledger
  for (const { amount, debit, credit } of journal) {
    expect(amount).toBeGreaterThan(0)
    expect(accountText(debit)).not.toBe(accountText(credit))
  }
  for (const row of rows) {
    expect(row.amount).toBeGreaterThan(0)
    expect(row.paidAmount).toBeGreaterThanOrEqual(0)
    expect(row.paidAmount).toBeLessThanOrEqual(row.amount)
    expect(row.waitsFor === null || row.status === 'Pending' || row.status === 'InProcess').toBe(true)
    expect(row.status === 'Pending').toBe(row.waitsFor !== null && row.status !== 'InProcess')
    if (row.status === 'Voided' || row.isMemo) expect(row.paidAmount).toBe(0)
  }
  if (step.what !== 'pay' && step.what !== 'unpay')
    for (const row of before.filter(({ paidAmount }) => paidAmount > 0)) {
      const { amount, paidAmount, direction } = rows[row.id - 1] as LedgerRow
      expect({ amount, paidAmount, direction }).toEqual({
        amount: row.amount,
        paidAmount: row.paidAmount,
        direction: row.direction,
      })
    }
  expectOffsets(rows)
  if (state === 'Voided') return
  const amounts = amountsByCode(rows)
  expect([...amounts.values()].every((amount) => amount >= 0)).toBe(true)
  amounts.delete('SALESTAX')
  expect([...amounts.values()].reduce((sum, amount) => sum + amount, 0)).toBe(retail)
}

/** Every voided row has an offsetting row, and so has every row that was paid back. */
function expectOffsets(rows: readonly LedgerRow[]): void {
  const offsets = rows.filter(({ offsetOfLedgerId }) => offsetOfLedgerId !== null)
  const undone = offsets.map(({ offsetOfLedgerId }) => offsetOfLedgerId)
  expect(new Set(undone).size).toBe(undone.length)
  for (const offset of offsets) {
    const row = rows[(offset.offsetOfLedgerId ?? 0) - 1] as LedgerRow
    expect(offset.direction).not.toBe(row.direction)
    expect(offset.amount).toBe(row.amount)
    expect(offset.status === 'Voided').toBe(row.status === 'Voided')
  }
  for (const { id, status, offsetOfLedgerId } of rows)
    if (status === 'Voided' && offsetOfLedgerId === null) expect(undone).toContain(id)
}

/** The journal and the open items agree for every account holder, and unearned amounts match the internal lines. */
export function reconciles({ ledger, state }: Story): void {
  const { rows } = ledger
  const inBooks = rows.filter(isInBooks)
  for (const holder of new Set(rows.map(({ accountHolderId }) => accountHolderId))) {
    const open = (direction: string) =>
      inBooks
        .filter((row) => row.accountHolderId === holder && row.direction === direction)
        .reduce((sum, row) => sum + openAmount(row), 0)
    expect(balanceOf(ledger, `Receivable:${holder}`)).toBe(open('Receive'))
    expect(0 - balanceOf(ledger, `Payable:${holder}`)).toBe(open('Pay'))
  }
  const amounts = amountsByCode(inBooks)
  for (const code of ['RESERVE', 'ADMIN'])
    expect(0 - balanceOf(ledger, `Unearned:${code}`)).toBe(
      state === 'Active' ? (amounts.get(code) ?? ZERO) : 0,
    )
}

/** Cash on booked rows is applied, and cash on other rows is unapplied. No row waits for funding without reason. */
export function cashApplied({ ledger, applied, state }: Story): void {
  const holders = new Set(ledger.rows.map(({ accountHolderId }) => accountHolderId))
  for (const holder of holders) {
    const paid = ledger.rows
      .filter((row) => row.accountHolderId === holder && row.waitsFor !== 'Finalize')
      .reduce((sum, row) => sum + (row.direction === 'Receive' ? 1 : -1) * (applied.get(row.id) ?? 0), 0)
    expect(balanceOf(ledger, `Unapplied:${holder}`)).toBe(paid)
  }
  if (state !== 'Voided' && fundingStatus(ledger.rows) === 'Funded')
    expect(ledger.rows.filter(({ waitsFor }) => waitsFor === 'Funding')).toEqual([])
}
