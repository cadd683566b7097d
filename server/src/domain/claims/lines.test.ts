import { describe, expect, test } from 'vitest'
import {
  adjustment,
  deductible,
  detail,
  facts,
  labor,
  misc,
  part,
  terms,
} from '../../../test/support/oracle/claims/claim-examples.ts'
import { amountOf, centsOf } from '../money.ts'
import { adjudicate } from './adjudicate.ts'
import type { ClaimDetail, ClaimFacts, ClaimTerms, DetailFigures } from './claim.ts'
import { newOverrides, type Override, overridesIn } from './override.ts'

// What is approved of each line, and why the rest is not.

const figuresOf = (claim: ClaimFacts, id = 901): DetailFigures =>
  adjudicate(claim).details.get(id) as DetailFigures
const cutsOf = ({ adjustments }: DetailFigures) =>
  adjustments.map(({ targetId, reasonCode, amount }) => [targetId, reasonCode, amountOf(amount)])
const amountsOf = ({ labor: ofLabor, parts, misc: ofMisc }: DetailFigures) =>
  [...ofLabor, ...parts, ...ofMisc].map(({ amount }) => amountOf(amount))

type More = Parameters<typeof facts>[1]
const adjudicated = (lines: Partial<ClaimDetail>, more: More = {}) =>
  figuresOf(facts([detail(lines)], { ...more, taxRules: { Labor: [], Part: [], Misc: [] } }))

describe('labor', () => {
  const facility = { laborRate: centsOf(120), isRelated: false }
  test.each<[string, Parameters<typeof labor>[0], number, unknown[]]>([
    ['as asked', { hours: 2, rate: 100 }, 200, []],
    ['guide above what was asked', { hours: 2, rate: 100, guide: 3 }, 200, []],
    ['guide below', { hours: 2, rate: 100, guide: 1.5 }, 150, [[1501, 'GuideTime', -50]]],
    ['rate above the agreed one', { hours: 2, rate: 130 }, 240, [[1501, 'LaborRate', -20]]],
    [
      'both, the guide first and each rounded by itself',
      { hours: 1.37, rate: 133.33, guide: 1.11 },
      133.2,
      [
        [1501, 'GuideTime', -34.66],
        [1501, 'LaborRate', -14.8],
      ],
    ],
    ['half a cent up', { hours: 0.5, rate: 100.01 }, 50.01, []],
    [
      'an adjuster below the rules',
      { hours: 2, rate: 100, guide: 1.5, hoursApproved: 1 },
      100,
      [
        [1501, 'GuideTime', -50],
        [1501, 'Adjuster', -50],
      ],
    ],
    ['an adjuster as the rules', { hours: 2, rate: 100, hoursApproved: 2, rateApproved: 100 }, 200, []],
    [
      'an adjuster above the rules',
      { hours: 2, rate: 100, guide: 1.5, hoursApproved: 2, rateApproved: 110 },
      220,
      [
        [1501, 'GuideTime', -50],
        [1501, 'Adjuster', 70],
      ],
    ],
    ['an adjuster with nothing', { hours: 2, rate: 100, hoursApproved: 0 }, 0, [[1501, 'Adjuster', -200]]],
  ])('%s', (_, line, amount, cuts) => {
    const figures = adjudicated({ labor: [labor(line)] }, { facility })
    expect(amountsOf(figures)).toEqual([amount])
    expect(cutsOf(figures)).toEqual(cuts)
  })

  test('without a facility, the rate is as asked', () => {
    expect(amountsOf(adjudicated({ labor: [labor({ hours: 1, rate: 500 })] }, { facility: null }))).toEqual([
      500,
    ])
  })
})

describe('parts', () => {
  test.each<[string, Parameters<typeof part>[0], number, unknown[]]>([
    ['as asked', { price: 18.4, quantity: 2 }, 36.8, []],
    ['below the suggested price', { price: 18.4, msrp: 20 }, 18.4, []],
    ['above it', { price: 20, msrp: 18.4, quantity: 2 }, 36.8, [[1601, 'PartPrice', -3.2]]],
    ['parts of a unit', { price: 9.99, quantity: 1.5 }, 14.99, []],
    [
      'an adjuster below it',
      { price: 20, msrp: 18, approved: 10 },
      10,
      [
        [1601, 'PartPrice', -2],
        [1601, 'Adjuster', -8],
      ],
    ],
    [
      'an adjuster above it',
      { price: 20, msrp: 18, approved: 19 },
      19,
      [
        [1601, 'PartPrice', -2],
        [1601, 'Adjuster', 1],
      ],
    ],
  ])('%s', (_, line, amount, cuts) => {
    const figures = adjudicated({ parts: [part(line)] })
    expect(amountsOf(figures)).toEqual([amount])
    expect(cutsOf(figures)).toEqual(cuts)
  })
})

