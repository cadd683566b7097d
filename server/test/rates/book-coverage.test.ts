import { describe, expect, test } from 'vitest'
import { classDisplayName } from '../../src/rates/quotes/rate-parts.ts'
import {
  bookOf,
  edited,
  faultsOf,
  programOf,
  sandboxFiles,
  testSlips,
} from '../support/builders/rate-books.ts'

// What is covered, up to which amounts, how claims are looked at, and what classes are called.

const VSC = 'programs/VSC-STD/program.yaml'
const GAP = 'programs/GAP-STD/program.yaml'
const TW = 'programs/TW-STD/program.yaml'
const AGGREGATE = '{ scope: Aggregate, basis: VehiclePrice }'
const RENTAL = '{ code: RENTAL, unitCap: 60.00 }'

describe('coverage groups and components', () => {
  testSlips('components.csv', [
    ['a group that is not there', 'Turbocharger,Engine', 'Turbocharger,Motor', 7, 'no coverage group Motor.'],
    ['a component twice', 'PISTONS', 'CRANKSHAFT', 3, 'CRANKSHAFT is already on line 2.'],
  ])
  testSlips(VSC, [
    ['a group of a plan', '[Engine, Tr', '[Engines, Tr', 13, 'There is no coverage group Engines.'],
    ['a group of a surcharge', '[Seals]', '[Seal]', 95, 'There is no coverage group Seal.'],
  ])
  test('a group in a book without coverage groups', () => {
    const files = new Map(sandboxFiles)
    files.delete('coverage-groups.csv')
    files.delete('components.csv')
    const reason = 'There is no coverage group Seals: coverage-groups.csv is missing or empty.'
    expect(faultsOf(files)).toContainEqual({ file: VSC, line: 95, reason })
  })
})

describe('limits', () => {
  testSlips(VSC, [
    [
      'an amount that is missing',
      AGGREGATE,
      '{ scope: Aggregate, basis: Fixed }',
      115,
      'if its basis is Fixed',
    ],
    [
      'an amount too many',
      AGGREGATE,
      '{ scope: Aggregate, basis: VehiclePrice, amount: 1.00 }',
      115,
      'if its basis is Fixed, and only then',
    ],
    ['a percent that is missing', AGGREGATE, '{ scope: Aggregate, basis: PercentOf }', 115, 'is PercentOf'],
    [
      'components of a claim',
      AGGREGATE,
      '{ scope: Aggregate, basis: VehiclePrice, components: [TURBO] }',
      115,
      'Only a PerComponent limit may name components; this one is Aggregate',
    ],
    [
      'a component that is not there',
      AGGREGATE,
      '{ scope: PerComponent, basis: Fixed, amount: 900.00, components: [TURBINE] }',
      115,
      'There is no component TURBINE.',
    ],
    [
      'a limit twice',
      AGGREGATE,
      '{ scope: PerClaim, basis: RetailPrice }',
      115,
      'PerClaim is already on line 114',
    ],
    [
      'a rule that does not compile',
      AGGREGATE,
      `${AGGREGATE.slice(0, -2)}, criteria: x }`,
      115,
      'The rule is not valid',
    ],
  ])

  test('a plan uses the limits of its program unless it has its own', () => {
    const own = `name: Gold
    limits:
      - { scope: PerClaim, basis: PercentOf, percent: 80, criteria: vehicle.age > 5 }
      - { scope: PerComponent, basis: Fixed, amount: 2500.00, components: [TURBO] }
    benefits: []`
    const [powertrain, gold] = programOf(bookOf(edited(VSC, 'name: Gold', own)), 'VSC-STD').plans
    expect(powertrain?.limits).toHaveLength(2)
    expect(powertrain?.benefits).toHaveLength(2)
    expect(gold?.limits).toEqual([
      {
        ...{ scope: 'PerClaim', basis: 'PercentOf', percent: 80_000_000, amount: null },
        ...{ components: null, criteria: 'vehicle.age > 5' },
      },
      {
        ...{ scope: 'PerComponent', basis: 'Fixed', percent: null, amount: 250_000 },
        ...{ components: ['TURBO'], criteria: null },
      },
    ])
    expect(gold?.benefits).toEqual([])
  })
})

