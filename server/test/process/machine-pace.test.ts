import { expect, test } from 'vitest'
import { slownessNow, slownessOf, withPace } from '../../../scripts/machine-pace.mjs'

const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)

test.each([
  { what: 'at its best', pace: 10, all: [10, 15, 20], slowness: 1 },
  { what: 'half as fast', pace: 20, all: [20, 10, 15], slowness: 2 },
  { what: 'one lucky time in forty does not count', pace: 24, all: [3, ...Array(39).fill(12)], slowness: 2 },
  { what: 'faster than nearly all others', pace: 1, all: upTo(100), slowness: 1 },
  { what: 'a twentieth were as fast', pace: 12, all: upTo(100), slowness: 2 },
])('how many times slower: $what', ({ pace, all, slowness }) => {
  expect(slownessOf(pace, all)).toBe(slowness)
})

test('a piece of work comes with the pace around it, which is never better than the best', async () => {
  const { result, pace } = await withPace(async () => 'done')
  expect(result).toBe('done')
  expect(pace).toBeGreaterThan(0)
  expect(slownessNow(pace)).toBeGreaterThanOrEqual(1)
  expect(slownessNow(pace * 1_000)).toBeGreaterThan(slownessNow(pace * 10))
})
