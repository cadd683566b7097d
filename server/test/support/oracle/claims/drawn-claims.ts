import fc from 'fast-check'
import {
  type ClaimDetail,
  type ClaimFacts,
  type ClaimTerms,
  type ComponentTerms,
  type DetailStatus,
  deductibleTypes,
  type Hundredths,
  type ManualAdjustment,
  manualReasons,
  miscTypes,
  partTypes,
} from '../../../../src/domain/claims/claim.ts'
import { type Cents, roundModes } from '../../../../src/domain/money.ts'
import type { SalesTaxRule } from '../../../../src/domain/rate-book/rate-book.ts'
import { plainAdjudication } from './plain-adjudication.ts'

// Random repair claims, many of them near caps, limits and dates. Some of their details were decided before.

const amount = (most: number): fc.Arbitrary<Cents> => fc.integer({ min: 0, max: most }) as fc.Arbitrary<Cents>
const hundredths = (most: number) => fc.integer({ min: 0, max: most }) as fc.Arbitrary<Hundredths>
/** Nothing in about half of the cases. */
const perhaps = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 2 })

const known: readonly (readonly [code: string, groupCode: string])[] = [
  ['WATERPUMP', 'Engine'],
  ['TURBO', 'Engine'],
  ['TORQUECONV', 'Transmission'],
  ['COMPRESSOR', 'AC'],
  ['NAVIGATION', 'HighTech'],
]
const groups = [...new Set(known.map(([, groupCode]) => groupCode))]
/** One more than the product has. */
const claimable = [...known.map(([code]) => code), 'FLUXCAPACITOR']

const components: fc.Arbitrary<ReadonlyMap<string, ComponentTerms>> = fc
  .record({
    covered: fc.subarray([...groups], { minLength: 1 }),
    limits: fc.array(perhaps(amount(60_000)), { minLength: known.length, maxLength: known.length }),
  })
  .map(
    ({ covered, limits }) =>
      new Map(
        known.map(([code, groupCode], at) => [
          code,
          {
            ...{
              id: at + 1,
              code,
              name: code,
              groupId: groups.indexOf(groupCode) + 1,
              groupCode,
              groupName: groupCode,
            },
            isCovered: covered.includes(groupCode),
            limit: limits[at] ?? null,
          },
        ]),
      ),
  )

const benefit = (code: string, unit: 'Day' | 'Occurrence', mostUnits: number) =>
  fc
    .record({
      unitCap: amount(9_000),
      maximumUnits: fc.integer({ min: 1, max: mostUnits }),
      contractCap: perhaps(amount(30_000)),
      usedElsewhere: amount(12_000),
    })
    .map((drawn) => ({
      ...{ code, name: code, unit },
      ...drawn,
      occurrenceCap: (drawn.unitCap * drawn.maximumUnits) as Cents,
    }))

const dates = [
  '2024-03-15',
  '2024-03-20',
  '2024-04-14',
  '2024-06-12',
  '2024-06-13',
  '2025-03-10',
  '2029-03-15',
]
const edges = ['2024-03-14', ...dates, '2029-03-16']

const terms: fc.Arbitrary<ClaimTerms> = fc.record({
  productTypeCode: fc.constant('VSC'),
  formNumber: fc.constant('VSC-100'),
  status: fc.constantFrom(
    'Active',
    'Active',
    'Active',
    'Pending',
    'OnHold',
    'Cancelled',
    'Expired',
    'Voided',
  ),
  heldFrom: fc.constantFrom('Pending' as const, 'Active' as const),
  isClaimed: rarely(),
  isCancelledFlat: fc.boolean(),
  cancelDate: fc.constantFrom('2024-06-12', '2025-03-10', '2025-03-11'),
  effectiveDate: fc.constant('2024-03-15'),
  expirationDate: fc.constant('2029-03-15'),
  effectiveOdometer: fc.constantFrom(12_000, 12_000, null),
  expirationOdometer: fc.constantFrom(87_000, 87_000, null),
  waitingDays: fc.constantFrom(0, 0, 30),
  waitingMiles: fc.constantFrom(0, 0, 1_000),
  blockingHolds: fc.constantFrom<string[][]>([], [], [], ['Funding']),
  suspensions: fc.constantFrom<{ from: string; to: string | null }[][]>(
    [],
    [],
    [{ from: '2024-05-01', to: '2024-06-12' }],
    [{ from: '2025-03-10', to: null }],
  ),
  components: fc.oneof(
    { weight: 5, arbitrary: components },
    { weight: 1, arbitrary: fc.constant(new Map()) },
  ),
  warranties: fc.array(
    fc.record({
      type: fc.constantFrom('Basic', 'Powertrain', 'Corrosion'),
      endDate: fc.constantFrom('2024-03-19', '2024-06-12', '2025-03-10', null),
      endOdometer: fc.constantFrom(12_500, 24_100, 36_000, null),
    }),
    { maxLength: 1 },
  ),
  deductible: fc.record({
    type: fc.constantFrom(...deductibleTypes),
    amount: fc.oneof(fc.constantFrom(0, 10_000, 20_000) as fc.Arbitrary<Cents>, amount(50_000)),
    reducedAmount: amount(9_000),
  }),
  perClaimLimit: perhaps(amount(200_000)),
  aggregateLimit: perhaps(amount(400_000)),
  benefits: fc
    .tuple(perhaps(benefit('TOW', 'Occurrence', 2)), perhaps(benefit('RENTAL', 'Day', 6)))
    .map((drawn) => drawn.filter((one) => one !== null)),
})

