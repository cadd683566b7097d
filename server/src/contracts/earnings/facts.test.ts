import { describe, expect, test } from 'vitest'
import type { ContractRow } from '../record/rows.ts'
import { warrantyMonths } from './facts.ts'

const none = {
  ...{ type: 'Basic', months: null, miles: null, startDate: null, endDate: null },
  ...{ endOdometer: null, source: 'Manual' },
}

describe('months to the end of the maker’s basic warranty', () => {
  test.each([
    ['nothing is known', [], null, null],
    ['another warranty', [{ ...none, type: 'Powertrain', months: 60 }], null, null],
    ['no end', [none], null, null],
    ['an end on an anniversary', [{ ...none, endDate: '2027-03-15' }], null, 36],
    ['a begun month counts', [{ ...none, endDate: '2027-03-16' }], null, 37],
    ['over before the sale', [{ ...none, endDate: '2024-03-15' }], null, 0],
    ['months from its own start', [{ ...none, startDate: '2023-03-15', months: 36 }], null, 24],
    ['months from the day in service', [{ ...none, months: 36 }], '2023-09-15', 30],
    ['months from the sale', [{ ...none, months: 36 }], null, 36],
  ])('%s', (_, warranties, inServiceDate, months) => {
    // Only these are looked at.
    const item = { vehicle: { warranties, inServiceDate } } as unknown as ContractRow['item']
    expect(warrantyMonths({ effective_date: '2024-03-15', item })).toBe(months)
  })

  test('an item that is no vehicle has none', () => {
    const item = { vehicle: null } as unknown as ContractRow['item']
    expect(warrantyMonths({ effective_date: '2024-03-15', item })).toBeNull()
  })
})
