import { expect, test } from 'vitest'
import { daysBetween } from './age.ts'

test('days between calendar dates, over the end of a month and a change of the clock', () => {
  expect(daysBetween('2025-03-10', '2025-03-10')).toBe(0)
  expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2)
  // In the United States the clock changes on 2025-03-09.
  expect(daysBetween('2025-03-08', '2025-03-10')).toBe(2)
  expect(daysBetween('2024-12-31', '2025-01-01')).toBe(1)
})
