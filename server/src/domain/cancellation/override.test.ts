import { describe, expect, test } from 'vitest'
import {
  contractC1,
  dollars,
  factsOf,
  people,
  seededRules,
  termsC1,
} from '../../../test/support/oracle/refunds/cancel-examples.ts'
import { centsOf } from '../money.ts'
import { calculateCancel } from './calculation.ts'
import type { CancelOverride } from './facts.ts'
import type { CancelCalculation } from './results.ts'

const outcome = (override: Omit<CancelOverride, 'reason'>) =>
  calculateCancel(factsOf(contractC1), { ...termsC1, override: { reason: 'By the desk', ...override } })
function calculated(override: Omit<CancelOverride, 'reason'>): CancelCalculation {
  const result = outcome(override)
  if ('refused' in result) throw new Error(JSON.stringify(result.refused))
  return result
}
const figures = ({ grossRefund, claimsDeduction, cancelFee, netRefund }: CancelCalculation) =>
  [grossRefund, claimsDeduction, cancelFee, netRefund].map(dollars)
const cents = <Names extends string>(amounts: Record<Names, number>) =>
  Object.fromEntries(Object.entries<number>(amounts).map(([name, amount]) => [name, centsOf(amount)])) as {
    [Name in Names]: ReturnType<typeof centsOf>
  }

describe('later figures follow from the figures that are set', () => {
  test.each<[string, Omit<CancelOverride, 'reason'>, number[]]>([
    ['the method', { cancelMethodCode: 'FLAT' }, [2995, 412.35, 50, 2532.65]],
    ['the factor', { unearnedFactor: 0.5 }, [1497.5, 412.35, 50, 1035.15]],
    [
      'the factor, whatever the method',
      { cancelMethodCode: 'NONE', unearnedFactor: 0.5 },
      [1497.5, 412.35, 50, 1035.15],
    ],
    ['the gross refund', cents({ grossRefund: 1000 }), [1000, 412.35, 50, 537.65]],
    ['a gross refund below the claims', cents({ grossRefund: 400 }), [400, 400, 0, 0]],
    ['the claims', cents({ claimsDeduction: 0 }), [1826.95, 0, 50, 1776.95]],
    ['the fee', cents({ cancelFee: 0 }), [1826.95, 412.35, 0, 1414.6]],
    ['the net refund', cents({ netRefund: 1400 }), [1862.35, 412.35, 50, 1400]],
    ['the net refund and the fee', cents({ netRefund: 1400, cancelFee: 0 }), [1812.35, 412.35, 0, 1400]],
    [
      'the gross and the net refund',
      cents({ grossRefund: 1862.35, netRefund: 1400 }),
      [1862.35, 412.35, 50, 1400],
    ],
    [
      'all of them',
      cents({ grossRefund: 1000, claimsDeduction: 100, cancelFee: 10, netRefund: 890 }),
      [1000, 100, 10, 890],
    ],
  ])('%s', (_, override, expected) => {
    const calculation = calculated(override)
    expect(figures(calculation)).toEqual(expected)
    const given = calculation.lines.reduce((sum, { refund }) => sum + refund, 0)
    expect(given + calculation.shortfall).toBe(calculation.grossRefund)
    expect(figures(calculation.computed as CancelCalculation)).toEqual([1826.95, 412.35, 50, 1364.6])
  })
})

test('a net refund of zero is allowed with claims above the refund', () => {
  const facts = factsOf({ ...contractC1, claims: { paid: centsOf(5000), authorized: centsOf(0) } })
  const override = { reason: 'By the desk', netRefund: centsOf(100) }
  const result = calculateCancel(facts, { ...termsC1, override })
  expect(figures(result as CancelCalculation)).toEqual([1926.95, 1826.95, 0, 100])
})

test('an overridden method refunds 100% of its unearned part', () => {
  const florida = factsOf({ ...contractC1, stateOfSale: 'FL' })
  const override = { reason: 'By the desk', cancelMethodCode: 'PRORATA_DAYS' as const }
  expect(calculateCancel(florida, { ...termsC1, override })).toMatchObject({
    ...{ refundPercent: 100, grossRefund: centsOf(2102.73) },
    computed: { refundPercent: 90, grossRefund: centsOf(1892.46) },
  })
})

test('a refund that is set without the odometer is not reduced by the refund percent of the rule', () => {
  const [rule] = seededRules.filter(({ ruleCode }) => ruleCode === 'DEFAULT')
  const rules = rule ? [{ ...rule, refundPercent: 90 }] : []
  const override = { reason: 'By the desk', grossRefund: centsOf(1000) }
  expect(
    calculateCancel(factsOf(contractC1, { rules }), { ...termsC1, cancelOdometer: null, override }),
  ).toMatchObject({
    ...{ grossRefund: centsOf(1000), refundPercent: 100, unearnedFactor: 0.33389 },
  })
})

