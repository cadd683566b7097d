import { describe, expect, test } from 'vitest'
import {
  dana,
  finalize,
  rateIdOfR1,
  saleOfR1,
  sellAndFinalize,
  sellR1,
  withKey,
} from '../support/builders/contracts.ts'
import { forceStatus, limitedTo, setClock } from '../support/builders/held-contracts.ts'
import type { Answer, Caller } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'

// The customer of a sale, a change or a transfer can be named by its id. Then the record of that customer is used.

const service = await testService()
await setClock(service, '2024-03-15T15:00:00Z')
const staff = service.api.as('sandbox-entry')
const NOBODY = 987_654

let made = 0
/** A customer of a contract of its own, that no other sale in this file finds by its name. */
async function newCustomer(changes: object = {}) {
  made += 1
  const customer = { ...dana, email: `named-${made}@example.com`, birthDate: '1988-07-01', ...changes }
  const { body } = await sellR1(staff, { customer })
  return { id: body.customer.customerId as number, contract: body }
}
/** The id of a customer of another dealer, in Florida, where the price is fixed. */
async function customerElsewhere(): Promise<number> {
  made += 1
  const customer = { ...dana, email: `named-${made}@example.com` }
  const { body } = await sellR1(staff, { customer, retailPrice: 2562.93 }, 'D2001')
  return body.customer.customerId
}
/** A customer of whom a quote knows only the name. */
async function nameOnly() {
  made += 1
  const { body } = await sellR1(staff, { status: 'Quote', customer: { lastName: `Only ${made}` } })
  return { id: body.customer.customerId as number, contract: body }
}
const customerOf = async (id: number) => (await staff.get(`/customers/${id}`)).body
const read = async (id: number) => (await staff.get(`/contracts/${id}`)).body
const change = (id: number, customer: object | null, more: object = {}, caller: Caller = staff) =>
  caller.patch(`/contracts/${id}`, { customer, ...more })
const transfer = (id: number, newOwner: object, more: object = {}, caller: Caller = staff) =>
  caller.post(`/contracts/${id}/transferrequest`, {
    ...{ newOwner, transferDate: '2024-03-15', odometer: 12_500 },
    ...more,
  })
async function customers(): Promise<number> {
  const { rows } = await service.databases.platformPool.query('select count(*) from tenant_adm1.customer')
  return Number(rows[0].count)
}
function expectUnknown(answer: Answer, pointer: string): void {
  const { errors } = expectProblem(answer, 'UnknownReference')
  expect(errors).toEqual([expect.objectContaining({ pointer, code: 'UnknownReference' })])
}

