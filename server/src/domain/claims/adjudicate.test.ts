import { describe, expect, test } from 'vitest'
import {
  deductible,
  detail,
  facts,
  labor,
  limitedTo,
  misc,
  part,
  taxRule,
  waterPump,
} from '../../../test/support/oracle/claims/claim-examples.ts'
import { amountOf, centsOf } from '../money.ts'
import { adjudicate, fixedFigures } from './adjudicate.ts'
import type { ClaimDetail, ClaimFacts, DetailFigures } from './claim.ts'

const figuresOf = (claim: ClaimFacts, id = 901): DetailFigures => {
  const found = adjudicate(claim).details.get(id)
  if (!found) throw new Error(`Detail ${id} has no figures.`)
  return found
}

/** The figures of a detail in dollars. */
const dollars = (figures: DetailFigures) => ({
  requested: amountOf(figures.requested),
  adjusted: amountOf(figures.adjusted),
  tax: amountOf(figures.tax),
  deductibleApplied: amountOf(figures.deductibleApplied),
  overLimit: amountOf(figures.overLimit),
  notCovered: amountOf(figures.notCovered),
  payable: amountOf(figures.payable),
  customerPay: amountOf(figures.customerPay),
})

const cuts = ({ adjustments }: DetailFigures) =>
  adjustments.map(({ target, targetId, reasonCode, amount }) => [
    target,
    targetId,
    reasonCode,
    amountOf(amount),
  ])

/** What each detail of a claim gives and gets: deductible, payable, over the limit. */
const shares = (claim: ClaimFacts) =>
  [...adjudicate(claim).details.values()].map(({ deductibleApplied, payable, overLimit }) =>
    [deductibleApplied, payable, overLimit].map(amountOf),
  )

/** A detail that asks for one amount, without tax. */
const asking = (sequence: number, amount: number, more: Partial<ClaimDetail> = {}) =>
  detail({
    ...{ id: 900 + sequence, sequence },
    labor: [labor({ id: 1500 + sequence, hours: 1, rate: amount })],
    ...more,
  })

describe('V1, a water pump', () => {
  const limited = { aggregateLimit: centsOf(6_800) }

  test('without a limit', () => {
    const figures = figuresOf(facts([waterPump()]))
    expect(dollars(figures)).toEqual({
      ...{ requested: 1_080.75, adjusted: 1_022.75, tax: 35.21, deductibleApplied: 100 },
      ...{ overLimit: 0, notCovered: 0, payable: 957.96, customerPay: 100 },
    })
    expect(cuts(figures)).toEqual([['Labor', 1501, 'GuideTime', -58]])
    expect(figures.parts.map(({ tax }) => amountOf(tax))).toEqual([32.17, 3.04])
    expect(figures.labor[0]).toMatchObject({ hoursApproved: 380, rateApproved: 14_500, amount: 55_100 })
  })

  test('with 590.00 left of the aggregate limit', () => {
    const figures = figuresOf(facts([waterPump()], { contractPaid: centsOf(6_210), terms: limited }))
    expect(dollars(figures)).toMatchObject({ payable: 590, overLimit: 367.96, customerPay: 467.96 })
  })

  test('what is authorized and not paid yet uses up the limit as well', () => {
    const promised = { contractPaid: centsOf(6_000), authorizedElsewhere: centsOf(210) }
    expect(dollars(figuresOf(facts([waterPump()], { ...promised, terms: limited }))).payable).toBe(590)
  })

  test('at the selling dealer with a disappearing deductible', () => {
    const facility = { laborRate: null, isRelated: true }
    const claim = facts([waterPump()], { facility, terms: deductible('Disappearing', 100) })
    expect(dollars(figuresOf(claim))).toMatchObject({ payable: 1_057.96, customerPay: 0 })
  })
})

