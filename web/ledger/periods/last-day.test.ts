import { expect, test } from 'vitest'
import { lastDayOf } from './last-day.ts'

test('the last day of a month', () => {
  expect(['2024-02', '2023-02', '2024-12', '2024-04'].map(lastDayOf)).toEqual([
    '2024-02-29',
    '2023-02-28',
    '2024-12-31',
    '2024-04-30',
  ])
})
