import { expect, test } from 'vitest'
import { quoteOf, soldOn } from '../support/builders/cancel-requests.ts'
import { sellR1, withKey } from '../support/builders/contracts.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import { edited, withRoundModes } from '../support/builders/rate-books.ts'
import { testService } from '../support/service/app.ts'

// A book whose rules round the sales tax up and down, from its files to the tax that a cancellation gives back.

const service = await testService()
const staff = service.api.as('sandbox-entry')
await setClock(service, '2024-03-15T15:00:00Z')

// biome-ignore lint/suspicious/noExplicitAny: taxes as they are answered.
const taxesIn = (tax: any) => tax.details.map((one: any) => [one.taxTypeCode, one.roundMode, one.tax])

test('every answer has the tax as the rules round it, and says how', async () => {
  // Sold before, so that it keeps its tax and its mode.
  const before = (await sellR1(staff, { retailPrice: 2994.02 })).body
  const halfUp = [
    ['State', 'HalfUp', 179.64],
    ['County', 'HalfUp', 29.94],
    ['City', 'HalfUp', 14.97],
  ]
  expect(taxesIn(before.salesTax)).toEqual(halfUp)

  const rounding = withRoundModes({ 'State,TX,': 'Down', 'County,TX,': 'Up', 'State,FL,': 'Up' })
  const files = [...edited('sales-tax.csv', ',7,,true', ',7.01,,true', rounding)]
  const applied = await service.api
    .as('sandbox-admin')
    .post(
      '/Rates/books',
      { files: files.map(([name, content]) => ({ name, content })), expectedVersion: 1 },
      withKey(),
    )
  expect(applied.status, applied.text).toBe(201)
  // Otherwise quotes use it within two seconds.
  service.app.services.books.clear()

  // 6% of 2,994.02 is 179.6412, 1% is 29.9402, and 0.5% is 14.9701.
  const rounded = [
    ['State', 'Down', 179.64],
    ['County', 'Up', 29.95],
    ['City', 'HalfUp', 14.97],
  ]
  const place = { state: 'TX', county: 'Travis', city: 'Austin', productTypeCode: 'VSC' }
  const lineItems = [{ lineItemType: 'ContractRetail', amount: 2994.02 }]
  const bill = await service.api.as('sandbox-entry').post('/salestax/calculations', { ...place, lineItems })
  expect(taxesIn(bill.body)).toEqual(rounded)
  expect(bill.body.totalTax).toBe(224.56)
  // 0.0198, 0.0033 and 0.00165.
  const cents = await staff.post('/salestax/calculations', {
    ...{ ...place, lineItems: [{ lineItemType: 'ContractRetail', amount: 0.33 }] },
  })
  expect(taxesIn(cents.body)).toEqual([
    ['State', 'Down', 0.01],
    ['County', 'Up', 0.01],
    ['City', 'HalfUp', 0],
  ])

  const again = await staff.get(`/contracts/${before.id}/recalculatepurchasesalestax`)
  expect(taxesIn(again.body.old)).toEqual(halfUp)
  expect(taxesIn(again.body.new)).toEqual(rounded)
  expect(again.body.difference).toBe(0.01)

  const { body: sold } = await sellR1(staff, { retailPrice: 2994.02 })
  expect(taxesIn(sold.salesTax)).toEqual(rounded)
  expect(taxesIn((await staff.get(`/contracts/${sold.id}`)).body.salesTax)).toEqual(rounded)
})

test('a tax that was rounded up is given back whole in the free look', async () => {
  // 7.01% of 2,562.93 is 179.661393.
  const contract = await soldOn(service, {
    ...{ dealer: 'D2001', on: '2024-03-15', query: { productTypeCode: 'VSC', state: 'FL' } },
    rate: 'PLATINUM 60/75000 0',
    body: {
      ...{ vehiclePurchasePrice: 52_000 },
      customFieldValues: [{ code: 'SALESPERSON', value: 'R. Diaz' }],
    },
  })
  expect(taxesIn(contract.salesTax)).toEqual([['State', 'Up', 179.67]])
  await setClock(service, '2024-03-16T15:00:00Z')
  const { body } = await quoteOf(service.api.as('sandbox-cancels'), contract.id, {
    ...{ cancelDate: '2024-03-16', cancelOdometer: 12_010 },
  })
  expect(body.calculation).toMatchObject({ isFreeLook: true, grossRefund: 2562.93, salesTaxRefund: 179.67 })
})
