import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomRuleSet } from '../../../test/support/oracle/refunds/random-cancel-rules.ts'
import { centsOf } from '../money.ts'
import {
  affectedScopes,
  type PresentRule,
  type RuleChange,
  ruleChanges,
  ruleChangeText,
} from './rules-diff.ts'
import { type NamedRule, rulesFromWritten, type WrittenRule } from './rules-file.ts'

const texas: WrittenRule = {
  ...{ code: 'TX-SC', source: 'Occupations Code 1304', state: 'TX', productTypeCodes: ['VSC', 'TW'] },
  ...{ freeLookDays: 30, freeLookClaims: 'Deduct', maxFee: centsOf(50), deductsClaims: true, refundDays: 45 },
}
const ruleOf = (written: WrittenRule): NamedRule =>
  rulesFromWritten({ ...written, side: 'Holder' })[0] as NamedRule
const present = (...rules: readonly NamedRule[]): PresentRule[] =>
  rules.map((rule, at) => ({ id: at + 1, isActive: true, rule }))
const becoming = (change: Partial<WrittenRule>) =>
  ruleChanges(present(ruleOf(texas)), [ruleOf({ ...texas, ...change })]).map(ruleChangeText)

describe('the changes of a rule file', () => {
  test('a file that matches the stored rules changes nothing', () => {
    expect(ruleChanges(present(ruleOf(texas)), [ruleOf(texas)])).toEqual([])
  })

  test.each<[Partial<WrittenRule>, string]>([
    [{ code: 'tx-sc' }, 'code from TX-SC to tx-sc'],
    [{ source: null }, 'source from "Occupations Code 1304" to none'],
    [{ state: null }, 'state from TX to all'],
    [{ productTypeCodes: ['VSC'] }, 'product types from VSC, TW to VSC'],
    [{ program: 'VSC-STD' }, 'program from all to VSC-STD'],
    [{ reasonCodes: ['REPO'] }, 'reasons from all to REPO'],
    [{ effectiveTo: '2025-12-31' }, 'last sale date from any date to 2025-12-31'],
    [{ freeLookDays: 1 }, 'free look from 30 days to 1 day'],
    [
      { shortFreeLook: { days: 20, productTypeCodes: ['TW'], withoutWarranty: true } },
      "short free look from none to 20 days for TW, used vehicles without a manufacturer's warranty",
    ],
    [{ freeLookClaims: null }, 'paid claims in the free look from Deduct to no effect'],
    [{ freeLookFeePercent: 5 }, 'maximum fee in the free look from no fee to 5% of the price'],
    [{ method: 'PRORATA_DAYS' }, "method from the program's method to PRORATA_DAYS"],
    [{ floorMethod: 'RULE78' }, 'method for the minimum refund from none to RULE78'],
    [{ refundPercent: 90 }, 'refund percent from 100% to 90%'],
    [{ maxFee: centsOf(25) }, 'maximum fee from 50.00 to 25.00'],
    [{ maxFeePercent: 10 }, 'maximum fee percent from no limit to 10% of the price'],
    [{ deductsClaims: false }, 'paid claims from deducted to not deducted'],
    [{ refundDays: 30 }, 'refund deadline from 45 days to 30 days'],
    [{ refundsAtPayoff: true }, 'refund at loan payoff from on request to automatic'],
    [
      { penalty: { base: 'Price', percent: 10, period: 'ThirtyDays', inFreeLookOnly: true } },
      'late penalty from none to 10% of the price for each 30 days or part of them, in the free look only',
    ],
    [
      { limitedReasons: { fromDay: 61, codes: ['FRAUD', 'NONPAY'] } },
      'reasons the provider may cancel for from all to only FRAUD, NONPAY from day 61 on',
    ],
    [{ noticeDays: 5 }, 'notice by the provider from none to 5 days in advance'],
  ])('%j', (change, words) => {
    expect(becoming(change)).toEqual([`Changed: TX-SC: ${words}.`])
  })

  test('a rule with another start date is another rule', () => {
    const later = ruleOf({ ...texas, effectiveFrom: '2025-01-01', program: 'VSC-STD', reasonCodes: ['REPO'] })
    expect(ruleChanges(present(ruleOf(texas)), [later]).map(ruleChangeText)).toEqual([
      "Removed: TX-SC, for TX, VSC, TW, cancelled by the holder's side.",
      `New: TX-SC from 2025-01-01, for TX, VSC, TW, program VSC-STD, reason REPO, cancelled by the holder's side: source "Occupations Code 1304"; free look 30 days; paid claims in the free look Deduct; maximum fee in the free look no fee; method the program's method; refund percent 100%; maximum fee 50.00; paid claims deducted; refund deadline 45 days.`,
    ])
  })

  test('a removed rule that comes back keeps its id', () => {
    const [removed] = present(ruleOf(texas)).map((one) => ({ ...one, isActive: false }))
    expect(ruleChanges(removed ? [removed] : [], [ruleOf(texas)])).toMatchObject([{ kind: 'New', id: 1 }])
    expect(ruleChanges(removed ? [removed] : [], [])).toEqual([])
  })
})

test('the affected states and product types, before and after', () => {
  const florida = ruleOf({ ...texas, code: 'FL-MV', state: 'FL', productTypeCodes: ['VSC'] })
  const changes = ruleChanges(present(ruleOf(texas), florida), [
    ruleOf({ ...texas, productTypeCodes: ['VSC', 'KEY'] }),
    ruleOf({ ...texas, code: 'DEFAULT', state: null, productTypeCodes: null }),
  ])
  expect(affectedScopes(changes)).toEqual([
    ...['FL: VSC', 'TX: KEY, TW, VSC', 'all states without a rule of their own: all product types'],
  ])
})

/** The stored rules after the changes. */
function applied(rows: readonly PresentRule[], changes: readonly RuleChange[]): PresentRule[] {
  const after = new Map(rows.map((row) => [row.id, row]))
  for (const change of changes) {
    const id = change.id ?? Math.max(0, ...after.keys()) + 1
    const rule = change.kind === 'Removed' ? change.before : change.after
    after.set(id, { id, rule, isActive: change.kind !== 'Removed' })
  }
  return [...after.values()]
}

test('applying the changes gives the wanted rules, there and back, and leaves nothing to change', () => {
  const activeTexts = (rows: readonly PresentRule[]) =>
    rows
      .filter(({ isActive }) => isActive)
      .map(({ rule }) => JSON.stringify(rule))
      .sort()
  const texts = (rules: readonly NamedRule[]) => rules.map((rule) => JSON.stringify(rule)).sort()
  fc.assert(
    fc.property(randomRuleSet, randomRuleSet, (one, other) => {
      const before = present(...one)
      const changed = applied(before, ruleChanges(before, other))
      expect(activeTexts(changed)).toEqual(texts(other))
      expect(ruleChanges(changed, other)).toEqual([])
      const back = applied(changed, ruleChanges(changed, one))
      expect(activeTexts(back)).toEqual(texts(one))
      // A rule keeps its id, even if it was removed in between.
      for (const { id, rule } of before) expect(back.find((row) => row.id === id)?.rule).toEqual(rule)
    }),
    { numRuns: 100 },
  )
})
