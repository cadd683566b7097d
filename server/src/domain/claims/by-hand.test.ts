import { expect, test } from 'vitest'
import { adjustment, labor, part } from '../../../test/support/oracle/claims/claim-examples.ts'
import { type ByHand, hasNewByHand } from './by-hand.ts'

const line = (more: {
  readonly id?: number
  readonly hoursApproved?: number
  readonly rateApproved?: number
}) => labor({ hours: 2, rate: 150, ...more })
const before: ByHand = {
  labor: [line({ id: 1, hoursApproved: 1.5 }), line({ id: 2 })],
  parts: [part({ id: 3, price: 100, approved: 80 })],
  adjustments: [adjustment('Detail', -10), adjustment('Labor', -5, 1)],
}

test.each<[string, Partial<ByHand>, boolean]>([
  ['as it was', {}, false],
  ['with everything left out', { labor: [line({ id: 1 })], parts: [], adjustments: [] }, false],
  ['another value', { labor: [line({ id: 1, hoursApproved: 1.4 })] }, true],
  ['the same value of another line', { labor: [line({ id: 2, hoursApproved: 1.5 })] }, true],
  ['another field', { labor: [line({ id: 1, hoursApproved: 1.5, rateApproved: 140 })] }, true],
  ['another price', { parts: [part({ id: 3, price: 100, approved: 81 })] }, true],
  ['a price of a new line', { parts: [part({ id: 4, price: 100, approved: 80 })] }, true],
  ['other adjustments', { adjustments: [adjustment('Detail', -9)] }, true],
  ['an adjustment twice', { adjustments: [adjustment('Detail', -10), adjustment('Detail', -10)] }, true],
  ['an adjustment of another line', { adjustments: [adjustment('Labor', -5, 2)] }, true],
])('by hand, %s', (_, change, isNew) => {
  const after = { ...before, ...change }
  expect(hasNewByHand(before, after)).toBe(isNew)
  expect(hasNewByHand(undefined, before)).toBe(true)
  expect(hasNewByHand(undefined, { labor: [line({ id: 2 })], parts: [], adjustments: [] })).toBe(false)
})
