import { describe, expect, test } from 'vitest'
import { bookChanges, diffBooks } from '../../src/domain/rate-book/diff.ts'
import { assignIds } from '../../src/domain/rate-book/ids.ts'
import { bookOf, edited, sandboxFiles, withRoundModes } from '../support/builders/rate-books.ts'

const VSC = 'programs/VSC-STD/program.yaml'
const GAP = 'programs/GAP-STD/program.yaml'
const RATES = 'programs/VSC-STD/rates.csv'
const live = bookOf(sandboxFiles)
const against = (files: ReadonlyMap<string, string>) => diffBooks(live, bookOf(files))

describe('the diff in plain words', () => {
  test('the same book has no changes, with or without ids', () => {
    expect(diffBooks(live, live)).toEqual([])
    expect(diffBooks(assignIds(live, new Map()).book, live)).toEqual([])
  })

  const cases: [string, string, string | RegExp, string, string[]][] = [
    [
      'a rate',
      RATES,
      '780.00',
      '800.00',
      ['VSC-STD: PLATINUM 60/75000 RESERVE changed from 780.00 to 800.00'],
    ],
    [
      'a rate that goes',
      RATES,
      'GOLD,84/100000,880.00\n',
      '',
      ['VSC-STD: GOLD 84/100000 RESERVE 880.00 is removed'],
    ],
    [
      'a percent of an item',
      'programs/APL-STD/rates.csv',
      '10000.00,4',
      '10000.00,4.5',
      ['APL-STD: APL 24 price 200.00 to 10000.00 RESERVE changed from 4% to 4.5%'],
    ],
    [
      'a factor',
      'programs/VSC-STD/factors/ODOMETER.csv',
      '1.75',
      '1.8',
      ['VSC-STD: ODOMETER odometer 60001 to 100000 factor changed from 1.75 to 1.8'],
    ],
    [
      'a class',
      'programs/VSC-STD/classes.csv',
      'BMW,5',
      'BMW,4',
      ['VSC-STD: make BMW: class changed from 5 to 4', 'TW-STD: make BMW: class changed from 5 to 4'],
    ],
    [
      'a rule of eligibility',
      VSC,
      'vehicle.odometer <= 60000',
      'vehicle.odometer <= 70000',
      [
        'VSC-STD: plan PLATINUM: eligibility changed from vehicle.age <= 8 && vehicle.odometer <= 60000 to vehicle.age <= 8 && vehicle.odometer <= 70000',
      ],
    ],
    [
      'a line',
      VSC,
      'amount: 125.00',
      'amount: 130.00',
      ['VSC-STD: disbursement ADMIN: amount changed from 125.00 to 130.00'],
    ],
    [
      'a surcharge',
      VSC,
      '{ RESERVE: 45.00 }',
      '{ RESERVE: 40.00, ADMIN: 5.00 }',
      ['VSC-STD: surcharge SEALS: feeds changed from RESERVE 45.00 to RESERVE 40.00, ADMIN 5.00'],
    ],
    [
      'a cap',
      GAP,
      'atLeast: 600.00',
      'atLeast: 650.00',
      [
        'GAP-STD: the retail rule for CO: caps changed from 4% of the amount financed, at least 600.00 to 4% of the amount financed, at least 650.00',
      ],
    ],
    [
      'a program',
      VSC,
      'transferable: true',
      'transferable: false',
      ['program VSC-STD: transferable changed from yes to no'],
    ],
    [
      'the documents that a program asks for',
      VSC,
      'transferable: true',
      'transferable: true\nrequiredDocuments: [SIGNED, ODOMETER]',
      ['program VSC-STD: required documents changed from nothing to SIGNED, ODOMETER'],
    ],
    [
      'a tax',
      'sales-tax.csv',
      ',7,,true',
      ',7.25,,true',
      ['tax STATE FL VSC CONTRACTRETAIL from 2015-01-01: rate changed from 7% to 7.25%'],
    ],
    [
      'what a dealer sees',
      'visibility.csv',
      'D4001,VSC1,VSC-STD,PLATINUM,false',
      'D4001,VSC1,VSC-STD,PLATINUM,true',
      [
        'visibility of product VSC1 program VSC-STD plan PLATINUM for dealer D4001 from 2015-01-01: value changed from hidden to visible',
      ],
    ],
    [
      'a field',
      'contract-fields.yaml',
      'maxLength: 50',
      'maxLength: 60',
      ['contract field SALESPERSON of VSC1: maxLength changed from 50 to 60'],
    ],
    [
      'a vehicle',
      'vehicles.csv',
      /$/,
      'AUTO,Kia,Soul,LX,,Hatchback 4D,2020,\n',
      ['vehicle Kia Soul LX Hatchback 4D (AUTO) 2020 to is new'],
    ],
  ]
  test.each(cases)('%s', (_, file, from, to, expected) => {
    expect(against(edited(file, from, to))).toEqual(expected)
  })

  test('reports how a tax is rounded, and no change where a book says what is usual', () => {
    expect(against(withRoundModes({ 'County,TX': 'HalfUp' }))).toEqual([])
    expect(against(withRoundModes({ 'County,TX': 'Up' }))).toEqual([
      'tax COUNTY TX TRAVIS VSC CONTRACTRETAIL from 2015-01-01: rounding changed from HalfUp to Up',
    ])
  })

  test('reports a term that a plan no longer offers', () => {
    const terms = 'terms: [12/12000, 24/24000, 36/36000, 48/50000, 60/75000, 72/100000]'
    expect(against(edited(VSC, 'name: Powertrain', `name: Powertrain\n    ${terms}`))).toEqual([
      'VSC-STD: the term 84/100000 of POWERTRAIN is no longer offered',
    ])
  })

  test('reports a new plan as one change, including its rates', () => {
    const silver = '  - { code: SILVER, name: Silver, coverageType: Stated, displayOrder: 9 }\n  - code: GOLD'
    const places = edited(VSC, 'name: Gold', 'name: Gold\n    displayOrder: 2')
    const files = edited(VSC, 'name: Platinum', 'name: Platinum\n    displayOrder: 3', places)
    const more = edited(RATES, /$/, 'SILVER,12/12000,190.00\n', edited(VSC, '  - code: GOLD', silver, files))
    expect(against(more)).toEqual(['VSC-STD: plan SILVER is new'])
    expect(diffBooks(bookOf(more), live)).toEqual(['VSC-STD: plan SILVER is removed'])
  })

  test('reports a removed program as one change', () => {
    const files = new Map([...sandboxFiles].filter(([file]) => !file.startsWith('programs/KEY-STD/')))
    const left = edited('products.yaml', /- code: KEY1\n(?: {2}.*\n)*/, '', files)
    expect(against(left)).toEqual(['product KEY1 is removed', 'program KEY-STD is removed'])
  })

  test('reports a line that changes on a date', () => {
    const ended = edited(
      VSC,
      'amount: 125.00 }',
      'amount: 125.00 }\n    effectiveTo: 2024-12-31\n    sequence: 3',
    )
    const files = edited(
      VSC,
      /\nsurcharges:/,
      `  - { code: ADMIN, label: Administration Fee, to: DisbursementAccount ADMIN, sequence: 3, effectiveFrom: 2025-01-01,
      calculation: { type: Flat, amount: 130.00 }, earningMethodCode: PRORATA_DAYS }\nsurcharges:`,
      ended,
    )
    expect(against(files)).toEqual([
      'VSC-STD: disbursement ADMIN: dates changed from from 2015-01-01 to 2015-01-01 to 2024-12-31',
      'VSC-STD: disbursement ADMIN from 2025-01-01 is new',
    ])
  })
})

test('the diff as data', () => {
  const next = bookOf(edited(RATES, '780.00', '800.00'))
  expect(bookChanges(live, next)).toMatchObject([
    {
      kind: 'Changed',
      item: { program: 'VSC-STD', name: 'PLATINUM 60/75000' },
      fact: 'RESERVE',
      before: '780.00',
      after: '800.00',
    },
  ])
})
