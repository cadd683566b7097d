import { expect, test } from 'vitest'
import { addDays, addMonth, daysBetween, isDate, monthEnd } from './days.ts'

test('a month later is the same day, or the last one of a shorter month', () => {
  expect(addMonth('2024-01-15')).toBe('2024-02-15')
  expect(addMonth('2024-01-31')).toBe('2024-02-29')
  expect(addMonth('2023-12-31')).toBe('2024-01-31')
})

test('the end of the month moves on when it is there', () => {
  expect(monthEnd('2024-02-01')).toBe('2024-02-29')
  expect(monthEnd('2024-02-29')).toBe('2024-03-31')
  expect(monthEnd('2024-12-31')).toBe('2025-01-31')
})

test('days are counted across months and years', () => {
  expect(addDays('2024-02-28', 2)).toBe('2024-03-01')
  expect(daysBetween('2024-12-31', '2025-01-02')).toBe(2)
  expect(isDate('2024-02-30')).toBe(false)
  expect(isDate('2024-02-29')).toBe(true)
})
