import { describe, expect, test } from 'vitest'
import {
  activeR1,
  balanceOf,
  contractR1,
  emptyLedger,
  journalTexts,
  type MemoryLedger,
  on,
  pendingR1,
  perform,
  sold,
  standingIn,
  who,
} from '../../../test/support/oracle/earnings/memory-ledger.ts'
import { centsOf } from '../money.ts'
import { planRefinalize, planVoid } from './contract-plans.ts'
import { type EditRefusal, planEdit, planVoidByHand } from './edits.ts'
import { amountsByCode } from './lines.ts'
import type { LedgerPlan } from './plan.ts'
import type { LedgerRow } from './rows.ts'
import { planManualRow, planTransferFee } from './single.ts'

const later = on('2024-06-01')

const correctionOf = ({ rows }: MemoryLedger, id: number) => ({
  ...{ rows, row: rows.find((row) => row.id === id) as LedgerRow },
  ...{ reason: 'Miskeyed', dates: later },
})
const allowed = (plan: LedgerPlan | { refused: EditRefusal }): LedgerPlan => {
  if ('refused' in plan) throw new Error(plan.refused)
  return plan
}
const edit = (ledger: MemoryLedger, id: number, amount: number) =>
  perform(ledger, allowed(planEdit(correctionOf(ledger, id), { amount: centsOf(amount) })))
const remove = (ledger: MemoryLedger, id: number) =>
  perform(ledger, allowed(planVoidByHand(correctionOf(ledger, id), standingIn(ledger))))
const amounts = ({ rows }: MemoryLedger) => Object.fromEntries(amountsByCode(rows))

describe('the rows of a line', () => {
  // Row 11 is what the dealer owes for the agent, row 12 what the agent gets.
  test.each([11, 12])('are edited together, whichever is named (%i)', (id) => {
    const ledger = activeR1()
    edit(ledger, id, 90)
    expect(ledger.rows.filter(({ id: one }) => one === 11 || one === 12)).toMatchObject([
      { amount: 90_00 },
      { amount: 90_00 },
    ])
    expect(journalTexts(ledger.journal.slice(7))).toEqual(['Receivable:1 -> Payable:6 15.00'])
    expect(amounts(ledger)).toMatchObject({ AGENT: 90_00, MARKUP: 1617_07 })
    expect(ledger.edits).toMatchObject([
      { kind: 'Edit', ledgerId: 11, disbursementCode: 'AGENT', oldAmount: 75_00, newAmount: 90_00 },
    ])
  })

  test('are booked the other way around for a decrease', () => {
    const ledger = activeR1()
    edit(ledger, 1, 1000)
    expect(journalTexts(ledger.journal.slice(7))).toEqual(['Unearned:RESERVE -> Receivable:1 61.70'])
    expect(amounts(ledger)).toMatchObject({ RESERVE: 1000_00, MARKUP: 1693_77 })
  })

  test('are voided together, and their bookings are reversed', () => {
    const ledger = activeR1()
    edit(ledger, 11, 60)
    remove(ledger, 12)
    expect(ledger.rows.filter(({ lineId }) => lineId === 11).map(({ status }) => status)).toEqual([
      ...['Voided', 'Voided', 'Voided', 'Voided'],
    ])
    expect(balanceOf(ledger, 'Payable:6')).toBe(0)
    expect(balanceOf(ledger, 'Receivable:1')).toBe(1287_93)
    expect(amounts(ledger)).toMatchObject({ MARKUP: 1707_07 })
    expect(amounts(ledger).AGENT).toBeUndefined()
    expect(ledger.edits.at(-1)).toMatchObject({
      kind: 'Delete',
      ledgerId: 11,
      oldAmount: 60_00,
      newAmount: 0,
    })
  })

  test('of a contract that is not in force change without bookings or recorded edits', () => {
    const ledger = pendingR1()
    edit(ledger, 11, 90)
    remove(ledger, 13)
    expect(ledger.journal).toEqual([])
    expect(ledger.edits).toEqual([])
    expect(amounts(ledger)).toMatchObject({ AGENT: 90_00, MARKUP: 1667_07 })
  })

  test('open waiting payables when the last receivable of the dealer is voided', () => {
    const ledger = activeR1()
    ledger.rows = ledger.rows.map((row) =>
      row.isDealerCost && row.id !== 13 ? { ...row, status: 'Paid', paidAmount: row.amount } : row,
    )
    remove(ledger, 13)
    const agent = ledger.rows.find(({ accountHolderId }) => accountHolderId === who.agent)
    expect(agent).toMatchObject({ status: 'Open', waitsFor: null })
  })
})