describe('what is covered', () => {
  const basic = { type: 'Basic', endDate: '2025-03-10', endOdometer: 24_100 }
  const powertrain = { ...basic, type: 'Powertrain' }
  const radio = [{ code: 'NAVIGATION', isPrimaryFailure: true }]
  const alternator = [{ code: 'ALTERNATOR', isPrimaryFailure: true }]
  const line = { labor: [labor({ hours: 2, rate: 100, guide: 1 })] }
  const cut = (lines: Partial<ClaimDetail>, contract: Partial<ClaimTerms> = {}, more: More = {}) =>
    cutsOf(adjudicated({ ...line, ...lines }, { ...more, terms: contract }))
  const covered = [[1501, 'GuideTime', -100]]
  const notCovered = [[1501, 'NotCovered', -200]]
  const warranted = [[1501, 'MfrWarranty', -200]]

  test.each<[string, unknown[], unknown[]]>([
    ['a covered component', cut({}), covered],
    ['one that is not, with that one reason', cut({ components: radio }), notCovered],
    [
      'one that the product does not have',
      cut({ components: [{ ...radio[0], code: 'WIPER' }] as never }),
      notCovered,
    ],
    ['no component', cut({ components: [] }), notCovered],
    [
      'the first component where none is primary',
      cut({
        components: [
          { code: 'TURBO', isPrimaryFailure: false },
          ...radio.map((each) => ({ ...each, isPrimaryFailure: false })),
        ],
      }),
      covered,
    ],
    [
      'the primary component wherever it stands',
      cut({ components: [{ code: 'TURBO', isPrimaryFailure: false }, ...radio] }),
      notCovered,
    ],
    [
      'the component that the line names',
      cut({ labor: [labor({ hours: 2, rate: 100, guide: 1, component: 'NAVIGATION' })] }),
      notCovered,
    ],
    ['a product without coverage groups', cut({ components: radio }, { components: new Map() }), covered],
    ['a warranty to this day and mile', cut({}, { warranties: [basic] }), warranted],
    ['a warranty to the day before', cut({}, { warranties: [{ ...basic, endDate: '2025-03-09' }] }), covered],
    ['a warranty to the mile before', cut({}, { warranties: [{ ...basic, endOdometer: 24_099 }] }), covered],
    ['a warranty of any mileage', cut({}, { warranties: [{ ...basic, endOdometer: null }] }), warranted],
    [
      'a warranty without any end',
      cut({}, { warranties: [{ ...basic, endDate: null, endOdometer: null }] }),
      covered,
    ],
    [
      'a loss without an odometer, by the day',
      cut({}, { warranties: [basic] }, { lossOdometer: null }),
      warranted,
    ],
    ['a powertrain warranty on the engine', cut({}, { warranties: [powertrain] }), warranted],
    [
      'a powertrain warranty on the alternator',
      cut({ components: alternator }, { warranties: [powertrain] }),
      covered,
    ],
    [
      'a basic warranty on the alternator',
      cut({ components: alternator }, { warranties: [powertrain, basic] }),
      warranted,
    ],
    ['another warranty', cut({}, { warranties: [{ ...basic, type: 'Corrosion' }] }), covered],
    [
      'not covered comes before the warranty',
      cut({ components: radio }, { warranties: [basic] }),
      notCovered,
    ],
    [
      'a warranty on a product without coverage groups',
      cut({}, { warranties: [basic], components: new Map() }),
      covered,
    ],
  ])('%s', (_, actual, expected) => {
    expect(actual).toEqual(expected)
  })

  test('what is not covered is paid by the customer, and an override of hours does not change that', () => {
    const {
      notCovered: amount,
      customerPay,
      payable,
    } = adjudicated({
      components: radio,
      labor: [labor({ hours: 2, rate: 100, hoursApproved: 2 })],
    })
    expect([amount, customerPay, payable].map(amountOf)).toEqual([200, 200, 0])
  })
})

