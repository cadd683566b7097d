import { expect, test } from 'vitest'
import { notEditable } from './editable.ts'

const row = {
  ledgerStatus: 'Open',
  ledgerType: 'Adjustment',
  paidAmount: 0,
  cancel: null,
  offsetOfLedgerId: null,
} as const

test('a row with nothing paid can be corrected', () => {
  expect(notEditable(row)).toBeUndefined()
  expect(notEditable({ ...row, ledgerType: 'ContractDisbursement', ledgerStatus: 'Held' })).toBeUndefined()
})

test.each([
  [{ ledgerStatus: 'Voided' }, 'Voided'],
  [{ ledgerStatus: 'Paid', paidAmount: 12 }, 'Paid'],
  [{ ledgerStatus: 'InProcess' }, 'InProcess'],
  [{ paidAmount: 0.01 }, 'PartPaid'],
  [{ offsetOfLedgerId: 7 }, 'Offset'],
  [{ ledgerType: 'Claim' }, 'OfClaim'],
  [{ ledgerType: 'CancelFee' }, 'OfCancel'],
  [{ cancel: { type: 'Cancel', id: 4, number: null, name: null } }, 'OfCancel'],
  [{ ledgerType: 'CashOverShort' }, 'OfCash'],
] as const)('%o is refused: %s', (changes, reason) => {
  expect(notEditable({ ...row, ...changes })).toBe(reason)
})