describe('lines', () => {
  const lines = (more: Record<string, number> = {}) =>
    Object.entries({
      ...{ RESERVE: 647.64, PREMTAX: 12.95, ADMIN: 76.25, CLIP: 7.32, ROADSIDE: 10.98 },
      ...{ AGENT: 45.75, DLRGRP: 30.5, MARKUP: 995.56, ...more },
    }).map(([code, refund]) => ({ code, refund: centsOf(refund) }))

  test('that are set are used unchanged', () => {
    const { lines: all, shortfall } = calculated({ disbursements: lines({ AGENT: 0, MARKUP: 1041.31 }) })
    expect(all.find(({ code }) => code === 'AGENT')).toMatchObject({ refund: 0, unearnedFactor: 0 })
    expect(all.find(({ code }) => code === 'MARKUP')?.refund).toBe(centsOf(1041.31))
    expect(shortfall).toBe(0)
  })

  test.each([
    ['do not sum', lines({ AGENT: 45.74 }), []],
    ['miss one', lines().filter(({ code }) => code !== 'AGENT'), ['AGENT']],
    ['name one twice', [...lines({ AGENT: 0 }), { code: 'AGENT', refund: centsOf(45.75) }], []],
    [
      'name another',
      lines().map((line) => (line.code === 'AGENT' ? { ...line, code: 'OTHER' } : line)),
      ['AGENT'],
    ],
  ])('that %s are refused', (_, disbursements, missing) => {
    expect(outcome({ disbursements })).toEqual({
      refused: [{ code: 'LinesDoNotSum', grossRefund: centsOf(1826.95), missing }],
    })
  })

  test('no line gives back more than its amount, or less than zero', () => {
    expect(outcome({ disbursements: lines({ AGENT: 75.01, MARKUP: 966.3 }) })).toEqual({
      refused: [{ code: 'OverrideOutOfRange', field: 'disbursements/5/refund', least: 0, most: centsOf(75) }],
    })
    expect(outcome({ disbursements: lines({ AGENT: -1, MARKUP: 1042.31 }) })).toMatchObject({
      refused: [{ code: 'OverrideOutOfRange', field: 'disbursements/5/refund' }],
    })
  })

  test('of a gross refund that is set are divided in proportion', () => {
    const { lines: all } = calculated(cents({ grossRefund: 1000 }))
    expect(all.map(({ refund }) => dollars(refund))).toEqual([
      354.49, 7.09, 41.74, 4.01, 6.01, 25.04, 16.69, 544.93,
    ])
    expect(all[0]?.unearnedFactor).toBe(0.33389)
  })
})

describe('invalid overrides are refused', () => {
  test.each<[string, Omit<CancelOverride, 'reason'>, string[]]>([
    ['more than the price', cents({ grossRefund: 2995.01 }), ['grossRefund']],
    ['a net refund that takes more than the price', cents({ netRefund: 2900 }), ['grossRefund']],
    ['less than nothing', cents({ grossRefund: -0.01 }), ['grossRefund', 'netRefund']],
    ['claims below nothing', cents({ claimsDeduction: -1 }), ['claimsDeduction']],
    ['claims above the refund', cents({ claimsDeduction: 2000 }), ['netRefund']],
    ['a fee above the refund', cents({ cancelFee: 2000 }), ['netRefund']],
    ['a fee below nothing', cents({ cancelFee: -1 }), ['cancelFee']],
    ['a factor above one', { unearnedFactor: 1.1 }, ['unearnedFactor']],
    ['a factor below nothing', { unearnedFactor: -0.1 }, ['unearnedFactor']],
  ])('%s', (_, override, fields) => {
    const result = outcome(override)
    const refused = 'refused' in result ? result.refused : []
    expect(refused.map(({ code }) => code)).toEqual(fields.map(() => 'OverrideOutOfRange'))
    expect(refused.map((one) => ('field' in one ? one.field : ''))).toEqual(fields)
  })

  test('figures that do not sum', () => {
    expect(outcome(cents({ grossRefund: 1000, netRefund: 900 }))).toEqual({
      refused: [{ code: 'OverrideDoesNotSum', netRefund: centsOf(537.65) }],
    })
  })
})

test('a payee is set by name or by account; an unknown payee is refused', () => {
  const { payee, payments, computed, explanation } = calculated({
    payee: { type: 'Customer', accountHolder: null, name: 'Maria Lopez, in trust' },
  })
  expect(payee).toMatchObject({
    type: 'Customer',
    accountHolder: people.customer,
    name: 'Maria Lopez, in trust',
  })
  expect(payments[0]?.payeeName).toBe('Maria Lopez, in trust')
  expect(computed?.payee.type).toBe('LienHolder')
  expect(explanation.at(-1)).toBe('Set by hand: payee (By the desk).')
  expect(outcome({ payee: { type: 'Other', accountHolder: null, name: 'Nobody' } })).toEqual({
    refused: [{ code: 'UnknownReference', field: '/override/payee' }],
  })
})
