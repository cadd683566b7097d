import { expect, test } from 'vitest'
import { buckets, dueRange } from './buckets.ts'

test('every due date is in one bucket', () => {
  const asOf = '2024-05-31'
  expect(buckets.map((bucket) => dueRange(bucket, asOf))).toEqual([
    { from: '2024-05-31', before: undefined },
    { from: '2024-05-01', before: '2024-05-31' },
    { from: '2024-04-01', before: '2024-05-01' },
    { from: '2024-03-02', before: '2024-04-01' },
    { from: undefined, before: '2024-03-02' },
  ])
})
