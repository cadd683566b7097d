import { describe, expect, test } from 'vitest'
import { dana, finalize, newVin, sellR1 } from '../support/builders/contracts.ts'
import { type Parameters, quote, ratesIn, truck } from '../support/builders/quotes.ts'
import type { Answer, Caller } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'

const service = await testService()
const staff = service.api.as('sandbox-entry')
await service.api.as('sandbox-admin').put('/sandbox/clock', { now: '2024-03-15T15:00:00Z' })

// biome-ignore lint/suspicious/noExplicitAny: a contract as it is answered.
type Contract = any

interface Sold {
  readonly dealer: string
  readonly asked: Parameters
  readonly body?: object
  readonly check: (contract: Contract) => void
}

const loan = { financedAmount: 32_000, financeTermMonths: 72, apr: 6.9, dealType: 'Loan', msrp: 30_000 }
const lines = ({ disbursements }: Contract) =>
  Object.fromEntries(disbursements.map(({ code, amount }: Contract) => [code, amount]))

const products: Readonly<Record<string, Sold>> = {
  VSC: {
    dealer: 'D1001',
    asked: truck,
    body: { vehiclePurchasePrice: 52_000, customFieldValues: [{ code: 'SALESPERSON', value: 'R. Diaz' }] },
    check: (contract) => {
      expect(contract.limitOfLiability).toEqual({
        limits: [
          { scope: 'PerClaim', amount: 52_000 },
          { scope: 'Aggregate', amount: 52_000 },
        ],
        usedAggregate: 0,
        remainingAggregate: 52_000,
      })
    },
  },
  GAP: {
    dealer: 'D4001',
    asked: { ...truck, ...loan },
    body: { lienHolderNumber: 'L200' },
    check: (contract) => {
      expect([contract.plan.code, contract.dealerCost, contract.term.months]).toEqual(['GAP125', 344.8, 72])
      expect(lines(contract)).toMatchObject({ RESERVE: 240, PREMTAX: 4.8, ADMIN: 60, AGENT: 40 })
      expect(contract.financing).toMatchObject({
        dealType: 'Loan',
        amountFinanced: 32_000,
        termMonths: 72,
        apr: 6.9,
      })
      expect(contract.limitOfLiability.remainingAggregate).toBe(50_000)
      expect(contract.salesTax.totalTax).toBe(0)
    },
  },
  PPM: {
    dealer: 'D1001',
    asked: truck,
    check: (contract) => {
      expect(contract.ppmServices).toMatchObject([{ code: 'OIL', quantity: 6, price: 55 }])
      expect([contract.retailPrice, contract.expirationDate, contract.expirationOdometer]).toEqual([
        594,
        '2027-03-15',
        57_000,
      ])
    },
  },
  TW: { dealer: 'D1001', asked: truck, check: (contract) => expect(contract.term.miles).toBeNull() },
  KEY: {
    dealer: 'D1001',
    asked: truck,
    // A waiting period of thirty days.
    check: (contract) => expect([contract.status, contract.isEffective]).toEqual(['Active', false]),
  },
  APL: {
    dealer: 'D5001',
    asked: { assetTypeCode: 'TV', itemPurchasePrice: 1_000, saleDate: '2024-03-15' },
    body: { asset: { identifier: 'SN-1', make: 'Acme', model: 'Wall 65' } },
    check: (contract) => {
      expect(contract.vehicle).toBeNull()
      expect(contract.asset).toMatchObject({
        assetTypeCode: 'TV',
        identifier: 'SN-1',
        purchasePrice: 1_000,
        make: 'ACME',
      })
      expect(lines(contract)).toMatchObject({ ADMIN: 15 })
      expect(contract.lastKnownOdometer).toBeNull()
    },
  },
}