describe('the markup', () => {
  test('that is used up is voided, and gets a new row later', () => {
    const ledger = activeR1()
    edit(ledger, 1, 1061.7 + 1632.07)
    expect(amounts(ledger).MARKUP).toBeUndefined()
    edit(ledger, 11, 70)
    expect(amounts(ledger).MARKUP).toBe(5_00)
    expect(ledger.rows.at(-1)).toMatchObject({
      ...{ accountHolderId: who.dealer, isMemo: true, status: 'Open' },
      ...{ disbursementGroup: 'DealerProfit', direction: 'Pay' },
    })
  })

  test('is taken from the latest rows first', () => {
    const ledger = activeR1()
    const lines = contractR1.lines.map((one) =>
      one.code === 'MARKUP' ? { ...one, amount: centsOf(1732.07) } : one,
    )
    perform(ledger, planRefinalize(ledger.rows, { ...contractR1, lines }, later))
    edit(ledger, 11, 75 + 150)
    expect(amounts(ledger).MARKUP).toBe(1582_07)
    expect(ledger.rows.find(({ id }) => id === 15)).toMatchObject({ amount: 1582_07 })
  })

  test('does not change with tax, which is on top of the price', () => {
    const ledger = activeR1()
    edit(ledger, 16, 200)
    expect(amounts(ledger)).toMatchObject({ SALESTAX: 200_00, MARKUP: 1632_07 })
    expect(ledger.journal).toHaveLength(7)
  })
})

describe('a row without a line', () => {
  const manual = {
    ...{ accountHolderId: 12, amount: centsOf(40), reason: 'Goodwill', contractId: null, claimId: null },
    ...{ productId: null, disbursementCode: null, dueDate: null },
  }

  test.each([
    ['Receive', ['Receivable:12 -> Adjustments 40.00', 'Receivable:12 -> Adjustments 10.00']],
    ['Pay', ['Adjustments -> Payable:12 40.00', 'Adjustments -> Payable:12 10.00']],
  ] as const)('added by hand, %s, is booked, corrected and voided', (direction, texts) => {
    const ledger = emptyLedger()
    perform(ledger, planManualRow({ ...manual, direction }, sold))
    expect(ledger.rows[0]).toMatchObject({ ledgerType: 'Adjustment', status: 'Open', dueDate: '2024-03-15' })
    edit(ledger, 1, 50)
    expect(journalTexts(ledger.journal)).toEqual(texts)
    remove(ledger, 1)
    expect(ledger.journal.slice(2).map(({ reversesId }) => reversesId)).toEqual([1, 2])
    expect(ledger.rows.map(({ status, direction: way }) => [status, way])).toEqual([
      ['Voided', direction],
      ['Voided', direction === 'Pay' ? 'Receive' : 'Pay'],
    ])
  })

  test('can be a transfer fee', () => {
    const ledger = emptyLedger()
    perform(
      ledger,
      planTransferFee({ accountHolderId: 12, amount: centsOf(40), productId: 1, contractId: 731 }, sold),
    )
    edit(ledger, 1, 25)
    expect(journalTexts(ledger.journal)).toEqual([
      'Receivable:12 -> OtherIncome 40.00',
      'OtherIncome -> Receivable:12 15.00',
    ])
  })

  test('can change only its due date and reason', () => {
    const ledger = emptyLedger()
    perform(ledger, planManualRow({ ...manual, direction: 'Pay' }, sold))
    perform(ledger, allowed(planEdit(correctionOf(ledger, 1), { dueDate: '2024-12-31' })))
    expect(ledger.rows[0]).toMatchObject({ dueDate: '2024-12-31', reason: 'Miskeyed', amount: 40_00 })
    expect(ledger.journal).toHaveLength(1)
  })
})

