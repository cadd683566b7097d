import { describe, expect, test } from 'vitest'
import { edited, faultsOf, sandboxFiles, testSlips } from '../support/builders/rate-books.ts'

const VSC = 'programs/VSC-STD/program.yaml'
const GAP = 'programs/GAP-STD/program.yaml'
const RATES = 'programs/VSC-STD/rates.csv'
const CLASSES = 'programs/VSC-STD/classes.csv'

describe('unknown codes', () => {
  testSlips(RATES, [
    ['a plan', 'GOLD,24', 'GOLDEN,24', 10, 'There is no plan GOLDEN. Use one of POWERTRAIN, GOLD, PLATINUM.'],
    ['a plan in small letters', 'GOLD,24', 'gold,24', 10, 'There is no plan gold.'],
    ['a term', 'GOLD,24/24000', 'GOLD,24/24001', 10, 'There is no term 24/24001.'],
  ])
  testSlips(VSC, [
    ['a factor table', '[CLASS, ', '[CLAZZ, ', 33, 'There is no factor table CLAZZ.'],
    ['a named factor table', '  CLASS:', '  CLAZZ:', 24, 'There is no factor table CLAZZ.'],
    ['a disbursement code', 'code: ROADSIDE', 'code: ROADS', 50, 'There is no disbursement code ROADS.'],
    ['what a surcharge feeds', 'RESERVE: 75.00', 'PREMIUM: 75.00', 76, 'There is no disbursement PREMIUM.'],
    ['a plan of a price', 'states: [FL]', 'plans: [SILVER]', 108, 'There is no plan SILVER.'],
    ['a term of a plan', 'name: Gold', 'name: Gold\n    terms: [12/12000, 13]', 16, 'There is no term 13.'],
    ['a deductible of a plan', 'name: Gold', 'name: Gold\n    deductibles: [0, 1]', 16, 'no deductible 1.'],
    [
      'a related product',
      /$/,
      'related:\n  - { relationType: Requires, product: X }\n',
      128,
      'no product X.',
    ],
    [
      'a related plan',
      /$/,
      'related:\n  - { relationType: Requires, product: GAP1, plan: G }\n',
      128,
      'There is no plan G in GAP1.',
    ],
  ])
  testSlips(VSC, [['its product', 'VSC1', 'VSC9', 2, 'There is no product VSC9.']], 'more')
  testSlips(CLASSES, [['a segmentation', '4,EV', '4,ELECTRIC', 6, 'There is no segmentation ELECTRIC.']])
  testSlips('programs/VSC-STD/factors/DEDUCTIBLE.csv', [
    ['a deductible', '100D', '100X', 5, 'There is no deductible 100X.'],
  ])
  testSlips('products.yaml', [['an asset type', '[TV, ', '[TELLY, ', 38, 'There is no asset type TELLY.']])
  testSlips('vehicles.csv', [['an asset type', 'BOAT,', 'SHIP,', 180, 'There is no asset type SHIP.']])
  testSlips('disbursement-codes.csv', [
    ['a group', 'assistance,Vendor', 'assistance,Vendors', 12, 'There is no disbursement group Vendors.'],
  ])
  testSlips('visibility.csv', [
    ['a product', 'D4001,VSC1,VSC-STD,PLATINUM', 'D4001,VSC9,,', 6, 'There is no product VSC9.'],
    ['a program', 'VSC1,VSC-STD,PLATINUM', 'VSC1,GAP-STD,', 6, 'There is no program GAP-STD in VSC1.'],
    ['a plan', 'PLATINUM', 'SILVER', 6, 'There is no plan SILVER in VSC-STD.'],
    ['a plan without its program', 'VSC1,VSC-STD,', 'VSC1,,', 6, 'must name the program too'],
  ])
  testSlips('contract-fields.yaml', [['a product', 'VSC1', 'VSC9', 6, 'There is no product VSC9.']])
  testSlips('programs/TW-STD/program.yaml', [
    ['shared classes', 'From: VSC-STD', 'From: KEY-STD', 6, 'no program KEY-STD with a classes.csv'],
  ])

  test('a class in a program without classes', () => {
    const file = 'programs/KEY-STD/rates.csv'
    const files = new Map([...sandboxFiles, [file, 'classCode,RESERVE\n3,60.00\n']])
    expect(faultsOf(files)).toEqual([
      { file, line: 2, reason: 'The row names a class, but the program has no class table.' },
    ])
  })
})

