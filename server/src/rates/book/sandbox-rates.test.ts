import { describe, expect, test } from 'vitest'
import { fordTruck } from '../../../test/support/builders/rate-request.ts'
import { type Cents, centsOf } from '../../domain/money.ts'
import { assignIds } from '../../domain/rate-book/ids.ts'
import { compileBook } from '../../domain/rating/compile-book.ts'
import { rate } from '../../domain/rating/rating.ts'
import { NO_FILTER, type RateFacts, type RateRequest } from '../../domain/rating/request.ts'
import { totalTax } from '../../domain/tax/sales-tax.ts'
import { readBookFolder, sandboxBookFolder } from './folder.ts'
import { readBook } from './read-book.ts'

const read = readBook(readBookFolder(sandboxBookFolder), () => undefined)
if ('faults' in read) throw new Error(JSON.stringify(read.faults))
const book = compileBook(assignIds(read.book, new Map()).book)

const dealers = {
  D1001: { state: 'TX', county: 'Travis', city: 'Austin', groupNumber: 'G100', agentNumber: 'A100' },
  D2001: { state: 'FL', county: 'Hillsborough', city: 'Tampa', groupNumber: 'G200', agentNumber: 'A200' },
  D4001: { state: 'CO', county: 'Denver', city: 'Denver', groupNumber: null, agentNumber: 'A200' },
  D5001: { state: 'CA', county: null, city: 'Sacramento', groupNumber: null, agentNumber: null },
} as const

const factsOf = (number: keyof typeof dealers): RateFacts => ({
  today: '2024-03-15',
  dealer: { number, status: 'Active', effectiveDate: '2015-01-01', expirationDate: null, ...dealers[number] },
  newMaxOdometer: 1_000,
  maxBackDays: 85,
  maxFutureDays: 0,
  ignoresBackDays: false,
  overrides: [],
})

function ask(dealer: keyof typeof dealers, productTypeCode: string, more: Partial<RateRequest> = {}) {
  const only = { ...NO_FILTER, productTypeCodes: [productTypeCode] }
  return rate(book, { ...fordTruck, only, ...more }, factsOf(dealer))
}

const dollars = (cents: Cents | null) => (cents === null ? null : cents / 100)

const shown = ({ rates, reasons }: ReturnType<typeof ask>) =>
  rates.length > 0
    ? rates.map(({ plan, term, deductible, dealerCost, suggested, maximum, taxes }) => [
        `${plan.plan.code} ${term.code} ${deductible.code}`,
        ...[dealerCost, suggested, maximum, totalTax(taxes)].map(dollars),
      ])
    : reasons.map(({ productCode, planCode, rule }) => [productCode, planCode, rule])

const find = (rows: readonly (readonly unknown[])[], name: string) => rows.find(([first]) => first === name)

describe('the figures of the sandbox', () => {
  test('R1 in Texas and Florida', () => {
    const texas = shown(ask('D1001', 'VSC'))
    expect(texas).toHaveLength(105)
    expect(find(texas, 'PLATINUM 60/75000 0')).toEqual([
      'PLATINUM 60/75000 0',
      1_362.93,
      2_862.93,
      null,
      214.72,
    ])
    expect(find(shown(ask('D2001', 'VSC')), 'PLATINUM 60/75000 0')).toEqual([
      'PLATINUM 60/75000 0',
      1_362.93,
      2_562.93,
      2_562.93,
      179.41,
    ])
  })

  test('PLATINUM is hidden from D4001', () => {
    const { rates, reasons } = ask('D4001', 'VSC')
    expect(rates).toHaveLength(70)
    expect(reasons).toMatchObject([{ planCode: 'PLATINUM', rule: 'NotVisible' }])
  })

  test('GAP in Colorado', () => {
    const loan = {
      financedAmount: centsOf(32_000),
      financeTermMonths: 72,
      apr: 6.9,
      dealType: 'Loan',
      msrp: centsOf(30_000),
      usage: 100,
    }
    expect(shown(ask('D4001', 'GAP', loan))).toEqual([
      ['GAP125 72 NONE', 344.8, 844.8, 1_280, 0],
      ['GAP150 72 NONE', 406, 906, 1_280, 0],
    ])
  })

  test('prepaid maintenance, tire and wheel, keys', () => {
    expect(shown(ask('D1001', 'PPM'))).toEqual([['OIL6 36/45000 NONE', 395, 594, null, 0]])
    expect(shown(ask('D1001', 'TW'))).toEqual([
      ['TW 24 NONE', 225, 625, null, 0],
      ['TW 36 NONE', 265, 665, null, 0],
      ['TW 48 NONE', 305, 705, null, 0],
      ['TW 60 NONE', 345, 745, null, 0],
    ])
    expect(shown(ask('D1001', 'TW', { make: 'BMW' }))[0]).toEqual(['TW 24 NONE', 300, 700, null, 0])
    expect(shown(ask('D1001', 'KEY'))).toEqual([
      ['KEY 36 NONE', 100, 350, null, 0],
      ['KEY 60 NONE', 125, 375, null, 0],
    ])
  })

  test('appliances, for those who are shown them', () => {
    const television = {
      assetTypeCode: 'TV',
      year: null,
      make: null,
      model: null,
      driveType: null,
      usage: null,
      itemPurchasePrice: centsOf(1_299.99),
    }
    expect(shown(ask('D5001', 'APL', television))).toEqual([
      ['APL 24 NONE', 67, 127, null, 0],
      ['APL 36 NONE', 93, 153, null, 0],
      ['APL 60 NONE', 132, 192, null, 0],
    ])
    expect(shown(ask('D1001', 'APL', television))).toEqual([['APL1', null, 'NotVisible']])
    expect(shown(ask('D5001', 'VSC'))).toEqual([['VSC1', null, 'NotVisible']])
    expect(shown(ask('D5001', 'APL', { ...television, itemPurchasePrice: centsOf(199.99) }))).toEqual([
      ['APL1', 'APL', 'ItemPriceOutOfRange'],
    ])
  })

  test.each([
    [{ make: 'KIA' }, [['VSC1', null, 'VehicleNotClassed']]],
    [{ make: 'LOTUS' }, [['VSC1', null, 'ClassIneligible']]],
    [{ saleDate: '2023-12-20' }, [['VSC1', null, 'SaleDateTooOld']]],
  ])('nothing for %j', (more, expected) => {
    expect(shown(ask('D1001', 'VSC', more))).toEqual(expected)
  })

  test('the other makes and bands', () => {
    // 1,080 × 1.5 × 1.2 × 0.92 = 1,788.48; 2 % is 35.77; 125 + 12 + 18 + 75 + 50 = 280; turbo 60 in the reserve.
    const bmw = shown(
      ask('D1001', 'VSC', { make: 'BMW', driveType: 'RWD', aspiration: 'Turbo', usage: 20_000 }),
    )
    expect(find(bmw, 'PLATINUM 84/100000 200')).toEqual([
      'PLATINUM 84/100000 200',
      2_165.45,
      3_665.45,
      null,
      274.91,
    ])
  })
})
