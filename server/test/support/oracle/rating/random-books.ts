import fc from 'fast-check'
import { usualClaimSettings } from '../../../../src/domain/rate-book/coverage.ts'
import type {
  Deductible,
  Plan,
  Product,
  Program,
  RateBook,
  Term,
} from '../../../../src/domain/rate-book/rate-book.ts'
import { Chance } from '../../hostile/chance.ts'
import { disbursements, retailRules, surcharges } from './random-book-lines.ts'
import { taxRules, visibility } from './random-book-lists.ts'
import { classRows, type Figures, factorTable, type Nameable, rateRows } from './random-book-rows.ts'
import {
  ASSET_TYPES,
  CONDITIONS,
  dates,
  effective,
  MONTHS,
  money,
  ODOMETERS,
  PRODUCT_TYPES,
  rule,
  STATES,
} from './random-book-values.ts'

/** Small valid books with everything that a book can have. */
export const randomBooks: fc.Arbitrary<RateBook> = fc
  .noShrink(fc.noBias(fc.integer()))
  .map((seed) => drawBook(new Chance(seed)))

function drawBook(chance: Chance): RateBook {
  let last = 0
  const nextId = () => {
    last += 1
    return last
  }
  const products = PRODUCT_TYPES.slice(0, chance.of([1, 1, 2, 3])).map((type) =>
    product(chance, nextId, type),
  )
  return {
    assetTypes: ASSET_TYPES.map((code, at) => ({
      id: nextId(),
      code,
      name: code,
      identifierType: 'VIN',
      usageUnit: (['Miles', 'Hours', 'None'] as const)[at] ?? 'None',
    })),
    disbursementGroups: [],
    disbursementCodes: [],
    products,
    visibility: visibility(chance, products),
    taxRules: taxRules(chance, nextId),
  }
}

function product(chance: Chance, nextId: () => number, productTypeCode: string): Product {
  const code = `${productTypeCode}1`
  return {
    id: nextId(),
    code,
    name: code,
    productTypeCode,
    assetTypeCodes: chance.some(ASSET_TYPES, 80),
    requiresLien: chance.is(15),
    eligibility: rule(chance, 15),
    requiredParameters: [],
    claimSettings: usualClaimSettings,
    ...effective(chance),
    programs: chance.times(chance.of([1, 1, 2, 3]), (at) => program(chance, nextId, `${code}-${at}`)),
  }
}

function program(chance: Chance, nextId: () => number, code: string): Program {
  const days = effective(chance)
  const terms = unique(chance.times(chance.between(1, 4), () => term(chance, nextId)))
  const deductibles = ['0', '100', '200']
    .slice(0, chance.between(1, 3))
    .map((one) => deductible(chance, nextId, one))
  const plans = ['GOLD', 'SILVER', 'BRONZE', 'IRON']
    .slice(0, chance.of([1, 2, 2, 3, 4]))
    .map((one) => plan(chance, nextId, one, terms, deductibles))
  const classes = chance.is(60) ? classRows(chance) : null
  const nameable: Nameable = {
    plans: codesOf(plans),
    terms: codesOf(terms),
    deductibles: codesOf(deductibles),
    hasClasses: classes !== null,
  }
  const factorTables = ['FACTORA', 'FACTORB']
    .slice(0, chance.below(3))
    .map((one) => factorTable(chance, nameable, { id: nextId(), code: one }))
  const lines = disbursements(chance, {
    nextId,
    tables: codesOf(factorTables),
    effectiveFrom: days.effectiveFrom,
  })
  return {
    id: nextId(),
    code,
    name: code,
    formNumber: code,
    insurer: null,
    obligor: 'Admin',
    states: chance.is(75) ? null : chance.some(STATES, 70),
    transferable: false,
    requiredDocuments: [],
    cancelMethodCode: null,
    eligibility: rule(chance, 15),
    classes,
    classNames: {},
    terms,
    deductibles,
    plans,
    termRule: chance.is(25) ? 'FinanceTerm' : 'All',
    minimumLtv: chance.is(20) ? { CA: 70, TX: chance.of([70, 109.9, 110]) } : {},
    rates: rateRows(chance, nameable, FIGURES),
    factorTables,
    surcharges: surcharges(chance, nextId, lines),
    disbursements: lines,
    retail: retailRules(chance, nameable.plans),
    related: [],
    ...days,
  }
}

/** The figures that the lines take from the rows. */
const FIGURES: Figures = new Map([
  ['RESERVE', 'money'],
  ['OTHER', 'money'],
  ['SHARE', 'percent'],
  ['COST', 'cost'],
])

/** The first of each code. */
const unique = (terms: readonly Term[]) =>
  terms.filter(({ code }, at) => terms.findIndex((other) => other.code === code) === at)

const codesOf = (items: readonly { readonly code: string }[]) => items.map(({ code }) => code)

function term(chance: Chance, nextId: () => number): Term {
  const months = chance.of(MONTHS)
  const miles = chance.maybe(70, [10_000, 36_000, 75_000, 100_000])
  const hours = chance.maybe(30, [500, 2_000])
  const basis = chance.of(['FromSale', 'FromSale', 'FromInService', 'FromZero'] as const)
  return { id: nextId(), code: `${months}/${miles ?? 'X'}`, months, miles, hours, basis }
}

const deductible = (chance: Chance, nextId: () => number, code: string): Deductible => ({
  id: nextId(),
  code,
  amount: money(chance, 200),
  type: 'PerVisit',
  reducedAmount: null,
  description: null,
  ...dates(chance, 8),
})

const plan = (
  chance: Chance,
  nextId: () => number,
  code: string,
  terms: readonly Term[],
  deductibles: readonly Deductible[],
): Plan => ({
  id: nextId(),
  code,
  name: code,
  coverageType: 'Stated',
  coverageGroups: [],
  waitingDays: 0,
  waitingMiles: 0,
  displayOrder: 1,
  eligibility: rule(chance, 25),
  maximumLtv: chance.maybe(25, [110, 112.1, 125, 150]),
  terms: chance.some(codesOf(terms), 75).map((one) => ({
    term: one,
    conditions: chance.is(20) ? chance.some(CONDITIONS) : null,
    minimumOdometer: chance.maybe(5, ODOMETERS.slice(0, 2)),
    maximumOdometer: chance.maybe(10, ODOMETERS.slice(2)),
    maximumVehicleAge: chance.maybe(10, [1, 5]),
    maximumExpirationOdometer: chance.maybe(15, [75_000, 100_000, 111_000]),
    eligibility: rule(chance, 10),
    ...dates(chance, 8),
  })),
  deductibles: chance.some(codesOf(deductibles), 75),
  services: [],
  limits: [],
  benefits: [],
  gap: null,
  ...dates(chance, 8),
})
