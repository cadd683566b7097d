import { describe, expect, test } from 'vitest'
import { fordTruck, retailRule } from '../../../test/support/builders/rate-request.ts'
import { type Cents, centsOf } from '../money.ts'
import { usualClaimSettings } from '../rate-book/coverage.ts'
import type {
  Calculation,
  DisbursementDefinition,
  Plan,
  Program,
  RateBook,
  RateRow,
  Term,
} from '../rate-book/rate-book.ts'
import { compileBook } from './compile-book.ts'
import { rate } from './rating.ts'
import { NO_FILTER, type RateFacts, type RateRequest } from './request.ts'

// A small book, worked by hand: one vehicle service contract and one GAP.

const dollars = (amount: number) => centsOf(amount)
const percent = (value: number) => Math.round(value * 1_000_000)
const from2015 = { effectiveFrom: '2015-01-01', effectiveTo: null }
const always = { effectiveFrom: null, effectiveTo: null }

const anyRow: RateRow = {
  plan: null,
  term: null,
  deductible: null,
  classCode: null,
  segmentation: null,
  odometerFrom: null,
  odometerTo: null,
  ageFrom: null,
  ageTo: null,
  financedFrom: null,
  financedTo: null,
  priceFrom: null,
  priceTo: null,
  state: null,
  condition: null,
  effectiveFrom: null,
  effectiveTo: null,
  values: {},
}

const term = (id: number, months: number, miles: number | null): Term => ({
  id,
  code: miles === null ? `${months}` : `${months}/${miles}`,
  months,
  miles,
  hours: null,
  basis: 'FromSale',
})

const plan = (id: number, code: string, terms: readonly Term[], more: Partial<Plan> = {}): Plan => ({
  ...always,
  id,
  code,
  name: code,
  coverageType: 'Stated',
  coverageGroups: [],
  waitingDays: 0,
  waitingMiles: 0,
  displayOrder: id,
  eligibility: null,
  maximumLtv: null,
  terms: terms.map(({ code: name }) => ({
    term: name,
    conditions: null,
    minimumOdometer: null,
    maximumOdometer: null,
    maximumVehicleAge: null,
    maximumExpirationOdometer: null,
    eligibility: null,
    ...always,
  })),
  deductibles: ['0', '100'],
  services: [],
  limits: [],
  benefits: [],
  gap: null,
  ...more,
})

let sequence = 0
const line = (
  code: string,
  calculation: Calculation,
  to: DisbursementDefinition['to'] = { type: 'DisbursementAccount', number: code },
): DisbursementDefinition => {
  sequence += 1
  return {
    ...from2015,
    id: sequence,
    code,
    label: code,
    to,
    calculation,
    includedInDealerCost: code !== 'MARKUP',
    earningMethodCode: 'IMMEDIATE',
    earningFactorTable: null,
    cancelRule: 'Proportional',
    cancelMethodCode: null,
    payWhen: 'WhenFunded',
    sequence,
  }
}

const flat = (amount: number): Calculation => ({ type: 'Flat', amount: dollars(amount) })
const dealer = { type: 'Dealer', number: null } as const

const lines = [
  line('RESERVE', {
    type: 'FactorTable',
    column: 'RESERVE',
    amount: null,
    tables: ['CLASS', 'ODOMETER', 'DEDUCTIBLE'],
  }),
  line('PREMTAX', { type: 'PercentOf', percent: percent(2), base: ['RESERVE'] }),
  line('ADMIN', flat(125)),
  line('CLIP', flat(12)),
  line('ROADSIDE', flat(18)),
  line('AGENT', flat(75), { type: 'Agent', number: null }),
  line('DLRGRP', flat(50), { type: 'DealerGroup', number: null }),
  line('MARKUP', { type: 'Remainder', column: null }, dealer),
]

const retail = retailRule

const factor = (codes: object, value: number, from: number | null = null, to: number | null = null) => ({
  ...always,
  codes,
  from,
  to,
  factor: Math.round(value * 1_000_000),
})

const vscTerms = [term(1, 60, 75_000), term(2, 84, 100_000)]

