import { describe, expect, test } from 'vitest'
import {
  adjustment,
  deductible,
  detail,
  facts,
  labor,
  limitedTo,
  misc,
  part,
  waterPump,
} from '../../../test/support/oracle/claims/claim-examples.ts'
import { amountOf, amountOrNull, centsOf } from '../money.ts'
import { adjudicate, fixedFigures } from './adjudicate.ts'
import type { ClaimDetail, ClaimFacts, DetailFigures } from './claim.ts'
import { worksheetOf } from './worksheet.ts'

const stepsOf = (claim: ClaimFacts) => worksheetOf(claim, adjudicate(claim))
const figuresOf = (claim: ClaimFacts) => adjudicate(claim).details.get(901) as DetailFigures
const step = (claim: ClaimFacts, code: string) => stepsOf(claim).find((each) => each.code === code)
const amounts = (claim: ClaimFacts) =>
  stepsOf(claim)
    .filter(({ amount }) => amount !== null)
    .map(({ code, amount }) => [code, amountOrNull(amount)])

describe('the worksheet', () => {
  const limited = { contractPaid: centsOf(6_210), terms: { aggregateLimit: centsOf(6_800) } }

  test('has every figure of V1 in the order of the rules', () => {
    expect(amounts(facts([waterPump()], limited))).toEqual([
      ['requested:Labor:1501', 609],
      ['GuideTime:Labor:1501', -58],
      ['amount:Labor:1501', 551],
      ['requested:Part:1601', 389.95],
      ['tax:State:Part:1601', 32.17],
      ['requested:Part:1602', 36.8],
      ['tax:State:Part:1602', 3.04],
      ['requested:Misc:1701', 45],
      ['requested:Detail:1', 1_080.75],
      ['adjusted:Detail:1', 1_022.75],
      ['subtotal:Detail:1', 1_057.96],
      ['deductible:Detail:1', 100],
      ['payable:Detail:1', 590],
      ['customerPay:Detail:1', 467.96],
      ['payable:Claim', 590],
      ['customerPay:Claim', 467.96],
    ])
  })

  test.each<[string, Record<string, unknown>]>([
    ['GuideTime:Labor:1501', { hoursRequested: 4.2, hoursGuide: 3.8, rateRequested: 145 }],
    ['tax:State:Part:1601', { taxable: 389.95, ratePercent: 8.25, ruleId: 1 }],
    ['deductible:Detail:1', { type: 'PerVisit', deductible: 100, left: 100, subtotal: 1_057.96 }],
    ['payable:Detail:1', { afterDeductible: 957.96, contractRoom: 590 }],
    ['customerPay:Detail:1', { deductible: 100, overLimit: 367.96, notCovered: 0 }],
    ['inspectionRequired', { subtotal: 1_057.96, inspectionThreshold: 1_500, earlyUntil: '2024-06-13' }],
  ])('%s has its inputs', (code, inputs) => {
    expect(step(facts([waterPump()], limited), code)?.inputs).toMatchObject(inputs)
  })

  test('shows a figure before it is rounded', () => {
    const claim = facts([waterPump()])
    expect(step(claim, 'tax:State:Part:1601')).toMatchObject({ exact: '32.170875', rounding: 'HalfUpToCent' })
    expect(step(claim, 'GuideTime:Labor:1501')?.words).toBe(
      'Detail 1, labor 1 is cut by 58.00: hours above the labor guide. The labor guide allows fewer hours.',
    )
  })

  test.each<[string, Partial<ClaimDetail>, string, Record<string, unknown>]>([
    [
      'a rate',
      { labor: [labor({ hours: 2, rate: 130 })] },
      'LaborRate:Labor:1501',
      { hoursAllowed: 2, rateRequested: 130, laborRate: 120 },
    ],
    [
      'hours that an adjuster set',
      { labor: [labor({ hours: 2, rate: 100, hoursApproved: 1 })] },
      'Adjuster:Labor:1501',
      { hoursApproved: 1, hoursAllowed: 2, rateApproved: 100, rateAllowed: 100 },
    ],
    [
      'a price',
      { parts: [part({ price: 20, msrp: 18, quantity: 2 })] },
      'PartPrice:Part:1601',
      { quantity: 2, suggestedPrice: 18 },
    ],
    [
      'a price that an adjuster set',
      { parts: [part({ price: 20, approved: 15 })] },
      'Adjuster:Part:1601',
      { quantity: 1, unitPriceApproved: 15, unitPriceAllowed: 20 },
    ],
    [
      'a benefit',
      { misc: [misc({ type: 'Rental', quantity: 7, price: 45 })] },
      'BenefitCap:Misc:1701',
      { units: 5, unitPrice: 45, cap: 200 },
    ],
    [
      'shop supplies',
      { misc: [misc({ type: 'ShopSupplies', price: 40 })] },
      'FeeCap:Misc:1701',
      { units: 1, unitPrice: 40, cap: 25 },
    ],
    [
      'what is not covered',
      { parts: [part({ price: 20, component: 'NAVIGATION' })] },
      'NotCovered:Part:1601',
      {},
    ],
    [
      'a cut of the detail',
      { parts: [part({ price: 20 })], adjustments: [adjustment('Detail', -5)] },
      'Adjuster:Detail:1',
      {},
    ],
    [
      'a cut of a line',
      { parts: [part({ price: 20 })], adjustments: [adjustment('Part', -5, 1601)] },
      'Adjuster:Part:1601',
      {},
    ],
  ])('explains %s', (_, lines, code, inputs) => {
    const facility = { laborRate: centsOf(120), isRelated: false }
    const found = step(facts([detail(lines)], { facility }), code)
    expect(found).toMatchObject({ inputs, ruleCode: code.split(':')[0] })
    expect(found?.amount).toBeLessThan(0)
  })

  test('names the clause of what is not covered', () => {
    const claim = facts([detail({ parts: [part({ price: 20, component: 'NAVIGATION' })] })])
    expect(step(claim, 'NotCovered:Part:1601')).toMatchObject({
      source: 'form VSC-100',
      clause: 'Navigation (HighTech) is not covered by form VSC-100.',
    })
  })

  test('shows what each limit leaves', () => {
    const terms = { components: limitedTo({ WATERPUMP: 700 }), perClaimLimit: centsOf(900) }
    const second = waterPump({ id: 902, sequence: 2 })
    const claim = facts([waterPump(), second], { terms })
    expect(step(claim, 'payable:Detail:1')?.inputs).toEqual({
      ...{ afterDeductible: 957.96, componentRoom: 700, claimRoom: 900 },
    })
    // The tow of the second detail is not paid: the first used up the benefit.
    expect(step(claim, 'payable:Detail:2')?.inputs).toEqual({
      ...{ afterDeductible: 1_012.96, componentRoom: 0, claimRoom: 200 },
    })
  })

  test('shows what is left of a deductible', () => {
    const asking = (sequence: number, rate: number) =>
      detail({ id: 900 + sequence, sequence, labor: [labor({ id: sequence, hours: 1, rate })] })
    const claim = facts([asking(1, 150), asking(2, 400)], { terms: deductible('PerVisit', 200) })
    expect(step(claim, 'deductible:Detail:2')).toMatchObject({
      inputs: { deductible: 200, left: 50, subtotal: 400 },
      words: 'Of the deductible of 200.00 for the visit, 50.00 is left: detail 2 gives 50.00.',
    })
  })

  test('keeps the figures of a decided detail, whatever the facts say now', () => {
    const frozen = figuresOf(facts([waterPump()]))
    const decided = waterPump({ status: 'Authorized', frozen })
    const claim = facts([decided], { facility: { laborRate: centsOf(1), isRelated: true } })
    expect(step(claim, 'GuideTime:Labor:1501')).toMatchObject({ formula: 'as decided', amount: -5_800 })
    expect(step(claim, 'tax:Part:1601')).toMatchObject({ amount: 3_217 })
    expect(step(claim, 'payable:Detail:1')).toMatchObject({ amount: 95_796 })
    expect(step(claim, 'customerPay:Detail:1')).toMatchObject({ amount: 10_000 })
  })

  test('says that a detail is denied, and is silent about a voided one', () => {
    const claim = facts([
      waterPump({ status: 'Denied' }),
      waterPump({ id: 902, sequence: 2, status: 'Voided' }),
    ])
    expect(amounts(claim)).toEqual([
      ['payable:Detail:1', 0],
      ['payable:Claim', 0],
      ['customerPay:Claim', 1_080.75],
    ])
    expect(step(claim, 'payable:Detail:1')?.words).toBe(
      'Detail 1 is denied. The customer pays the 1,080.75 that was asked.',
    )
  })

  test('begins with the coverage, and says why there is none', () => {
    const [first] = stepsOf(facts([waterPump()], { lossDate: '2029-03-16', lossOdometer: 90_000 }))
    expect(first).toMatchObject({
      code: 'coverage',
      exact: 'LossAfterExpiration, OdometerOverLimit, LossInFuture',
    })
    expect(stepsOf(facts([]))[0]).toMatchObject({ exact: 'in force' })
  })

  test('of a claim with fixed figures has only them', () => {
    const claim = facts([detail()], { claimType: 'GAP' })
    const settled = new Map([[901, fixedFigures(centsOf(4_232.89))]])
    const steps = worksheetOf(claim, adjudicate(claim, settled))
    expect(steps.map(({ code }) => code)).toEqual([
      'coverage',
      'payable:Detail:1',
      'payable:Claim',
      'customerPay:Claim',
    ])
    expect(steps.map(({ amount }) => amount && amountOf(amount))).toEqual([null, 4_232.89, 4_232.89, 0])
  })
})
