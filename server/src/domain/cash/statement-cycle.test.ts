import { expect, test } from 'vitest'
import { lastCycle } from './statement-cycle.ts'

test.each([
  ['Monthly', '2024-03-01', '2024-02-01', '2024-02-29'],
  ['Monthly', '2024-03-31', '2024-02-01', '2024-02-29'],
  ['Monthly', '2024-01-15', '2023-12-01', '2023-12-31'],
  // 2024-03-18 is a Monday.
  ['Weekly', '2024-03-18', '2024-03-11', '2024-03-17'],
  ['Weekly', '2024-03-17', '2024-03-04', '2024-03-10'],
  ['Weekly', '2024-03-24', '2024-03-11', '2024-03-17'],
] as const)('the last %s statement on %s is from %s to %s', (cycle, today, fromDate, toDate) => {
  expect(lastCycle(cycle, today)).toEqual({ fromDate, toDate })
})
