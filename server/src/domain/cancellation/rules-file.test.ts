import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startRules } from '../../../test/support/oracle/refunds/cancel-examples.ts'
import { randomRuleSet } from '../../../test/support/oracle/refunds/random-cancel-rules.ts'
import { centsOf } from '../money.ts'
import { type NamedRule, rulesFromWritten, type WrittenRule, writtenFromRules } from './rules-file.ts'

const plain: WrittenRule = { code: 'X', freeLookDays: 30, deductsClaims: true, refundDays: 45 }

describe('a written rule', () => {
  test('has default values for what it leaves out', () => {
    const [rule] = rulesFromWritten(plain)
    expect(rule).toMatchObject({ ruleCode: 'X', side: 'Holder', state: null, method: null, program: null })
    expect(rule).toMatchObject({ refundPercent: 100, maxFee: 0, refundsAtPayoff: false, penalty: null })
  })

  test('is for both sides; the provider gets a rule without fees and a full refund percent', () => {
    const fees = { freeLookFeePercent: 5, refundPercent: 90, maxFee: centsOf(50), maxFeePercent: 10 }
    const [rule, twin, ...others] = rulesFromWritten({ ...plain, ...fees })
    expect(others).toEqual([])
    expect(rule).toMatchObject({ ruleCode: 'X', side: 'Holder', ...fees })
    expect(twin).toEqual({
      ...rule,
      ...{ ruleCode: 'X-P', side: 'Provider' },
      ...{ freeLookFeePercent: null, refundPercent: 100, maxFee: 0, maxFeePercent: null },
    })
  })

  test('may have different terms for the provider', () => {
    const provider = { refundDays: 30, noticeDays: 5, limitedReasons: { fromDay: 61, codes: ['FRAUD'] } }
    const [rule, twin] = rulesFromWritten({ ...plain, provider })
    expect(rule).toMatchObject({ refundDays: 45, noticeDays: null, limitedReasons: null })
    expect(twin).toMatchObject(provider)
  })

  test.each(['Holder', 'Provider'] as const)('with the side %s is for that side only', (side) => {
    expect(rulesFromWritten({ ...plain, side }).map((rule) => [rule.ruleCode, rule.side])).toEqual([
      ['X', side],
    ])
  })
})

describe('rules written to a file', () => {
  test('are as short as the rules that every administrator starts with', () => {
    const written = writtenFromRules(startRules.flatMap(rulesFromWritten))
    expect(written.flatMap(rulesFromWritten)).toEqual(startRules.flatMap(rulesFromWritten))
    expect(written).toHaveLength(startRules.length)
    expect(written.at(-1)).toEqual(startRules.at(-1))
  })

  test('a provider rule that differs gets an entry of its own', () => {
    const rules = rulesFromWritten(plain).map((rule): NamedRule => {
      return rule.side === 'Provider' ? { ...rule, freeLookDays: 20 } : rule
    })
    expect(writtenFromRules(rules)).toEqual([
      { ...plain, side: 'Holder' },
      { ...plain, code: 'X-P', side: 'Provider', freeLookDays: 20 },
    ])
  })

  test('read back unchanged', () => {
    const inOrder = (rules: readonly NamedRule[]) =>
      [...rules].sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
    fc.assert(
      fc.property(randomRuleSet, (rules) => {
        expect(inOrder(writtenFromRules(rules).flatMap(rulesFromWritten))).toEqual(inOrder(rules))
      }),
      { numRuns: 100 },
    )
  })
})
