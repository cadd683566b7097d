import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { trialSeed, trials } from '../../../test/support/service/trials.ts'
import type { Cents } from '../money.ts'
import {
  buildTriangle,
  type Movement,
  monthName,
  monthOf,
  type Quarter,
  quarterName,
  quarterOf,
} from './triangle.ts'

const movement = (origin: string, day: string, amount: number): Movement => ({
  ...{ origin: quarterOf(origin), period: quarterOf(day), amount: amount as Cents },
})
const build = (movements: readonly Movement[], asOf: string) => buildTriangle(movements, quarterOf(asOf))

describe('quarters', () => {
  test.each([
    ['2023-01-01', '2023-Q1'],
    ['2023-03-31', '2023-Q1'],
    ['2023-04-01', '2023-Q2'],
    ['2023-09-30', '2023-Q3'],
    ['2023-12-31', '2023-Q4'],
    ['2024-02-29', '2024-Q1'],
    ['0001-01-01', '0001-Q1'],
  ])('%s is in %s', (date, name) => {
    expect(quarterName(quarterOf(date))).toBe(name)
  })
})

describe('a triangle', () => {
  test('of nothing is empty', () => {
    expect(build([], '2024-06-30')).toEqual({ origins: [], ages: [], cells: [] })
  })

  test('of one quarter is one cell', () => {
    expect(build([movement('2024-04-01', '2024-06-30', 500)], '2024-06-30')).toEqual({
      ...{ origins: ['2024-Q2'], ages: [0], cells: [[500]] },
    })
  })

  test('adds up, shows quarters without losses, and is empty where the future is', () => {
    const movements = [
      movement('2023-11-15', '2023-12-20', 100),
      movement('2023-12-31', '2024-02-01', 40),
      movement('2023-12-31', '2024-05-01', -40),
      movement('2024-05-05', '2024-05-06', 7),
    ]
    expect(build(movements, '2024-06-30')).toEqual({
      origins: ['2023-Q4', '2024-Q1', '2024-Q2'],
      ages: [0, 1, 2],
      cells: [
        [100, 140, 100],
        [0, 0, null],
        [7, null, null],
      ],
    })
  })

  test('counts money before its origin at age 0', () => {
    const movements = [movement('2024-05-05', '2024-01-06', 7), movement('2024-01-01', '2024-01-06', 1)]
    expect(build(movements, '2024-06-30').cells).toEqual([
      [1, 1],
      [7, null],
    ])
  })

  test('counts what begins after the last quarter with the last', () => {
    const early = [movement('2024-08-01', '2024-05-01', 9)]
    expect(build(early, '2024-06-30')).toEqual({ origins: ['2024-Q2'], ages: [0], cells: [[9]] })
    expect(build([...early, movement('2024-03-31', '2024-04-01', 1)], '2024-06-30').cells).toEqual([
      [0, 1],
      [9, null],
    ])
  })

  test('shows fifty years, and what is older with the oldest', () => {
    const { origins, cells } = build([movement('0001-01-01', '2024-04-01', 3)], '2024-06-30')
    expect([origins.length, origins[0], origins.at(-1)]).toEqual([200, '1974-Q3', '2024-Q2'])
    expect(cells[0]?.at(-1)).toBe(3)
  })
})

const seed = trialSeed('triangles', 'TRIANGLES_SEED')
const LAST = quarterOf('2024-06-30')
const quarter = fc.integer({ min: LAST - 12, max: LAST }).map((at) => at as Quarter)
const anyMovement = fc.record({
  ...{ origin: quarter, period: quarter },
  amount: fc.integer({ min: -1_000_000, max: 1_000_000 }).map((amount) => amount as Cents),
})

test('each cell is what was added to its origin until then, and the last diagonal is everything', () => {
  fc.assert(
    fc.property(fc.array(anyMovement, { minLength: 1, maxLength: 40 }), (movements) => {
      const { origins, ages, cells } = buildTriangle(movements, LAST)
      const first = LAST - origins.length + 1
      expect(Math.min(...movements.map(({ origin }) => origin))).toBe(first)
      const added = (isCounted: (one: Movement) => boolean) =>
        movements.filter(isCounted).reduce((sum, { amount }) => sum + amount, 0)
      const expected = origins.map((_, row) =>
        ages.map((age) =>
          row + age < origins.length
            ? added(
                ({ origin, period: of }) =>
                  origin === first + row && Math.max(of, origin) <= first + row + age,
              )
            : null,
        ),
      )
      expect(cells).toEqual(expected)
      const diagonal = cells.reduce((sum, row, at) => sum + (row[origins.length - 1 - at] ?? 0), 0)
      expect(diagonal).toBe(added(() => true))
    }),
    { seed, numRuns: trials(5_000) },
  )
})

test('months: losses of May, June and July by the end of July', () => {
  const movements = [
    { origin: monthOf('2024-05-31'), period: monthOf('2024-05-31'), amount: 100 as Cents },
    { origin: monthOf('2024-05-01'), period: monthOf('2024-07-15'), amount: 30 as Cents },
    { origin: monthOf('2024-06-10'), period: monthOf('2024-07-01'), amount: 7 as Cents },
  ]
  expect(buildTriangle(movements, monthOf('2024-07-31'), monthName)).toEqual({
    origins: ['2024-05', '2024-06', '2024-07'],
    ages: [0, 1, 2],
    cells: [
      [100, 100, 130],
      [0, 7, null],
      [0, null, null],
    ],
  })
  expect(['0001-01-01', '2024-12-31'].map((date) => monthName(monthOf(date)))).toEqual(['0001-01', '2024-12'])
})