describe('misc lines', () => {
  const tow = (id: number, price: number) => misc({ id, type: 'Tow', price })
  const rental = (id: number, quantity: number, price: number) =>
    misc({ id, type: 'Rental', quantity, price })
  const supplies = (id: number, price: number) => misc({ id, type: 'ShopSupplies', price })
  const capped = (benefit: Partial<ClaimTerms['benefits'][number]>): Partial<ClaimTerms> => ({
    benefits: terms().benefits.map((each) => ({ ...each, ...benefit })),
  })

  test.each<[string, ClaimDetail['misc'], Partial<ClaimTerms>, number[]]>([
    ['a tow at the cap', [tow(1, 75)], {}, [75]],
    ['a cent above it', [tow(1, 75.01)], {}, [75]],
    ['a second tow', [tow(1, 30), tow(2, 30)], {}, [30, 0]],
    ['fewer days than the benefit has', [rental(1, 3, 45)], {}, [120]],
    ['cheap days', [rental(1, 7, 30)], {}, [150]],
    ['days in two lines', [rental(1, 3, 45), rental(2, 4, 30)], {}, [120, 60]],
    ['half a day', [rental(1, 0.5, 45)], {}, [20]],
    [
      'what other claims took',
      [rental(1, 5, 40)],
      capped({ contractCap: centsOf(300), usedElsewhere: centsOf(250) }),
      [50],
    ],
    [
      'when other claims took more',
      [rental(1, 5, 40)],
      capped({ contractCap: centsOf(300), usedElsewhere: centsOf(350) }),
      [0],
    ],
    ['a plan without benefits', [tow(1, 75), rental(2, 1, 30)], { benefits: [] }, [0, 0]],
    ['shop supplies share a cap', [supplies(1, 20), supplies(2, 20), supplies(3, 1)], {}, [20, 5, 0]],
    ['other lines are as asked', [misc({ type: 'Sublet', price: 900, quantity: 2 })], {}, [1_800]],
    [
      'a line that is not covered uses up no cap',
      [misc({ id: 1, type: 'Tow', price: 75, component: 'NAVIGATION' }), tow(2, 60)],
      {},
      [0, 60],
    ],
  ])('%s', (_, lines, contract, amounts) => {
    expect(amountsOf(adjudicated({ misc: lines }, { terms: contract }))).toEqual(amounts)
  })

  test('a tow needs no component, and other lines do', () => {
    const lines = { components: [], misc: [tow(1, 60), misc({ id: 2, type: 'Teardown', price: 10 })] }
    expect(amountsOf(adjudicated(lines))).toEqual([60, 0])
  })

  test('caps are used up in order of detail and line, after what decided details took', () => {
    const first = (more: Partial<ClaimDetail> = {}) =>
      detail({ misc: [rental(1, 3, 40), supplies(2, 15)], ...more })
    const second = (more: Partial<ClaimDetail> = {}) =>
      detail({ id: 902, sequence: 2, misc: [rental(3, 4, 40), supplies(4, 15)], ...more })
    const none = { terms: deductible('PerVisit', 0) }
    expect(amountsOf(figuresOf(facts([first(), second()], none), 902))).toEqual([80, 10])
    expect(amountsOf(figuresOf(facts([first({ status: 'Denied' }), second()], none), 902))).toEqual([160, 15])
    const frozen = figuresOf(facts([second()], none), 902)
    const decided = second({ status: 'Authorized', frozen })
    expect(amountsOf(figuresOf(facts([first(), decided], none)))).toEqual([40, 10])
  })

  test('only benefits are paid by the customer, not caps of the shop', () => {
    const { notCovered, customerPay } = adjudicated(
      { misc: [tow(1, 120), supplies(2, 40)] },
      { terms: deductible('PerVisit', 0) },
    )
    expect([notCovered, customerPay].map(amountOf)).toEqual([45, 45])
  })
})

