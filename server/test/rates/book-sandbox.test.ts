import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { UnnumberedBook } from '../../src/domain/rate-book/book.ts'
import { bookOf, faultsOf, programOf, read, sandboxFiles } from '../support/builders/rate-books.ts'

// The book of the sandbox is the example of the format, and its figures are fixed.

const book = bookOf(sandboxFiles)
const vsc = programOf(book, 'VSC-STD')
const gap = programOf(book, 'GAP-STD')

describe('the sandbox book', () => {
  test('has no faults', () => {
    expect(faultsOf(sandboxFiles)).toEqual([])
  })

  test('has everything that quote R1 needs', () => {
    const row = vsc.rates.find(({ plan, term }) => plan === 'PLATINUM' && term === '60/75000')
    expect(row?.values).toEqual({ RESERVE: 78_000 })
    const entriesOf = (code: string) => vsc.factorTables.find((table) => table.code === code)?.entries
    expect(entriesOf('CLASS')).toContainEqual({
      codes: { classCode: '3' },
      ...{ from: null, to: null, effectiveFrom: null, effectiveTo: null },
      factor: 1_000_000,
    })
    expect(entriesOf('ODOMETER')).toContainEqual({
      codes: {},
      ...{ from: 10_001, to: 15_000, effectiveFrom: null, effectiveTo: null },
      factor: 1_100_000,
    })
    expect(entriesOf('DEDUCTIBLE')).toContainEqual({
      codes: { deductible: '0' },
      ...{ from: null, to: null, effectiveFrom: null, effectiveTo: null },
      factor: 1_150_000,
    })
    expect(vsc.classes?.find(({ make }) => make === 'FORD')).toMatchObject({
      classCode: '3',
      segmentation: null,
    })
    expect(vsc.surcharges.find(({ code }) => code === 'AWD')).toMatchObject({
      amount: 7_500,
      isMandatory: true,
      feeds: [{ disbursementCode: 'RESERVE', amount: 7_500 }],
    })
    expect(vsc.disbursements.map(({ code, calculation }) => [code, calculation])).toEqual([
      [
        'RESERVE',
        { type: 'FactorTable', column: 'RESERVE', amount: null, tables: ['CLASS', 'ODOMETER', 'DEDUCTIBLE'] },
      ],
      ['PREMTAX', { type: 'PercentOf', percent: 2_000_000, base: ['RESERVE'] }],
      ['ADMIN', { type: 'Flat', amount: 12_500 }],
      ['CLIP', { type: 'Flat', amount: 1_200 }],
      ['ROADSIDE', { type: 'Flat', amount: 1_800 }],
      ['AGENT', { type: 'Flat', amount: 7_500 }],
      ['DLRGRP', { type: 'Flat', amount: 5_000 }],
      ['MARKUP', { type: 'Remainder', column: null }],
    ])
    expect(vsc.disbursements.filter(({ includedInDealerCost }) => !includedInDealerCost)).toMatchObject([
      { code: 'MARKUP', label: 'Dealer Markup', to: { type: 'Dealer', number: null } },
    ])
  })

  test('offers every term and deductible of the VSC with every plan', () => {
    for (const plan of vsc.plans) {
      expect(plan.terms.map(({ term }) => term)).toEqual(vsc.terms.map(({ code }) => code))
      expect(plan.deductibles).toEqual(['0', '50', '100', '100D', '200'])
    }
    expect(vsc.rates).toHaveLength(21)
    expect(vsc.terms[4]).toEqual({
      code: '60/75000',
      months: 60,
      miles: 75_000,
      hours: null,
      basis: 'FromSale',
    })
  })

  test('has retail rules by state', () => {
    expect(vsc.retail).toMatchObject([
      { states: null, type: 'MSRP', suggestedMarkup: 150_000, minimum: null, caps: [] },
      { states: ['FL'], type: 'Filed', suggestedMarkup: 120_000 },
    ])
    const cap = { type: 'PercentOfFinanced', percent: 4_000_000 }
    expect(gap.retail).toMatchObject([
      { states: null, type: 'MSRP', suggestedMarkup: 50_000 },
      { states: ['CO'], type: 'CapOfFinanced', caps: [{ ...cap, atLeast: 60_000 }] },
      { states: ['CA'], type: 'CapOfFinanced', caps: [{ ...cap, atLeast: null }] },
    ])
    expect(gap.minimumLtv).toEqual({ CA: 70 })
    expect(gap.plans.map(({ code, maximumLtv }) => [code, maximumLtv])).toEqual([
      ['GAP125', 125],
      ['GAP150', 150],
    ])
  })

  test('has the other products', () => {
    expect(
      book.products.map(({ code, programs }) => [code, programs.map((program) => program.code)]),
    ).toEqual([
      ['VSC1', ['VSC-STD']],
      ['GAP1', ['GAP-STD']],
      ['PPM1', ['PPM-STD']],
      ['TW1', ['TW-STD']],
      ['KEY1', ['KEY-STD']],
      ['APL1', ['APL-STD']],
    ])
    expect(programOf(book, 'PPM-STD').plans[0]?.services).toMatchObject([
      {
        code: 'OIL',
        quantity: 6,
        intervalMonths: 6,
        intervalMiles: 7_500,
        price: 5_500,
        toleranceMiles: 1_000,
      },
    ])
    expect(programOf(book, 'TW-STD').classes).toBe(vsc.classes)
    expect(programOf(book, 'KEY-STD').plans[0]?.waitingDays).toBe(30)
    // Percents of the item's price, in millionths of one percent.
    expect(programOf(book, 'APL-STD').rates.map(({ term, values }) => [term, values])).toEqual([
      ['24', { RESERVE: 4_000_000 }],
      ['36', { RESERVE: 6_000_000 }],
      ['60', { RESERVE: 9_000_000 }],
    ])
    expect(book.contractFields).toMatchObject([
      { code: 'SALESPERSON', product: 'VSC1', maxLength: 50, requiredAt: 'Pending', displayOrder: 1 },
    ])
  })

  test('has coverage groups and limits', () => {
    const [engine, ...others] = book.coverageGroups
    expect(engine?.components.map(({ code }) => code)).toEqual([
      ...['CRANKSHAFT', 'PISTONS', 'TIMINGCHAIN', 'OILPUMP', 'WATERPUMP', 'TURBO'],
    ])
    expect(others.map(({ code, components }) => [code, components.length])).toEqual([
      ...[
        ['Transmission', 2],
        ['DriveAxle', 2],
        ['AC', 2],
        ['Electrical', 2],
        ['Cooling', 2],
        ['Steering', 2],
      ],
      ...[
        ['Brakes', 2],
        ['Fuel', 2],
        ['Suspension', 2],
        ['Seals', 2],
        ['HighTech', 2],
      ],
    ])
    for (const plan of vsc.plans) {
      expect(plan.limits).toMatchObject([
        { scope: 'PerClaim', basis: 'VehiclePrice', amount: null },
        { scope: 'Aggregate', basis: 'VehiclePrice', amount: null },
      ])
      expect(plan.benefits).toMatchObject([
        { code: 'RENTAL', unit: 'Day', unitCap: 4_000, maximumUnits: 5 },
        { code: 'TOW', unit: 'Occurrence', unitCap: 7_500, maximumUnits: 1 },
      ])
    }
    const upgrade = vsc.surcharges.find(({ code }) => code === 'RENTALUP')
    expect(upgrade?.changesBenefits).toEqual([{ code: 'RENTAL', unitCap: 6_000, maximumUnits: null }])
    const waiver = { maximumBenefit: 5_000_000, deductibleLimit: 100_000 }
    expect(gap.plans.map((plan) => plan.gap)).toEqual([waiver, waiver])
    expect(book.products[0]?.claimSettings).toMatchObject({
      allowsMultipleOpenClaims: true,
      partsPriceLevel: 'MSRP',
      inspectionThreshold: null,
    })
  })

  test('lists its account holders with file and line', () => {
    const answer = read(sandboxFiles)
    const accounts = 'accounts' in answer ? answer.accounts : []
    expect(new Set(accounts.map(({ type, number }) => `${type} ${number}`))).toEqual(
      new Set([
        'DisbursementAccount RESERVE',
        'DisbursementAccount ADMIN',
        'DisbursementAccount ROAD',
        'DisbursementAccount PREMTAX',
        'Insurer I100',
        'Dealer D4001',
        'Dealer D5001',
      ]),
    )
    const file = 'programs/VSC-STD/program.yaml'
    expect(accounts).toContainEqual({ type: 'DisbursementAccount', number: 'ROAD', file, line: 52 })
    expect(accounts).toContainEqual({ type: 'Insurer', number: 'I100', file, line: 4 })
  })
})

/** The same without the order of rows, which means nothing. */
function unordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => JSON.stringify(unordered(item))).sort()
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, unordered(inner)]))
}

test('the order of table rows does not change the meaning of a book', () => {
  const tables = [...sandboxFiles.keys()].filter((file) => file.endsWith('.csv'))
  const meant = unordered(book)
  const shuffle = (seed: readonly number[], text: string) => {
    const [header = '', ...lines] = text.trimEnd().split('\n')
    const keyed = lines.map((line, at) => [seed[(at * 7 + line.length) % seed.length] ?? 0, line] as const)
    const shuffled = keyed.sort(([one], [other]) => one - other).map(([, line]) => line)
    return [header, ...shuffled].join('\r\n')
  }
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 40, maxLength: 40 }), (seed) => {
      const files = new Map(sandboxFiles)
      for (const file of tables) files.set(file, shuffle(seed, files.get(file) ?? ''))
      const other: UnnumberedBook = bookOf(files)
      expect(unordered(other)).toEqual(meant)
    }),
    { numRuns: 20 },
  )
})