describe('V2, two details and 200.00 per visit', () => {
  const terms = deductible('PerVisit', 200)

  test('the first detail uses up what it can', () => {
    expect(shares(facts([asking(1, 150), asking(2, 400)], { terms }))).toEqual([
      [150, 0, 0],
      [50, 350, 0],
    ])
  })

  test('a denied detail gives nothing', () => {
    const claim = facts([asking(1, 150, { status: 'Denied' }), asking(2, 400)], { terms })
    expect(shares(claim)).toEqual([
      [0, 0, 0],
      [200, 200, 0],
    ])
    expect(dollars(figuresOf(claim))).toMatchObject({ requested: 150, payable: 0, customerPay: 150 })
  })
})

describe('V3, benefits', () => {
  test.each<[string, Parameters<typeof misc>[0], number, number]>([
    ['a tow', { type: 'Tow', price: 120 }, 75, 45],
    ['a rental', { type: 'Rental', quantity: 7, price: 45 }, 200, 115],
  ])('%s', (_, line, payable, customerPay) => {
    const claim = facts([detail({ misc: [misc(line)] })], { terms: deductible('PerVisit', 0) })
    expect(dollars(figuresOf(claim))).toMatchObject({ payable, customerPay, notCovered: customerPay })
  })
})

describe('the deductible', () => {
  const two = [asking(1, 150), asking(2, 400)]
  const related = { laborRate: null, isRelated: true }
  test.each<[string, ReturnType<typeof deductible>, ClaimFacts['facility'], number[]]>([
    ['per visit', deductible('PerVisit', 200), null, [150, 50]],
    ['per visit at the selling dealer', deductible('PerVisit', 200), related, [150, 50]],
    ['per component', deductible('PerComponent', 200), null, [150, 200]],
    ['per item', deductible('PerItem', 100), null, [100, 100]],
    ['disappearing elsewhere', deductible('Disappearing', 200), null, [150, 50]],
    ['disappearing', deductible('Disappearing', 200), related, [0, 0]],
    ['reduced elsewhere', deductible('Reduced', 200, 50), null, [150, 50]],
    ['reduced', deductible('Reduced', 200, 50), related, [50, 0]],
    ['reduced to nothing', deductible('Reduced', 200, 0), related, [0, 0]],
    ['none', deductible('PerVisit', 0), null, [0, 0]],
  ])('%s', (_, terms, facility, given) => {
    expect(shares(facts(two, { terms, facility })).map(([applied]) => applied)).toEqual(given)
  })

  test('what an authorized detail gave is not asked again, wherever it stands', () => {
    const terms = deductible('PerVisit', 200)
    const frozen = figuresOf(facts([asking(2, 120)], { terms }), 902)
    const decided = asking(2, 120, { status: 'Authorized', frozen })
    expect(shares(facts([asking(1, 150), decided], { terms }))).toEqual([
      [80, 70, 0],
      [120, 0, 0],
    ])
  })
})

