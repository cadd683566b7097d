import { expect, test } from 'vitest'
import { reach, sideBySide, stacked } from './bar-layout.ts'

const parts = [
  { series: 'sold', y: 30 },
  { series: 'cancelled', y: -10 },
  { series: 'renewed', y: 5 },
]

test('stacked parts grow away from zero on both sides', () => {
  expect(stacked(parts).map(({ from, until }) => [from, until])).toEqual([
    [0, 30],
    [0, -10],
    [30, 35],
  ])
  expect(reach([stacked(parts)])).toEqual([-10, 35])
})

test('parts beside each other begin at zero', () => {
  expect(sideBySide(parts).map(({ from, until }) => [from, until])).toEqual([
    [0, 30],
    [0, -10],
    [0, 5],
  ])
  expect(reach([])).toEqual([0, 0])
})
