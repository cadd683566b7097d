import { describe, expect, test } from 'vitest'
import { missingOf } from './required-parameters.ts'

describe('required parameters', () => {
  const vehicle = ['vin|year+make+model', 'odometer', 'saleDate']

  test.each([
    [{}, ['vin|year+make+model', 'odometer']],
    [{ vin: 'X' }, ['odometer']],
    [{ year: 2024, make: 'FORD', odometer: 0 }, ['vin|year+make+model']],
    [{ year: 2024, make: 'FORD', model: 'F-150', odometer: 0 }, []],
    [{ vin: 'X', odometer: 5 }, []],
  ])('of %j are missing: %j', (query, missing) => {
    expect(missingOf(vehicle, query)).toEqual(missing)
  })

  test('none are required where none are named', () => {
    expect(missingOf([], {})).toEqual([])
  })
})
