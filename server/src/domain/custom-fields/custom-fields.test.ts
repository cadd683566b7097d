import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ValueRule, valueFault } from './custom-fields.ts'

const rule = (dataType: ValueRule['dataType'], more: Partial<ValueRule> = {}): ValueRule => ({
  dataType,
  maxLength: null,
  options: null,
  ...more,
})
const text = rule('Text', { maxLength: 5 })
const list = rule('List', { options: ['GOLD', 'SILVER', '1'] })

const fitting: [ValueRule, unknown][] = [
  [text, ''],
  [text, 'abcde'],
  // Five characters of two code units each.
  [text, '😀😀😀😀😀'],
  [rule('Text'), 'x'.repeat(4_000)],
  [rule('Number'), 0],
  [rule('Number'), -1.23456789],
  [rule('Number'), 1e300],
  [rule('Money'), 0],
  [rule('Money'), 1362.93],
  [rule('Money'), -0.01],
  [rule('Money'), 35_184_372_088_831.99],
  [rule('Date'), '2024-02-29'],
  [rule('Date'), '0001-01-01'],
  [rule('Date'), '9999-12-31'],
  [rule('Bool'), true],
  [rule('Bool'), false],
  [list, 'GOLD'],
  [list, '1'],
]

const unfit: [ValueRule, unknown, string][] = [
  [text, 'abcdef', 'at most 5 characters'],
  [text, 5, 'at most 5 characters'],
  [text, ['a'], 'at most 5 characters'],
  [rule('Text'), 'x'.repeat(4_001), 'at most 4000 characters'],
  [rule('Number'), '1', 'a number'],
  [rule('Number'), Number.POSITIVE_INFINITY, 'a number'],
  [rule('Number'), Number.NaN, 'a number'],
  [rule('Number'), true, 'a number'],
  [rule('Money'), '10.00', 'an amount of money, sent as a number'],
  [rule('Money'), 10.005, 'two decimals'],
  [rule('Money'), 0.001, 'two decimals'],
  [rule('Money'), 90_071_992_547_410, 'too large'],
  [rule('Money'), Number.POSITIVE_INFINITY, 'an amount of money, sent as a number'],
  [rule('Date'), '2023-02-29', 'YYYY-MM-DD'],
  [rule('Date'), '2024-2-9', 'YYYY-MM-DD'],
  [rule('Date'), '2024-02-29T00:00:00Z', 'YYYY-MM-DD'],
  [rule('Date'), '0000-01-01', 'YYYY-MM-DD'],
  [rule('Date'), 20_240_229, 'YYYY-MM-DD'],
  [rule('Bool'), 'true', 'true or false'],
  [rule('Bool'), 0, 'true or false'],
  [list, 'gold', 'one of GOLD, SILVER, 1'],
  [list, 'GOLD ', 'one of GOLD, SILVER, 1'],
  [list, 1, 'one of GOLD, SILVER, 1'],
  [list, ['GOLD'], 'one of GOLD, SILVER, 1'],
]

describe('a value', () => {
  test.each(fitting)('%j accepts %j', (field, value) => {
    expect(valueFault(field, value)).toBeUndefined()
  })

  test.each(unfit)('%j refuses %j', (field, value, reason) => {
    expect(valueFault(field, value)).toContain(reason)
  })

  test.each(['Text', 'Number', 'Money', 'Date', 'Bool', 'List'] as const)(
    'of type %s cannot be null',
    (dataType) => {
      for (const value of [null, undefined, {}, []])
        expect(valueFault({ ...rule(dataType), options: ['null', ''] }, value)).toMatch(
          /^The value must be .*\.$/,
        )
    },
  )

  test('of type Money is a whole number of cents', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (cents) => {
        expect(valueFault(rule('Money'), cents / 100)).toBeUndefined()
        expect(valueFault(rule('Money'), cents / 100 + 0.004)).toContain('two decimals')
      }),
    )
  })
})
