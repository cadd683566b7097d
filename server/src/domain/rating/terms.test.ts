import { expect, test } from 'vitest'
import { addMonths } from '../dates.ts'
import type { RatingContext } from './sale.ts'
import { termRuns } from './terms.ts'

/** Only what a run of a term reads. */
function expirationOf(inServiceDate: string, months: number): string {
  const term = { months, miles: null, hours: null, basis: 'FromZero' }
  const request = { saleDate: '2024-03-15', inServiceDate, usage: null }
  const rating = { program: { program: { terms: [term] } }, request, isInHours: false }
  return termRuns(rating as unknown as RatingContext)(0).expirationDate
}

test.each([
  ['2024-03-15', 60, '2029-03-15'],
  ['2024-11-05', 14, '2026-01-05'],
  ['2024-01-31', 1, '2024-02-29'],
  // A date that nobody means is still a date, with four digits of a year.
  ['0024-05-01', 60, '0029-05-01'],
  ['0999-12-28', 1, '1000-01-28'],
])('a term from %s for %i months ends on %s', (date, months, end) => {
  expect(expirationOf(date, months)).toBe(end)
  expect(addMonths(date, months)).toBe(end)
})