describe('a sale', () => {
  test.each(['Pending', 'Quote'])('to a customer that is named, as %s, makes no other', async (status) => {
    const { id } = await newCustomer()
    const [before, count] = [await customerOf(id), await customers()]
    const { status: code, body, text } = await sellR1(staff, { status, customer: { customerId: id } })
    expect(code, text).toBe(201)
    expect(body.customer).toMatchObject({ customerId: id, firstName: 'Dana', birthDate: '****-**-**' })
    expect(await read(body.id)).toEqual(body)
    const { contracts, ...after } = await customerOf(id)
    expect(contracts).toHaveLength(before.contracts.length + 1)
    expect({ ...after, contracts: before.contracts }).toEqual(before)
    expect(await customers()).toBe(count)
  })

  test('changes what else is sent of the customer, on all its contracts', async () => {
    const { id, contract } = await newCustomer()
    const sent = { customerId: id, phone: '737-555-0100', email: null, address: { line1: '9 Oak Ave' } }
    const { body, text } = await sellR1(staff, { customer: sent })
    expect(body.customer, text).toMatchObject({
      ...{ customerId: id, firstName: 'Dana', phone: '737-555-0100', email: null },
      address: { line1: '9 Oak Ave', city: 'Austin', zip: '78701' },
    })
    expect(await read(body.id)).toEqual(body)
    expect((await read(contract.id)).customer).toEqual(body.customer)
    expect(await customerOf(id)).toMatchObject({ phone: '737-555-0100', rowVersion: 2 })
  })

  test('to the customer as a contract answered it changes nothing', async () => {
    const { id, contract } = await newCustomer()
    const { body, text } = await sellR1(staff, { customer: contract.customer })
    expect(body.customer, text).toEqual(contract.customer)
    expect((await customerOf(id)).rowVersion).toBe(1)
  })

  test('takes the id, not a customer of the same name', async () => {
    const [one, other] = [await newCustomer(), await newCustomer()]
    const { firstName, lastName, address } = dana
    const { body } = await sellR1(staff, { customer: { customerId: other.id, firstName, lastName, address } })
    expect(body.customer.customerId).toBe(other.id)
    expect(other.id).not.toBe(one.id)
  })

  test('without an id, or with null, finds or makes the customer as ever', async () => {
    const person = { ...dana, email: 'as-ever@example.com' }
    const { body: first } = await sellR1(staff, { customer: { ...person, customerId: null } })
    const { body: again } = await sellR1(staff, { customer: person })
    expect(again.customer).toEqual(first.customer)
  })

  test('tried out keeps nothing, and repeated with its key happens once', async () => {
    const { id } = await newCustomer()
    const before = await customerOf(id)
    const sale = {
      ...saleOfR1(),
      rateId: await rateIdOfR1(staff),
      customer: { customerId: id, phone: '737' },
    }
    const tried = await staff.post('/contracts?dryRun=true', sale)
    expect(tried.body.customer).toMatchObject({ customerId: id, phone: '737' })
    expect(await customerOf(id)).toEqual(before)
    const key = withKey()
    const first = await staff.post('/contracts', sale, key)
    const second = await staff.post('/contracts', sale, key)
    expect([first.status, second.text]).toEqual([201, first.text])
    expect((await customerOf(id)).contracts).toHaveLength(before.contracts.length + 1)
  })

  test('can be printed', async () => {
    const { id } = await newCustomer()
    const { status, body } = await sellR1(staff, { customer: { customerId: id }, generateDocument: true })
    expect([status, body.customer?.customerId], JSON.stringify(body)).toEqual([201, id])
  })

  test('needs what the record lacks, unless it is sent', async () => {
    const { id } = await nameOnly()
    expect(faultsIn(await sellR1(staff, { customer: { customerId: id } })).sort()).toEqual([
      '/customer/address/city Required',
      '/customer/address/line1 Required',
      '/customer/address/state Required',
      '/customer/address/zip Required',
      '/customer/firstName Required',
    ])
    const { body, text } = await sellR1(staff, {
      customer: { customerId: id, firstName: 'Ann', address: dana.address },
    })
    expect(body.customer, text).toMatchObject({ customerId: id, firstName: 'Ann', address: dana.address })
  })

  test.each<[string, object, string]>([
    [
      'the name',
      { firstName: null, lastName: null },
      '/customer/firstName Required,/customer/lastName Required',
    ],
    ['the address', { address: null }, '/customer/address Required'],
    ['a part of the address', { address: { zip: null } }, '/customer/address/zip Required'],
  ])('does not take away %s', async (_, sent, faults) => {
    const { id } = await newCustomer()
    const answer = await sellR1(staff, { customer: { customerId: id, ...sent } })
    expect(faultsIn(answer).sort().join()).toBe(faults)
  })

  test('of a quote does not take away the name or the address either', async () => {
    const { id } = await newCustomer()
    const sell = (sent: object) => sellR1(staff, { status: 'Quote', customer: { customerId: id, ...sent } })
    expect(faultsIn(await sell({ firstName: null, lastName: null }))).toEqual(['/customer/lastName Required'])
    expect(faultsIn(await sell({ address: null }))).toEqual(['/customer/address Required'])
  })

  test('keeps no birth date where there is none', async () => {
    const birthDate = '****-**-**'
    const { id } = await newCustomer({ birthDate: null })
    for (const customer of [
      { customerId: id, birthDate },
      { ...dana, birthDate },
    ])
      expect(faultsIn(await sellR1(staff, { customer }))).toEqual(['/customer/birthDate Format'])
  })

  test('to an unknown customer is refused, after everything that is missing', async () => {
    const customer = { customerId: NOBODY }
    expectUnknown(await sellR1(staff, { customer }), '/customer/customerId')
    expectUnknown(await sellR1(staff, { customer, status: 'Quote' }), '/customer/customerId')
    expect(faultsIn(await sellR1(staff, { customer, vehicle: {} }))).toEqual(['/vehicle/vin Required'])
    const both = await sellR1(staff, { customer, lienHolderNumber: 'NOPE' })
    expect(expectProblem(both, 'UnknownReference').errors).toHaveLength(2)
  })

  test('does not take another account holder for a customer', async () => {
    const { body } = await service.api.as('sandbox-admin').get('/dealers?number=D1001')
    expectUnknown(await sellR1(staff, { customer: { customerId: body[0].id } }), '/customer/customerId')
  })

  test.each([[0], ['1']])('does not take %j for an id', async (customerId) => {
    const [fault] = faultsIn(await sellR1(staff, { customer: { customerId } }))
    expect(fault).toMatch(/^\/customer\/customerId /)
  })

  test('of a dealer is to a customer of the dealer', async () => {
    const dealer = await limitedTo(service, 'D1001', 'Dealer')
    const [own, other] = [await newCustomer(), await customerElsewhere()]
    const { body, text } = await sellR1(dealer, { customer: { customerId: own.id, phone: '737-555-0101' } })
    expect(body.customer, text).toMatchObject({ customerId: own.id, phone: '737-555-0101' })
    expectUnknown(await sellR1(dealer, { customer: { customerId: other } }), '/customer/customerId')
  })

  test('has a cobuyer without an id', async () => {
    const answer = await sellR1(staff, { cobuyer: { lastName: 'Reyes', customerId: NOBODY } })
    expect(faultsIn(answer)).toEqual(['/cobuyer/customerId Unknown'])
  })
})