describe('cuts by hand', () => {
  const lines = {
    labor: [labor({ id: 1, hours: 1, rate: 100 })],
    parts: [part({ id: 2, price: 50 }), part({ id: 3, price: 30 })],
    misc: [misc({ id: 4, type: 'Fluids', price: 20 })],
  }
  test.each<[string, ClaimDetail['adjustments'], number[], number[]]>([
    ['of a line', [adjustment('Part', -20, 2)], [100, 30, 30, 20], [-20]],
    ['of a line, to 0 at most', [adjustment('Misc', -70, 4)], [100, 50, 30, 0], [-20]],
    [
      'twice of a line',
      [adjustment('Labor', -70, 1), adjustment('Labor', -70, 1)],
      [0, 50, 30, 20],
      [-70, -30],
    ],
    ['of the detail, in order of lines', [adjustment('Detail', -120)], [0, 30, 30, 20], [-120]],
    ['of the claim', [adjustment('Claim', -160)], [0, 0, 20, 20], [-160]],
    ['of more than there is', [adjustment('Detail', -900)], [0, 0, 0, 0], [-200]],
    ['of a line that is not there', [adjustment('Part', -20, 99)], [100, 50, 30, 20], [0]],
    [
      'of the claim after all others',
      [adjustment('Claim', -60), adjustment('Labor', -80, 1)],
      [0, 10, 30, 20],
      [-80, -60],
    ],
  ])('%s', (_, adjustments, amounts, taken) => {
    const figures = adjudicated({ ...lines, adjustments })
    expect(amountsOf(figures)).toEqual(amounts)
    expect(figures.adjustments.map(({ amount }) => amountOf(amount))).toEqual(taken)
    expect(figures.adjustments.every(({ isAutomatic }) => !isAutomatic)).toBe(true)
  })

  const asking = (sequence: number, more: Partial<ClaimDetail> = {}) =>
    detail({ id: 900 + sequence, sequence, labor: [labor({ id: sequence, hours: 1, rate: 100 })], ...more })
  const claimCut = { adjustments: [adjustment('Claim', -150)] }
  const adjusted = (details: ClaimDetail[]) =>
    [...adjudicate(facts(details)).details.values()].map((each) => amountOf(each.adjusted))

  test('a cut of the claim goes through the details in sequence, wherever it was entered', () => {
    expect(adjusted([asking(1), asking(2, claimCut)])).toEqual([0, 50])
    expect(adjusted([asking(1, claimCut), asking(2), asking(3)])).toEqual([0, 50, 100])
  })

  test('what it took from a decided detail is not taken again', () => {
    const frozen = figuresOf(facts([asking(1, claimCut)]))
    const decided = asking(1, { ...claimCut, status: 'Authorized', frozen })
    expect(adjusted([decided, asking(2), asking(3)])).toEqual([0, 50, 100])
  })

  test('it goes with a detail that is denied or voided', () => {
    expect(adjusted([asking(1, { ...claimCut, status: 'Denied' }), asking(2)])).toEqual([0, 100])
  })

  test('the tax follows the cut', () => {
    const figures = figuresOf(
      facts([detail({ parts: [part({ id: 2, price: 100 })], adjustments: [adjustment('Detail', -40)] })]),
    )
    expect([figures.adjusted, figures.tax].map(amountOf)).toEqual([60, 4.95])
  })
})

test('values above the rules are found', () => {
  const asked = detail({
    labor: [
      labor({ id: 1, hours: 2, rate: 100, guide: 1.5, hoursApproved: 1.5, rateApproved: 90 }),
      labor({ id: 2, hours: 2, rate: 100, guide: 1.5, hoursApproved: 1.51, rateApproved: 90.01 }),
    ],
    parts: [
      part({ id: 3, price: 20, msrp: 18, approved: 18 }),
      part({ id: 4, price: 20, msrp: 18, approved: 18.01 }),
      part({ id: 5, price: 20 }),
    ],
  })
  expect(overridesIn([asked], centsOf(90)).map(({ lineId, field }) => [lineId, field])).toEqual([
    [2, 'hoursApproved'],
    [2, 'rateApproved'],
    [4, 'unitPriceApproved'],
  ])
  expect(overridesIn([asked], null).map(({ field }) => field)).not.toContain('rateApproved')
  for (const status of ['PendingApproval', 'Authorized', 'Denied', 'Paid', 'Voided'] as const)
    expect(overridesIn([{ ...asked, status }], centsOf(90))).toEqual([])
})

test.each<[string, Partial<Override>, boolean]>([
  ['the same value', {}, false],
  ['a lower value', { value: 149 }, false],
  ['a higher value', { value: 151 }, true],
  ['another line', { lineId: 2 }, true],
  ['another field', { field: 'rateApproved' }, true],
])('an override after one of 150: %s', (_, change, isNew) => {
  const old: Override = {
    ...{ detailSequence: 1, target: 'Labor', lineId: 1, field: 'hoursApproved', value: 150 },
  }
  const after = { ...old, ...change }
  expect(newOverrides([old], [after])).toEqual(isNew ? [after] : [])
  expect(newOverrides([], [after])).toEqual([after])
})
