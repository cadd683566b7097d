import { describe, expect, test } from 'vitest'
import { contractC1, factsOf, termsC1 } from '../../../test/support/oracle/refunds/cancel-examples.ts'
import { type Cents, centsOf } from '../money.ts'
import { calculateCancel } from './calculation.ts'
import { earnedOnCancel } from './cancel-plan.ts'
import { type ReinstateFacts, type ReinstateTerms, reinstateRefusals } from './reinstatement.ts'
import type { CancelCalculation } from './results.ts'

const calculation = calculateCancel(factsOf(contractC1), termsC1) as CancelCalculation
// What the books have as unearned on 2025-09-10.
const left: Readonly<Record<string, number>> = { RESERVE: 745.4, ADMIN: 87.76, CLIP: 8.42, ROADSIDE: 12.64 }
const unearned = (code: string): Cents => centsOf(left[code] ?? 0)
const earned = earnedOnCancel(calculation.lines, unearned)

describe('earnings on cancellation', () => {
  test.each([
    ['RESERVE', 745.4, 647.64, 97.76],
    ['ADMIN', 87.76, 76.25, 11.51],
    ['AGENT', 0, 45.75, -45.75],
  ])('%s: unearned %d, refund %d, earned %d', (code, unearnedAt, refund, onCancel) => {
    expect(earned.find((line) => line.code === code)).toEqual({
      ...{ code, unearned: centsOf(unearnedAt), refund: centsOf(refund), earnedOnCancel: centsOf(onCancel) },
    })
  })

  test('the claims deduction of lines other than the reserve stays earned', () => {
    const claims = { paid: centsOf(1000), authorized: centsOf(0) }
    const claimed = calculateCancel(factsOf({ ...contractC1, claims }), termsC1) as CancelCalculation
    const [reserve, , admin] = earnedOnCancel(claimed.lines, unearned)
    expect(reserve?.refund).toBe(centsOf(647.64))
    expect(admin?.refund).toBeLessThan(centsOf(76.25))
  })
})

const cancel: ReinstateFacts = {
  status: 'Active',
  isLast: true,
  cancelDate: '2025-09-10',
  expirationDate: '2029-03-15',
  payments: [{ id: 5, amount: centsOf(1364.6), isPaid: false, isWhole: false }],
  hasRowInBatch: false,
  duplicateContractId: null,
}
const terms: ReinstateTerms = { reinstateDate: '2025-10-01', gapDays: 0, recoveryAccountId: null }

describe('a reinstatement', () => {
  test('of C1 is not refused', () => {
    expect(reinstateRefusals(cancel, terms, '2025-10-01')).toEqual([])
  })

  test.each<[string, Partial<ReinstateFacts>, Partial<ReinstateTerms>, unknown]>([
    ['once', { status: 'Reversed', isLast: false }, {}, { code: 'AlreadyReversed' }],
    ['of the last cancel', { isLast: false }, {}, { code: 'NotLastCancel' }],
    [
      'of a refund that is out',
      { payments: [{ id: 5, amount: centsOf(1), isPaid: true, isWhole: true }] },
      {},
      { code: 'RefundAlreadyPaid', paymentIds: [5] },
    ],
    ['of rows that are being paid', { hasRowInBatch: true }, {}, { code: 'LedgerInOtherBatch' }],
    ['beside another contract', { duplicateContractId: 9 }, {}, { code: 'DuplicateContract', contractId: 9 }],
    ['with a gap below nothing', {}, { gapDays: -1 }, { code: 'GapDaysOutOfRange', most: 21 }],
    ['with too long a gap', {}, { gapDays: 22 }, { code: 'GapDaysOutOfRange', most: 21 }],
    [
      'before the cancel',
      {},
      { reinstateDate: '2025-09-09' },
      { code: 'ReinstateDateOutOfRange', earliest: '2025-09-10', latest: '2025-10-01' },
    ],
    [
      'tomorrow',
      {},
      { reinstateDate: '2025-10-02' },
      { code: 'ReinstateDateOutOfRange', earliest: '2025-09-10', latest: '2025-10-01' },
    ],
    [
      'after the term',
      { expirationDate: '2025-09-30' },
      {},
      { code: 'ReinstateDateOutOfRange', earliest: '2025-09-10', latest: '2025-09-30' },
    ],
  ])('is refused: %s', (_, stood, how, refusal) => {
    expect(reinstateRefusals({ ...cancel, ...stood }, { ...terms, ...how }, '2025-10-01')).toEqual([refusal])
  })

  test('after the refund was paid requires a recovery account', () => {
    const paid = { ...cancel, payments: [{ id: 5, amount: centsOf(1), isPaid: true, isWhole: true }] }
    expect(reinstateRefusals(paid, { ...terms, recoveryAccountId: 40 }, '2025-10-01')).toEqual([])
  })
})
