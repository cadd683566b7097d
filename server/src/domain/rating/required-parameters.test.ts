import { describe, expect, test } from 'vitest'
import { missingParameters } from './required-parameters.ts'

describe('required parameters', () => {
  const vehicle = ['vin|year+make+model', 'odometer', 'saleDate']

  test.each([
    [{}, ['vin|year+make+model', 'odometer']],
    [{ vin: 'X' }, ['odometer']],
    [{ year: 2024, make: 'FORD', odometer: 0 }, ['vin|year+make+model']],
    [{ year: 2024, make: 'FORD', model: 'F-150', odometer: 0 }, []],
    [{ vin: 'X', odometer: 5 }, []],
  ])('%j is missing %j', (query, missing) => {
    expect(missingParameters(vehicle, query)).toEqual(missing)
  })

  test('nothing is missing if nothing is required', () => {
    expect(missingParameters([], {})).toEqual([])
  })
})