function rarely(): fc.Arbitrary<boolean> {
  return fc.constantFrom(...Array<boolean>(15).fill(false), true)
}

const rule: fc.Arbitrary<SalesTaxRule> = fc
  .record({
    rate: fc.constantFrom(8_250_000, 6_000_000, 500_000, 333_333),
    maximumTaxable: perhaps(amount(20_000)),
    roundMode: fc.constantFrom(...roundModes),
  })
  .map((drawn) => ({
    ...{ id: 1, type: 'State' as const, state: 'TX', county: null, city: null, productTypeCode: null },
    ...{
      lineItemType: null,
      exempt: false,
      refundable: false,
      effectiveFrom: '2015-01-01',
      effectiveTo: null,
    },
    ...drawn,
  }))
const rules = fc.array(rule, { maxLength: 2 })

/** Whether an adjuster went below the rules, or above them, as some may. */
const byAdjuster = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 2 })
const componentCode = fc.option(fc.constantFrom(...claimable), { freq: 2 })
const text = fc.constant(null)

/** Lines get their ids when all details are known. */
const id = fc.constant(0)

const labor = fc
  .record({
    ...{ id, componentCode, operationCode: text, description: text, isTaxable: fc.boolean() },
    hoursRequested: hundredths(1_000),
    hoursGuide: perhaps(hundredths(1_000)),
    rateRequested: amount(20_000),
    hoursShare: byAdjuster(fc.integer({ min: 0, max: 100 })),
    rateShare: byAdjuster(fc.integer({ min: 0, max: 100 })),
  })
  // An adjuster allows at most what was asked.
  .map(({ hoursShare, rateShare, ...one }) => ({
    ...one,
    hoursApproved: shareOf(one.hoursRequested, hoursShare) as Hundredths | null,
    rateApproved: shareOf(one.rateRequested, rateShare) as Cents | null,
  }))

const shareOf = (whole: number, percent: number | null): number | null =>
  percent === null ? null : Math.floor((whole * percent) / 100)

const part = fc
  .record({
    ...{ id, componentCode, partNumber: text, description: text, type: fc.constantFrom(...partTypes) },
    quantity: fc.oneof(fc.constantFrom(100, 200) as fc.Arbitrary<Hundredths>, hundredths(500)),
    unitPriceRequested: amount(40_000),
    msrp: perhaps(amount(40_000)),
    share: byAdjuster(fc.integer({ min: 0, max: 100 })),
  })
  .map(({ share, ...one }) => ({
    ...one,
    unitPriceApproved: shareOf(one.unitPriceRequested, share) as Cents | null,
  }))

const misc = fc.record({
  ...{ id, componentCode },
  type: fc.constantFrom(...miscTypes, 'Tow' as const, 'Rental' as const, 'ShopSupplies' as const),
  quantity: fc.oneof(fc.constantFrom(100, 300, 700) as fc.Arbitrary<Hundredths>, hundredths(900)),
  unitPrice: amount(12_000),
})

/** What it cuts: a line by its place among all lines of the detail, or the detail, or the claim. */
const adjustment = fc.record({
  at: fc.nat(5),
  isOf: fc.constantFrom('Line' as const, 'Line' as const, 'Detail' as const, 'Claim' as const),
  reasonCode: fc.constantFrom(...manualReasons),
  amount: amount(40_000),
})

const fates: readonly DetailStatus[] = [
  ...(['Pending', 'Pending', 'Pending', 'Hold', 'Inspection'] as const),
  ...(['PendingApproval', 'Authorized', 'Authorized', 'Paid', 'Denied', 'Voided'] as const),
]

