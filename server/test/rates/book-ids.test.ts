import { describe, expect, test } from 'vitest'
import { assignIds } from '../../src/domain/rate-book/ids.ts'
import { bookOf, edited, sandboxFiles } from '../support/builders/rate-books.ts'

const VSC = 'programs/VSC-STD/program.yaml'
const first = assignIds(bookOf(sandboxFiles), new Map())
const idsOf = (items: readonly { readonly code: string; readonly id: number }[] = []) =>
  Object.fromEntries(items.map(({ code, id }) => [code, id]))

describe('the first book', () => {
  const program = first.book.products[0]?.programs[0]

  test('numbers each kind from 1, in file order', () => {
    expect(idsOf(first.book.products)).toEqual({ VSC1: 1, GAP1: 2, PPM1: 3, TW1: 4, KEY1: 5, APL1: 6 })
    expect(program?.id).toBe(1)
    expect(idsOf(program?.plans)).toEqual({ POWERTRAIN: 1, GOLD: 2, PLATINUM: 3 })
    expect(program?.terms.map(({ id, code }) => [id, code]).slice(0, 2)).toEqual([
      [1, '12/12000'],
      [2, '24/24000'],
    ])
    expect(idsOf(program?.deductibles)).toEqual({ '0': 1, '50': 2, '100': 3, '100D': 4, '200': 5 })
    expect(idsOf(program?.surcharges)).toMatchObject({ AWD: 1, RENTALUP: 7 })
    expect(idsOf(program?.disbursements)).toMatchObject({ RESERVE: 1, MARKUP: 8 })
    expect(first.book.products[1]?.programs[0]?.terms[0]?.id).toBe(8)
    expect(idsOf(first.book.assetTypes)).toMatchObject({ AUTO: 1, TRUCK: 2 })
    expect(first.book.taxRules.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('gives one id to an item that appears on many lines', () => {
    const trucks = first.book.vehicles.filter(({ model }) => model.code === 'F-150')
    expect(trucks.length).toBeGreaterThan(1)
    expect(new Set(trucks.map(({ make }) => make.id)).size).toBe(1)
    expect(new Set(trucks.map(({ model }) => model.id)).size).toBe(1)
    expect(first.assigned.get('make FORD')).toBe(trucks[0]?.make.id)
    expect(first.assigned.get('plan VSC-STD/PLATINUM')).toBe(3)
  })

  test('uses each id of a kind once', () => {
    const seen = new Set<string>()
    for (const [key, id] of first.assigned) {
      const one = `${key.split(' ')[0]} ${id}`
      expect(seen.has(one), one).toBe(false)
      seen.add(one)
    }
  })
})

describe('the next book', () => {
  test('assigns no new ids if nothing changed', () => {
    const again = assignIds(bookOf(sandboxFiles), first.assigned)
    expect(again.book).toEqual(first.book)
    expect(again.assigned.size).toBe(0)
  })

  test('keeps ids when lines are reordered', () => {
    const terms = 'programs/VSC-STD/terms.csv'
    const [header, ...lines] = (sandboxFiles.get(terms) ?? '').trimEnd().split('\n')
    const files = new Map([...sandboxFiles, [terms, [header, ...lines.reverse()].join('\n')]])
    const { book, assigned } = assignIds(bookOf(files), first.assigned)
    expect(assigned.size).toBe(0)
    expect(book.products[0]?.programs[0]?.terms.map(({ id }) => id)).toEqual([7, 6, 5, 4, 3, 2, 1])
  })

  test('gives new items unused ids, and returning items their old id', () => {
    const silver = '  - { code: SILVER, name: Silver, coverageType: Stated }\n  - code: GOLD'
    const more = assignIds(bookOf(edited(VSC, '  - code: GOLD', silver)), first.assigned)
    expect([...more.assigned]).toEqual([
      ['plan VSC-STD/SILVER', 10],
      ['limit VSC-STD/SILVER/PERCLAIM', 7],
      ['limit VSC-STD/SILVER/AGGREGATE', 8],
    ])
    expect(idsOf(more.book.products[0]?.programs[0]?.plans)).toMatchObject({
      POWERTRAIN: 1,
      SILVER: 10,
      GOLD: 2,
    })
    const known = new Map([...first.assigned, ...more.assigned])
    expect(assignIds(bookOf(sandboxFiles), known).book).toEqual(first.book)
    const bronze = silver.replaceAll('SILVER', 'BRONZE')
    const third = assignIds(bookOf(edited(VSC, '  - code: GOLD', bronze)), known)
    expect([...third.assigned.keys()][0]).toBe('plan VSC-STD/BRONZE')
    expect(third.assigned.get('plan VSC-STD/BRONZE')).toBe(11)
  })

  test('keeps the id of a line that ends and gives its successor a new one', () => {
    const files = edited(
      VSC,
      '  - code: ADMIN',
      `  - { code: ADMIN, to: DisbursementAccount ADMIN, calculation: { type: Flat, amount: 130.00 },
      earningMethodCode: PRORATA_DAYS, effectiveFrom: 2025-01-01 }\n  - code: ADMIN`,
      edited(VSC, 'amount: 125.00 }', 'amount: 125.00 }\n    effectiveTo: 2024-12-31'),
    )
    const { book, assigned } = assignIds(bookOf(files), first.assigned)
    const lines = book.products[0]?.programs[0]?.disbursements.filter(({ code }) => code === 'ADMIN')
    expect(lines?.map(({ id, effectiveFrom }) => [id, effectiveFrom])).toEqual([
      [[...assigned.values()][0], '2025-01-01'],
      [3, '2015-01-01'],
    ])
    expect([...assigned.keys()]).toEqual(['disbursement VSC-STD/ADMIN#2'])
  })
})