describe('duplicates and conflicts', () => {
  testSlips('asset-types.csv', [['a code', 'HVAC', 'Tv', 18, 'Tv is already on line 13.']])
  testSlips(VSC, [
    ['a surcharge', 'code: SEALS', 'code: AWD', 92, 'AWD is already on line 72, for the same dates.'],
    ['a line', 'code: CLIP', 'code: ADMIN', 45, 'ADMIN is already on line 40, for the same dates.'],
    [
      'a term of a plan',
      'name: Gold',
      'name: Gold\n    terms: [12/12000, 12/12000]',
      16,
      'is already on line 16.',
    ],
  ])
  testSlips(VSC, [['a plan', 'code: GOLD', 'code: PLATINUM', 18, 'PLATINUM is already on line 14']], 'more')
  testSlips(RATES, [
    ['a rate', 'GOLD,24/24000', 'GOLD,12/12000', 10, 'This row and the one on line 9 are equally specific'],
  ])
  testSlips(CLASSES, [
    ['a make, however written', 'HONDA', 'Toyota', 3, 'This row and the one on line 2 are equally specific'],
  ])
  testSlips('programs/VSC-STD/factors/CLASS.csv', [
    ['a factor', '2,0.90', '1,0.90', 3, 'This factor and the one on line 2 are equally specific'],
  ])
  testSlips('programs/VSC-STD/factors/ODOMETER.csv', [
    [
      'bands that share an end',
      '10001,',
      '10000,',
      3,
      'This factor and the one on line 2 are equally specific',
    ],
  ])
  testSlips('sales-tax.csv', [
    ['a tax', 'FL,,,,Part', 'TX,,,,Part', 7, 'The rule on line 6 already taxes the same thing'],
    ['a tax of a county that is not named', 'Travis', '', 3, 'A County tax must name its county.'],
  ])
  testSlips('visibility.csv', [
    ['what is seen', 'D5001,APL1', 'D5001,', 5, 'The row on line 4 is already about the same rates'],
  ])
  testSlips('vehicles.csv', [
    ['a vehicle', 'Camry,SE', 'Camry,LE', 3, 'The same vehicle is already on line 2'],
    ['a name in two spellings', 'Camry,SE', 'CAMRY,SE', 3, '"CAMRY" is spelled "Camry" on line 2.'],
  ])
  testSlips(GAP, [
    ['a retail rule', '[CA]', '[CO, CA]', 56, 'The retail rule on line 50 is for the same state'],
  ])
  testSlips('contract-fields.yaml', [
    [
      'a field',
      /$/,
      '- { code: Salesperson, name: X, dataType: Text, product: VSC1 }\n',
      9,
      'code: The field on line 2 already has this code.',
    ],
  ])

  test('fields that are not contract fields or are not valid', () => {
    const file = 'contract-fields.yaml'
    const dealers = edited(file, 'dataType: Text', 'dataType: Text\n  appliesTo: Dealer')
    expect(faultsOf(dealers)).toContainEqual({
      file,
      line: 5,
      reason: 'A rate book has only contract fields; appliesTo must be Contract.',
    })
    expect(faultsOf(edited(file, '  requiredAt: Pending\n', ''))).toEqual([
      {
        file,
        line: 2,
        reason: expect.stringContaining('requiredAt: A required Contract field needs requiredAt'),
      },
    ])
  })

  test('a visibility row with both a dealer and a group', () => {
    const file = 'visibility.csv'
    const row = 'dealer,dealerGroup,isVisible,effectiveFrom\nD1,G1,true,2015-01-01\n'
    expect(faultsOf(new Map([...sandboxFiles, [file, row]]))).toEqual([
      { file, line: 2, reason: 'A row may be for a dealer or for a dealer group, not both.' },
    ])
  })
})

describe('reversed ranges', () => {
  const cases: [string, string, string][] = [
    ['odometerFrom,odometerTo', '10,9', 'odometer range is reversed: it starts at 10 and ends at 9'],
    ['ageFrom,ageTo', '5,4', 'age range is reversed'],
    ['financedFrom,financedTo', '2.50,1.00', 'amount financed range is reversed: it starts at 2.50'],
    ['priceFrom,priceTo', '2.00,1.00', 'price range is reversed'],
    ['effectiveFrom,effectiveTo', '2024-02-01,2024-01-31', 'effective date range is reversed'],
  ]
  test.each(cases)('in rates: %s', (header, row, reason) => {
    const file = 'programs/KEY-STD/rates.csv'
    const files = new Map([...sandboxFiles, [file, `${header},RESERVE\n${row},60.00\n`]])
    expect(faultsOf(files)).toEqual([{ file, line: 2, reason: expect.stringContaining(reason) }])
  })

  const ended = 'effectiveFrom: 2015-01-01\neffectiveTo: 2014-12-31'
  testSlips(VSC, [['a program', 'effectiveFrom: 2015-01-01', ended, 8, 'effective date range is reversed']])
  testSlips('products.yaml', [
    ['a product', 'effectiveFrom: 2015-01-01', ended.replace('\n', '\n  '), 9, 'range is reversed'],
    ['a product for nothing', '[TV, LAPTOP, REFRIGERATOR, WASHER]', '[]', 38, 'APL1 has no asset types'],
  ])
  testSlips('vehicles.csv', [['model years', '2016,2019', '2019,2016', 163, 'model year range is reversed']])
  testSlips('programs/VSC-STD/factors/ODOMETER.csv', [
    ['a band', '60001,100000', '100000,60001', 6, 'odometer range is reversed'],
  ])
})