const vsc: Program = {
  ...from2015,
  id: 1,
  code: 'VSC-STD',
  name: 'Standard',
  formNumber: 'VSC-100',
  insurer: 'I100',
  obligor: 'Admin',
  states: null,
  transferable: true,
  requiredDocuments: [],
  cancelMethodCode: null,
  eligibility: null,
  classes: [
    { make: 'FORD', classCode: '3' },
    { make: 'TOYOTA', classCode: '2' },
    { make: 'TESLA', classCode: '4', segmentation: 'EV' },
    { make: 'FERRARI', classCode: 'INEL' },
  ].map((row) => ({
    model: null,
    trim: null,
    series: null,
    engine: null,
    fuelType: null,
    driveType: null,
    yearFrom: null,
    yearTo: null,
    segmentation: null,
    ...always,
    ...row,
  })),
  classNames: {},
  terms: vscTerms,
  deductibles: [
    {
      id: 1,
      code: '0',
      amount: 0 as Cents,
      type: 'PerVisit',
      reducedAmount: null,
      description: null,
      ...always,
    },
    {
      id: 2,
      code: '100',
      amount: dollars(100),
      type: 'PerVisit',
      reducedAmount: null,
      description: null,
      ...always,
    },
  ],
  plans: [
    plan(1, 'GOLD', vscTerms),
    plan(2, 'PLATINUM', vscTerms, { eligibility: 'vehicle.age <= 8 && vehicle.odometer <= 60000' }),
  ],
  termRule: 'All',
  minimumLtv: {},
  rates: [
    ['GOLD', '60/75000', 640],
    ['GOLD', '84/100000', 880],
    ['PLATINUM', '60/75000', 780],
    ['PLATINUM', '84/100000', 1_080],
  ].map(([planCode, termCode, amount]) => ({
    ...anyRow,
    plan: String(planCode),
    term: String(termCode),
    values: { RESERVE: dollars(Number(amount)) },
  })),
  factorTables: [
    {
      id: 1,
      code: 'CLASS',
      name: 'Class',
      type: 'Rate',
      interpolation: 'None',
      keys: ['classCode'],
      entries: [
        factor({ classCode: '2' }, 0.9),
        factor({ classCode: '3' }, 1),
        factor({ classCode: '4' }, 1.2),
      ],
    },
    {
      id: 2,
      code: 'ODOMETER',
      name: 'Odometer',
      type: 'Rate',
      interpolation: 'None',
      keys: ['odometer'],
      entries: [factor({}, 1, 0, 10_000), factor({}, 1.1, 10_001, 15_000), factor({}, 1.4, 15_001, 100_000)],
    },
    {
      id: 3,
      code: 'DEDUCTIBLE',
      name: 'Deductible',
      type: 'Rate',
      interpolation: 'None',
      keys: ['deductible'],
      entries: [factor({ deductible: '0' }, 1.15), factor({ deductible: '100' }, 1)],
    },
  ],
  surcharges: [
    {
      id: 1,
      code: 'AWD',
      name: 'All-wheel drive',
      amount: dollars(75),
      retailAmount: null,
      isMandatory: true,
      criteria: "vehicle.driveType in ['AWD', '4WD']",
      feeds: [{ disbursementCode: 'RESERVE', amount: dollars(75) }],
      addsCoverageGroups: [],
      changesBenefits: [],
      ...always,
    },
    {
      id: 2,
      code: 'SEALS',
      name: 'Seals',
      amount: dollars(45),
      retailAmount: null,
      isMandatory: false,
      criteria: null,
      feeds: [{ disbursementCode: 'RESERVE', amount: dollars(45) }],
      addsCoverageGroups: ['Seals'],
      changesBenefits: [],
      ...always,
    },
  ],
  disbursements: lines,
  retail: [
    retail({ suggestedMarkup: dollars(1_500) }),
    retail({ states: ['FL'], type: 'Filed', suggestedMarkup: dollars(1_200) }),
  ],
  related: [],
}

const gapTerms = [12, 24, 36, 48, 60, 72, 84].map((months, at) => term(at + 1, months, null))

