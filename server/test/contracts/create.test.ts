import { beforeAll, describe, expect, test } from 'vitest'
import { dana, newVin, rateIdOfR1, saleOfR1, sellR1 } from '../support/builders/contracts.ts'
import { quote, rateIn, truck } from '../support/builders/quotes.ts'
import type { Caller } from '../support/service/api.ts'
import { type TestService, testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'

let service: TestService
let staff: Caller

beforeAll(async () => {
  service = await testService()
  staff = service.api.as('sandbox-entry')
  await at('2024-03-15T15:00:00Z')
})

const at = (now: string) => service.api.as('sandbox-admin').put('/sandbox/clock', { now })

/** The same truck by its inputs, without a quote. */
const inputs = (vin = newVin()) => ({
  dealerNumber: 'D1001',
  ...choice,
  vehicle: { vin, year: 2024, make: 'Ford', model: 'F-150', driveType: '4WD', odometer: 12_000 },
  retailPrice: 2995,
  customer: dana,
  vehiclePurchasePrice: 52_000,
  customFieldValues: [{ code: 'SALESPERSON', value: 'R. Diaz' }],
})

const choice = { planId: 3, termId: 5, deductibleId: 1 }

beforeAll(async () => {
  const { body } = await quote(staff, 'D1001', { ...truck, productTypeCode: 'VSC' })
  const rate = rateIn(body, 'PLATINUM 60/75000 0')
  Object.assign(choice, { planId: rate.planId, termId: rate.term.id, deductibleId: rate.deductible.id })
})

test('a contract links to its own newer version, also to who knows it already', async () => {
  const { body } = await sellR1(staff)
  const path = `/contracts/${body.id}`
  const link = `</v2/contracts/${body.id}>; rel="successor-version"`
  const { headers } = await staff.get(path)
  expect(headers.get('link')).toBe(link)
  const known = await staff.get(path, { headers: { 'if-none-match': headers.get('etag') ?? '' } })
  expect([known.status, known.headers.get('link')]).toEqual([304, link])
  const requests = await staff.get(`${path}/cancelrequests`)
  expect(requests.headers.get('link')).toContain(`</v2/contracts/${body.id}/cancelrequests>`)
})

describe('selling a contract', () => {
  test('the inputs give the same amounts as the quote', async () => {
    const { status, body } = await staff.post('/contracts', inputs())
    expect(status).toBe(201)
    expect([body.dealerCost, body.markup, body.salesTax.totalTax, body.expirationDate]).toEqual([
      1362.93,
      1632.07,
      224.63,
      '2029-03-15',
    ])
    expect(body.rateQuoteId).toBeNull()
  })

  test('a state with filed prices allows exactly that price', async () => {
    const rateId = await rateIdOfR1(service.api.as('sandbox-admin'), 'D2001')
    const sold = await staff.post('/contracts', { rateId, ...saleOfR1(), retailPrice: 2562.93 })
    expect([sold.status, sold.body.salesTax.totalTax, sold.body.stateOfSale]).toEqual([201, 179.41, 'FL'])
    const other = await staff.post('/contracts', { rateId, ...saleOfR1(), retailPrice: 2562.94 })
    expectProblem(other, 'RetailOutOfRange')
    expect(other.body).toMatchObject({ min: 2562.93, max: 2562.93 })
  })

  test('a quote needs only a rate and a price: no number, customer or ledger', async () => {
    const rateId = await rateIdOfR1(staff)
    const { status, body } = await staff.post('/contracts', { rateId, retailPrice: 2995, status: 'Quote' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ number: null, status: 'Quote', customer: null, dealerCost: 1362.93 })
    expect(body.validUntil).toBe('2024-04-14T15:00:00.000Z')
    const rows = await service.api.as('sandbox-accounting').get(`/ledgers?contractId=${body.id}`)
    expect(rows.body).toEqual([])
  })

  test('the number of a preprinted form is used once', async () => {
    const sold = await sellR1(staff, { contractNumber: 'FORM-77' })
    expect(sold.body.number).toBe('FORM-77')
    expectProblem(await sellR1(staff, { contractNumber: 'form-77' }), 'DuplicateNumber')
  })

  test('numbers follow each other within a product type', async () => {
    const [one, two] = [await sellR1(staff), await sellR1(staff)]
    const digits = (number: string) => Number(number.slice(4))
    expect(one.body.number).toMatch(/^VSC-\d{7}$/)
    expect(digits(two.body.number)).toBe(digits(one.body.number) + 1)
  })

  test('uses the existing customer, or makes a new one', async () => {
    const first = await sellR1(staff)
    const same = await sellR1(staff, {
      customer: { ...dana, email: 'DANA@example.com', phone: '(512) 555 0142' },
    })
    const other = await sellR1(staff, { customer: { ...dana, email: 'other@example.com' } })
    expect(same.body.customer.customerId).toBe(first.body.customer.customerId)
    expect(other.body.customer.customerId).not.toBe(first.body.customer.customerId)
  })

  test('a cobuyer and a loan are stored without showing their secrets', async () => {
    const { body } = await sellR1(staff, {
      cobuyer: { firstName: 'Sam', lastName: 'Reyes', birthDate: '1990-04-05' },
      financing: {
        dealType: 'Loan',
        amountFinanced: 48_000,
        apr: 6.9,
        termMonths: 72,
        accountNumber: '123456789',
      },
    })
    expect(body.cobuyer).toMatchObject({ firstName: 'Sam', birthDate: '****-**-**' })
    expect(body.financing).toMatchObject({ amountFinanced: 48_000, accountNumber: '*****6789' })
  })

  test('a dealer sees dealer cost as one line', async () => {
    const { body } = await sellR1(service.api.as('sandbox-dealer-d1001'))
    expect(
      body.disbursements.map(({ code, amount }: { code: string; amount: number }) => [code, amount]),
    ).toEqual([
      ['DEALERCOST', 1362.93],
      ['MARKUP', 1632.07],
    ])
    expect(body.surcharges[0]).not.toHaveProperty('feeds')
  })
})

describe('an incomplete sale lists everything that is missing', () => {
  test('with only a rate', async () => {
    const answer = await staff.post('/contracts', { rateId: await rateIdOfR1(staff) })
    expectProblem(answer, 'ValidationFailed')
    expect(pointersOf(answer.body)).toEqual([
      '/customFieldValues/SALESPERSON',
      '/customer',
      '/retailPrice',
      '/vehicle/vin',
      '/vehiclePurchasePrice',
    ])
  })

  test('without a rate', async () => {
    const answer = await staff.post('/contracts', {
      customer: { firstName: 'Dana', address: { line1: 'x' } },
    })
    expectProblem(answer, 'ValidationFailed')
    expect(pointersOf(answer.body)).toEqual([
      '/customer/address/city',
      '/customer/address/state',
      '/customer/address/zip',
      '/customer/lastName',
      '/dealerNumber',
      '/deductibleId',
      '/planId',
      '/retailPrice',
      '/termId',
    ])
  })

  test('when the rate needs another input', async () => {
    const { vehicle, ...rest } = inputs()
    const answer = await staff.post('/contracts', { ...rest, vehicle: { vin: vehicle.vin } })
    expectProblem(answer, 'ValidationFailed')
    expect(pointersOf(answer.body)).toContain('/vehicle/odometer')
  })

  test('when a waiver has no lien holder', async () => {
    const { body } = await quote(staff, 'D1001', {
      ...truck,
      productTypeCode: 'GAP',
      financedAmount: 30_000,
      financeTermMonths: 60,
      apr: 5,
      dealType: 'Loan',
      msrp: 32_000,
    })
    const { rateId } = body.products[0].programs[0].plans[0].rates[0]
    const answer = await staff.post('/contracts', {
      rateId,
      retailPrice: 800,
      customer: dana,
      vehicle: { vin: newVin() },
    })
    expectProblem(answer, 'ValidationFailed')
    expect(pointersOf(answer.body)).toEqual(['/lienHolderId'])
  })
})

describe('a sale is refused', () => {
  test.each([
    ['a forged rate', { rateId: 'r_0.forged' }, 'RateInvalid'],
    ['an unknown lien holder', { lienHolderNumber: 'L999' }, 'UnknownReference'],
    [
      'an unknown custom field',
      {
        customFieldValues: [
          { code: 'SALESPERSON', value: 'R. Diaz' },
          { code: 'NOPE', value: 1 },
        ],
      },
      'UnknownReference',
    ],
    ['a value of the wrong type', { customFieldValues: [{ code: 'SALESPERSON', value: 7 }] }, 'FieldInvalid'],
    ['a price below the cost', { retailPrice: 1362.92 }, 'RetailOutOfRange'],
    ['a VIN that is none', { vehicle: { vin: '1FTFW1E50RF000001' } }, 'VinInvalid'],
    [
      'another odometer than was quoted',
      { vehicle: { vin: newVin(), odometer: 13_000 } },
      'RateInputMismatch',
    ],
    ['another day than was quoted', { saleDate: '2024-03-14' }, 'RateInputMismatch'],
    ['another state than was quoted', { state: 'FL' }, 'RateInputMismatch'],
    ['other surcharges than were quoted', { surchargeCodes: ['SEALS'] }, 'RateInputMismatch'],
    ['another plan than was quoted', { planId: 1 }, 'RateInputMismatch'],
  ] as const)('for %s', async (_, changes, code) => {
    expectProblem(await sellR1(staff, changes), code)
  })

  test('for an unknown surcharge, plan, term or deductible', async () => {
    const send = (changes: object) => staff.post('/contracts', { ...inputs(), ...changes })
    for (const [changes, pointer] of [
      [{ surchargeCodes: ['NOPE'] }, '/surchargeCodes'],
      [{ planId: 999_999 }, '/planId'],
      [{ termId: 999_999 }, '/termId'],
      [{ deductibleId: 999_999 }, '/deductibleId'],
    ] as const) {
      const answer = await send(changes)
      expectProblem(answer, 'UnknownReference')
      expect(pointersOf(answer.body)).toEqual([pointer])
    }
  })

  test('for a vehicle that has no rates, with the reasons', async () => {
    const { vehicle, ...rest } = inputs()
    const answer = await staff.post('/contracts', { ...rest, vehicle: { ...vehicle, odometer: 70_000 } })
    expectProblem(answer, 'Ineligible')
    expect(answer.body.reasons.length).toBeGreaterThan(0)
  })

  test('for a dealer outside the scope of the caller', async () => {
    const other = service.api.as('sandbox-dealer-d2001')
    expectProblem(await other.post('/contracts', inputs()), 'NotFound')
    const rateId = await rateIdOfR1(staff)
    expectProblem(await other.post('/contracts', { rateId, ...saleOfR1() }), 'RateInvalid')
  })

  test('for a second contract of its type on a vehicle, unless the caller may override it', async () => {
    const vin = newVin()
    const first = await sellR1(staff, { vehicle: { vin } })
    const twice = await sellR1(staff, { vehicle: { vin: vin.toLowerCase() } })
    expectProblem(twice, 'DuplicateContract')
    expect(twice.body.contractId).toBe(first.body.id)
    expectProblem(await sellR1(staff, { vehicle: { vin }, allowDuplicate: true }), 'DuplicateContract')
    const supervisor = service.api.as('sandbox-supervisor')
    expect((await sellR1(supervisor, { vehicle: { vin }, allowDuplicate: true })).status).toBe(201)
  })

  test('for a quote with a contract number', async () => {
    const answer = await sellR1(staff, { status: 'Quote', contractNumber: 'Q-1' })
    expectProblem(answer, 'ValidationFailed')
    expect(pointersOf(answer.body)).toEqual(['/contractNumber'])
  })

  test('and leaves no customer and no number behind', async () => {
    const before = await sellR1(staff)
    expectProblem(
      await sellR1(staff, { retailPrice: 1, customer: { ...dana, lastName: 'Nobody' } }),
      'RetailOutOfRange',
    )
    const after = await sellR1(staff)
    expect(Number(after.body.number.slice(4))).toBe(Number(before.body.number.slice(4)) + 1)
    const found = await service.api.as('sandbox-admin').get('/customers?lastName=Nobody')
    expect(found.body).toEqual([])
  })
})

describe('a quoted rate', () => {
  test('is honored until its quote expires, and after that while it costs the same', async () => {
    const rateId = await rateIdOfR1(staff)
    await at('2024-04-20T15:00:00Z')
    const sold = await staff.post('/contracts', { rateId, ...saleOfR1() })
    await at('2024-03-15T15:00:00Z')
    expect([sold.status, sold.body.saleDate, sold.body.dealerCost]).toEqual([201, '2024-03-15', 1362.93])
  })

  test('is refused after it expires when the price has changed, and honored before', async () => {
    const admin = service.api.as('sandbox-admin')
    const agent = await admin.get('/agents?number=A100')
    const dealer = await admin.post('/dealers', {
      number: 'T-RATE',
      name: 'Rate Motors',
      address: { line1: '1 Main St', city: 'Austin', state: 'TX', zip: '78701', county: 'Travis' },
      agents: [{ agentId: agent.body[0].id, role: 'Primary' }],
      effectiveDate: '2015-01-01',
    })
    expect(dealer.status, dealer.text).toBe(201)
    const rateId = await rateIdOfR1(staff, 'T-RATE')
    await admin.patch(`/dealers/${dealer.body.id}`, { agents: [] })
    const within = await staff.post('/contracts', { rateId, ...saleOfR1() })
    expect([within.status, within.body.dealerCost]).toEqual([201, 1312.93])
    await at('2024-04-20T15:00:00Z')
    const after = await staff.post('/contracts', { rateId, ...saleOfR1() })
    await at('2024-03-15T15:00:00Z')
    expectProblem(after, 'RateChanged')
    expect([after.body.old.dealerCost, after.body.new.dealerCost]).toEqual([1312.93, 1237.93])
  })
})

test('a dry run gives the same answer, lists what it would write, and saves nothing', async () => {
  const rateId = await rateIdOfR1(staff)
  const sale = { rateId, ...saleOfR1() }
  const tried = await service.api.as('sandbox-admin').post('/contracts?dryRun=true', sale)
  expect([tried.status, tried.headers.get('dry-run')]).toEqual([201, 'true'])
  const real = await service.api.as('sandbox-admin').post('/contracts', sale)
  expect(tried.body.number).toBe(real.body.number)
  const { ledger, journal, events } = tried.body.effects
  const rows = await service.api
    .as('sandbox-accounting')
    .get(`/ledgers?contractId=${real.body.id}&pageSize=200`)
  const told = (row: {
    disbursementCode: string
    direction: string
    amount: number
    ledgerStatus: string
  }) => [row.disbursementCode, row.direction, row.amount, row.ledgerStatus]
  expect(ledger.map(told)).toEqual(rows.body.map(told))
  expect(journal).toEqual([])
  expect(events.map(({ type }: { type: string }) => type)).toContain('contract.created')
})

const pointersOf = (body: { errors: { pointer: string }[] }) =>
  body.errors.map(({ pointer }) => pointer).sort()
