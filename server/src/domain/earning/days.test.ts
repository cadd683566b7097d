import { describe, expect, test } from 'vitest'
import { addDays, addMonths } from '../dates.ts'
import { anniversary, civilOf, dateOf, dayOf, monthEnd, monthsAt } from './days.ts'

describe('months and days from a date to another', () => {
  test.each([
    ['2024-03-15', '2024-03-15', 0, 0, 31],
    ['2024-03-15', '2024-04-14', 0, 30, 31],
    ['2024-03-15', '2024-04-15', 1, 0, 30],
    // 20 months and 5 of 30 days.
    ['2024-01-20', '2025-09-25', 20, 5, 30],
    // From the 31st, months end on their last days, and the next begins there.
    ['2024-01-31', '2024-02-28', 0, 28, 29],
    ['2024-01-31', '2024-02-29', 1, 0, 31],
    ['2024-01-31', '2024-03-01', 1, 1, 31],
    ['2024-01-31', '2024-03-31', 2, 0, 30],
    ['2023-01-30', '2023-02-28', 1, 0, 30],
    ['2024-02-29', '2025-02-27', 11, 29, 30],
    ['2024-02-29', '2025-02-28', 12, 0, 29],
    ['2024-02-29', '2025-03-28', 12, 28, 29],
    ['2024-02-29', '2028-02-29', 48, 0, 29],
  ])('%s to %s', (from, to, months, days, daysInMonth) => {
    expect(monthsAt(civilOf(from), dayOf(to))).toEqual({ months, days, daysInMonth })
  })
})

test('days are those of the calendar', () => {
  expect(dayOf('1970-01-01')).toBe(0)
  // A century that is no leap year is among them.
  for (let day = 0; day < 150 * 366; day += 7) {
    const date = addDays('1970-01-01', day)
    if (dayOf(date) !== day || dateOf(day) !== date) expect([dayOf(date), dateOf(day)]).toEqual([day, date])
  }
})

test('anniversaries are those of the calendar', () => {
  for (let day = 0; day < 366; day += 1) {
    const from = addDays('2024-01-01', day)
    const found = [0, 1, 2, 11, 12, 13, 37, 60, 84].map((months) => [
      dateOf(anniversary(civilOf(from), months)),
      addMonths(from, months),
    ])
    expect(found.filter(([one, other]) => one !== other)).toEqual([])
  }
})

test.each([
  ['2024-02-01', '2024-02-29'],
  ['2024-02-29', '2024-02-29'],
  ['2023-12-31', '2023-12-31'],
  ['2100-02-10', '2100-02-28'],
])('the month of %s ends on %s', (date, end) => {
  expect(dateOf(monthEnd(dayOf(date)))).toBe(end)
})