describe('limits', () => {
  const none = deductible('PerVisit', 0)

  test('details use up the limit of the claim in sequence, whatever their order in the list', () => {
    const terms = { ...none, perClaimLimit: centsOf(500) }
    expect(shares(facts([asking(2, 400), asking(1, 150)], { terms }))).toEqual([
      [0, 150, 0],
      [0, 350, 50],
    ])
  })

  test('the lower room counts', () => {
    const terms = { ...none, perClaimLimit: centsOf(500), aggregateLimit: centsOf(1_000) }
    expect(shares(facts([asking(1, 600)], { terms, contractPaid: centsOf(499.99) }))).toEqual([[0, 500, 100]])
    expect(shares(facts([asking(1, 600)], { terms, contractPaid: centsOf(500.01) }))).toEqual([
      [0, 499.99, 100.01],
    ])
    expect(shares(facts([asking(1, 600)], { terms, contractPaid: centsOf(1_200) }))).toEqual([[0, 0, 600]])
  })

  test('a decided detail keeps its part of the limit of the contract, paid or not', () => {
    const terms = { ...none, aggregateLimit: centsOf(1_000) }
    const frozen = figuresOf(facts([asking(1, 700)], { terms }))
    const decided = asking(1, 700, { status: 'Authorized', frozen })
    const expected = [
      [0, 700, 0],
      [0, 300, 100],
    ]
    expect(shares(facts([decided, asking(2, 400)], { terms }))).toEqual(expected)
    const partlyPaid = { ...decided, paid: centsOf(650) }
    const contractPaid = centsOf(650)
    expect(shares(facts([partlyPaid, asking(2, 400)], { terms, contractPaid }))).toEqual(expected)
  })

  test('a component has its own limit for all its lines with tax, after the deductible', () => {
    const terms = { components: limitedTo({ WATERPUMP: 590 }) }
    expect(shares(facts([waterPump()], { terms }))).toEqual([[100, 590, 367.96]])
  })

  test('all details of the claim share the limit of a component', () => {
    const terms = { ...none, components: limitedTo({ WATERPUMP: 500 }) }
    const other = detail({
      ...{ id: 903, sequence: 3, components: [{ code: 'ALTERNATOR', isPrimaryFailure: true }] },
      labor: [
        labor({ id: 1, hours: 1, rate: 90 }),
        labor({ id: 2, hours: 1, rate: 70, component: 'WATERPUMP' }),
      ],
    })
    expect(shares(facts([asking(1, 300), asking(2, 150), other], { terms }))).toEqual([
      [0, 300, 0],
      [0, 150, 0],
      [0, 140, 20],
    ])
  })

  test('the limit of a component counts its lines with tax, whoever pays for them', () => {
    const terms = { ...deductible('PerVisit', 100), components: limitedTo({ WATERPUMP: 500 }) }
    // 300.00 of the limit are used, although the customer pays 100.00 of them.
    expect(shares(facts([asking(1, 300), asking(2, 300)], { terms }))).toEqual([
      [100, 200, 0],
      [0, 200, 100],
    ])
    const beyond = { ...terms, perClaimLimit: centsOf(50) }
    expect(shares(facts([asking(1, 300), asking(2, 300)], { terms: beyond }))).toEqual([
      [100, 50, 150],
      [0, 0, 300],
    ])
    // A denied detail uses nothing.
    expect(shares(facts([asking(1, 300, { status: 'Denied' }), asking(2, 300)], { terms }))).toEqual([
      [0, 0, 0],
      [100, 200, 0],
    ])
  })

  test('what a decided detail is paid counts first', () => {
    const terms = { ...none, components: limitedTo({ WATERPUMP: 500 }), perClaimLimit: centsOf(700) }
    const frozen = figuresOf(facts([asking(2, 450)], { terms }), 902)
    const decided = asking(2, 450, { status: 'Authorized', frozen })
    const other = asking(3, 400, { components: [{ code: 'ALTERNATOR', isPrimaryFailure: false }] })
    expect(shares(facts([asking(1, 300), decided, other], { terms }))).toEqual([
      [0, 50, 250],
      [0, 450, 0],
      [0, 200, 200],
    ])
  })
})

describe('details that are decided or gone', () => {
  test('decided figures stay, whatever the facts say now', () => {
    const frozen = figuresOf(facts([waterPump()]))
    for (const status of ['Authorized', 'PendingApproval', 'Paid'] as const) {
      const claim = facts([waterPump({ status, frozen })], { terms: { perClaimLimit: centsOf(1) } })
      expect(figuresOf(claim)).toBe(frozen)
    }
  })

  test('a denied or voided detail forgets what was decided', () => {
    const frozen = figuresOf(facts([waterPump()]))
    expect(dollars(figuresOf(facts([waterPump({ status: 'Denied', frozen })])))).toEqual({
      ...{ requested: 1_080.75, adjusted: 0, tax: 0, deductibleApplied: 0, overLimit: 0, notCovered: 0 },
      ...{ payable: 0, customerPay: 1_080.75 },
    })
    expect(dollars(figuresOf(facts([waterPump({ status: 'Voided', frozen })])))).toEqual({
      ...{ requested: 0, adjusted: 0, tax: 0, deductibleApplied: 0, overLimit: 0, notCovered: 0 },
      ...{ payable: 0, customerPay: 0 },
    })
  })
})

