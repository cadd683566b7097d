import { describe, expect, test } from 'vitest'
import { edited, faultsOf, sandboxFiles, testSlips, withRoundModes } from '../support/builders/rate-books.ts'

// The sandbox's book with one error, and all faults that are reported.

const VSC = 'programs/VSC-STD/program.yaml'
const GAP = 'programs/GAP-STD/program.yaml'
const RATES = 'programs/VSC-STD/rates.csv'
const CLASS = 'programs/VSC-STD/factors/CLASS.csv'

describe('tables', () => {
  const heads = [
    ['a column that stands twice', 'plan,term', 'plan,plan', 1, 'The column plan is in the header twice.'],
    ['an unknown column', 'plan,term', 'plan,period', 1, 'Unknown column "period". Known columns: plan'],
  ] as const
  testSlips(RATES, heads, 'more')
  testSlips(RATES, [
    ['a line of another length', 'GOLD,24/24000', 'GOLD,24,24000', 10, 'has 4 cells; the header has 3'],
    ['an empty cell', '310.00', '', 10, 'RESERVE: A value is required.'],
    ['a space around a cell', 'GOLD,24/24000', 'GOLD ,24/24000', 10, 'plan: "GOLD " has a space'],
  ])
  testSlips(
    'asset-types.csv',
    [['a missing column', 'identifierType', 'idType', 1, 'The column identifierType is missing.']],
    'more',
  )
  testSlips('segmentations.csv', [
    ['a quote inside a cell', 'Exotic', 'Ex"otic', 4, 'There is a quote inside a cell'],
    ['a quote that is not closed', 'COMMERCIAL,C', 'COMMERCIAL,"C', 9, 'has no closing quote'],
    ['a letter that is not UTF-8', 'Exotic', 'Exot\uFFFDc', 4, 'Save the file as UTF-8'],
  ])
  test('a table without a header', () => {
    expect(faultsOf(new Map([...sandboxFiles, ['segmentations.csv', '\n']]))).toContainEqual({
      file: 'segmentations.csv',
      line: 1,
      reason: 'The file has no header line.',
    })
  })
})

describe('YAML', () => {
  testSlips('book.yaml', [
    ['what is not YAML', 'name: Sandbox', 'name: [Sandbox', 3, 'The YAML cannot be read'],
    ['a member that stands twice', 'name: S', 'name: X\nname: S', 3, 'keys must be unique'],
    ['an alias', 'name: Sandbox', 'name: &a X\nother: *a', 3, 'Aliases (*name) are not allowed'],
  ])
  testSlips(VSC, [
    ['an unknown member', 'transferable:', 'transferrable:', 5, 'Unknown field "transferrable"'],
    ['a missing member', 'formNumber: VSC-100\n', '', 1, 'The field formNumber is missing.'],
    ['a missing member of a part', '    name: Gold\n', '', 14, 'The field name is missing.'],
    ['a text where a list is', '[Engine, Transmission, DriveAxle]', 'Engine', 13, 'This must be a list.'],
    ['a list where a value is', 'name: Gold', 'name: [Gold]', 15, 'name: This must be a single value.'],
    ['a value where names are', '{ RESERVE: 75.00 }', '75.00', 76, 'Write this as "name: value".'],
  ])
  testSlips(GAP, [['an empty list', 'states: [CO]', 'states: []', 50, 'Leave the field out to mean all']])
  test('a value instead of an object is reported once', () => {
    const files = edited(VSC, 'plans:\n', 'plans:\n  - SILVER\n')
    expect(faultsOf(files)).toEqual([
      { file: VSC, line: 10, reason: 'plans: Write fields here, as "name: value".' },
    ])
  })
})

