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

describe('what changes', () => {
  test('nothing where the file says what there is', () => {
    expect(ruleChanges(present(ruleOf(texas)), [ruleOf(texas)])).toEqual([])
  })

  test.each<[Partial<WrittenRule>, string]>([
    [{ code: 'tx-sc' }, 'the code TX-SC becomes tx-sc'],
    [{ source: null }, 'the source "Occupations Code 1304" becomes none'],
    [{ state: null }, 'the state TX becomes every'],
    [{ productTypeCodes: ['VSC'] }, 'product types VSC, TW becomes VSC'],
    [{ program: 'VSC-STD' }, 'the program every becomes VSC-STD'],
    [{ reasonCodes: ['REPO'] }, 'reasons all becomes REPO'],
    [{ effectiveTo: '2025-12-31' }, 'sold until any day becomes 2025-12-31'],
    [{ freeLookDays: 1 }, 'free look 30 days becomes 1 day'],
    [
      { shortFreeLook: { days: 20, productTypeCodes: ['TW'], withoutWarranty: true } },
      "another free look none becomes of 20 days for TW, used vehicles without a maker's warranty",
    ],
    [{ freeLookClaims: null }, 'claims in the free look Deduct becomes without effect'],
    [{ freeLookFeePercent: 5 }, 'fee in the free look at most nothing becomes 5%'],
    [{ method: 'PRORATA_DAYS' }, "method the program's becomes PRORATA_DAYS"],
    [{ floorMethod: 'RULE78' }, 'at least by none becomes RULE78'],
    [{ refundPercent: 90 }, 'refund 100% becomes 90%'],
    [{ maxFee: centsOf(25) }, 'fee at most 50.00 becomes 25.00'],
    [{ maxFeePercent: 10 }, 'fee at most, of the price, without bound becomes 10%'],
    [{ deductsClaims: false }, 'claims deducted becomes not deducted'],
    [{ refundDays: 30 }, 'paid within 45 days becomes 30 days'],
    [{ refundsAtPayoff: true }, 'at payoff refunded when asked for becomes refunded without asking'],
    [
      { penalty: { base: 'Price', percent: 10, period: 'ThirtyDays', inFreeLookOnly: true } },
      'when late no penalty becomes 10% of the price for each 30 days begun, in the free look only',
    ],
    [
      { limitedReasons: { fromDay: 61, codes: ['FRAUD', 'NONPAY'] } },
      'reasons of the provider without bound becomes from day 61 only FRAUD, NONPAY',
    ],
    [{ noticeDays: 5 }, 'notice of the provider none becomes 5 days ahead'],
  ])('%j', (change, words) => {
    expect(becoming(change)).toEqual([`Changed: TX-SC: ${words}.`])
  })

  test('a rule that begins on another day is another rule', () => {
    const later = ruleOf({ ...texas, effectiveFrom: '2025-01-01', program: 'VSC-STD', reasonCodes: ['REPO'] })
    expect(ruleChanges(present(ruleOf(texas)), [later]).map(ruleChangeText)).toEqual([
      "Removed: TX-SC, for TX, VSC, TW, cancelled by the holder's side.",
      `New: TX-SC from 2025-01-01, for TX, VSC, TW, program VSC-STD, when the reason is REPO, cancelled by the holder's side: the source "Occupations Code 1304"; free look 30 days; claims in the free look Deduct; fee in the free look at most nothing; method the program's; refund 100%; fee at most 50.00; claims deducted; paid within 45 days.`,
    ])
  })

  test('one that is wanted again has the id it had', () => {
    const [gone] = present(ruleOf(texas)).map((one) => ({ ...one, isActive: false }))
    expect(ruleChanges(gone ? [gone] : [], [ruleOf(texas)])).toMatchObject([{ kind: 'New', id: 1 }])
    expect(ruleChanges(gone ? [gone] : [], [])).toEqual([])
  })
})

test('where it counts: states with their product types, before and after', () => {
  const florida = ruleOf({ ...texas, code: 'FL-MV', state: 'FL', productTypeCodes: ['VSC'] })
  const changes = ruleChanges(present(ruleOf(texas), florida), [
    ruleOf({ ...texas, productTypeCodes: ['VSC', 'KEY'] }),
    ruleOf({ ...texas, code: 'DEFAULT', state: null, productTypeCodes: null }),
  ])
  expect(affectedScopes(changes)).toEqual([
    ...['FL: VSC', 'TX: KEY, TW, VSC', 'every state that has no rule of its own: every product type'],
  ])
})

/** What applying does to rows. */
function applied(rows: readonly PresentRule[], changes: readonly RuleChange[]): PresentRule[] {
  const after = new Map(rows.map((row) => [row.id, row]))
  for (const change of changes) {
    const id = change.id ?? Math.max(0, ...after.keys()) + 1
    const rule = change.kind === 'Removed' ? change.before : change.after
    after.set(id, { id, rule, isActive: change.kind !== 'Removed' })
  }
  return [...after.values()]
}

test('the changes from one set to another, made, give the other; and back; and then nothing is left to do', () => {
  const counting = (rows: readonly PresentRule[]) =>
    rows
      .filter(({ isActive }) => isActive)
      .map(({ rule }) => JSON.stringify(rule))
      .sort()
  const texts = (rules: readonly NamedRule[]) => rules.map((rule) => JSON.stringify(rule)).sort()
  fc.assert(
    fc.property(randomRuleSet, randomRuleSet, (one, other) => {
      const before = present(...one)
      const there = applied(before, ruleChanges(before, other))
      expect(counting(there)).toEqual(texts(other))
      expect(ruleChanges(there, other)).toEqual([])
      const back = applied(there, ruleChanges(there, one))
      expect(counting(back)).toEqual(texts(one))
      // Whatever happened in between, a rule has the id that it had.
      for (const { id, rule } of before) expect(back.find((row) => row.id === id)?.rule).toEqual(rule)
    }),
    { numRuns: 100 },
  )
})
