import { expect, test } from 'vitest'
import type { Product } from '../rate-book/rate-book.ts'
import { contractGroups, type SoldCoverage } from './coverage.ts'

const group = (id: number, code: string) => ({ id, code, name: code, components: [] })
const groups = ['Engine', 'Brakes', 'Seals', 'HighTech', 'Sails'].map((code, at) => group(at + 1, code))

// Only what is looked at: a whole product would hide it.
const product = {
  programs: [
    {
      plans: [{ coverageGroups: ['Engine'] }, { coverageGroups: ['Brakes', 'Engine'] }],
      surcharges: [{ addsCoverageGroups: ['Seals'] }, { addsCoverageGroups: [] }],
    },
    { plans: [{ coverageGroups: [] }], surcharges: [{ addsCoverageGroups: ['HighTech', 'Brakes'] }] },
  ],
} as unknown as Product

const added = (surcharge: string, ...codes: string[]) => codes.map((one) => ({ group: one, surcharge }))

test.each<[string, SoldCoverage, string[]]>([
  [
    'a plan',
    { coverageGroups: ['Engine'], addedGroups: [] },
    ['Engine yes', 'Brakes no', 'Seals no', 'HighTech no'],
  ],
  [
    'with a surcharge',
    { coverageGroups: ['Engine'], addedGroups: added('SEALS', 'Seals') },
    ['Engine yes', 'Brakes no', 'Seals yes by SEALS', 'HighTech no'],
  ],
  [
    'what the plan has is not by a surcharge',
    { coverageGroups: ['Brakes'], addedGroups: added('HITECH', 'HighTech', 'Brakes') },
    ['Engine no', 'Brakes yes', 'Seals no', 'HighTech yes by HITECH'],
  ],
  [
    'the first of two surcharges',
    { coverageGroups: [], addedGroups: [...added('SEALS', 'Seals'), ...added('MORE', 'Seals')] },
    ['Engine no', 'Brakes no', 'Seals yes by SEALS', 'HighTech no'],
  ],
])('%s', (_, sold, expected) => {
  expect(
    contractGroups(product, groups, sold).map(
      ({ code, isCovered, viaSurcharge }) =>
        `${code} ${isCovered ? 'yes' : 'no'}${viaSurcharge === null ? '' : ` by ${viaSurcharge}`}`,
    ),
  ).toEqual(expected)
})

test('a product that covers no components has no groups', () => {
  expect(
    contractGroups({ ...product, programs: [] }, groups, { coverageGroups: [], addedGroups: [] }),
  ).toEqual([])
})