describe('tax', () => {
  const taxRules = {
    Labor: [taxRule(6)],
    Part: [taxRule(6), taxRule(1, { type: 'County', maximumTaxable: centsOf(50) })],
    Misc: [taxRule(10)],
  }
  const taxes = (more: Partial<ClaimDetail>) => {
    const { labor: ofLabor, parts, misc: ofMisc } = figuresOf(facts([detail(more)], { taxRules }))
    return [...ofLabor, ...parts, ...ofMisc].map(({ tax }) => amountOf(tax))
  }
  test.each<[string, Partial<ClaimDetail>, number[]]>([
    ['of taxable labor', { labor: [labor({ hours: 1, rate: 100 })] }, [6]],
    ['of other labor', { labor: [labor({ hours: 1, rate: 100, isTaxable: false })] }, [0]],
    ['of a part, each tax on its own base', { parts: [part({ price: 100 })] }, [6.5]],
    ['half a cent up, each tax by itself', { parts: [part({ price: 0.25 })] }, [0.02]],
    ['of a line that is cut, on the rest', { misc: [misc({ type: 'Tow', price: 120 })] }, [7.5]],
    ['of a line that is not covered', { parts: [part({ price: 100, component: 'NAVIGATION' })] }, [0]],
  ])('%s', (_, more, expected) => {
    expect(taxes(more)).toEqual(expected)
  })
})

describe('whether an inspection is required', () => {
  const required = (more: Parameters<typeof facts>[1], amount = 100) =>
    adjudicate(facts([asking(1, amount)], more)).inspectionRequired
  test.each<[string, boolean, boolean]>([
    ['a small claim', required({}), false],
    ['a claim just below the threshold', required({}, 1_499.99), false],
    ['a claim at the threshold', required({}, 1_500), true],
    ['the last early day', required({ lossDate: '2024-06-12' }), true],
    ['the first day after', required({ lossDate: '2024-06-13' }), false],
    ['a total loss, however early', required({ lossDate: '2024-03-15', claimType: 'GAP' }), false],
  ])('%s', (_, actual, expected) => {
    expect(actual).toBe(expected)
  })

  test('denied details do not count, decided ones do', () => {
    const frozen = figuresOf(facts([asking(1, 800)]))
    const second = asking(2, 700)
    const first = (status: ClaimDetail['status']) => asking(1, 800, { status, frozen })
    expect(adjudicate(facts([first('Denied'), second])).inspectionRequired).toBe(false)
    expect(adjudicate(facts([first('Authorized'), second])).inspectionRequired).toBe(true)
  })
})

describe('fixed figures', () => {
  const settled = new Map([[901, fixedFigures(centsOf(4_232.89), { customerPay: centsOf(2_002.97) })]])
  const claimed = (more: Partial<ClaimDetail> = {}) =>
    adjudicate(facts([detail(more)], { claimType: 'GAP', terms: { perClaimLimit: centsOf(1) } }), settled)

  test('pass through without deductible and limits', () => {
    const { details, deductibleApplied } = claimed()
    expect(details.get(901)).toMatchObject({ payable: 423_289, requested: 423_289, customerPay: 200_297 })
    expect(deductibleApplied).toBe(0)
  })

  test('are lost with a denial, and missing until they are known', () => {
    expect(claimed({ status: 'Denied' }).details.get(901)).toMatchObject({ payable: 0, customerPay: 423_289 })
    expect(claimed({ status: 'Voided' }).details.get(901)).toMatchObject({ requested: 0, customerPay: 0 })
    expect(claimed({ id: 902 }).details.get(902)).toMatchObject({ payable: 0, requested: 0 })
  })

  test('stay once they are decided', () => {
    const frozen = fixedFigures(centsOf(10))
    expect(claimed({ status: 'Authorized', frozen }).details.get(901)).toBe(frozen)
  })
})
