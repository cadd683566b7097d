import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adjudicate } from '../../src/domain/claims/adjudicate.ts'
import type { Adjudication, ClaimFacts, DetailFigures } from '../../src/domain/claims/claim.ts'
import { settleGap } from '../../src/domain/claims/gap-settlement.ts'
import type { Cents } from '../../src/domain/money.ts'
import { type DrawnClaim, drawnClaim } from '../support/oracle/claims/drawn-claims.ts'
import { plainAdjudication } from '../support/oracle/claims/plain-adjudication.ts'
import { drawnGap, plainGap } from '../support/oracle/claims/random-gaps.ts'
import { trialSeed, trials } from '../support/service/trials.ts'

const seed = trialSeed('claims', 'BULWARK_CLAIM_SEED')
const TIMEOUT = 3_600_000
const runs = { seed, numRuns: trials(100_000, 1 / 200) }

/** Compares plain data. The comparison of the test runner takes much longer, so it only has to explain a difference. */
function same(actual: unknown, expected: unknown): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) expect(actual).toEqual(expected)
}

function atMost(actual: number, most: number): void {
  if (!(actual <= most)) expect(actual).toBeLessThanOrEqual(most)
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)
const hasEnded = (status: string) => status === 'Denied' || status === 'Voided'

/** The details that count, with their figures. */
const counting = (facts: ClaimFacts, { details }: Adjudication): DetailFigures[] =>
  facts.details.flatMap(({ id, status }) => (hasEnded(status) ? [] : [figuresOf(details, id)]))

function figuresOf(details: Adjudication['details'], id: number): DetailFigures {
  const figures = details.get(id)
  if (!figures) throw new Error(`Detail ${id} has no figures.`)
  return figures
}

/** A line as both adjudications have it. */
const amounts = ({ labor, parts, misc }: DetailFigures) =>
  [...labor, ...parts, ...misc].map(({ id, requested, amount, tax }) => ({ id, requested, amount, tax }))

const totals = (figures: DetailFigures) => {
  const { labor, parts, misc, adjustments, limitedComponents = [], ...rest } = figures
  const used = limitedComponents.filter((one) => one.used > 0)
  return { ...rest, used: used.map((one) => `${one.code} ${one.used}`).sort() }
}

/** The cuts by reason and line, in any order. */
const cuts = ({ adjustments }: DetailFigures) =>
  adjustments
    .filter(({ amount }) => amount !== 0)
    .map(({ target, targetId, reasonCode, amount }) => `${target} ${targetId} ${reasonCode} ${amount}`)
    .sort()