const gap: Program = {
  ...vsc,
  id: 2,
  code: 'GAP-STD',
  formNumber: 'GAP-100',
  classes: null,
  terms: gapTerms,
  deductibles: [
    {
      id: 3,
      code: 'NONE',
      amount: 0 as Cents,
      type: 'PerVisit',
      reducedAmount: null,
      description: null,
      ...always,
    },
  ],
  plans: [
    plan(4, 'GAP125', gapTerms, { deductibles: ['NONE'], maximumLtv: 125 }),
    plan(5, 'GAP150', gapTerms, { deductibles: ['NONE'], maximumLtv: 150 }),
  ],
  termRule: 'FinanceTerm',
  minimumLtv: { CA: 70 },
  rates: ['GAP125', 'GAP150'].flatMap((code, at) =>
    [
      [0, 25_000, 180],
      [25_000.01, 50_000, 240],
      [50_000.01, 100_000, 380],
    ].map(([low, high, amount]) => ({
      ...anyRow,
      plan: code,
      financedFrom: dollars(low ?? 0),
      financedTo: dollars(high ?? 0),
      values: { RESERVE: dollars((amount ?? 0) + at * 60) },
    })),
  ),
  factorTables: [],
  surcharges: [],
  disbursements: [
    line('RESERVE', { type: 'RateRow', column: 'RESERVE', of: null }),
    line('PREMTAX', { type: 'PercentOf', percent: percent(2), base: ['RESERVE'] }),
    line('ADMIN', flat(60)),
    line('AGENT', flat(40), { type: 'Agent', number: null }),
    line('MARKUP', { type: 'Remainder', column: null }, dealer),
  ],
  retail: [
    retail({ suggestedMarkup: dollars(500) }),
    retail({
      states: ['CO'],
      type: 'CapOfFinanced',
      suggestedMarkup: dollars(500),
      caps: [{ type: 'PercentOfFinanced', percent: percent(4), atLeast: dollars(600) }],
    }),
  ],
}

const product = (id: number, code: string, productTypeCode: string, program: Program) => ({
  ...from2015,
  id,
  code,
  name: code,
  productTypeCode,
  assetTypeCodes: ['AUTO', 'TRUCK'],
  requiresLien: productTypeCode === 'GAP',
  requiredParameters: [],
  claimSettings: usualClaimSettings,
  eligibility: productTypeCode === 'VSC' ? 'vehicle.age <= 10 && vehicle.odometer <= 100000' : null,
  programs: [program],
})

const bookWith = (more: Partial<RateBook> = {}): RateBook => ({
  assetTypes: [],
  disbursementGroups: [],
  disbursementCodes: [],
  products: [product(1, 'VSC1', 'VSC', vsc), product(2, 'GAP1', 'GAP', gap)],
  visibility: [],
  taxRules: [],
  ...more,
})

const request: RateRequest = {
  ...fordTruck,
  dealType: 'Loan',
  only: { ...NO_FILTER, productTypeCodes: ['VSC'] },
}

const facts: RateFacts = {
  today: '2024-03-15',
  dealer: {
    number: 'D1001',
    status: 'Active',
    effectiveDate: '2015-01-01',
    expirationDate: null,
    state: 'TX',
    county: 'Travis',
    city: 'Austin',
    groupNumber: 'G100',
    agentNumber: 'A100',
  },
  newMaxOdometer: 1_000,
  maxBackDays: 85,
  maxFutureDays: 0,
  ignoresBackDays: false,
  overrides: [],
}

const book = compileBook(bookWith())
const ask = (more: Partial<RateRequest> = {}, truth: Partial<RateFacts> = {}, of = book) =>
  rate(of, { ...request, ...more }, { ...facts, ...truth })

const platinum60 = (rating: ReturnType<typeof ask>) => {
  const found = rating.rates.find(
    ({ plan: { plan: one }, term: { code }, deductible }) =>
      one.code === 'PLATINUM' && code === '60/75000' && deductible.code === '0',
  )
  if (!found) throw new Error(JSON.stringify(rating.reasons))
  return found
}

const figures = ({ lines: all }: { lines: readonly { definition: { code: string }; amount: number }[] }) =>
  Object.fromEntries(all.map(({ definition, amount }) => [definition.code, amount / 100]))

