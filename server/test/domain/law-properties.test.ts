import { expect, test } from 'vitest'
import { calculateCancel } from '../../src/domain/cancellation/calculation.ts'
import type { CancelFacts } from '../../src/domain/cancellation/facts.ts'
import { freeLookFor } from '../../src/domain/cancellation/free-look.ts'
import { methodByCode, usageOn } from '../../src/domain/cancellation/method.ts'
import { endsLoan } from '../../src/domain/cancellation/reasons.ts'
import type { CancelCalculation } from '../../src/domain/cancellation/results.ts'
import type { CancelRule } from '../../src/domain/cancellation/rules.ts'
import { addDays } from '../../src/domain/dates.ts'
import type { Cents } from '../../src/domain/money.ts'
import { unearnedBy } from '../../src/domain/refund/methods.ts'
import { sellerKinds } from '../../src/domain/seller-kinds.ts'
import { Chance } from '../support/hostile/chance.ts'
import { seededRules } from '../support/oracle/refunds/cancel-examples.ts'
import { type RandomCancel, randomCancel } from '../support/oracle/refunds/random-cancels.ts'
import { trialSeed, trials } from '../support/service/trials.ts'

// What holds for the terms that only some laws have, in any combination and for any cancellation.

const seed = trialSeed('law', 'BULWARK_LAW_SEED')
const TRIALS = trials(50_000, 1 / 250)
const general = seededRules.filter(({ state }) => state === null)

function randomTerms(chance: Chance): Partial<CancelRule> {
  const fee = () => ({ maxFee: chance.below(9000) as Cents, maxFeePercent: chance.maybe(50, [1, 7.5, 10]) })
  const percent = chance.maybe(60, [2, 7.5, 10, 100])
  return {
    ...{ freeLookDays: chance.below(61), mailedFreeLookDays: chance.maybe(40, [20, 30, 70]) },
    freeLookCount: chance.of(['Calendar', 'Business'] as const),
    freeLookFrom: chance.of(['Sale', 'Delivery'] as const),
    freeLookEndsWith: chance.maybe(60, ['ClaimMade', 'CoveredLoss'] as const),
    freeLookFees: chance.is(40) ? [0, 10].map((fromDay) => ({ fromDay, ...fee() })) : [],
    ...{ maxFee: chance.below(40_000) as Cents, maxFeePercent: percent },
    feeBase: chance.of(['Price', 'Refund', 'Unearned'] as const),
    percentFeeOnly: percent !== null && chance.is(50),
    floorMethod: chance.maybe(50, ['RULE78', 'PRORATA_DAYS'] as const),
    wholeMonthDays: chance.maybe(40, [1, 16, 31]),
    ...{ leastRefund: chance.of([0, 100, 500, 90_000]) as Cents, allowsDollars: chance.is(50) },
    financeCharges: chance.maybe(60, ['InFreeLook', 'Always'] as const),
    noRefundAfterBenefit: chance.is(30),
    requestWithin: chance.is(50) ? { days: 90, after: chance.of(['LoanEnd', 'Cancel'] as const) } : null,
    refundsAtPayoff: true,
    payoffSteps: chance.is(50) ? [{ by: 'Creditor', does: 'Refunds', days: 60, from: 'LoanEnd' }] : [],
    salesTax: chance.maybe(60, ['Refund', 'Keep'] as const),
    leavesOut: chance.is(30) ? ['Bank'] : [],
  }
}

interface Trial extends RandomCancel {
  readonly rule: CancelRule
  readonly result: CancelCalculation
}

/** A random cancellation under a rule with random terms, without an override. Every trial can be made again by its seed. */
function each(check: (trial: Trial, again: (given: Partial<CancelRule>) => CancelCalculation) => void): void {
  let calculated = 0
  for (let at = 0; at < TRIALS; at += 1) {
    const chance = new Chance(seed + at)
    const cancel = randomCancel(chance)
    const given = randomTerms(chance)
    const { saleDate } = cancel.facts.contract.term
    const contract = {
      ...cancel.facts.contract,
      hasClaim: cancel.facts.contract.claims.paid > 0 || chance.is(10),
      delivery: chance.maybe(60, [{ date: addDays(saleDate, chance.below(20)), isMailed: chance.is(50) }]),
      sellerKind: chance.maybe(50, sellerKinds),
      financeCharge: chance.maybe(60, [12_345 as Cents]),
    }
    const terms = { ...cancel.terms, override: null, payments: null, payee: null }
    const run = (more: Partial<CancelRule>) => {
      const ours = general.map((rule) => ({
        ...{ ...rule, ...given, ...more, state: contract.stateOfSale, ruleCode: `OURS-${rule.side}` },
        ...{ id: rule.id + 1000, layer: 'Library' as const },
        ...(rule.side === 'Provider' ? { maxFee: 0 as Cents, maxFeePercent: null } : {}),
      }))
      const settings = {
        ...cancel.facts.settings,
        roundsToDollars: at % 2 === 0,
        rules: [...ours, ...general],
      }
      const facts: CancelFacts = { contract, settings }
      const result = calculateCancel(facts, terms)
      return { facts, result, rule: ours.find(({ id }) => 'ruleId' in result && id === result.ruleId) }
    }
    const { facts, result, rule } = run({})
    if ('refused' in result) continue
    const isOut = contract.sellerKind === 'Bank' && given.leavesOut?.includes('Bank')
    expect(rule === undefined, `seed ${seed + at}`).toBe(Boolean(isOut))
    if (!rule) continue
    calculated += 1
    const again = (more: Partial<CancelRule>) => {
      const other = run(more).result
      if ('refused' in other) throw new Error(JSON.stringify(other.refused))
      return other
    }
    try {
      check({ facts, terms, rule, result }, again)
    } catch (error) {
      console.log(`seed ${seed + at}`)
      throw error
    }
  }
  expect(calculated).toBeGreaterThan(TRIALS / 2)
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)