describe('a contract of every product type', () => {
  test.each(Object.entries(products))(
    '%s is sold by its rate and put in force',
    async (type, { dealer, asked, body, check }) => {
      const caller = service.api.as('sandbox-admin')
      const quoted = await quote(caller, dealer, { ...asked, productTypeCode: type })
      expect(quoted.status, quoted.text).toBe(200)
      const [rate] = ratesIn(quoted.body)
      const sold = await caller.post('/contracts', {
        rateId: rate.rateId,
        retailPrice: rate.suggestedRetail,
        customer: dana,
        ...(type === 'APL' ? {} : { vehicle: { vin: newVin() } }),
        ...body,
      })
      expect(sold.status, sold.text).toBe(201)
      expect(sold.body.number).toMatch(new RegExp(`^${type}-\\d{7}$`))
      const cents = sold.body.disbursements.reduce(
        (sum: number, { amount }: Contract) => sum + Math.round(amount * 100),
        0,
      )
      expect(cents).toBe(Math.round(rate.suggestedRetail * 100))
      const { body: contract, text } = await finalize(staff, sold.body.id)
      expect(contract.status, text).toBe('Active')
      check(contract)
    },
  )

  test.each(Object.entries(products))(
    '%s is sold by its inputs at the same cost',
    async (type, { dealer, asked, body }) => {
      const caller = service.api.as('sandbox-admin')
      const [rate] = ratesIn((await quote(caller, dealer, { ...asked, productTypeCode: type })).body)
      const { year, make, model, driveType, odometer, msrp, assetTypeCode, itemPurchasePrice } = asked
      const sold = await caller.post('/contracts', {
        dealerNumber: dealer,
        planId: rate.planId,
        termId: rate.term.id,
        deductibleId: rate.deductible.id,
        retailPrice: rate.suggestedRetail,
        customer: dana,
        ...(type === 'APL'
          ? {}
          : {
              vehicle: { vin: newVin(), year, make, model, driveType, odometer, ...(msrp ? { msrp } : {}) },
            }),
        ...(type === 'GAP'
          ? { financing: { dealType: 'Loan', amountFinanced: 32_000, termMonths: 72, apr: 6.9 } }
          : {}),
        ...body,
        ...(type === 'APL'
          ? { asset: { assetTypeCode, purchasePrice: itemPurchasePrice, identifier: 'SN-2' } }
          : {}),
      })
      expect(sold.status, sold.text).toBe(201)
      expect(sold.body.dealerCost).toBe(rate.dealerCost)
      await expectAsRead(caller, sold)
    },
  )
})

/** The answer to a sale is made of what was written. It must be, letter by letter, what reading the contract gives. */
async function expectAsRead(caller: Caller, sold: Answer): Promise<void> {
  expect(sold.status, sold.text).toBe(201)
  const read = await caller.get(`/contracts/${sold.body.id}`)
  expect(sold.text).toBe(read.text)
  expect(sold.headers.get('etag')).toBe(read.headers.get('etag'))
}

describe('the answer to a sale is the contract as it is read', () => {
  const everything = {
    cobuyer: { ...dana, firstName: 'Sam', birthDate: '1990-02-28' },
    externalReferences: [
      { system: 'DMS', key: 'deal', value: 'D-77' },
      { system: 'CRM', key: 'lead', value: 'Año 9' },
    ],
    customFieldValues: [{ code: 'SALESPERSON', value: 'R. Diaz' }],
    financing: {
      ...{ dealType: 'Loan', amountFinanced: 48_000.5, apr: 6.99, termMonths: 72, accountNumber: '99887766' },
      ...{ monthlyPayment: 812.4, firstPaymentDate: '2024-05-01', downPayment: 0 },
    },
    ...{ notes: 'Señora “Núñez”', deliveryDate: '2024-03-15', deliveryMethod: 'HandedOver' },
    vehiclePurchaseDate: '2024-03-14',
  }
  const sales: readonly [name: string, caller: string, changes: object][] = [
    ['with everything that a sale can have', 'sandbox-entry', everything],
    ['by a dealer, who does not see the parts of dealer cost', 'sandbox-dealer-d1001', everything],
    ['saved as a quote', 'sandbox-entry', { status: 'Quote' }],
    ['saved as a quote without a customer', 'sandbox-entry', { status: 'Quote', customer: undefined }],
    ['without a lien holder', 'sandbox-entry', { lienHolderNumber: undefined, financing: undefined }],
    ['to a company', 'sandbox-entry', { customer: { ...dana, companyName: 'Reyes Plumbing LLC' } }],
    [
      ...(['to someone with all that is known of a person', 'sandbox-entry'] as const),
      {
        customer: {
          ...{
            firstName: 'José',
            middleName: 'R.',
            lastName: 'Núñez',
            suffix: 'Jr.',
            birthDate: '1988-07-04',
          },
          ...{
            email: 'jose@example.com',
            phone: '(512) 555-0188',
            mobile: '512 555 0189',
            taxIdLast4: '4321',
          },
          address: { line1: '9 Elm St', line2: 'Apt 4', city: 'Austin', state: 'TX', zip: '78701' },
          preferredLanguage: 'es',
        },
      },
    ],
    [
      ...(['to a quote’s customer of whom only the name is known', 'sandbox-entry'] as const),
      { status: 'Quote', customer: { lastName: 'Okafor' } },
    ],
  ]
  test.each(sales)('%s', async (_, as, changes) => {
    const caller = service.api.as(as)
    await expectAsRead(caller, await sellR1(caller, changes))
  })

  test('to a customer who is known already', async () => {
    const first = await sellR1(staff)
    const again = await sellR1(staff)
    expect(again.body.customer.customerId).toBe(first.body.customer.customerId)
    await expectAsRead(staff, again)
  })
})
