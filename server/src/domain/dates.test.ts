import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  anniversary,
  civilDate,
  dateFromEpochDay,
  dateIn,
  daysBetween,
  type EpochDay,
  elapsedMonths,
  epochDay,
  isCalendarDate,
  isTimeZone,
  monthEnd,
  startOfDayIn,
} from './dates.ts'

describe('the date of an instant in a time zone', () => {
  test.each([
    ['America/Chicago', '2024-03-15T15:00:00Z', '2024-03-15'],
    // Standard time is six hours behind, summer time five.
    ['America/Chicago', '2024-01-15T05:59:59.999Z', '2024-01-14'],
    ['America/Chicago', '2024-01-15T06:00:00Z', '2024-01-15'],
    ['America/Chicago', '2024-07-15T04:59:59.999Z', '2024-07-14'],
    ['America/Chicago', '2024-07-15T05:00:00Z', '2024-07-15'],
    // The night when summer time begins and the one when it ends.
    ['America/Chicago', '2024-03-10T05:59:59Z', '2024-03-09'],
    ['America/Chicago', '2024-03-11T04:59:59Z', '2024-03-10'],
    ['America/Chicago', '2024-03-11T05:00:00Z', '2024-03-11'],
    ['America/Chicago', '2024-11-03T04:59:59Z', '2024-11-02'],
    ['America/Chicago', '2024-11-04T05:59:59Z', '2024-11-03'],
    ['America/Chicago', '2024-11-04T06:00:00Z', '2024-11-04'],
    ['UTC', '2024-02-29T23:59:59.999Z', '2024-02-29'],
    ['UTC', '2024-12-31T23:59:59.999Z', '2024-12-31'],
    ['Pacific/Kiritimati', '2024-12-31T10:00:00Z', '2025-01-01'],
    ['Pacific/Pago_Pago', '2025-01-01T10:59:59Z', '2024-12-31'],
    ['Asia/Kolkata', '2024-05-01T18:29:59Z', '2024-05-01'],
    ['Asia/Kolkata', '2024-05-01T18:30:00Z', '2024-05-02'],
  ])('%s at %s', (timeZone, instant, date) => {
    expect(dateIn(timeZone, new Date(instant))).toBe(date)
  })
})

describe('a calendar date', () => {
  test.each(['2024-02-29', '2023-02-28', '2000-02-29', '2024-12-31', '0001-01-01', '9999-12-31'])(
    '%s exists',
    (text) => {
      expect(isCalendarDate(text)).toBe(true)
    },
  )

  test.each([
    '2023-02-29',
    '1900-02-29',
    '2024-02-30',
    '2024-04-31',
    '2024-13-01',
    '2024-00-10',
    '2024-01-00',
    '2024-1-1',
    '24-01-01',
    '2024-01-01T00:00:00Z',
    ' 2024-01-01',
    '2024-01-01\n',
    '2024/01/01',
    '+002024-01-01',
    '',
    'today',
  ])('%j does not exist', (text) => {
    expect(isCalendarDate(text)).toBe(false)
  })
})

test('a time zone must be known', () => {
  for (const name of ['America/Chicago', 'UTC', 'Europe/Zurich']) expect(isTimeZone(name)).toBe(true)
  for (const name of ['', 'Chicago', 'America/Nowhere', 'America/Chicago;'])
    expect(isTimeZone(name)).toBe(false)
})

describe('adding calendar months', () => {
  test.each([
    ['2024-03-15', 60, '2029-03-15'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2023-01-31', 1, '2023-02-28'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2024-02-29', 48, '2028-02-29'],
    ['2024-12-31', 2, '2025-02-28'],
    ['2024-03-31', -1, '2024-02-29'],
    ['2024-01-15', -1, '2023-12-15'],
    ['2100-01-31', 1, '2100-02-28'],
  ])('%s plus %i months is %s', (date, months, expected) => {
    expect(addMonths(date, months)).toBe(expected)
  })

  test('gives the right month, and keeps the day if the month has it', () => {
    const days = fc.integer({ min: 0, max: 40_000 })
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 240 }), (day, months) => {
        const date = addDays('1990-01-01', day)
        const later = addMonths(date, months)
        expect(isCalendarDate(later)).toBe(true)
        const monthOf = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7))
        expect(monthOf(later) - monthOf(date)).toBe(months)
        const [was, is] = [Number(date.slice(8)), Number(later.slice(8))]
        if (is !== was) expect(addDays(later, 1).slice(8)).toBe('01')
      }),
    )
  })

  test.each([
    ['2024-02-28', 2, '2024-03-01'],
    ['2024-03-15', 30, '2024-04-14'],
    ['2024-03-01', -1, '2024-02-29'],
  ])('%s plus %i days is %s', (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected)
    expect(daysBetween(date, expected)).toBe(days)
  })
})

describe('months and days between two dates', () => {
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
    expect(elapsedMonths(civilDate(from), epochDay(to))).toEqual({ months, days, daysInMonth })
  })
})

test('epoch days match the calendar', () => {
  expect(epochDay('1970-01-01')).toBe(0)
  // A century that is no leap year is among them.
  for (let day = 0; day < 150 * 366; day += 7) {
    const date = addDays('1970-01-01', day)
    if (epochDay(date) !== day || dateFromEpochDay(day as EpochDay) !== date)
      expect([epochDay(date), dateFromEpochDay(day as EpochDay)]).toEqual([day, date])
  }
})

test('anniversaries match the calendar', () => {
  for (let day = 0; day < 366; day += 1) {
    const from = addDays('2024-01-01', day)
    const found = [0, 1, 2, 11, 12, 13, 37, 60, 84].map((months) => [
      dateFromEpochDay(anniversary(civilDate(from), months)),
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
  expect(dateFromEpochDay(monthEnd(epochDay(date)))).toBe(end)
})

test.each([
  ['America/Chicago', '2024-03-20', '2024-03-20T05:00:00.000Z'],
  ['America/Chicago', '2024-01-20', '2024-01-20T06:00:00.000Z'],
  // The clock is put forward at two in the morning of this day.
  ['America/Chicago', '2024-03-10', '2024-03-10T06:00:00.000Z'],
  ['UTC', '2024-03-20', '2024-03-20T00:00:00.000Z'],
  ['Pacific/Kiritimati', '2024-03-20', '2024-03-19T10:00:00.000Z'],
  ['Pacific/Pago_Pago', '2024-03-20', '2024-03-20T11:00:00.000Z'],
  ['Asia/Kathmandu', '2024-03-20', '2024-03-19T18:15:00.000Z'],
  // Midnight was skipped.
  ['Africa/Cairo', '2024-04-26', '2024-04-25T22:00:00.000Z'],
])('in %s the day %s begins at %s', (timeZone, date, instant) => {
  expect(startOfDayIn(timeZone, date).toISOString()).toBe(instant)
})
