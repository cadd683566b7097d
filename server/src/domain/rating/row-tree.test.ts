import { describe, expect, test } from 'vitest'
import { epochDay } from '../dates.ts'
import { type Cents, ZERO } from '../money.ts'
import type { RateRow } from '../rate-book/rate-book.ts'
import { type Circumstances, findIn, growTree, type RowTree } from './row-tree.ts'
import { rowFits } from './rows.ts'

const anyRow: RateRow = {
  plan: null,
  term: null,
  deductible: null,
  classCode: null,
  segmentation: null,
  odometerFrom: null,
  odometerTo: null,
  ageFrom: null,
  ageTo: null,
  financedFrom: null,
  financedTo: null,
  priceFrom: null,
  priceTo: null,
  state: null,
  condition: null,
  effectiveFrom: null,
  effectiveTo: null,
  values: {},
}

const anySale: Circumstances = {
  classCode: null,
  segmentation: null,
  odometer: null,
  age: null,
  financed: null,
  price: null,
  state: 'TX',
  condition: 'Used',
  date: '2024-03-15',
  day: 20_240_315,
}

function treeOf(rows: readonly RateRow[]): RowTree {
  const growing = growTree([...rows.keys()], (number) => rows[number] as RateRow)
  for (;;) {
    const step = growing.next()
    if (step.done) return step.value
  }
}

/** What is found for a sale, and how many had to be compared for it. */
function found(rows: readonly RateRow[], sale: Partial<Circumstances>) {
  const numbers: number[] = []
  const whole = { ...anySale, ...sale }
  findIn(treeOf(rows), whole, numbers)
  const fitting = numbers.filter((number) => rowFits(rows[number] as RateRow, whole))
  const all = [...rows.keys()].filter((number) => rowFits(rows[number] as RateRow, whole))
  expect(new Set(fitting)).toEqual(new Set(all))
  return { fitting: fitting.length, compared: numbers.length }
}

const many = (count: number, row: (at: number) => Partial<RateRow>) =>
  Array.from({ length: count }, (_, at): RateRow => ({ ...anyRow, ...row(at) }))

describe('the tree leaves few circumstances to compare', () => {
  const grid = many(6_000, (at) => ({
    classCode: String(at % 6),
    odometerFrom: (Math.floor(at / 6) % 50) * 1_000,
    odometerTo: (Math.floor(at / 6) % 50) * 1_000 + 999,
    ageFrom: Math.floor(at / 300),
    ageTo: Math.floor(at / 300),
  }))

  test.each([
    [{ classCode: '3', odometer: 0, age: 0 }, 1],
    [{ classCode: '3', odometer: 999, age: 19 }, 1],
    [{ classCode: '3', odometer: 1_000, age: 7 }, 1],
    [{ classCode: '3', odometer: 49_999, age: 7 }, 1],
    [{ classCode: '3', odometer: 50_000, age: 7 }, 0],
    [{ classCode: '9', odometer: 0, age: 0 }, 0],
    [{ classCode: null, odometer: 0, age: 0 }, 0],
    [{ classCode: '3', odometer: null, age: 0 }, 0],
  ])('%j', (sale, fitting) => {
    const rows = found(grid, sale)
    expect(rows.fitting).toBe(fitting)
    expect(rows.compared).toBeLessThanOrEqual(8)
  })

  test('splits by money, dates, state and condition, with some rows that name none of them', () => {
    const rows = [
      ...many(400, (at) => ({
        financedFrom: (at * 100) as Cents,
        financedTo: (at * 100 + 99) as Cents,
        state: at % 2 === 0 ? 'TX' : null,
      })),
      ...many(400, (at) => ({
        effectiveFrom: `20${10 + Math.floor(at / 20)}-01-01`,
        effectiveTo: `20${10 + Math.floor(at / 20)}-12-31`,
        condition: at % 2 === 0 ? 'New' : 'Used',
        segmentation: String(at % 20),
      })),
      anyRow,
    ]
    for (const date of ['2024-01-01', '2024-12-31', '2009-12-31']) {
      const sale = { date, day: epochDay(date), financed: 12_345, segmentation: '7' }
      expect(found(rows, sale).compared).toBeLessThanOrEqual(40)
    }
  })
})

describe('circumstances that cannot be split are compared one by one', () => {
  test('many equal bands', () => {
    const rows = many(100, (at) => ({
      odometerTo: 15_000,
      priceFrom: ZERO,
      priceTo: (at * 10) as Cents,
    }))
    expect(found(rows, { odometer: 15_000, price: 0 }).fitting).toBe(100)
    expect(found(rows, { odometer: 15_001, price: 0 }).fitting).toBe(0)
  })

  test('overlapping bands', () => {
    const rows = many(300, (at) => ({ odometerFrom: at, odometerTo: at + 1_000, ageFrom: 0, ageTo: at }))
    expect(found(rows, { odometer: 500, age: 200 }).fitting).toBe(300 - 200 + 0)
  })
})
