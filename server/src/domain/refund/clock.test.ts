import { expect, test } from 'vitest'
import { refundClockOn, suspendedDays } from './clock.ts'

const term = { saleDate: '2024-03-15', expirationDate: '2029-03-15', suspensions: [], extendedDays: 0 }

test.each([
  // C1, and around an anniversary.
  ['2024-03-15', { totalDays: 1826, daysElapsed: 0, totalMonths: 60, monthsElapsed: 0, daysIntoMonth: 0 }],
  [
    '2025-09-10',
    { totalDays: 1826, daysElapsed: 544, totalMonths: 60, monthsElapsed: 17, daysIntoMonth: 26 },
  ],
  ['2024-04-14', { totalDays: 1826, daysElapsed: 30, totalMonths: 60, monthsElapsed: 0, daysIntoMonth: 30 }],
  ['2024-04-15', { totalDays: 1826, daysElapsed: 31, totalMonths: 60, monthsElapsed: 1, daysIntoMonth: 0 }],
  [
    '2029-03-15',
    { totalDays: 1826, daysElapsed: 1826, totalMonths: 60, monthsElapsed: 60, daysIntoMonth: 0 },
  ],
])('the time used on %s of a contract of 60 months', (date, clock) => {
  expect(refundClockOn(term, date)).toEqual(clock)
})

test.each([
  ['a day that the month does not have becomes its last day', '2024-01-31', '2024-02-28', 0],
  ['a day that the month does not have becomes its last day', '2024-01-31', '2024-02-29', 1],
  ['also in a year without February 29', '2024-02-29', '2025-02-28', 12],
  ['the day before', '2024-02-29', '2025-02-27', 11],
])('%s: from %s to %s are %i months', (_, saleDate, date, months) => {
  expect(refundClockOn({ ...term, saleDate }, date).monthsElapsed).toBe(months)
})

test('a partial month counts as a month of the term', () => {
  // A term that runs from the in-service date is not a whole number of months after the sale.
  const clock = refundClockOn({ ...term, expirationDate: '2028-11-20' }, '2024-03-15')
  expect(clock).toMatchObject({ totalMonths: 57, totalDays: 1711 })
})

test('suspended days count neither as used days nor as days of the term', () => {
  const suspensions = [{ from: '2025-04-01', to: '2025-05-16' }]
  const suspended = { ...term, suspensions, expirationDate: '2029-04-29', extendedDays: 45 }
  expect(refundClockOn(suspended, '2025-10-25')).toEqual(refundClockOn(term, '2025-09-10'))
  // Inside the suspension the clock stands still, and before it nothing has happened yet.
  expect(refundClockOn(suspended, '2025-05-01').daysElapsed).toBe(382)
  expect(refundClockOn(suspended, '2025-03-31')).toMatchObject({ daysElapsed: 381, totalDays: 1826 })
})

test('an open suspension has not extended the term yet', () => {
  const suspended = { ...term, suspensions: [{ from: '2025-04-01', to: null }] }
  expect(refundClockOn(suspended, '2025-09-10')).toMatchObject({ daysElapsed: 382, totalDays: 1826 })
})

test.each([
  ['one', [{ from: '2025-01-01', to: '2025-01-11' }], 10],
  [
    'one within another',
    [
      { from: '2025-01-01', to: '2025-01-11' },
      { from: '2025-01-03', to: '2025-01-05' },
    ],
    10,
  ],
  [
    'two that overlap',
    [
      { from: '2025-01-05', to: '2025-01-15' },
      { from: '2025-01-01', to: '2025-01-11' },
    ],
    14,
  ],
  [
    'two apart',
    [
      { from: '2025-01-01', to: '2025-01-02' },
      { from: '2025-02-01', to: null },
    ],
    29,
  ],
  ['a suspension of no days', [{ from: '2025-01-01', to: '2025-01-01' }], 0],
  ['a future suspension', [{ from: '2025-06-01', to: null }], 0],
])('days of suspensions are counted once: %s', (_, suspensions, days) => {
  expect(suspendedDays(suspensions, '2025-03-01')).toBe(days)
})
