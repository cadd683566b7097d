import { expect, test } from 'vitest'
import { calculationOf } from './calculation.ts'

const nothing = { amount: undefined, percent: undefined, base: '' }

test('only the figures of the chosen kind are sent', () => {
  expect(calculationOf({ ...nothing, type: 'Flat', amount: 45.5, percent: 3 })).toEqual({
    type: 'Flat',
    amount: 45.5,
  })
  expect(calculationOf({ ...nothing, type: 'PercentOf', percent: 6, base: 'Retail' })).toEqual({
    ...{ type: 'PercentOf', percent: 6, percentBase: 'Retail' },
  })
  expect(calculationOf({ ...nothing, type: 'PercentOf', percent: 6, base: 'RESERVE, ADMIN,' })).toEqual({
    ...{ type: 'PercentOf', percent: 6, percentBase: ['RESERVE', 'ADMIN'] },
  })
  expect(calculationOf({ ...nothing, type: 'RateRow', amount: 1 })).toEqual({ type: 'RateRow' })
})

test('nothing is sent while a figure is missing', () => {
  expect(calculationOf({ ...nothing, type: 'Flat' })).toBeUndefined()
  expect(calculationOf({ ...nothing, type: 'PercentOf', percent: 6 })).toBeUndefined()
  expect(calculationOf({ ...nothing, type: 'PercentOf', base: 'Retail' })).toBeUndefined()
})
