import { describe, expect, test } from 'vitest'
import { sellR1 } from '../support/builders/contracts.ts'
import { inDatabase } from '../support/builders/database.ts'
import { testService } from '../support/service/app.ts'
import { checksums } from '../support/service/checksums.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers and asserts on it.
type Any = any

const service = await testService()
await service.api.as('sandbox-admin').put('/sandbox/clock', { now: '2024-03-15T15:00:00Z' })
const staff = () => service.api.as('sandbox-entry')

const id = (await sellR1(staff())).body.id

const austin = {
  ...{ state: 'TX', county: 'Travis', city: 'Austin', zip: '78701' },
  ...{ date: '2024-03-15', productTypeCode: 'VSC' },
}
const price = (amount: number) => ({ lineItemType: 'ContractRetail', amount })
const calculate = (body: object, name = 'sandbox-entry') =>
  service.api.as(name).post('/salestax/calculations', body)
const taxesIn = ({ body }: { body: Any }) =>
  body.details.map((one: Any) => [one.lineItemId, one.taxTypeCode, one.rate, one.taxable, one.tax])

describe('the tax calculation', () => {
  test('for the price of a contract', async () => {
    const answer = await calculate({ ...austin, lineItems: [{ id: 7, ...price(2995), quantity: 1 }] })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({
      contractId: null,
      jurisdiction: { state: 'TX', county: 'Travis', city: 'Austin', zip: '78701' },
      ...{ taxable: 2995, totalTax: 224.63, calculatedAt: '2024-03-15T15:00:00.000Z' },
    })
    expect(taxesIn(answer)).toEqual([
      [7, 'State', 6, 2995, 179.7],
      [7, 'County', 1, 2995, 29.95],
      [7, 'City', 0.5, 2995, 14.98],
    ])
  })

  test('above the cap of the county', async () => {
    const answer = await calculate({ ...austin, lineItems: [price(6200)] })
    expect(taxesIn(answer)).toEqual([
      [1, 'State', 6, 6200, 372],
      [1, 'County', 1, 5000, 50],
      [1, 'City', 0.5, 6200, 31],
    ])
    expect(answer.body.totalTax).toBe(453)
  })

  test('for parts, with each line rounded by itself', async () => {
    const answer = await calculate({
      ...austin,
      lineItems: [
        { id: 11, lineItemType: 'Part', amount: 389.95 },
        { id: 12, lineItemType: 'Part', amount: 18.4, quantity: 2 },
        { id: 13, lineItemType: 'Labor', amount: 145, quantity: 3.8 },
      ],
    })
    expect(taxesIn(answer)).toEqual([
      [11, 'State', 8.25, 389.95, 32.17],
      [12, 'State', 8.25, 36.8, 3.04],
    ])
    expect([answer.body.taxable, answer.body.totalTax]).toEqual([977.75, 35.21])
  })

  test('for an exempt line', async () => {
    const part = { lineItemType: 'Part', amount: 100 }
    const lineItems = [part, { ...part, taxableOverride: false }, { ...part, taxableOverride: true }]
    const answer = await calculate({ ...austin, lineItems })
    expect(taxesIn(answer).map(([line]: number[]) => line)).toEqual([1, 3])
    expect([answer.body.taxable, answer.body.totalTax]).toEqual([200, 16.5])
  })

  test.each<[string, object, number]>([
    ['where only the state is known', { county: null, city: undefined }, 179.7],
    ['in any letter case', { state: 'tx', county: 'TRAVIS', city: 'austin' }, 224.63],
    ['today where no day is given', { date: undefined }, 224.63],
    ['before there was a tax', { date: '2014-12-31' }, 0],
    ['of another product', { productTypeCode: 'GAP' }, 0],
    ['in another state', { state: 'FL', county: null, city: null }, 209.65],
  ])('%s', async (_, changes, total) => {
    const { body } = await calculate({ ...austin, lineItems: [price(2995)], ...changes })
    expect(body.totalTax).toBe(total)
  })

  test('for the place and date of the sale', async () => {
    const answer = await calculate({ contractId: id, lineItems: [price(6200)] })
    expect(answer.body).toMatchObject({
      ...{ contractId: id, totalTax: 453 },
      jurisdiction: { state: 'TX', county: 'Travis', city: 'Austin', zip: null },
    })
  })

  test('saves nothing', async () => {
    const before = await checksums(service)
    await calculate({ ...austin, lineItems: [price(2995)] })
    await staff().get(`/contracts/${id}/recalculatepurchasesalestax`)
    expect(await checksums(service)).toEqual(before)
  })
})