const drawnDetail = fc.record({
  status: fc.constantFrom(...fates),
  paidPercent: fc.nat(100),
  components: fc
    .uniqueArray(fc.constantFrom(...claimable), { minLength: 0, maxLength: 3 })
    .chain((codes) =>
      fc
        .nat(codes.length)
        .map((primary) => codes.map((code, at) => ({ code, isPrimaryFailure: at === primary }))),
    ),
  labor: fc.array(labor, { maxLength: 2 }),
  parts: fc.array(part, { maxLength: 3 }),
  misc: fc.array(misc, { maxLength: 3 }),
  adjustments: fc.array(adjustment, { maxLength: 2 }),
})
type DrawnDetail = typeof drawnDetail extends fc.Arbitrary<infer Drawn> ? Drawn : never

/** A claim, and the same before anything was decided. */
export interface DrawnClaim {
  readonly facts: ClaimFacts
  readonly before: ClaimFacts
  /** What other claims of the contract take of its limit. */
  readonly elsewhere: number
}

export const drawnClaim: fc.Arbitrary<DrawnClaim> = fc
  .record({
    terms,
    today: fc.constantFrom('2025-03-10', '2029-12-31'),
    lossDate: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...dates) }, fc.constantFrom(...edges)),
    lossOdometer: fc.constantFrom(11_999, 12_000, 12_500, 13_000, 24_100, 24_101, 87_000, 87_001),
    facility: perhaps(fc.record({ laborRate: perhaps(amount(20_000)), isRelated: fc.boolean() })),
    taxRules: fc.record({ Labor: rules, Part: rules, Misc: rules }),
    settings: fc.record({
      shopSuppliesCap: amount(5_000),
      inspectionThreshold: fc.constantFrom(150_000, 30_000) as fc.Arbitrary<Cents>,
      earlyClaimDays: fc.constantFrom(0, 90),
    }),
    paidElsewhere: amount(150_000),
    authorizedElsewhere: amount(50_000),
    details: fc.array(drawnDetail, { minLength: 0, maxLength: 4 }),
  })
  .map(({ details, paidElsewhere, authorizedElsewhere, ...drawn }) => {
    const before: ClaimFacts = {
      ...drawn,
      claimType: 'Repair',
      contractPaid: paidElsewhere,
      authorizedElsewhere,
      details: details.map(pendingDetail),
    }
    const facts = decided(before, details)
    return { facts, before, elsewhere: paidElsewhere + authorizedElsewhere }
  })

function pendingDetail(drawn: DrawnDetail, at: number): ClaimDetail {
  let line = (at + 1) * 100
  const numbered = <One>(one: One): One & { readonly id: number } => ({ ...one, id: ++line })
  const lines = {
    labor: drawn.labor.map(numbered),
    parts: drawn.parts.map(numbered),
    misc: drawn.misc.map(numbered),
  }
  const targets = [
    ...lines.labor.map((one) => ['Labor', one.id] as const),
    ...lines.parts.map((one) => ['Part', one.id] as const),
    ...lines.misc.map((one) => ['Misc', one.id] as const),
  ]
  return {
    ...{ id: at + 1, sequence: at + 1, status: 'Pending', causeCode: null, isCauseExcluded: false },
    ...{ components: drawn.components, ...lines },
    adjustments: drawn.adjustments.flatMap(
      ({ at: place, isOf, reasonCode, amount: taken }): ManualAdjustment[] => {
        const cut = { reasonCode, amount: (0 - taken) as Cents, note: null }
        if (isOf !== 'Line') return [{ ...cut, target: isOf, targetId: null }]
        const target = targets[place % Math.max(1, targets.length)]
        return target ? [{ ...cut, target: target[0], targetId: target[1] }] : []
      },
    ),
    ...{ frozen: null, requestedPayments: 0 as Cents, paid: 0 as Cents },
  }
}

/** The claim after some of its details were decided, with the figures that they had then. */
function decided(before: ClaimFacts, drawn: readonly DrawnDetail[]): ClaimFacts {
  const { details: figures } = plainAdjudication(before)
  const details = before.details.map((detail, at): ClaimDetail => {
    const { status = 'Pending', paidPercent = 0 } = drawn[at] ?? {}
    const frozen = figures.get(detail.id)?.figures ?? null
    if (status === 'Paid' || status === 'Authorized' || status === 'PendingApproval') {
      const payable = frozen?.payable ?? 0
      const percent = status === 'Paid' ? 100 : status === 'Authorized' ? paidPercent : 0
      const paid = Math.floor((payable * percent) / 100) as Cents
      return { ...detail, status, frozen, paid, requestedPayments: paid }
    }
    // Some were decided before they were denied or voided.
    const hadFigures = (status === 'Denied' || status === 'Voided') && paidPercent > 50
    return { ...detail, status, frozen: hadFigures ? frozen : null }
  })
  const paid = details.reduce((sum, one) => sum + one.paid, Number(before.contractPaid))
  return { ...before, details, contractPaid: paid as Cents }
}