describe('a change', () => {
  test.each([
    ['a quote', async () => (await sellR1(staff, { status: 'Quote' })).body],
    ['a contract', async () => (await newCustomer()).contract],
    ['a contract in force', async () => (await finalize(staff, (await newCustomer()).contract.id)).body],
    ['a quote of whose customer only the name is known', async () => (await nameOnly()).contract],
  ])('of %s can send back the customer as it was answered', async (_, contractOf) => {
    const contract = await contractOf()
    const { status, body, text } = await change(contract.id, contract.customer)
    expect(status, text).toBe(200)
    expect(body.customer).toEqual(contract.customer)
    const changed = await change(contract.id, { ...contract.customer, phone: '737-555-0102' })
    expect(changed.body.customer, changed.text).toEqual({ ...contract.customer, phone: '737-555-0102' })
  })

  test('keeps the birth date that is sent back masked', async () => {
    const { id, contract } = await newCustomer()
    const stored = () =>
      service.databases.platformPool.query('select birth_date from tenant_adm1.customer where id = $1', [id])
    const { rows: before } = await stored()
    await change(contract.id, { ...contract.customer, phone: '737-555-0103' })
    expect((await stored()).rows).toEqual(before)
    expect((await staff.patch(`/customers/${id}`, { birthDate: '****-**-**' })).body.birthDate).toBe(
      '****-**-**',
    )
    expect((await stored()).rows).toEqual(before)
  })

  test.each(['Quote', 'Pending'])('of a contract that is %s can name another customer', async (status) => {
    const { id } = await newCustomer()
    const { body: sold } = await sellR1(staff, { status })
    const before = await customerOf(sold.customer.customerId)
    const count = await customers()
    const { body, text } = await change(sold.id, { customerId: id, phone: '737-555-0104' })
    expect(body.customer, text).toMatchObject({ customerId: id, phone: '737-555-0104' })
    expect(await customerOf(id)).toMatchObject({ phone: '737-555-0104' })
    const { contracts, ...after } = await customerOf(before.id)
    expect({ ...after, contracts: before.contracts }).toEqual(before)
    expect(contracts).toHaveLength(before.contracts.length - 1)
    expect(await customers()).toBe(count)
  })

  test('gives a quote its customer, and submits it', async () => {
    const { id } = await newCustomer()
    const { body: quote } = await sellR1(staff, { status: 'Quote', customer: undefined })
    const { body, text } = await change(quote.id, { customerId: id }, { status: 'Pending' })
    expect(body, text).toMatchObject({ status: 'Pending', customer: { customerId: id } })
  })

  test('does not submit a quote to a customer whose record lacks something', async () => {
    const { id } = await nameOnly()
    const { body: quote } = await sellR1(staff, { status: 'Quote', customer: undefined })
    const answer = await change(quote.id, { customerId: id }, { status: 'Pending' })
    expect(faultsIn(answer)).toContain('/customer/address/line1 Required')
    expect((await change(quote.id, { customerId: id })).body.customer.customerId).toBe(id)
  })

  test('gives a contract no customer whose record lacks something', async () => {
    const { contract } = await newCustomer()
    const { id } = await nameOnly()
    expect(faultsIn(await change(contract.id, { customerId: id }))).toContain('/customer/firstName Required')
  })

  test('to an unknown customer is refused, whether there is one already or not', async () => {
    const { body: quote } = await sellR1(staff, { status: 'Quote', customer: undefined })
    const { contract } = await newCustomer()
    for (const { id } of [quote, contract])
      expectUnknown(await change(id, { customerId: NOBODY }), '/customer/customerId')
  })

  test('of a dealer names a customer of the dealer', async () => {
    const { contract } = await newCustomer()
    const id = await customerElsewhere()
    const dealer = await limitedTo(service, 'D1001', 'Dealer')
    expectUnknown(await change(contract.id, { customerId: id }, {}, dealer), '/customer/customerId')
  })

  test('of a contract in force names no other customer', async () => {
    const { id } = await newCustomer()
    const { id: inForce } = await sellAndFinalize(staff)
    const answer = await change(inForce, { customerId: id, phone: '737-555-0105' })
    const { errors } = expectProblem(answer, 'NotEditable')
    expect(errors).toEqual([expect.objectContaining({ pointer: '/customer/customerId' })])
    expect((await customerOf(id)).phone).toBe(dana.phone)
  })

  test('of a contract that has ended can name its customer beside the address, and no other', async () => {
    const { contract, id } = await newCustomer()
    const other = await newCustomer()
    await forceStatus(service, contract.id, 'Cancelled')
    const address = { line1: '12 Pine St' }
    const { body, text } = await change(contract.id, { customerId: id, address })
    expect(body.customer?.address, text).toMatchObject(address)
    expectProblem(await change(contract.id, { customerId: other.id, address }), 'NotEditable')
  })

  test('does not take the address away from the customer of a quote', async () => {
    const { body: quote } = await sellR1(staff, { status: 'Quote' })
    expect(faultsIn(await change(quote.id, { address: null }))).toEqual(['/customer/address Required'])
  })
})

