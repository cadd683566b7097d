import { describe, expect, test } from 'vitest'
import { activeR1, pendingR1, who } from '../../../test/support/oracle/earnings/memory-ledger.ts'
import type { LedgerRow } from '../ledger/rows.ts'
import { type Cents, centsOf } from '../money.ts'
import { agingBucket } from './aging.ts'
import { applyRefusal, cashStatuses, mayBecome } from './cash.ts'

const open = activeR1().rows.find((row) => row.isDealerCost && row.disbursementCode === 'AGENT') as LedgerRow
const waiting = pendingR1().rows.find(
  (row) => row.isDealerCost && row.disbursementCode === 'AGENT',
) as LedgerRow
const share = activeR1().rows.find(
  (row) => !row.isDealerCost && row.disbursementCode === 'AGENT',
) as LedgerRow
const memo = activeR1().rows.find((row) => row.isMemo && row.accountHolderId === who.dealer) as LedgerRow

describe('cash pays a row', () => {
  const cases: readonly (readonly [string, LedgerRow, number, number, string | undefined])[] = [
    ['that is open', open, who.dealer, 75, undefined],
    ['in part', open, who.dealer, 0.01, undefined],
    ['of a contract that is not finalized', waiting, who.dealer, 75, undefined],
    ['but not more than is open', open, who.dealer, 75.01, 'OverApplied'],
    ['but not more than is left', { ...open, paidAmount: 5000 as Cents }, who.dealer, 25.01, 'OverApplied'],
    ['but not of another account holder', open, who.agent, 75, 'LedgerOfOther'],
    ['but not one that waits for funding', share, who.agent, 75, 'LedgerNotOpen'],
    [
      'but not one to receive that waits for funding',
      { ...share, direction: 'Receive' },
      ...([who.agent, 75, 'LedgerNotOpen'] as const),
    ],
    ['but not a memo', memo, who.dealer, 1, 'LedgerNotOpen'],
    ['but not one that is held', { ...open, status: 'Held' }, who.dealer, 75, 'LedgerNotOpen'],
    ['but not one that is voided', { ...open, status: 'Voided' }, who.dealer, 75, 'LedgerNotOpen'],
    [
      'but not one that is paid',
      { ...open, status: 'Paid', paidAmount: open.amount },
      who.dealer,
      75,
      'LedgerNotOpen',
    ],
    ['but not one in a batch', { ...open, status: 'InProcess' }, who.dealer, 75, 'LedgerInOtherBatch'],
  ]
  test.each(cases)('%s', (_, row, accountHolderId, amount, refusal) => {
    expect(applyRefusal(accountHolderId, { row, amount: centsOf(amount) })).toBe(refusal)
  })
})

test('a cash transaction is cleared once, and ends once', () => {
  const allowed = cashStatuses.flatMap((status) =>
    (['Cleared', 'Voided', 'Returned'] as const).flatMap((next) =>
      mayBecome(status, next) ? [`${status} > ${next}`] : [],
    ),
  )
  expect(allowed).toEqual([
    ...['Posted > Cleared', 'Posted > Voided', 'Posted > Returned', 'Cleared > Voided', 'Cleared > Returned'],
  ])
})

describe('an open amount is aged by its due date', () => {
  const cases = [
    ['2024-06-16', 'current'],
    ['2024-06-15', 'current'],
    ['2024-06-14', 'days1To30'],
    ['2024-05-16', 'days1To30'],
    ['2024-05-15', 'days31To60'],
    ['2024-04-16', 'days31To60'],
    ['2024-04-15', 'days61To90'],
    ['2024-03-17', 'days61To90'],
    ['2024-03-16', 'over90'],
  ] as const
  test.each(cases)('due on %s, on 2024-06-15: %s', (dueDate, bucket) => {
    expect(agingBucket(dueDate, '2024-06-15')).toBe(bucket)
  })
})
