import { expect, test } from 'vitest'
import { formats } from './format.ts'

const english = formats('en', 'America/New_York')
const spanish = formats('es', 'America/New_York')
/** The narrow space before AM and PM differs between versions of the browser's data. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

test('money is written in dollars with two decimals', () => {
  expect(english.money(1364.6)).toBe('$1,364.60')
  expect(english.money(-25)).toBe('-$25.00')
  expect(spanish.money(1364.6)).toBe('$1,364.60')
})

test('a calendar date is the same day everywhere', () => {
  expect(english.date('2026-01-02')).toBe('Jan 2, 2026')
  expect(spanish.date('2026-09-30')).toBe('30 sept 2026')
  expect(english.month('2026-01')).toBe('January 2026')
  expect(english.monthName(12)).toBe('December')
  expect(spanish.month('2026-01')).toBe('enero de 2026')
})

test('a date is written as the browser writes it, in every month', () => {
  for (const [shown, locale] of [
    [english, 'en-US'],
    [spanish, 'es-US'],
  ] as const) {
    const options = { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' } as const
    const { format } = new Intl.DateTimeFormat(locale, options)
    for (let month = 1; month <= 12; month += 1) {
      const date = `2026-${String(month).padStart(2, '0')}-05`
      expect(shown.date(date)).toBe(format(new Date(date)))
    }
  }
})

test('a moment is written in the zone of the administrator', () => {
  expect(plain(english.instant('2026-01-02T03:10:00Z'))).toBe('Jan 1, 2026, 10:10 PM EST')
  expect(plain(english.time('2026-01-02T03:10:00Z'))).toBe('10:10 PM')
})

test('numbers, readings and percentages', () => {
  expect(english.count(41250)).toBe('41,250')
  expect(english.miles(41250)).toBe('41,250 mi')
  expect(english.miles(41250, 'Km')).toBe('41,250 km')
  expect(english.percent(66.25)).toBe('66.25%')
})

test('what is not there is a dash', () => {
  for (const write of [english.money, english.count, english.miles, english.percent])
    expect(write(null)).toBe('—')
  for (const write of [english.date, english.month, english.instant]) expect(write(undefined)).toBe('—')
})
