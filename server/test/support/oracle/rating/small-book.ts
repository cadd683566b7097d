import { centsOf, ZERO } from '../../../../src/domain/money.ts'
import { usualClaimSettings } from '../../../../src/domain/rate-book/coverage.ts'
import type {
  Calculation,
  DisbursementDefinition,
  Plan,
  Program,
  RateBook,
  RateRow,
  Term,
} from '../../../../src/domain/rate-book/rate-book.ts'
import { retailRule } from '../../builders/rate-request.ts'

/** The parts of a small rate book whose prices are worked by hand: one vehicle service contract and one GAP. */

export const dollars = (amount: number) => centsOf(amount)
export const percent = (value: number) => Math.round(value * 1_000_000)
export const from2015 = { effectiveFrom: '2015-01-01', effectiveTo: null }
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
export const line = (
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

export const flat = (amount: number): Calculation => ({ type: 'Flat', amount: dollars(amount) })
const dealer = { type: 'Dealer', number: null } as const

export const lines = [
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

const factor = (codes: object, value: number, from: number | null = null, to: number | null = null) => ({
  ...always,
  codes,
  from,
  to,
  factor: Math.round(value * 1_000_000),
})

const vscTerms = [term(1, 60, 75_000), term(2, 84, 100_000)]

export const vsc: Program = {
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
      amount: ZERO,
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
    retailRule({ suggestedMarkup: dollars(1_500) }),
    retailRule({ states: ['FL'], type: 'Filed', suggestedMarkup: dollars(1_200) }),
  ],
  related: [],
}

const gapTerms = [12, 24, 36, 48, 60, 72, 84].map((months, at) => term(at + 1, months, null))

export const gap: Program = {
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
      amount: ZERO,
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
    retailRule({ suggestedMarkup: dollars(500) }),
    retailRule({
      states: ['CO'],
      type: 'CapOfFinanced',
      suggestedMarkup: dollars(500),
      caps: [{ type: 'PercentOfFinanced', percent: percent(4), atLeast: dollars(600) }],
    }),
  ],
}

export const product = (id: number, code: string, productTypeCode: string, program: Program) => ({
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

export const bookWith = (more: Partial<RateBook> = {}): RateBook => ({
  assetTypes: [],
  disbursementGroups: [],
  disbursementCodes: [],
  products: [product(1, 'VSC1', 'VSC', vsc), product(2, 'GAP1', 'GAP', gap)],
  visibility: [],
  taxRules: [],
  ...more,
})
