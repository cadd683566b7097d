import { expect, test } from 'vitest'
import { isUnfinished, parseAmount, parseNumber, showAmount, showNumber } from './numbers.ts'

test.each([
  ['1,364.60', 1364.6],
  ['$ 2995', 2995],
  ['2995.', 2995],
  ['-12.5', -12.5],
  ['1.234', undefined],
  ['12,34', undefined],
  ['abc', undefined],
  ['', undefined],
])('the amount %j is %j', (text, amount) => {
  expect(parseAmount(text)).toBe(amount)
})

test('a whole number takes groups of thousands but no decimals', () => {
  expect(parseNumber('41,250', 0)).toBe(41250)
  expect(parseNumber('1,041,250', 0)).toBe(1041250)
  expect(parseNumber('41.5', 0)).toBeUndefined()
})

test('numbers are shown in groups, amounts with two decimals', () => {
  expect(showNumber(41250)).toBe('41,250')
  expect(showAmount(2995)).toBe('2,995.00')
})

test.each([
  ['', true],
  ['-', true],
  ['$ 1,', true],
  ['12,34', true],
  ['41.', true],
  ['12k', false],
  ['1-2', false],
  ['1.2.3', false],
])('%j can become a number: %j', (text, can) => {
  expect(isUnfinished(text)).toBe(can)
})
