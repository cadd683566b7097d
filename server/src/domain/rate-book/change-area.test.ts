import { expect, test } from 'vitest'
import { bookArea } from './change-area.ts'
import type { BookItem } from './item.ts'

const item = (name: string, more: Partial<BookItem> = {}): BookItem => ({
  ...{ program: 'VSC-STD', name, facts: {}, style: 'facts' },
  ...more,
})

test.each([
  ['plan GOLD', 'Plan'],
  ['the term 60/75000 of GOLD', 'Plan'],
  ['the deductible 100 of GOLD', 'Plan'],
  ['the limit Claim of GOLD', 'Plan'],
  ['term 60/75000', 'Term'],
  ['deductible 100', 'Deductible'],
  ['the retail rule for FL', 'RetailRule'],
  ['make FORD F-150', 'Class'],
  ['tax State TX VSC from 2024-01-01', 'Tax'],
  ['component WATER-PUMP', 'Coverage'],
  ['the book', 'Other'],
] as const)('%s belongs to %s', (name, area) => {
  expect(bookArea(item(name))).toBe(area)
})

test('rates and factors are known by their figures, whatever their codes are', () => {
  expect(bookArea(item('plan 60/75000', { style: 'figures', partOf: 'plan plan' }))).toBe('Rate')
  expect(bookArea(item('all sales', { style: 'figures' }))).toBe('Rate')
  expect(bookArea(item('CLASS 3', { style: 'figures', partOf: 'factor table CLASS' }))).toBe('Factor')
})
