import { expect, test } from 'vitest'
import { screenOfList } from './screen-of-list.ts'

test('a figure opens the list of its rows under the parameters of the API', () => {
  const query = { saleDateFrom: '2026-07-01', status: 'Active,OnHold' }
  expect(screenOfList({ path: '/v2/contracts', query })).toBe(
    '/contracts?saleDateFrom=2026-07-01&status=Active,OnHold',
  )
  expect(screenOfList({ path: '/cancelpayments/overdue', query: {} })).toBe('/cancellations?view=overdue')
  expect(screenOfList({ path: '/unknown', query })).toBeUndefined()
  expect(screenOfList(null)).toBeUndefined()
})
