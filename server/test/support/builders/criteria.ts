import {
  type Criteria,
  type CriteriaContext,
  compileCriteria,
} from '../../../src/domain/criteria/criteria.ts'

/** A rule that must be valid. */
export function compiled(text: string): Criteria {
  const criteria = compileCriteria(text)
  if ('invalid' in criteria) throw new Error(`${text}: ${criteria.invalid.message}`)
  return criteria
}

/** A sale with one value of each kind, and some that are missing. */
export const exampleContext: CriteriaContext = {
  vehicle: { year: 2016, age: 8, odometer: 120_000, make: 'FORD', model: 'F-150', trim: null },
  deal: {
    price: 30_000,
    msrp: 0,
    financedAmount: 32_000.5,
    ltv: 106.67,
    saleDate: '2024-03-15',
    state: 'TX',
  },
  contract: {
    months: 60,
    name: 'Gold',
    isOpen: true,
    tags: ['A', 7],
    note: null,
    holder: { city: 'Austin' },
  },
}
