import { expect, test } from 'vitest'
import { heatOf } from './heat.ts'

const cell = (before: number | null, after: number | null, changePercent: number | null) => ({
  ...{ row: 0, column: 0 },
  ...{ before, after, changePercent },
})

test('the color of a cell says which way it goes, and how far', () => {
  expect(heatOf(cell(1, 1.01, 1))).toBe('up-1')
  expect(heatOf(cell(1, 0.95, -5))).toBe('down-3')
  expect(heatOf(cell(1, 1.3, 30))).toBe('up-4')
  expect(heatOf(cell(1, 1, 0))).toBe('same')
  expect(heatOf(cell(null, 1, null))).toBe('new')
  expect(heatOf(cell(1, null, null))).toBe('gone')
  expect(heatOf(cell(0, 1, null))).toBe('changed')
})
