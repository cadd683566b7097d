import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CellReader,
  decimalUnits,
  factorCell,
  moneyCell,
  percentCell,
  percentNumberCell,
  shareCell,
} from './cells.ts'

const readBy = (cell: CellReader<number>, text: string) => {
  const reasons: string[] = []
  const value = cell(text, (reason) => reasons.push(reason))
  return reasons.length > 0 ? reasons.join(' ') : value
}

describe('amounts are exact', () => {
  const cases: [string, CellReader<number>, string, number][] = [
    ['money', moneyCell, '780.00', 78_000],
    ['money without decimals', moneyCell, '780', 78_000],
    ['money with one decimal', moneyCell, '0.1', 10],
    // A product of floats would give 113.99999999999999 cents and 1,001,000 becomes 1,000,999.
    ['money that a float cannot hold', moneyCell, '1.14', 114],
    ['the largest amount', moneyCell, '35184372088832.00', 3_518_437_208_883_200],
    ['a factor', factorCell, '1.15', 1_150_000],
    ['a factor with six decimals', factorCell, '1.000001', 1_000_001],
    ['a percent, in millionths of one percent', percentCell, '6.9', 6_900_000],
    ['a percent above 100', percentCell, '400', 400_000_000],
    ['a share just below 100 percent', shareCell, '99.999999', 99_999_999],
    ['a percent as a plain number', percentNumberCell, '112.5', 112.5],
  ]
  test.each(cases)('%s', (_, cell, text, value) => expect(readBy(cell, text)).toBe(value))
})

describe('invalid amounts are refused, never rounded', () => {
  const cases: [CellReader<number>, string, string][] = [
    [moneyCell, '780.001', '"780.001" has more than 2 decimals.'],
    [moneyCell, '780.000', '"780.000" has more than 2 decimals.'],
    [moneyCell, '35184372088832.01', '"35184372088832.01" is too large for an amount of money.'],
    [moneyCell, '99999999999999999999', 'is too large for an amount of money.'],
    [factorCell, '1.0000001', '"1.0000001" has more than 6 decimals.'],
    [shareCell, '100', '"100" must be below 100 percent.'],
    ...['-1', '+1', '1.', '.5', '1e3', '1,000', '$5', '٣', '1 000', 'NaN', '0x10', ' 1'].map(
      (text): [CellReader<number>, string, string] => [
        moneyCell,
        text,
        `"${text}" is not an amount of money`,
      ],
    ),
  ]
  test.each(cases)('%o %s', (cell, text, reason) => expect(readBy(cell, text)).toContain(reason))
})

test('every amount survives writing and reading', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: Number.MAX_SAFE_INTEGER }),
      fc.integer({ min: 0, max: 6 }),
      (units, decimals) => {
        const digits = String(units).padStart(decimals + 1, '0')
        const at = digits.length - decimals
        const text = decimals === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`
        fc.pre(at <= 15)
        expect(decimalUnits(text, decimals)).toBe(units)
      },
    ),
  )
})