describe('a correction is refused', () => {
  const changed = (change: Partial<LedgerRow>, id = 11) => {
    const ledger = activeR1()
    ledger.rows = ledger.rows.map((row) => (row.id === id ? { ...row, ...change } : row))
    return ledger
  }
  test.each<[EditRefusal, Partial<LedgerRow>]>([
    ['Voided', { status: 'Voided' }],
    ['Paid', { status: 'Paid', paidAmount: centsOf(75) }],
    ['PartPaid', { paidAmount: centsOf(1) }],
    ['InProcess', { status: 'InProcess' }],
    ['OfCancel', { cancelId: 4 }],
    ['OfCancel', { ledgerType: 'Cancel' }],
    ['OfClaim', { ledgerType: 'Claim', contractId: null }],
    ['OfClaim', { ledgerType: 'InspectionFee' }],
    ['OfCash', { ledgerType: 'CashOverShort' }],
    ['Offset', { ledgerType: 'Adjustment', offsetOfLedgerId: 3 }],
  ])('%s: %j', (refused, change) => {
    const ledger = changed(change)
    expect(planEdit(correctionOf(ledger, 11), { amount: centsOf(1) })).toEqual({ refused })
    expect(planVoidByHand(correctionOf(ledger, 11), standingIn(ledger))).toEqual({ refused })
  })

  test('when the other row of the line cannot be corrected', () => {
    const ledger = changed({ status: 'Paid', paidAmount: centsOf(75) }, 12)
    expect(planEdit(correctionOf(ledger, 11), { amount: centsOf(1) })).toEqual({ refused: 'Paid' })
    expect(planVoidByHand(correctionOf(ledger, 11), [])).toEqual({ refused: 'Paid' })
  })

  test('when the row was paid and paid back, even after the payment was reversed', () => {
    const ledger = activeR1()
    const set = (change: Partial<LedgerRow>) => {
      ledger.rows = ledger.rows.map((row) => (row.id === 11 ? { ...row, ...change } : row))
    }
    set({ status: 'Paid', paidAmount: centsOf(75) })
    const plan = planVoid(731, ledger.rows, standingIn(ledger), later)
    if ('refused' in plan) throw new Error(plan.refused)
    perform(ledger, plan)
    set({ status: 'Open', paidAmount: centsOf(0) })
    expect(planEdit(correctionOf(ledger, 11), { amount: centsOf(1) })).toEqual({ refused: 'Offset' })
    expect(planVoidByHand(correctionOf(ledger, 11), standingIn(ledger))).toEqual({ refused: 'Offset' })
  })

  test('of the markup itself', () => {
    expect(planEdit(correctionOf(activeR1(), 15), { amount: centsOf(1) })).toEqual({ refused: 'Markup' })
  })

  test('when the markup is too small for it', () => {
    const amount = centsOf(1061.7 + 1632.08)
    expect(planEdit(correctionOf(activeR1(), 1), { amount })).toEqual({ refused: 'MarkupTooSmall' })
  })

  test('when the line would go below zero', () => {
    const ledger = activeR1()
    const lines = contractR1.lines.map((one) =>
      one.code === 'AGENT' ? { ...one, amount: centsOf(60) } : one,
    )
    perform(ledger, planRefinalize(ledger.rows, { ...contractR1, lines }, later))
    expect(planVoidByHand(correctionOf(ledger, 11), standingIn(ledger))).toEqual({ refused: 'LineBelowZero' })
    expect(planEdit(correctionOf(ledger, 17), { amount: centsOf(76) })).toEqual({ refused: 'LineBelowZero' })
  })
})
