import { expect, test } from 'vitest'
import { sumCents } from './money.ts'

test('amounts are added without losing a cent', () => {
  expect(sumCents([0.1, 0.2])).toBe(0.3)
  expect(sumCents([1776.95, -412.35])).toBe(1364.6)
  expect(sumCents([])).toBe(0)
})
