import type {
  ClaimDetail,
  ClaimFacts,
  ClaimTerms,
  ComponentTerms,
  Hundredths,
  LaborLine,
  ManualAdjustment,
  MiscLine,
  PartLine,
} from '../../../../src/domain/claims/claim.ts'
import { type Cents, centsOf } from '../../../../src/domain/money.ts'
import type { SalesTaxRule } from '../../../../src/domain/rate-book/rate-book.ts'

// Claims to adjudicate, in dollars and hours as people write them.

export const hundredths = (units: number): Hundredths => Math.round(units * 100) as Hundredths
const centsOrNull = (amount: number | null | undefined): Cents | null =>
  amount === null || amount === undefined ? null : centsOf(amount)

const component = (
  code: string,
  name: string,
  groupCode: string,
  more: Partial<ComponentTerms> = {},
): ComponentTerms => ({
  ...{ id: 1, code, name, groupId: 1, groupCode, groupName: groupCode, isCovered: true, limit: null },
  ...more,
})

export const components: readonly ComponentTerms[] = [
  component('WATERPUMP', 'Water pump', 'Engine'),
  component('TURBO', 'Turbocharger', 'Engine'),
  component('ALTERNATOR', 'Alternator', 'Electrical'),
  component('COMPRESSOR', 'Compressor', 'AC'),
  component('NAVIGATION', 'Navigation', 'HighTech', { isCovered: false }),
]

/** The components with a limit on some of them. */
export const limitedTo = (limits: Readonly<Record<string, number>>): ClaimTerms['components'] =>
  new Map(
    components.map((each) => [each.code, { ...each, limit: centsOrNull(limits[each.code]) ?? each.limit }]),
  )

export const taxRule = (percent: number, more: Partial<SalesTaxRule> = {}): SalesTaxRule => ({
  ...{ id: 1, type: 'State', state: 'TX', county: null, city: null, productTypeCode: null },
  ...{ lineItemType: null, rate: percent * 1_000_000, maximumTaxable: null, exempt: false },
  ...{ refundable: false, roundMode: 'HalfUp', effectiveFrom: '2015-01-01', effectiveTo: null },
  ...more,
})

export const terms = (more: Partial<ClaimTerms> = {}): ClaimTerms => ({
  ...{ productTypeCode: 'VSC', formNumber: 'VSC-100', status: 'Active', heldFrom: null },
  ...{ isClaimed: false, isCancelledFlat: false, cancelDate: null },
  ...{ effectiveDate: '2024-03-15', expirationDate: '2029-03-15' },
  ...{ effectiveOdometer: 12_000, expirationOdometer: 87_000, waitingDays: 0, waitingMiles: 0 },
  ...{ blockingHolds: [], suspensions: [], components: limitedTo({}), warranties: [] },
  deductible: { type: 'PerVisit', amount: centsOf(100), reducedAmount: null },
  ...{ perClaimLimit: null, aggregateLimit: null },
  benefits: [
    {
      ...{ code: 'RENTAL', name: 'Rental', unit: 'Day', unitCap: centsOf(40), maximumUnits: 5 },
      ...{ occurrenceCap: centsOf(200), contractCap: null, usedElsewhere: centsOf(0) },
    },
    {
      ...{ code: 'TOW', name: 'Towing', unit: 'Occurrence', unitCap: centsOf(75), maximumUnits: 1 },
      ...{ occurrenceCap: centsOf(75), contractCap: null, usedElsewhere: centsOf(0) },
    },
  ],
  ...more,
})

/** The deductible of a contract. */
export const deductible = (
  type: ClaimTerms['deductible']['type'],
  amount: number,
  reducedAmount: number | null = null,
): Pick<ClaimTerms, 'deductible'> => ({
  deductible: { type, amount: centsOf(amount), reducedAmount: centsOrNull(reducedAmount) },
})

export const facts = (
  details: readonly ClaimDetail[],
  more: Partial<Omit<ClaimFacts, 'terms'>> & { readonly terms?: Partial<ClaimTerms> } = {},
): ClaimFacts => ({
  ...{ claimType: 'Repair', today: '2025-03-12', lossDate: '2025-03-10', lossOdometer: 24_100 },
  facility: { laborRate: null, isRelated: false },
  taxRules: { Labor: [], Part: [taxRule(8.25)], Misc: [] },
  settings: {
    shopSuppliesCap: centsOf(25),
    inspectionThreshold: centsOf(1_500),
    earlyClaimDays: 90,
  },
  ...{ contractPaid: centsOf(0), authorizedElsewhere: centsOf(0), details },
  ...more,
  terms: terms(more.terms),
})

/** A detail: the water pump failed, and nothing was decided. */
export const detail = (more: Partial<ClaimDetail> = {}): ClaimDetail => ({
  ...{ id: 901, sequence: 1, status: 'Pending', causeCode: 'INTFAIL', isCauseExcluded: false },
  components: [{ code: 'WATERPUMP', isPrimaryFailure: true }],
  ...{ labor: [], parts: [], misc: [], adjustments: [], frozen: null },
  ...{ requestedPayments: centsOf(0), paid: centsOf(0) },
  ...more,
})

interface LaborSent {
  readonly id?: number
  readonly component?: string
  readonly hours: number
  readonly rate: number
  readonly guide?: number
  readonly hoursApproved?: number
  readonly rateApproved?: number
  readonly isTaxable?: boolean
}

export const labor = ({ id = 1501, component: of, hours, rate, ...more }: LaborSent): LaborLine => ({
  ...{ id, componentCode: of ?? null, operationCode: null, description: null },
  ...{ hoursRequested: hundredths(hours), rateRequested: centsOf(rate) },
  hoursGuide: more.guide === undefined ? null : hundredths(more.guide),
  hoursApproved: more.hoursApproved === undefined ? null : hundredths(more.hoursApproved),
  rateApproved: centsOrNull(more.rateApproved),
  isTaxable: more.isTaxable ?? true,
})

interface PartSent {
  readonly id?: number
  readonly component?: string
  readonly quantity?: number
  readonly price: number
  readonly msrp?: number
  readonly approved?: number
}

export const part = ({ id = 1601, component: of, quantity = 1, price, ...more }: PartSent): PartLine => ({
  ...{ id, componentCode: of ?? null, partNumber: null, description: null, type: 'OEM' },
  ...{ quantity: hundredths(quantity), unitPriceRequested: centsOf(price) },
  ...{ msrp: centsOrNull(more.msrp), unitPriceApproved: centsOrNull(more.approved) },
})

interface MiscSent {
  readonly id?: number
  readonly component?: string
  readonly type: MiscLine['type']
  readonly quantity?: number
  readonly price: number
}

export const misc = ({ id = 1701, component: of, type, quantity = 1, price }: MiscSent): MiscLine => ({
  ...{ id, componentCode: of ?? null, type, quantity: hundredths(quantity), unitPrice: centsOf(price) },
})

export const adjustment = (
  target: ManualAdjustment['target'],
  amount: number,
  targetId: number | null = null,
): ManualAdjustment => ({ target, targetId, reasonCode: 'Adjuster', amount: centsOf(amount), note: null })

/** The repair of the norm's first example. */
export const waterPump = (more: Partial<ClaimDetail> = {}): ClaimDetail =>
  detail({
    labor: [labor({ hours: 4.2, rate: 145, guide: 3.8 })],
    parts: [part({ id: 1601, price: 389.95 }), part({ id: 1602, price: 18.4, quantity: 2 })],
    misc: [misc({ type: 'Tow', price: 45 })],
    ...more,
  })
