import { expect, test } from 'vitest'
import { buckets, dueRange } from './buckets.ts'

test('every due date is in one bucket', () => {
  const asOf = '2024-05-31'
  expect(buckets.map((bucket) => dueRange(bucket, asOf))).toEqual([
    { dueFrom: '2024-05-31', dueTo: undefined },
    { dueFrom: '2024-05-01', dueTo: '2024-05-30' },
    { dueFrom: '2024-04-01', dueTo: '2024-04-30' },
    { dueFrom: '2024-03-02', dueTo: '2024-03-31' },
    { dueFrom: undefined, dueTo: '2024-03-01' },
  ])
})