const rules = (more: Partial<RateRequest>, truth: Partial<RateFacts> = {}, of = book) => {
  const { rates, reasons } = ask(more, truth, of)
  expect(rates).toEqual([])
  return reasons.map(({ planCode, rule, field, seen, needed, fault }) => [
    planCode,
    rule,
    field,
    seen,
    needed,
    fault,
  ])
}

describe('a vehicle service contract', () => {
  test('is priced line by line, to the cent', () => {
    const found = platinum60(ask())
    expect(figures(found)).toEqual({
      RESERVE: 1_061.7,
      PREMTAX: 21.23,
      ADMIN: 125,
      CLIP: 12,
      ROADSIDE: 18,
      AGENT: 75,
      DLRGRP: 50,
      MARKUP: 1_500,
    })
    expect(found).toMatchObject({
      dealerCost: 136_293,
      suggested: 286_293,
      minimum: 136_293,
      maximum: null,
      expirationDate: '2029-03-15',
      expirationOdometer: 87_000,
    })
  })

  test('has every plan, term and deductible in book order', () => {
    const order = ask().rates.map(({ plan: { plan: one }, term: { code }, deductible }) => [
      one.code,
      code,
      deductible.code,
    ])
    expect(order).toEqual([
      ['GOLD', '60/75000', '0'],
      ['GOLD', '60/75000', '100'],
      ['GOLD', '84/100000', '0'],
      ['GOLD', '84/100000', '100'],
      ['PLATINUM', '60/75000', '0'],
      ['PLATINUM', '60/75000', '100'],
      ['PLATINUM', '84/100000', '0'],
      ['PLATINUM', '84/100000', '100'],
    ])
  })

  test('has no agent or group line if the dealer has none', () => {
    const alone = { dealer: { ...facts.dealer, groupNumber: null, agentNumber: null } }
    const found = platinum60(ask({}, alone))
    expect(Object.keys(figures(found))).toEqual(['RESERVE', 'PREMTAX', 'ADMIN', 'CLIP', 'ROADSIDE', 'MARKUP'])
    expect(found.dealerCost).toBe(136_293 - 12_500)
  })

  test('has the filed price in Florida, wherever the dealer is', () => {
    const filed = { suggested: 256_293, minimum: 256_293, maximum: 256_293 }
    expect(platinum60(ask({ state: 'FL' }))).toMatchObject(filed)
    expect(platinum60(ask({}, { dealer: { ...facts.dealer, state: 'FL' } }))).toMatchObject(filed)
  })

  test('includes an optional surcharge if it is chosen', () => {
    const found = platinum60(ask({ surchargeCodes: ['SEALS'] }))
    expect(figures(found).RESERVE).toBe(1_106.7)
    const chosen = found.surcharges.map(({ surcharge, isSelected }) => [surcharge.code, isSelected])
    expect(chosen).toEqual([
      ['AWD', true],
      ['SEALS', true],
    ])
    expect(platinum60(ask({ driveType: 'FWD' })).surcharges.map(({ surcharge }) => surcharge.code)).toEqual([
      'SEALS',
    ])
  })

  test('can pay an agent a percent of the dealer cost that it is part of', () => {
    const calculation = { type: 'PercentOf', percent: percent(6), base: 'DealerCost' } as const
    const disbursements = lines.map((one) => (one.code === 'AGENT' ? { ...one, calculation } : one))
    const changed = compileBook(
      bookWith({ products: [product(1, 'VSC1', 'VSC', { ...vsc, disbursements })] }),
    )
    const found = platinum60(ask({}, {}, changed))
    expect(found.dealerCost).toBe(137_014)
    expect(figures(found).AGENT).toBe(82.21)
  })

  test('pays no line to a missing agent or group', () => {
    const retailShare = { type: 'PercentOf', percent: percent(3), base: 'Retail' } as const
    const bonus = {
      ...line('BONUS', retailShare, { type: 'Agent', number: null }),
      includedInDealerCost: false,
    }
    const of = compileBook(
      bookWith({ products: [product(1, 'VSC1', 'VSC', { ...vsc, disbursements: [...lines, bonus] })] }),
    )
    const found = platinum60(ask({}, {}, of))
    expect(figures(found)).toMatchObject({ BONUS: 85.89, MARKUP: 1_414.11 })
    const alone = platinum60(ask({}, { dealer: { ...facts.dealer, agentNumber: null } }, of))
    expect(figures(alone)).toMatchObject({ MARKUP: 1_500 })
    expect(figures(alone)).not.toHaveProperty('BONUS')
  })

  test('a percent of a line that changes on a date uses the line in force', () => {
    const changing = lines.flatMap((one) =>
      one.code === 'ADMIN'
        ? [
            { ...one, effectiveTo: '2024-03-14' },
            { ...one, id: 90, effectiveFrom: '2024-03-15', calculation: flat(200) },
          ]
        : [one],
    )
    const fee = line('FEE', { type: 'PercentOf', percent: percent(10), base: ['ADMIN'] })
    const of = compileBook(
      bookWith({ products: [product(1, 'VSC1', 'VSC', { ...vsc, disbursements: [...changing, fee] })] }),
    )
    expect(figures(platinum60(ask({}, {}, of)))).toMatchObject({ ADMIN: 200, FEE: 20 })
    expect(figures(platinum60(ask({ saleDate: '2024-03-14' }, {}, of)))).toMatchObject({
      ADMIN: 125,
      FEE: 12.5,
    })
  })

  test('applies overrides for the dealer', () => {
    const overrides = [
      {
        program: 'VSC-STD',
        disbursementCode: 'AGENT',
        plan: 'PLATINUM',
        term: null,
        deductible: null,
        classCode: null,
        calculation: flat(90),
      },
    ]
    const rating = ask({}, { overrides })
    expect(figures(platinum60(rating)).AGENT).toBe(90)
    expect(figures(rating.rates[0] as never).AGENT).toBe(75)
  })

  const agreed = (disbursementCode: string, calculation: Calculation) => ({
    program: 'VSC-STD',
    disbursementCode,
    plan: null,
    term: null,
    deductible: null,
    classCode: null,
    calculation,
  })

  test('computes overrides from the effective lines, not from those of the book', () => {
    const overrides = [
      agreed('AGENT', { type: 'PercentOf', percent: percent(5), base: ['PREMTAX'] }),
      agreed('PREMTAX', { type: 'PercentOf', percent: percent(10), base: ['ADMIN'] }),
    ]
    const found = platinum60(ask({}, { overrides }))
    expect(figures(found)).toMatchObject({ ADMIN: 125, PREMTAX: 12.5, AGENT: 0.63 })
    expect(found.lines.find(({ definition }) => definition.code === 'AGENT')?.calculation).toBe(
      overrides[0]?.calculation,
    )
  })

  test.each([
    ['a ring', [agreed('RESERVE', { type: 'PercentOf', percent: percent(5), base: ['PREMTAX'] })]],
    [
      'all of the dealer cost',
      [agreed('AGENT', { type: 'PercentOf', percent: percent(100), base: 'DealerCost' })],
    ],
    [
      'a part of dealer cost that hangs on the price',
      [agreed('AGENT', { type: 'PercentOf', percent: percent(1), base: 'Retail' })],
    ],
    [
      'a percent of what is known last',
      [agreed('RESERVE', { type: 'PercentOf', percent: percent(1), base: 'DealerCost' })],
    ],
  ])('has no price if overrides make %s', (_, overrides) => {
    expect(rules({}, { overrides }).map(([planCode, rule]) => [planCode, rule])).toEqual([
      ['GOLD', 'NoRateRow'],
      ['PLATINUM', 'NoRateRow'],
    ])
  })
})