describe('benefits', () => {
  testSlips(VSC, [
    ['a benefit twice', 'code: TOW', 'code: Rental', 119, 'Rental is already on line 118.'],
    ['a unit', 'unit: Day', 'unit: Week', 118, '"Week" is not one of Day, Occurrence'],
    [
      'what is changed',
      RENTAL,
      '{ code: HOTEL, unitCap: 1.00 }',
      103,
      'RENTALUP changes the benefit HOTEL, which no plan',
    ],
    ['what it becomes', RENTAL, '{ code: RENTAL }', 103, 'RENTALUP does not say what changes in RENTAL'],
    ['changes twice', RENTAL, `${RENTAL}, ${RENTAL}`, 103, 'RENTAL is already on line 103.'],
  ])
  testSlips(GAP, [
    [
      'GAP of a plan that is no waiver',
      'coverageType: Waiver',
      'coverageType: Stated\n    gap: { maximumBenefit: 1.00 }',
      14,
      'Only a plan whose coverageType is Waiver may have gap; GAP125 is not one.',
    ],
  ])
  testSlips(VSC, [
    [
      'GAP without any waiver',
      /$/,
      'gap: { maximumBenefit: 1.00 }\n',
      127,
      'is Waiver may have gap; the program has no such plan.',
    ],
  ])
  test('a plan with its own waiver terms', () => {
    const files = edited(GAP, 'maximumLtv: 150', 'maximumLtv: 150\n    gap: { maximumBenefit: 9000.00 }')
    expect(programOf(bookOf(files), 'GAP-STD').plans.map(({ gap }) => gap)).toEqual([
      { maximumBenefit: 5_000_000, deductibleLimit: 100_000 },
      { maximumBenefit: 900_000, deductibleLimit: 0 },
    ])
  })
})

describe('products', () => {
  const SETTINGS = '{ allowsMultipleOpenClaims: true, partsPriceLevel: MSRP }'
  const ELIGIBILITY = '  eligibility: vehicle.age <= 10 && vehicle.odometer <= 100000\n'
  testSlips('products.yaml', [
    ['an unknown claim setting', SETTINGS, '{ partsLevel: MSRP }', 7, 'Unknown field "partsLevel"'],
    ['a claim setting', SETTINGS, '{ partsPriceLevel: Retail }', 7, '"Retail" is not one of MSRP, Cost'],
    [
      'a parameter that quotes do not have',
      ELIGIBILITY,
      '  requiredParameters: [mileage|hours+vin]\n',
      6,
      'A quote has no parameter "mileage".',
    ],
    [
      'a parameter twice',
      ELIGIBILITY,
      '  requiredParameters:\n    - inServiceDate\n    - { name: inServiceDate, effectiveFrom: 2025-01-01 }\n',
      8,
      'inServiceDate is already on line 7, for the same dates.',
    ],
  ])
  test('have required parameters and claim settings', () => {
    const settings = `{ deductibleRule: PerComponent, inspectionThreshold: 900.00, authExpireDays: 30,
    partsPriceLevel: Cost, laborGuide: The guide, maxPartsMarkupPercent: 12.5 }
  requiredParameters: [{ name: inServiceDate, effectiveFrom: 2025-01-01 }, msrp|nadaValue]`
    const [vsc] = bookOf(edited('products.yaml', SETTINGS, settings)).products
    expect(vsc?.claimSettings).toEqual({
      deductibleRule: 'PerComponent',
      allowsMultipleOpenClaims: null,
      inspectionThreshold: 90_000,
      authExpireDays: 30,
      partsPriceLevel: 'Cost',
      laborGuide: 'The guide',
      maxPartsMarkupPercent: 12_500_000,
    })
    expect(vsc?.requiredParameters).toEqual([
      { name: 'inServiceDate', effectiveFrom: '2025-01-01', effectiveTo: null },
      { name: 'msrp|nadaValue', effectiveFrom: null, effectiveTo: null },
    ])
  })
})

describe('class names', () => {
  const named = edited(VSC, 'factorTables:', 'classNames: { 3: Domestic, 5: Luxury }\nfactorTables:')
  testSlips(VSC, [
    [
      'of a class that is not there',
      'factorTables:',
      'classNames: { 9: X }\nfactorTables:',
      24,
      'no class 9.',
    ],
  ])
  testSlips('programs/KEY-STD/program.yaml', [
    ['in a program without classes', 'plans:', 'classNames: { 3: X }\nplans:', 7, 'has no class table'],
  ])
  test('come from the program, from the program it shares classes with, or are not set', () => {
    const book = bookOf(edited(TW, 'plans:', 'classNames: { 5: Import }\nplans:', named))
    const [vsc, tw] = [programOf(book, 'VSC-STD'), programOf(book, 'TW-STD')]
    expect(['3', '4', '5'].map((code) => classDisplayName(vsc, code))).toEqual([
      'Domestic',
      'Class 4',
      'Luxury',
    ])
    expect(['3', '4', '5'].map((code) => classDisplayName(tw, code))).toEqual([
      'Domestic',
      'Class 4',
      'Import',
    ])
    expect(classDisplayName(vsc, 'constructor')).toBe('Class constructor')
  })
})
