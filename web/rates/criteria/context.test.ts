import { expect, test } from 'vitest'
import { contextOf } from './context.ts'

test('facts without a value are left out, and numbers are sent as numbers', () => {
  expect(
    contextOf({
      'vehicle.year': '2024',
      'vehicle.odometer': '12,000',
      'vehicle.make': ' Ford ',
      'deal.state': 'TX',
      'deal.price': 'much',
      'dealer.number': '',
      criteria: 'vehicle.year > 2000',
    }),
  ).toEqual({ vehicle: { year: 2024, odometer: 12000, make: 'Ford' }, deal: { state: 'TX' } })
})
