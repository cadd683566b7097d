import { describe, expect, test } from 'vitest'
import {
  alternatives,
  inputOfField,
  inputsKey,
  inputsOfQuery,
  isReadyToQuote,
  plainNumber,
  quoteOptions,
} from './inputs.ts'

const truck = {
  ...{ dealerNumber: 'D1001', year: '2024', make: 'Ford', model: 'F-150', driveType: '4WD' },
  ...{ odometer: '12,000', saleDate: '2024-03-15' },
}

test('the address holds the inputs and nothing else of them', () => {
  expect(inputsOfQuery({ ...truck, step: 'sale', rate: '3-5-1', trim: '' })).toEqual(truck)
})

test('the same inputs have the same key', () => {
  const { odometer, ...others } = truck
  expect(inputsKey({ odometer, ...others, trim: '' })).toBe(inputsKey(truck))
  expect(inputsKey({ ...truck, odometer: '12,001' })).not.toBe(inputsKey(truck))
})

test('the call has numbers as numbers and options as a list', () => {
  expect(quoteOptions({ ...truck, surchargeCodes: 'SEALS,HITECH' })).toEqual({
    path: { dealerNumber: 'D1001' },
    query: {
      ...{ includeReasons: true, make: 'Ford', model: 'F-150', driveType: '4WD', saleDate: '2024-03-15' },
      ...{ year: 2024, odometer: 12_000, surchargeCodes: ['SEALS', 'HITECH'] },
    },
  })
})

test.each([
  ['12,000', 12_000],
  ['$2,995.50', 2995.5],
  [' 7 ', 7],
  ['12k', '12k'],
  ['', ''],
])('%s is read as %s', (text, number) => {
  expect(plainNumber(text)).toBe(number)
})

describe('rates are asked for without a button', () => {
  test.each([
    ['by year, make and model', truck, true],
    ['not without an odometer', { ...truck, odometer: '' }, false],
    ['not without a dealer', { ...truck, dealerNumber: '' }, false],
    ['not while a VIN is typed', { ...truck, vin: '1FTFW1' }, false],
    ['by a VIN', { dealerNumber: 'D1001', vin: '1HGCM82633A004352', odometer: '0' }, true],
  ])('%s', (_, inputs, isReady) => {
    expect(isReadyToQuote(inputs, true)).toBe(isReady)
  })

  test('by the price of an item that is no vehicle', () => {
    expect(isReadyToQuote({ dealerNumber: 'D5001', itemPurchasePrice: '899' }, false)).toBe(true)
    expect(isReadyToQuote({ dealerNumber: 'D5001' }, false)).toBe(false)
  })
})

test.each([
  ['vehicle.odometer', 'odometer'],
  ['vehicle.age', 'year'],
  ['deal.financedAmount', 'financedAmount'],
  ['saleDate', 'saleDate'],
  ['vehicle.unheardOf', undefined],
  [null, undefined],
])('the field %s is the input %s', (field, input) => {
  expect(inputOfField(field)).toBe(input)
})

test('a missing parameter may have alternatives', () => {
  expect(alternatives('vin|year+make+model')).toEqual([['vin'], ['year', 'make', 'model']])
})
