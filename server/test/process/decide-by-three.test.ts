import { expect, test } from 'vitest'
import { type BenchRow, decideByThree } from '../../../scripts/decide-by-three.mjs'

const GOAL = 0.5
const rowOf = (part: string, name: string, ratio: number): BenchRow => ({
  ...{ part, name, ours: '100 /s', ratio: ratio.toFixed(2), met: ratio >= GOAL ? 'met' : 'MISSED' },
})

/** One row of one part whose ratio is measured up to three times. */
async function decide(...ratios: [number, ...number[]]) {
  const [first, ...later] = ratios
  const rows = await decideByThree([rowOf('reads', 'a read', first)], async () => [
    rowOf('reads', 'a read', later.shift() ?? Number.NaN),
  ])
  return { met: rows[0]?.met, measured: rows[0]?.measured, left: later.length }
}

test.each([
  { what: 'a goal that is met is measured once', ratios: [0.6], met: 'met', measured: undefined },
  { what: 'two of three met', ratios: [0.4, 0.6, 0.5], met: 'met', measured: '0.40, 0.60, 0.50' },
  { what: 'missed twice, and not measured again', ratios: [0.4, 0.4], met: 'MISSED', measured: '0.40, 0.40' },
  { what: 'two of three missed', ratios: [0.4, 0.6, 0.4], met: 'MISSED', measured: '0.40, 0.60, 0.40' },
])('$what', async ({ ratios, met, measured }) => {
  expect(await decide(...(ratios as [number]))).toEqual({ met, measured, left: 0 })
})

test('only the parts that missed are measured again, and rows that were met stay as they are', async () => {
  const asked: string[][] = []
  const rows = await decideByThree(
    [rowOf('reads', 'one', 0.4), rowOf('reads', 'two', 0.7), rowOf('writes', 'three', 0.8)],
    async (parts) => {
      asked.push([...parts])
      return [rowOf('reads', 'one', 0.6), rowOf('reads', 'two', 0.1)]
    },
  )
  expect(asked).toEqual([['reads'], ['reads']])
  expect(rows.map(({ ratio, met }) => [ratio, met])).toEqual([
    ['0.60', 'met'],
    ['0.70', 'met'],
    ['0.80', 'met'],
  ])
})

test('a part that failed stays missed when it runs through later', async () => {
  const failed = { part: 'reads', name: 'reads', ours: 'no answer', ratio: '', met: 'MISSED' }
  const [row] = await decideByThree([failed], async () => [rowOf('reads', 'a read', 0.9)])
  expect(row?.met).toBe('MISSED')
})
