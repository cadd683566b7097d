import type { Cents } from '../../../../src/domain/money.ts'
import type { Calculation, Program, RateBook } from '../../../../src/domain/rate-book/rate-book.ts'
import {
  type LineOverride,
  NO_FILTER,
  type RateFacts,
  type RateFilter,
  type RateRequest,
} from '../../../../src/domain/rating/request.ts'
import type { Chance } from '../../hostile/chance.ts'
import { isFoundLast } from './random-book-lines.ts'
import {
  ASSET_TYPES,
  CLASSES,
  CONDITIONS,
  DAYS,
  DRIVES,
  FINANCED,
  FUELS,
  MAKES,
  MODELS,
  MONTHS,
  money,
  ODOMETERS,
  PRICES,
  percent,
  SEGMENTATIONS,
  STATES,
  TODAY,
  TRIMS,
  YEARS,
} from './random-book-values.ts'

/** A request for a rate, and the facts at that time. */
export interface Question {
  readonly request: RateRequest
  readonly facts: RateFacts
}

/** Requests that often match the book: its own figures, values next to them, and sometimes none. */
export const question = (chance: Chance, book: RateBook): Question => ({
  request: request(chance, book),
  facts: facts(chance, book),
})

/** A value where a range ends, or the one before or after it. */
const near = (chance: Chance, points: readonly number[]) =>
  Math.max(0, chance.of(points) + chance.of([-1, 0, 0, 1]))

/** Some dates are exactly some months before a sale. */
const IN_SERVICE = [
  '2023-02-28',
  '2020-02-29',
  '2023-03-15',
  '2021-03-15',
  '2019-03-15',
  '2018-01-31',
] as const

/** 70, 109.9, 110 and 112.1 percent of one value, and 110 percent of a boat's value. */
const OF_VALUE = [2_100_000, 3_297_000, 3_300_000, 3_363_000, 220_000_000] as const

function request(chance: Chance, book: RateBook): RateRequest {
  const known = <Item>(items: readonly Item[], percentKnown = 85) => chance.maybe(percentKnown, items)
  // Amounts are cents.
  const financed = (chance.is(75) ? near(chance, [...FINANCED, ...OF_VALUE]) : null) as Cents | null
  return {
    assetTypeCode: chance.of(['AUTO', 'AUTO', 'AUTO', ...ASSET_TYPES]),
    vin: null,
    year: known(YEARS),
    make: known([...MAKES, 'FORD', 'TOYOTA'], 97),
    model: known([...MODELS, 'f-150']),
    trim: known(TRIMS, 80),
    series: known(['S'], 60),
    bodyStyle: null,
    segmentation: known(SEGMENTATIONS, 20),
    engine: known(['V6', 'v6'], 70),
    fuelType: known(FUELS, 70),
    driveType: known(DRIVES, 70),
    aspiration: null,
    usage: chance.is(90) ? near(chance, ODOMETERS) : null,
    condition: known(CONDITIONS, 40),
    inServiceDate: known(IN_SERVICE, 70),
    vehicleUse: null,
    serialNumber: null,
    itemPurchasePrice: (chance.is(75) ? near(chance, PRICES) : null) as Cents | null,
    saleDate: chance.is(70) ? TODAY : chance.of(DAYS),
    vehiclePurchasePrice: chance.is(60) ? money(chance, 40_000) : null,
    msrp: known([3_000_000, 3_000_000, 2_999_999, 200_000_000, 0] as Cents[], 70),
    nadaValue: known([2_800_000, 1_500_000] as Cents[], 60),
    financedAmount: financed,
    financeTermMonths: chance.is(70) ? chance.of([...MONTHS, 61, 85]) : null,
    apr: known([6.9], 50),
    dealType: known(['Cash', 'Loan', 'Lease'], 80),
    state: known(STATES, 40),
    customerState: known(STATES, 50),
    surchargeCodes: ['AWD', 'SEALS', 'RENTAL'].filter(() => chance.is(30)),
    only: chance.is(70) ? NO_FILTER : filter(chance, book),
  }
}