/** What must hold for every claim. More of it is in domain/claim-properties. */
const checks: Readonly<Record<string, (claim: DrawnClaim & { readonly found: Adjudication }) => void>> = {
  'A second adjudication agrees, line by line': ({ facts, found: ours }) => {
    const second = plainAdjudication(facts)
    for (const { id, status } of facts.details) {
      const expected = second.details.get(id)
      if (!expected) continue
      const figures = figuresOf(ours.details, id)
      if (status === 'Denied') {
        const { payable, requested, customerPay } = figures
        const { figures: denied } = expected
        same([payable, requested, customerPay], [0, denied.requested, denied.customerPay])
        continue
      }
      same(amounts(figures), amounts(expected.figures))
      same(totals(figures), totals(expected.figures))
      if (!expected.isOverridden) same(cuts(figures), cuts(expected.figures))
    }
    same(ours.deductibleApplied, Number(second.deductibleApplied))
    same(ours.inspectionRequired, second.inspectionRequired)
    // It also agrees on whether the contract covers the loss, and why not.
    const { inForce, reasons } = ours.coverage
    same(reasons.map(({ code }) => code).sort(), [...second.reasons].sort())
    same(inForce, reasons.length === 0)
  },

  'What we pay, the customer pays and the shop bears is what was asked, with tax': ({ facts, found }) => {
    for (const figures of counting(facts, found)) {
      const { requested, adjusted, tax, payable, customerPay, notCovered, adjustments } = figures
      const ofShop = -sum(
        adjustments.filter(({ reasonCode }) => !ofCustomer.includes(reasonCode)).map(({ amount }) => amount),
      )
      same(payable + customerPay + ofShop, requested + tax)
      same(requested + sum(adjustments.map(({ amount }) => amount)), adjusted)
      atMost(0, Math.min(payable, customerPay, notCovered, figures.overLimit, tax))
      for (const line of [...figures.labor, ...figures.parts, ...figures.misc]) {
        atMost(0, line.amount)
        atMost(line.amount, line.requested)
        if (line.amount === 0) same(line.tax, 0)
      }
    }
  },

  'No limit is exceeded': ({ facts, found, elsewhere }) => {
    const { perClaimLimit, aggregateLimit } = facts.terms
    const payable = sum(counting(facts, found).map((figures) => figures.payable))
    if (perClaimLimit !== null) atMost(payable, perClaimLimit)
    if (aggregateLimit !== null) atMost(payable, Math.max(0, aggregateLimit - elsewhere))
    for (const [code, { limit }] of facts.terms.components) {
      if (limit === null) continue
      const parts = counting(facts, found).flatMap(({ limitedComponents }) => limitedComponents ?? [])
      atMost(sum(parts.map((part) => (part.code === code ? part.used : 0))), limit)
    }
  },

  'A deductible is asked once where once is meant': ({ facts, found }) => {
    const figures = counting(facts, found)
    const { type, amount, reducedAmount } = facts.terms.deductible
    const isRelated = facts.facility?.isRelated ?? false
    const subtotals = figures.map(({ adjusted, tax }) => adjusted + tax)
    const asked =
      isRelated && type === 'Disappearing'
        ? 0
        : isRelated && type === 'Reduced'
          ? (reducedAmount ?? 0)
          : amount
    if (type === 'PerComponent' || type === 'PerItem')
      for (const { adjusted, tax, deductibleApplied } of figures)
        same(deductibleApplied, Math.min(asked, adjusted + tax))
    else {
      const given = sum(figures.map(({ deductibleApplied }) => deductibleApplied))
      atMost(given, asked)
      // Details that are denied or voided later leave their part to the others only while those are open.
      if (facts.details.every(({ frozen }) => frozen === null)) same(given, Math.min(asked, sum(subtotals)))
    }
  },

  'An inspection is needed from the threshold on': ({ facts, found }) => {
    const subtotal = sum(counting(facts, found).map(({ adjusted, tax }) => adjusted + tax))
    const needed = (inspectionThreshold: number) => {
      const settings = {
        ...facts.settings,
        inspectionThreshold: inspectionThreshold as Cents,
        earlyClaimDays: 0,
      }
      const terms = { ...facts.terms, effectiveDate: facts.lossDate }
      return adjudicate({ ...facts, settings, terms }).inspectionRequired
    }
    same([needed(subtotal), needed(subtotal + 1)], [true, false])
  },

  'The sequence of details matters only for caps, cuts of the claim, the deductible and limits': ({
    before,
  }) => {
    const last = before.details.length
    const turned = {
      ...before,
      details: before.details.map((one) => ({ ...one, sequence: last - one.sequence })),
    }
    const [one, other] = [adjudicate(before), adjudicate(turned)]
    const capped = before.details.filter(({ misc }) => misc.some(({ type }) => sharedCaps.includes(type)))
    const isCutAsAWhole = before.details.some(({ adjustments }) =>
      adjustments.some(({ target }) => target === 'Claim'),
    )
    if (capped.length > 1 || isCutAsAWhole) return
    for (const { id } of before.details) {
      const [first, second] = [figuresOf(one.details, id), figuresOf(other.details, id)]
      same(amounts(second), amounts(first))
      same(second.notCovered, first.notCovered)
    }
    same(other.deductibleApplied, one.deductibleApplied)
    const { perClaimLimit, aggregateLimit, components } = before.terms
    const isLimited = perClaimLimit !== null || aggregateLimit !== null
    if (isLimited || [...components.values()].some(({ limit }) => limit !== null)) return
    const paid = ({ details }: Adjudication) => sum([...details.values()].map(({ payable }) => payable))
    same(paid(other), paid(one))
  },
}

const ofCustomer: readonly string[] = ['NotCovered', 'MfrWarranty', 'BenefitCap']
const sharedCaps: readonly string[] = ['Tow', 'Rental', 'ShopSupplies']

test(
  'random claims: what must hold for every claim',
  () => {
    // One pass for all: making the claims takes longer than checking them.
    fc.assert(
      fc.property(drawnClaim, (claim) => {
        const known = { ...claim, found: adjudicate(claim.facts) }
        for (const [what, check] of Object.entries(checks))
          try {
            check(known)
          } catch (error) {
            throw new Error(`Does not hold: ${what}.`, { cause: error })
          }
      }),
      runs,
    )
  },
  TIMEOUT,
)

test(
  'random total losses: a second settlement agrees, and the parts of what the customer owes add up',
  () => {
    fc.assert(
      fc.property(drawnGap, (facts) => {
        const result = settleGap(facts)
        if (!('settlement' in result)) throw new Error(`Not settled: ${JSON.stringify(result)}`)
        const { payment, paymentsDue, scheduledPayoff, payable, customerResidual } = result.settlement
        same({ payment, paymentsDue, scheduledPayoff, payable, customerResidual }, plainGap(facts))
        const { surplus, ...parts } = result.settlement.residualParts
        same(sum(Object.values(parts)) + surplus, customerResidual)
        atMost(surplus, 0)
        for (const part of Object.values(parts)) atMost(0, part)
        atMost(payable, Math.min(result.settlement.gap, facts.promise.maximumBenefit ?? Number.MAX_VALUE))
        atMost(0, payable)
      }),
      runs,
    )
  },
  TIMEOUT,
)
