import { describe, expect, test } from 'vitest'
import { criteriaVariables, openVariables, raiseContext } from './variables.ts'

describe('variables', () => {
  test('match the specification', () => {
    const names = Object.entries(criteriaVariables).map(
      ([root, fields]) => `${root}.${Object.keys(fields).join('|')}`,
    )
    expect(names).toEqual([
      'vehicle.year|make|model|trim|series|bodyStyle|fuelType|driveType|aspiration|odometer|age|condition|segmentation|use|classCode',
      'item.assetType|purchasePrice|serialNumber',
      'deal.saleDate|price|msrp|nadaValue|financedAmount|financeTermMonths|apr|ltv|type|state',
      'dealer.number|group|state',
      'customer.state',
    ])
    expect(openVariables).toEqual(['contract', 'claim'])
  })

  test('only makes, states and codes are converted to upper case', () => {
    const lower = {
      vehicle: { make: 'Ford', model: 'Escape', classCode: 'a1', trim: null },
      deal: { state: 'tx', type: 'Loan' },
      dealer: { state: 'ok', number: 'd1' },
      customer: { state: null },
      item: { assetType: 'boat', serialNumber: 'abc' },
      contract: { state: 'tx' },
    }
    expect(raiseContext(lower)).toEqual({
      ...lower,
      vehicle: { make: 'FORD', model: 'Escape', classCode: 'A1', trim: null },
      deal: { state: 'TX', type: 'Loan' },
      dealer: { state: 'OK', number: 'd1' },
      item: { assetType: 'BOAT', serialNumber: 'abc' },
    })
    expect(raiseContext({})).toEqual({})
    expect(lower.vehicle.make).toBe('Ford')
  })
})