function filter(chance: Chance, { products }: RateBook): RateFilter {
  const programs = products.flatMap((product) => product.programs)
  const plans = programs.flatMap((program) => program.plans)
  const deductibles = programs.flatMap((program) => program.deductibles)
  const some = <Item>(odds: number, items: readonly Item[]) =>
    chance.is(odds) ? chance.some(items, 50) : null
  const ids = (items: readonly { readonly id: number }[]) => items.map(({ id }) => id)
  return {
    productTypeCodes: some(20, ['VSC', 'GAP']),
    productIds: some(10, ids(products)),
    programIds: some(25, ids(programs)),
    planIds: some(25, ids(plans)),
    termMonths: some(30, MONTHS),
    termMiles: some(10, [0, 36_000, 75_000, 100_000]),
    deductibleIds: some(25, ids(deductibles)),
  }
}

function facts(chance: Chance, book: RateBook): RateFacts {
  const isOdd = chance.is(10)
  return {
    today: chance.is(90) ? TODAY : chance.of(DAYS),
    dealer: {
      number: 'D1001',
      status: isOdd ? chance.of(['Active', 'Inactive']) : 'Active',
      effectiveDate: isOdd ? chance.of(DAYS) : '2015-01-01',
      expirationDate: isOdd ? chance.of(DAYS) : null,
      state: chance.of(['TX', 'TX', 'TX', ...STATES]),
      county: chance.maybe(80, ['Travis', 'BEXAR']),
      city: chance.maybe(80, ['Austin', 'waco']),
      groupNumber: chance.maybe(60, ['G100', 'G100', 'G300']),
      agentNumber: chance.maybe(60, ['A100']),
    },
    newMaxOdometer: chance.of([1_000, 1_000, 5_000]),
    maxBackDays: chance.of([85, 85, 15, 1, 0]),
    maxFutureDays: chance.of([0, 0, 16]),
    ignoresBackDays: chance.is(20),
    overrides: overrides(chance, book),
  }
}

/** Mostly no overrides; otherwise several, mainly for one program, so that they meet. */
function overrides(chance: Chance, { products }: RateBook): LineOverride[] {
  if (chance.is(65)) return []
  const programs = products.flatMap((product) => product.programs)
  const one = chance.of(programs)
  return chance.times(chance.between(1, 6), () => override(chance, chance.is(80) ? one : chance.of(programs)))
}

/** An override of a line. It is mostly compatible with the other lines, but a later book may change that. */
function override(chance: Chance, program: Program): LineOverride {
  const lines = program.disbursements.filter(({ code }) => code !== 'MARKUP')
  const line = chance.of(lines)
  const bases = program.disbursements
    .slice(0, program.disbursements.indexOf(line))
    .filter((one) => chance.is(5) || (one.code !== line.code && !isFoundLast(one.calculation)))
    .map(({ code }) => code)
  const named = (items: readonly { readonly code: string }[]) =>
    chance.maybe(
      20,
      items.map(({ code }) => code),
    )
  return {
    program: program.code,
    disbursementCode: line.code,
    plan: named(program.plans),
    term: named(program.terms),
    deductible: named(program.deductibles),
    classCode: chance.maybe(15, CLASSES),
    calculation: agreed(chance, bases, line.includedInDealerCost),
  }
}

function agreed(chance: Chance, bases: readonly string[], isInCost: boolean): Calculation {
  const kind = chance.below(4)
  if (kind === 0 && bases.length > 0)
    return { type: 'PercentOf', percent: percent(chance, 30), base: chance.some(bases) }
  if (kind === 1)
    return {
      type: 'PercentOf',
      percent: chance.is(25) ? 50_000_000 : percent(chance, 12),
      base: 'DealerCost',
    }
  if (kind === 2 && (!isInCost || chance.is(3)))
    return { type: 'PercentOf', percent: percent(chance, 10), base: chance.of(['Retail', 'Markup'] as const) }
  return { type: 'Flat', amount: money(chance, 120) }
}
