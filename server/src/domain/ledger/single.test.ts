import { expect, test } from 'vitest'
import { centsOf } from '../money.ts'
import { accountText } from './journal.ts'
import { planInspectionFee } from './single.ts'

test('the fee of an inspection is owed to the company at once, and is an expense of claims', () => {
  const dates = { effectiveDate: '2025-03-12', accountingDate: '2025-03-12' }
  const fee = {
    ...{ accountHolderId: 41, amount: centsOf(85), productId: 1, contractId: 731, claimId: 311 },
    reason: 'INS-000009',
  }
  const { insert, update, journal, edits } = planInspectionFee(fee, dates)
  expect(insert).toMatchObject([
    {
      ...fee,
      ...{ ledgerType: 'InspectionFee', direction: 'Pay', status: 'Open', waitsFor: null, isMemo: false },
      ...{ disbursementCode: 'INSPECTION', effectiveDate: '2025-03-12', dueDate: '2025-03-12' },
    },
  ])
  expect([update, edits]).toEqual([[], []])
  expect(journal).toMatchObject([{ entryType: 'InspectionFee', contractId: 731, claimId: 311 }])
  const postings = journal.flatMap((entry) => entry.postings)
  expect(
    postings.map(({ debit, credit, amount }) => [accountText(debit), accountText(credit), amount]),
  ).toEqual([['ClaimsExpense:INSPECTION', 'Payable:41', 8500]])
})
