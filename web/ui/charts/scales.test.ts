import { scaleBand, scaleLinear, scalePoint } from 'd3-scale'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bandScale, linearScale, pointScale } from './scales.ts'

// d3-scale draws the same; it brings colors and formats along that the portal has no use for.

const amount = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map((cents) => cents / 100)
const names = fc.uniqueArray(fc.string({ maxLength: 5 }), { minLength: 1, maxLength: 20 })

test('ends and ticks are round, as those of d3-scale', () => {
  fc.assert(
    fc.property(amount, amount, (one, other) => {
      const ends = [Math.min(0, one, other), Math.max(0, one, other)] as const
      if (ends[0] === ends[1]) return
      const theirs = scaleLinear().domain(ends).nice(4).range([200, 10])
      const ours = linearScale(ends, [200, 10])
      for (const count of [3, 4]) expect(ours.ticks(count)).toEqual(theirs.ticks(count))
      for (const value of [one, other, 0]) expect(ours(value)).toBeCloseTo(theirs(value), 6)
    }),
  )
})

test.each([
  { least: 0, most: 9, ticks: [0, 2, 4, 6, 8, 10] },
  { least: 0, most: 0.07, ticks: [0, 0.02, 0.04, 0.06, 0.08] },
  { least: -120, most: 310, ticks: [-200, 0, 200, 400] },
])('from $least to $most', ({ least, most, ticks }) => {
  expect(linearScale([least, most], [0, 1]).ticks(4)).toEqual(ticks)
})

test('nothing but zeros has one tick, in the middle', () => {
  const scale = linearScale([0, 0], [200, 10])
  expect(scale.ticks(4)).toEqual([0])
  expect(scale(0)).toBe(105)
})

test('names stand side by side, as those of d3-scale', () => {
  fc.assert(
    fc.property(names, (all) => {
      const [bands, points] = [scaleBand(all, [10, 500]).padding(0.25), scalePoint(all, [10, 500])]
      const [ourBands, ourPoints] = [bandScale(all, [10, 500], 0.25), pointScale(all, [10, 500])]
      expect(ourBands.thickness).toBeCloseTo(bands.bandwidth(), 6)
      for (const name of all) {
        expect(ourBands(name)).toBeCloseTo(bands(name) ?? Number.NaN, 6)
        expect(ourPoints(name)).toBeCloseTo(points(name) ?? Number.NaN, 6)
      }
    }),
  )
  expect(pointScale(['a'], [0, 10])('b')).toBeUndefined()
})