describe('a tax calculation is refused', () => {
  test.each<[string, object, string[]]>([
    ['without lines', { ...austin, lineItems: [] }, ['/lineItems Length']],
    ['without a place', { lineItems: [price(1)] }, ['/state Required', '/productTypeCode Required']],
    [
      'with a contract and a place',
      { contractId: 1, state: 'TX', date: '2024-03-15', lineItems: [price(1)] },
      ['/state Unknown', '/date Unknown'],
    ],
    ['of no product', { ...austin, productTypeCode: 'X', lineItems: [price(1)] }, ['/productTypeCode Enum']],
    ['of no state', { ...austin, state: 'Texas', lineItems: [price(1)] }, ['/state Format']],
    [
      'of lines that are none',
      { ...austin, lineItems: [{ lineItemType: 'Tip', amount: 1.005, quantity: -1 }] },
      ['/lineItems/0/lineItemType Enum', '/lineItems/0/amount Precision', '/lineItems/0/quantity Range'],
    ],
    [
      'of a very small part',
      { ...austin, lineItems: [{ ...price(1), quantity: 0.00001 }] },
      ['/lineItems/0/quantity Precision'],
    ],
  ])('%s', async (_, body, faults) => expect(faultsIn(await calculate(body))).toEqual(faults))

  test('for an unknown contract, or one outside the scope of the caller', async () => {
    const lineItems = [price(1)]
    expectProblem(await calculate({ contractId: 987654, lineItems }), 'NotFound')
    expectProblem(await calculate({ contractId: id, lineItems }, 'sandbox-dealer-d2001'), 'NotFound')
    expect((await calculate({ contractId: id, lineItems }, 'sandbox-dealer-d1001')).status).toBe(200)
  })

  test('without permission', async () => {
    const answer = await calculate({ ...austin, lineItems: [price(1)] }, 'sandbox-cancels')
    expect(expectProblem(answer, 'Forbidden').permission).toBe('sales-tax:read')
  })
})

describe('recalculating the tax of a contract', () => {
  const again = (contractId: number, name = 'sandbox-entry') =>
    service.api.as(name).get(`/contracts/${contractId}/recalculatepurchasesalestax`)

  test('gives the same tax under the same rules', async () => {
    const { body } = await again(id)
    expect(body).toMatchObject({ old: { contractId: id, totalTax: 224.63 }, difference: 0 })
    expect({ ...body.new, calculatedAt: '' }).toEqual({ ...body.old, calculatedAt: '' })
    expect(body.old).toEqual((await staff().get(`/contracts/${id}`)).body.salesTax)
  })

  test('needs no repeated inputs', async () => {
    const first = await again(id)
    await service.api.as('sandbox-admin').put('/sandbox/clock', { now: '2024-03-15T16:00:00Z' })
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
    const second = await staff().get(`/contracts/${id}/recalculatepurchasesalestax`, { headers })
    await service.api.as('sandbox-admin').put('/sandbox/clock', { now: '2024-03-15T15:00:00Z' })
    expect(second.status).toBe(304)
  })

  test.each([
    [222, 2.63],
    [300, -75.37],
  ])('shows that it was %d.00 and is another', async (total, difference) => {
    const other = (await sellR1(staff())).body.id
    await inDatabase(
      service,
      `update contract set sales_tax = jsonb_set(sales_tax, '{totalTax}', $2::jsonb) where id = $1`,
      [other, String(total)],
    )
    const { body } = await again(other)
    expect([body.old.totalTax, body.new.totalTax, body.difference]).toEqual([total, 224.63, difference])
    expect((await staff().get(`/contracts/${other}`)).body.salesTax.totalTax).toBe(total)
  })

  test('is available only to callers who see the contract', async () => {
    expect((await again(id, 'sandbox-dealer-d1001')).status).toBe(200)
    expectProblem(await again(id, 'sandbox-dealer-d2001'), 'NotFound')
    expectProblem(await again(987654), 'NotFound')
    expectProblem(await again(id, 'sandbox-rates'), 'Forbidden')
  })
})
