import { expect, test } from 'vitest'
import { entryPath } from './path-of-entry.ts'

const row = {
  entryId: 41,
  entryType: 'Cash',
  accountingDate: '2024-04-12',
  cashTransactionId: 88,
  cancelId: null,
  claimId: null,
  contractId: null,
  ledgerId: 501,
} as const

test('an entry is found by what all its rows share', () => {
  expect(entryPath(row)).toBe(
    '/money/journal/41?cashTransactionId=88&entryType=Cash&from=2024-04-12&to=2024-04-12',
  )
  expect(entryPath({ ...row, entryType: 'Manual', cashTransactionId: null })).toContain('?ledgerId=501&')
})
