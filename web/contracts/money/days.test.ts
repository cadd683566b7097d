import { expect, test } from 'vitest'
import { nextMonthTurn } from './days.ts'

test('the next month turn is after the day, and on the last day of a short month', () => {
  expect(nextMonthTurn('2024-03-15', '2024-03-15')).toBe('2024-04-15')
  expect(nextMonthTurn('2024-03-15', '2025-09-14')).toBe('2025-09-15')
  expect(nextMonthTurn('2024-03-15', '2025-09-15')).toBe('2025-10-15')
  expect(nextMonthTurn('2024-01-31', '2024-02-10')).toBe('2024-02-29')
  expect(nextMonthTurn('2024-01-31', '2029-12-31')).toBe('2030-01-31')
})