test('the figures add up, and each keeps its limit', () => {
  each(({ facts, terms, rule, result }) => {
    const { grossRefund, claimsDeduction, cancelFee, netRefund, retail } = result
    expect(netRefund).toBe(grossRefund - claimsDeduction - cancelFee)
    expect(Math.min(grossRefund, claimsDeduction, cancelFee, netRefund)).toBeGreaterThanOrEqual(0)
    expect(grossRefund).toBeLessThanOrEqual(retail)
    expect(sum(result.lines.map(({ refund }) => refund)) + result.shortfall).toBe(grossRefund)
    expect(sum(result.payments.map(({ amount }) => amount))).toBe(result.totalRefund)
    expect(result.totalRefund).toBe(netRefund + result.salesTaxRefund)
    // A refund is at least the least one, or nothing.
    if (grossRefund > 0) expect(netRefund).toBeGreaterThanOrEqual(rule.leastRefund)
    if (rule.allowsDollars && facts.settings.roundsToDollars && grossRefund !== retail)
      expect(grossRefund % 100).toBe(0)
    if (rule.salesTax === 'Keep') expect(result.salesTaxRefund).toBe(0)
    if (rule.noRefundAfterBenefit && facts.contract.claims.paid > 0 && !terms.reason.forcesFlat)
      expect(grossRefund).toBe(0)
    if (rule.side === 'Provider') expect(cancelFee).toBe(0)
  })
}, 3_600_000)

test('the fee keeps the limits of its base, in the free look and after it', () => {
  each(({ facts, terms, rule, result }) => {
    const { cancelFee, grossRefund, claimsDeduction, retail, unearnedFactor } = result
    expect(cancelFee).toBeLessThanOrEqual(facts.settings.fee)
    if (freeLookFor(rule, facts.contract, terms, facts.settings).isWithin) {
      const most = Math.max(0, ...rule.freeLookFees.map(({ maxFee }) => maxFee ?? 0))
      expect(cancelFee).toBeLessThanOrEqual(most)
      return
    }
    if (!rule.percentFeeOnly) expect(cancelFee).toBeLessThanOrEqual(rule.maxFee)
    if (rule.maxFeePercent === null) return
    const base = { Price: retail, Refund: grossRefund - claimsDeduction, Unearned: retail * unearnedFactor }
    // Half a cent of rounding, and what six decimals leave out of the factor.
    expect(cancelFee).toBeLessThanOrEqual((base[rule.feeBase] * rule.maxFeePercent) / 100 + 1.5)
  })
}, 3_600_000)

test('the refund is never less than the floor, and terms for others do not change it', () => {
  each(({ facts, terms, rule, result }, again) => {
    const { method, grossRefund, totalRefund, refundDueDate } = result
    if (rule.floorMethod && method !== 'FLAT' && method !== 'NONE') {
      const usage = usageOn(facts.contract, terms, rule)
      const least = unearnedBy(methodByCode(facts.settings.methods, rule.floorMethod), usage)
      if (least)
        expect(result.unearnedFactor).toBeGreaterThanOrEqual(least.factor.part / least.factor.whole - 1e-6)
    }
    const others = again({ requestWithin: null, financeCharges: null, payoffSteps: [] })
    expect([others.grossRefund, others.totalRefund]).toEqual([grossRefund, totalRefund])
    if (!endsLoan(terms.reason)) expect(others.refundDueDate).toBe(refundDueDate)
    else if (rule.payoffSteps.length > 0) expect(refundDueDate).toBe(addDays(terms.cancelDate, 60))
  })
}, 3_600_000)

test('the free look is never shorter in business days, or from a later delivery', () => {
  each(({ facts, terms, rule, result }) => {
    const end = (more: Partial<CancelRule>) =>
      freeLookFor({ ...rule, ...more }, facts.contract, terms, facts.settings).endDate
    expect(end({ freeLookCount: 'Business' }) >= end({ freeLookCount: 'Calendar' })).toBe(true)
    expect(end({ freeLookFrom: 'Delivery' }) >= end({ freeLookFrom: 'Sale' })).toBe(true)
    expect(end({ mailedFreeLookDays: 90 }) >= end({ mailedFreeLookDays: null })).toBe(true)
    expect(result.freeLookEndDate).toBe(end({}))
  })
}, 3_600_000)
