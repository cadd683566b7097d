import { expect, test } from 'vitest'
import { addBusinessDays, isBusinessDay } from './business-days.ts'

test.each([
  ['2026-01-05', 'a Monday', true],
  ['2026-01-03', 'a Saturday', false],
  ['2026-01-04', 'a Sunday', false],
  ['2026-01-01', 'New Year', false],
  ['2026-01-19', 'Martin Luther King Day', false],
  ['2026-01-12', 'the Monday before it', true],
  ['2026-02-16', "Washington's Birthday", false],
  ['2026-05-25', 'Memorial Day', false],
  ['2026-05-18', 'the Monday before it', true],
  ['2026-06-19', 'Juneteenth', false],
  ['2026-07-03', 'the Friday before July 4 on a Saturday', false],
  ['2027-07-05', 'the Monday after July 4 on a Sunday', false],
  ['2026-09-07', 'Labor Day', false],
  ['2026-10-12', 'Columbus Day', false],
  ['2026-11-11', 'Veterans Day', false],
  ['2026-11-26', 'Thanksgiving', false],
  ['2026-11-27', 'the day after it', true],
  ['2026-12-25', 'Christmas', false],
  ['2021-12-31', 'the Friday before New Year on a Saturday', false],
])('%s, %s: %s', (date, _, expected) => {
  expect(isBusinessDay(date, [])).toBe(expected)
})

test('holidays of the administrator count too', () => {
  expect(isBusinessDay('2026-11-27', ['2026-11-27'])).toBe(false)
})

test.each([
  ['2026-01-05', 0, '2026-01-05'],
  ['2026-01-05', 1, '2026-01-06'],
  ['2026-01-09', 1, '2026-01-12'],
  // January 19 is a holiday: 6 7 8 9, 12-16, 20-23, 26-30, 2, 3.
  ['2026-01-05', 20, '2026-02-03'],
])('%s and %s business days: %s', (from, days, last) => {
  expect(addBusinessDays(from, days, [])).toBe(last)
})