describe('GAP', () => {
  const loan = {
    only: { ...NO_FILTER, productTypeCodes: ['GAP'] },
    financedAmount: dollars(32_000),
    financeTermMonths: 72,
    apr: 6.9,
    msrp: dollars(30_000),
    usage: 500,
  }
  const colorado = { dealer: { ...facts.dealer, state: 'CO', groupNumber: null } }

  test('is priced by the amount financed, capped, for the term of the loan', () => {
    const { rates, reasons } = ask(loan, colorado)
    expect(reasons).toEqual([])
    expect(rates.map(({ plan: { plan: one }, term: { months } }) => [one.code, months])).toEqual([
      ['GAP125', 72],
      ['GAP150', 72],
    ])
    expect(rates[0]).toMatchObject({
      dealerCost: 34_480,
      suggested: 84_480,
      maximum: 128_000,
      expirationOdometer: null,
    })
    expect(rates[0]?.retailRule.type).toBe('CapOfFinanced')
  })

  test.each([
    [{ financeTermMonths: 61 }, 72],
    [{ financeTermMonths: 12 }, 12],
    [{ financeTermMonths: 84 }, 84],
  ])('for %j has the next longer term: %i', (more, months) => {
    expect(ask({ ...loan, ...more }, colorado).rates[0]?.term.months).toBe(months)
  })

  test.each([
    [{ dealType: 'Cash' }, [[null, 'LienRequired', 'dealType', 'Cash', 'Loan, Lease or Balloon', 'Input']]],
    [
      { financeTermMonths: 85 },
      [
        ['GAP125', 'FinanceTermTooLong', 'financeTermMonths', 85, '<= 84', 'Input'],
        ['GAP150', 'FinanceTermTooLong', 'financeTermMonths', 85, '<= 84', 'Input'],
      ],
    ],
    [
      { financedAmount: dollars(100_000.01), msrp: dollars(100_000) },
      [
        ['GAP125', 'FinancedAmountTooHigh', 'financedAmount', 100_000.01, '<= 100000', 'Input'],
        ['GAP150', 'FinancedAmountTooHigh', 'financedAmount', 100_000.01, '<= 100000', 'Input'],
      ],
    ],
    [
      { financedAmount: dollars(45_000.01) },
      [
        ['GAP125', 'LtvTooHigh', 'financedAmount', 150, '<= 125', 'Input'],
        ['GAP150', 'LtvTooHigh', 'financedAmount', 150, '<= 150', 'Input'],
      ],
    ],
    [
      { financedAmount: dollars(20_999.99), state: 'CA' },
      [
        ['GAP125', 'LtvTooLow', 'financedAmount', 70, '>= 70', 'Input'],
        ['GAP150', 'LtvTooLow', 'financedAmount', 70, '>= 70', 'Input'],
      ],
    ],
  ])('gives the reason for %j', (more, expected) => {
    expect(rules({ ...loan, ...more }, colorado)).toEqual(expected)
  })

  test('is sold at exactly a limit with decimals, but not a cent above it', () => {
    const plans = gap.plans.map((one) => ({ ...one, maximumLtv: 112.1 }))
    const of = compileBook(bookWith({ products: [product(2, 'GAP1', 'GAP', { ...gap, plans })] }))
    expect(ask({ ...loan, financedAmount: dollars(33_630) }, colorado, of).rates).toHaveLength(2)
    const above = { ...loan, financedAmount: dollars(33_630.01) }
    expect(rules(above, colorado, of)[0]).toEqual([
      'GAP125',
      'LtvTooHigh',
      'financedAmount',
      112.1,
      '<= 112.1',
      'Input',
    ])
  })

  test('is sold at exactly the limit', () => {
    expect(ask({ ...loan, financedAmount: dollars(37_500) }, colorado).rates).toHaveLength(2)
    expect(ask({ ...loan, financedAmount: dollars(21_000), state: 'CA' }, colorado).rates).toHaveLength(2)
  })
})

