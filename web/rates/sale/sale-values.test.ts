import { expect, test } from 'vitest'
import type { CustomField } from '../../../sdk/src/types.gen.ts'
import { asksForPrice, asksForVin, filledFields, newSale, saleBody } from './sale-values.ts'

const salesperson = { code: 'SALESPERSON', dataType: 'Text' } as CustomField
const sale = { rateId: 'r_1', status: 'Pending', customFields: [salesperson] } as const

test('a new sale has the suggested price, and everything else is left out', () => {
  expect(saleBody(newSale(2862.93), sale)).toEqual({
    rateId: 'r_1',
    status: 'Pending',
    retailPrice: 2862.93,
    customer: { address: {} },
    customFieldValues: [],
  })
})

test('the body has what was filled in', () => {
  const empty = newSale(2862.93)
  const values = {
    ...empty,
    retailPrice: 2995,
    vin: '1FTFW1E58RF000001',
    vehiclePurchasePrice: 52_000,
    customer: { ...empty.customer, firstName: ' Dana ', lastName: 'Reyes', line1: '12 Elm St', state: 'TX' },
    hasCobuyer: true,
    cobuyer: { ...empty.cobuyer, firstName: 'Alex' },
    lienHolder: { value: '42', title: 'L100 · First Bank' },
    fields: { SALESPERSON: 'R. Diaz', UNKNOWN: 'x' },
  }
  expect(saleBody(values, sale)).toEqual({
    rateId: 'r_1',
    status: 'Pending',
    retailPrice: 2995,
    customer: { firstName: 'Dana', lastName: 'Reyes', address: { line1: '12 Elm St', state: 'TX' } },
    cobuyer: { firstName: 'Alex' },
    vehicle: { vin: '1FTFW1E58RF000001' },
    vehiclePurchasePrice: 52_000,
    lienHolderId: 42,
    customFieldValues: [{ code: 'SALESPERSON', value: 'R. Diaz' }],
  })
})

test('a cobuyer who is not wanted is not sent', () => {
  const empty = newSale(1)
  const { cobuyer } = saleBody({ ...empty, cobuyer: { ...empty.cobuyer, firstName: 'Alex' } }, sale)
  expect(cobuyer).toBeUndefined()
})

test('an empty custom field is not sent, a switched-off one is', () => {
  const fields = { SALESPERSON: '', DEMO: false }
  const demo = { code: 'DEMO', dataType: 'Bool' } as CustomField
  expect(filledFields({ ...newSale(1), fields }, [salesperson, demo])).toEqual([
    { code: 'DEMO', value: false },
  ])
})

test('the sale asks for what the quote does not have', () => {
  expect(asksForVin({ year: '2024' }, true)).toBe(true)
  expect(asksForVin({ vin: '1FTFW1E58RF000001' }, true)).toBe(false)
  expect(asksForVin({}, false)).toBe(false)
  expect(asksForPrice({ vehiclePurchasePrice: '52000' })).toBe(false)
})