describe('a transfer', () => {
  test('to a customer that is named makes no other', async () => {
    const { id } = await newCustomer()
    const sold = await sellAndFinalize(staff)
    const count = await customers()
    const { status, body, text } = await transfer(sold.id, { customerId: id, phone: '737-555-0106' })
    expect(status, text).toBe(201)
    expect(body).toMatchObject({
      previousCustomer: { email: sold.customer.email },
      newOwner: { customerId: id, firstName: 'Dana', phone: '737-555-0106' },
    })
    expect((await read(sold.id)).customer).toEqual(body.newOwner)
    expect(await customerOf(id)).toMatchObject({ phone: '737-555-0106' })
    expect(await customers()).toBe(count)
  })

  test('needs what the record lacks', async () => {
    const { id } = await nameOnly()
    const sold = await sellAndFinalize(staff)
    expect(faultsIn(await transfer(sold.id, { customerId: id }))).toContain(
      '/newOwner/address/line1 Required',
    )
    const removed = await transfer(sold.id, { customerId: sold.customer.customerId, address: null })
    expect(faultsIn(removed)).toEqual(['/newOwner/address Required'])
  })

  test('to an unknown customer is refused', async () => {
    const { id } = await sellAndFinalize(staff)
    expectUnknown(await transfer(id, { customerId: NOBODY }), '/newOwner/customerId')
  })

  test('of a limited caller is to a customer it may see', async () => {
    const { id } = await sellAndFinalize(staff)
    const [own, other] = [await newCustomer(), await customerElsewhere()]
    const limited = await limitedTo(service, 'D1001', 'ContractEntry')
    expectUnknown(await transfer(id, { customerId: other }, {}, limited), '/newOwner/customerId')
    expect((await transfer(id, { customerId: own.id }, {}, limited)).status).toBe(201)
  })

  test('gives no right to change the customer that it names', async () => {
    const { id } = await sellAndFinalize(staff)
    const customer = await newCustomer()
    const asked = { name: 'transfers', permissions: ['contracts:read', 'contracts:transfer'] }
    const { body: key } = await service.api.as('sandbox-admin').post('/apikeys', asked)
    const caller = service.api.with(key.key)
    const answer = await transfer(id, { customerId: customer.id, phone: '737' }, {}, caller)
    expect(expectProblem(answer, 'Forbidden')).toMatchObject({ permission: 'contracts:write' })
    expect((await transfer(id, { customerId: customer.id }, {}, caller)).status).toBe(201)
  })
})