describe('when a plan is not offered', () => {
  test.each([
    [
      {},
      { dealer: { ...facts.dealer, status: 'Inactive' } },
      [[null, 'DealerInactive', 'dealerNumber', 'Inactive', 'Active', 'Configuration']],
    ],
    [
      { assetTypeCode: 'TV' },
      {},
      [[null, 'AssetTypeNotCovered', 'assetTypeCode', 'TV', ['AUTO', 'TRUCK'], 'Input']],
    ],
    [{ make: 'KIA' }, {}, [[null, 'VehicleNotClassed', 'make', 'KIA', null, 'Configuration']]],
    [{ make: 'FERRARI' }, {}, [[null, 'ClassIneligible', 'make', 'FERRARI', null, 'Input']]],
    [
      { saleDate: '2024-03-16' },
      {},
      [[null, 'SaleDateInFuture', 'saleDate', '2024-03-16', '<= 2024-03-15', 'Input']],
    ],
    [
      { saleDate: '2023-12-20' },
      {},
      [[null, 'SaleDateTooOld', 'saleDate', '2023-12-20', '>= 2023-12-21', 'Input']],
    ],
    [
      { saleDate: '2014-06-01' },
      { ignoresBackDays: true, dealer: { ...facts.dealer, effectiveDate: '2010-01-01' } },
      [[null, 'ProgramNotEffective', 'saleDate', '2014-06-01', '>= 2015-01-01', 'Configuration']],
    ],
    [
      { usage: 100_001, year: 2013 },
      {},
      [
        [null, 'Criteria', 'vehicle.age', 11, '<= 10', 'Input'],
        [null, 'Criteria', 'vehicle.odometer', 100_001, '<= 100000', 'Input'],
      ],
    ],
    [{ usage: null }, {}, [[null, 'Criteria', 'vehicle.odometer', null, '<= 100000', 'Input']]],
  ])('%j with %j gives the reason', (more, truth, expected) => {
    expect(rules(more, truth as Partial<RateFacts>)).toEqual(expected)
  })

  test('one plan may fail with reasons while the others are offered', () => {
    const { rates, reasons } = ask({ usage: 60_001 })
    expect(new Set(rates.map(({ plan: { plan: one } }) => one.code))).toEqual(new Set(['GOLD']))
    expect(reasons).toMatchObject([
      { planCode: 'PLATINUM', rule: 'Criteria', field: 'vehicle.odometer', seen: 60_001, needed: '<= 60000' },
    ])
  })

  test('a term that is not sold names the requested term', () => {
    const { rates, reasons } = ask({ only: { ...NO_FILTER, productTypeCodes: ['VSC'], termMonths: [13] } })
    expect(rates).toEqual([])
    expect(reasons).toMatchObject([
      { planCode: 'GOLD', rule: 'NoRateRow', field: 'termMonths', seen: [13] },
      { planCode: 'PLATINUM', rule: 'NoRateRow', field: 'termMonths', seen: [13] },
    ])
  })

  test('hidden rates are left out: the most specific visibility row wins, and hidden wins a tie', () => {
    const row = {
      ...from2015,
      dealer: null,
      dealerGroup: null,
      product: null,
      program: null,
      plan: null,
      term: null,
      deductible: null,
      classCode: null,
    }
    const seen = (...visibility: object[]) => {
      const of = compileBook(
        bookWith({ visibility: visibility.map((more) => ({ ...row, isVisible: true, ...more })) }),
      )
      const { rates, reasons } = ask({}, {}, of)
      return [rates.length, reasons.map(({ planCode, rule }) => [planCode, rule])]
    }
    expect(seen({ product: 'VSC1', isVisible: false })).toEqual([0, [[null, 'NotVisible']]])
    expect(seen({ plan: 'PLATINUM', isVisible: false })).toEqual([4, [['PLATINUM', 'NotVisible']]])
    expect(seen({ plan: 'PLATINUM', isVisible: false }, { dealer: 'D1001', plan: 'PLATINUM' })).toEqual([
      8,
      [],
    ])
    expect(seen({ product: 'VSC1', isVisible: false }, { product: 'VSC1', plan: 'GOLD' })).toEqual([
      4,
      [['PLATINUM', 'NotVisible']],
    ])
    expect(seen({ plan: 'GOLD' }, { plan: 'GOLD', isVisible: false })).toEqual([4, [['GOLD', 'NotVisible']]])
    expect(seen({ dealerGroup: 'G100', term: '84/100000', isVisible: false })).toEqual([4, []])
    expect(seen({ dealer: 'd1001', plan: 'GOLD', isVisible: false })).toEqual([4, [['GOLD', 'NotVisible']]])
    expect(seen({ plan: 'GOLD', classCode: '3', isVisible: false })).toEqual([4, [['GOLD', 'NotVisible']]])
    expect(seen({ dealer: 'D9999', isVisible: false })).toEqual([8, []])
    expect(seen({ isVisible: false, effectiveTo: '2024-03-14' })).toEqual([8, []])
  })
})
