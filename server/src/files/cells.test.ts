import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cell, factor, money, percent, percentNumber, share, unitsOf } from './cells.ts'

const readBy = (cell: Cell<number>, text: string) => {
  const reasons: string[] = []
  const value = cell(text, (reason) => reasons.push(reason))
  return reasons.length > 0 ? reasons.join(' ') : value
}

describe('figures are exact', () => {
  const cases: [string, Cell<number>, string, number][] = [
    ['money', money, '780.00', 78_000],
    ['money without decimals', money, '780', 78_000],
    ['money with one decimal', money, '0.1', 10],
    // A product of floats would give 113.99999999999999 cents and 1,001,000 becomes 1,000,999.
    ['money that no float holds', money, '1.14', 114],
    ['the largest amount', money, '35184372088832.00', 3_518_437_208_883_200],
    ['a factor', factor, '1.15', 1_150_000],
    ['a factor with six decimals', factor, '1.000001', 1_000_001],
    ['a percent, in millionths of one percent', percent, '6.9', 6_900_000],
    ['a percent above 100', percent, '400', 400_000_000],
    ['a share just below the whole', share, '99.999999', 99_999_999],
    ['a percent that stays one', percentNumber, '112.5', 112.5],
  ]
  test.each(cases)('%s', (_, cell, text, value) => expect(readBy(cell, text)).toBe(value))
})

describe('what does not fit is refused, never rounded', () => {
  const cases: [Cell<number>, string, string][] = [
    [money, '780.001', '"780.001" has more than 2 decimals.'],
    [money, '780.000', '"780.000" has more than 2 decimals.'],
    [money, '35184372088832.01', '"35184372088832.01" is more than an amount of money can be.'],
    [money, '99999999999999999999', 'is more than an amount of money can be.'],
    [factor, '1.0000001', '"1.0000001" has more than 6 decimals.'],
    [share, '100', '"100" is not below 100 percent.'],
    ...['-1', '+1', '1.', '.5', '1e3', '1,000', '$5', '٣', '1 000', 'NaN', '0x10', ' 1'].map(
      (text): [Cell<number>, string, string] => [money, text, `"${text}" is not an amount of money`],
    ),
  ]
  test.each(cases)('%o %s', (cell, text, reason) => expect(readBy(cell, text)).toContain(reason))
})

test('every count of units comes back from its text', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: Number.MAX_SAFE_INTEGER }),
      fc.integer({ min: 0, max: 6 }),
      (units, decimals) => {
        const digits = String(units).padStart(decimals + 1, '0')
        const at = digits.length - decimals
        const text = decimals === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`
        fc.pre(at <= 15)
        expect(unitsOf(text, decimals)).toBe(units)
      },
    ),
  )
})
