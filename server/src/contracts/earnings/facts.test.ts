import { describe, expect, test } from 'vitest'
import type { ContractRow } from '../record/rows.ts'
import { warrantyMonths } from './facts.ts'

const none = {
  ...{ type: 'Basic', months: null, miles: null, startDate: null, endDate: null },
  ...{ endOdometer: null, source: 'Manual' },
}

describe('months to the end of the manufacturer’s basic warranty', () => {
  test.each([
    ['no warranty', [], null, null],
    ['only another type of warranty', [{ ...none, type: 'Powertrain', months: 60 }], null, null],
    ['a warranty without an end', [none], null, null],
    ['an end on an anniversary', [{ ...none, endDate: '2027-03-15' }], null, 36],
    ['a partial month counts as a month', [{ ...none, endDate: '2027-03-16' }], null, 37],
    ['an end before the sale', [{ ...none, endDate: '2024-03-15' }], null, 0],
    ['months from the start of the warranty', [{ ...none, startDate: '2023-03-15', months: 36 }], null, 24],
    ['months from the in-service date', [{ ...none, months: 36 }], '2023-09-15', 30],
    ['months from the sale', [{ ...none, months: 36 }], null, 36],
  ])('%s', (_, warranties, inServiceDate, months) => {
    // The function reads only these fields.
    const item = { vehicle: { warranties, inServiceDate } } as unknown as ContractRow['item']
    expect(warrantyMonths({ effective_date: '2024-03-15', item })).toBe(months)
  })

  test('an item that is not a vehicle has none', () => {
    const item = { vehicle: null } as unknown as ContractRow['item']
    expect(warrantyMonths({ effective_date: '2024-03-15', item })).toBeNull()
  })
})