describe('values', () => {
  testSlips(RATES, [
    ['three decimals of money', '780.00', '780.005', 20, 'RESERVE: "780.005" has more than 2 decimals.'],
    [
      'money with a comma',
      '1080.00',
      '"1,080.00"',
      22,
      '"1,080.00" is not an amount of money; write it as 780.00',
    ],
    ['more money than there is', '780.00', '99999999999999.00', 20, 'is too large for an amount of money'],
  ])
  testSlips(VSC, [
    ['money below nothing', '125.00', '-125.00', 43, 'amount: "-125.00" is not an amount of money'],
    ['seven decimals of a percent', 'percent: 2,', 'percent: 2.0000001,', 38, 'more than 6 decimals'],
    ['a percent of 100', 'percent: 2,', 'percent: 100,', 38, 'percent: "100" must be below 100 percent.'],
    ['a date that does not exist', '2015-01-01', '2015-02-30', 7, '"2015-02-30" is not a date'],
    ['must be true or false', 'transferable: true', 'transferable: yes', 5, 'must be true or false'],
    [
      'no type of document',
      'formNumber:',
      'requiredDocuments: [SIGNATURE]\nformNumber:',
      3,
      '"SIGNATURE" is not a document type',
    ],
    [
      'a document twice',
      'formNumber:',
      'requiredDocuments: [SIGNED, SIGNED]\nformNumber:',
      3,
      'is in the list twice',
    ],
    ['a code with a space', 'code: SEALS', 'code: S EALS', 92, 'code: "S EALS" is not a valid code'],
    ['an unknown payee', 'to: Agent', 'to: Broker B1', 57, 'to: "Broker B1" is not a payee'],
    ['a payee without a number', 'to: Insurer I100', 'to: Insurer', 47, '"Insurer" is not a payee'],
    ['a rule that does not compile', 'vehicle.age <= 8', 'vehicle.agee <= 8', 22, 'The rule is not valid'],
    ['a surcharge whose rule does not', "== 'Turbo'", "== 'Turbo", 85, 'criteria: The rule is not valid'],
  ])
  testSlips('programs/VSC-STD/factors/ODOMETER.csv', [
    ['a factor that is none', '1.75', '1.7x', 6, 'factor: "1.7x" is not a factor; write it as 1.15.'],
    ['a number that is not whole', '10001', '10001.5', 3, '"10001.5" is not a whole number'],
  ])
  testSlips('sales-tax.csv', [
    ['a date in another form', ',false,2015-01-01', ',false,1/1/2015', 2, '"1/1/2015" is not a date'],
    ['a state in small letters', 'State,TX', 'State,tx', 2, 'state: "tx" is not a state'],
  ])
  testSlips(GAP, [
    ['a state in a list', 'states: [CO]', 'states: [Colorado]', 50, '"Colorado" is not a state'],
    ['a state that is a key', '{ CA: 70 }', '{ Calif: 70 }', 8, 'minimumLtv: "Calif" is not a state'],
    ['an earning method', 'RULE78', 'RULE_78', 25, '"RULE_78" is not one of IMMEDIATE'],
    ['a cancel method', 'PRORATA_MONTHS', 'PRORATA_WEEKS', 5, '"PRORATA_WEEKS" is not one of FLAT'],
  ])
  testSlips('programs/VSC-STD/deductibles.csv', [
    ['a word that is none of some', 'Disappearing', 'Vanishing', 5, 'is not one of PerVisit, PerComponent'],
    ['a reduced amount that is missing', '50.00,PerVisit', '50.00,Reduced', 3, 'needs a reducedAmount'],
  ])
  testSlips('products.yaml', [
    ['a product type', 'productTypeCode: TW', 'productTypeCode: TIRE', 25, '"TIRE" is not one of VSC, GAP'],
  ])
})

test('a rounding of a tax that is none', () => {
  expect(faultsOf(withRoundModes({ 'City,TX': 'HalfDown' }))).toEqual([
    {
      ...{ file: 'sales-tax.csv', line: 4 },
      reason: expect.stringContaining('roundMode: "HalfDown" is not one of HalfUp, Up, Down'),
    },
  ])
})

describe('files', () => {
  test('reports missing and unknown files, and ignores other files', () => {
    const files = new Map(sandboxFiles)
    files.delete('programs/VSC-STD/terms.csv')
    files.set('programs/VSC-STD/term.csv', 'code,months\n')
    files.set('programs/VSC-STD/README.md', 'Notes')
    const faults = faultsOf(files)
    const missing = { file: 'programs/VSC-STD/terms.csv', line: 1, reason: 'The file is missing.' }
    const reason = 'A rate book has no file of this name. Check its spelling and folder.'
    expect(faults).toContainEqual(missing)
    expect(faults).toContainEqual({ file: 'programs/VSC-STD/term.csv', line: 1, reason })
    expect(faults.filter(({ file }) => file.endsWith('.md'))).toEqual([])
  })

  test('a folder without a book', () => {
    const faults = faultsOf(new Map())
    expect(new Set(faults.map(({ reason }) => reason))).toEqual(new Set(['The file is missing.']))
    expect(faults.map(({ file }) => file)).toEqual([
      'asset-types.csv',
      'book.yaml',
      'disbursement-codes.csv',
      'disbursement-groups.csv',
      'products.yaml',
    ])
  })

  test.each([
    ['programs/KEY-STD/rates.csv', 'plan,term,RESERVE\n', 'rates'],
    ['programs/KEY-STD/terms.csv', 'code,months\n', 'terms'],
    ['programs/KEY-STD/deductibles.csv', 'code,amount,type\n', 'deductibles'],
    ['asset-types.csv', 'code,name,identifierType,usageUnit\n', 'codes'],
  ])('%s must have rows; references to them are not reported as well', (file, text, what) => {
    expect(faultsOf(new Map([...sandboxFiles, [file, text]]))).toEqual([
      { file, line: 1, reason: `The file has no ${what}; without them nothing can be sold.` },
    ])
  })

  test('an unreadable file is reported once, without the references to it', () => {
    expect(faultsOf(edited(VSC, 'name: Standard', 'name: [')).map(({ file }) => file)).toEqual([VSC])
  })

  test('a factor table without a key, or with two ranges', () => {
    const one = (text: string) => faultsOf(new Map([...sandboxFiles, [CLASS, text]]))
    expect(one('factor\n1.00\n')).toEqual([
      { file: CLASS, line: 1, reason: expect.stringContaining('The table has no key column') },
    ])
    expect(one('odometerFrom,ageFrom,factor\n1,1,1.00\n')).toEqual([
      { file: CLASS, line: 1, reason: expect.stringContaining('A table may have one range only') },
    ])
  })

  test('faults of all files are reported together, ordered by file and line', () => {
    const files = edited(RATES, '780.00', 'x', edited(RATES, '150.00', 'y', edited(CLASS, '0.80', 'z')))
    expect(faultsOf(files).map(({ file, line }) => [file, line])).toEqual([
      [CLASS, 2],
      [RATES, 2],
      [RATES, 20],
    ])
  })
})
