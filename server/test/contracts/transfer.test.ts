import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dana, sellAndFinalize, sellR1 } from '../support/builders/contracts.ts'
import {
  eventsOf,
  forceStatus,
  holdReasons,
  limitedTo,
  setClock,
  tally,
} from '../support/builders/held-contracts.ts'
import type { Caller } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'
import { rounds } from '../support/service/trials.ts'

const service = await testService()
const staff = () => service.api.as('sandbox-entry')

beforeEach(() => setClock(service, '2024-03-15T15:00:00Z'))

const sam = {
  firstName: 'Sam',
  lastName: 'Okafor',
  email: 'sam@example.com',
  birthDate: '1979-02-03',
  address: { line1: '4 Oak Ave', city: 'Austin', state: 'TX', zip: '78702' },
}
const request = { newOwner: sam, transferDate: '2024-03-15', odometer: 12_500 }
const transfer = (id: number, changes: object = {}, caller: Caller = staff()) =>
  caller.post(`/contracts/${id}/transferrequest`, { ...request, ...changes })
const read = async (id: number) => (await staff().get(`/contracts/${id}`)).body

/** R1 at a dealer in Florida, where its price is fixed. */
const soldInFlorida = () => sellAndFinalize(staff(), { retailPrice: 2562.93 }, 'D2001')

interface Fee {
  readonly accountHolder: { readonly type: string; readonly id: number }
}
async function feesOf(id: number) {
  const accounting = service.api.as('sandbox-accounting')
  const { body } = await accounting.get(`/ledgers?contractId=${id}&ledgerType=TransferFee`)
  return body as (Fee & Record<string, unknown>)[]
}
const sql = (text: string, values: unknown[]) => service.databases.platformPool.query(text, values)
const notTransferable = (id: number) =>
  sql(`update tenant_adm1.contract set sold = jsonb_set(sold, '{transferable}', 'false') where id = $1`, [id])

describe('a transfer', () => {
  test('replaces the customer and charges the fee', async () => {
    const birthDate = '1988-07-01'
    const before = await sellAndFinalize(staff(), {
      customer: { ...dana, birthDate },
      cobuyer: { firstName: 'Lee', lastName: 'Reyes' },
    })
    const { id } = before
    const answer = await transfer(id, { note: 'Sold to a neighbour' })
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body).toMatchObject({
      contractId: id,
      previousCustomer: { firstName: 'Dana', lastName: 'Reyes', email: dana.email, birthDate: '****-**-**' },
      newOwner: { firstName: 'Sam', lastName: 'Okafor', birthDate: '****-**-**', address: sam.address },
      transferDate: '2024-03-15',
      odometer: 12_500,
      fee: 40,
      createdAt: '2024-03-15T15:00:00.000Z',
      createdBy: 'sandbox-entry',
    })
    expect(answer.body.previousCustomer).not.toHaveProperty('customerId')
    const after = await read(id)
    expect(after).toMatchObject({
      status: 'Active',
      customer: answer.body.newOwner,
      cobuyer: null,
      lienHolder: null,
      financing: null,
      isTransferred: true,
      transfers: [answer.body],
      lastKnownOdometer: { value: 12_500, date: '2024-03-15', source: 'Transfer' },
      rowVersion: before.rowVersion + 1,
    })
    expect(after.customer.customerId).not.toBe(before.customer.customerId)
    const [fee, ...others] = await feesOf(id)
    expect(others).toEqual([])
    expect(fee).toMatchObject({
      ...{ direction: 'Receive', amount: 40, ledgerStatus: 'Open', effectiveDate: '2024-03-15' },
      accountHolder: { type: 'Customer', id: after.customer.customerId },
    })
    const { body: journal } = await service.api
      .as('sandbox-accounting')
      .get(`/journal?contractId=${id}&entryType=TransferFee`)
    expect(journal.items).toMatchObject([
      { debitAccount: `Receivable:${after.customer.customerId}`, creditAccount: 'OtherIncome', amount: 40 },
    ])
    expect((await eventsOf(service, id)).at(-1)).toBe('contract.transferred')
    const { rows } = await sql('select * from tenant_adm1.contract_transfer where contract_id = $1', [id])
    expect(rows[0]).toMatchObject({ note: 'Sold to a neighbour', fee_paid_by: 'NewOwner' })
    expect(JSON.stringify(rows)).not.toContain(birthDate)
  })

  test('keeps the previous owner as it was then', async () => {
    const { id, customer } = await sellAndFinalize(staff())
    await transfer(id)
    await staff().patch(`/customers/${customer.customerId}`, { email: 'moved@example.com' })
    expect((await read(id)).transfers[0].previousCustomer.email).toBe(dana.email)
  })

  test('always makes a new customer', async () => {
    const one = await sellAndFinalize(staff(), { customer: sam })
    const { id } = await sellAndFinalize(staff())
    const { body } = await transfer(id)
    expect(body.newOwner.customerId).not.toBe(one.customer.customerId)
  })

  test('can name a lien holder of the new owner', async () => {
    const { id } = await sellAndFinalize(staff())
    const { body: found } = await staff().get('/v2/lienHolders?number=L200')
    const newLienHolderId: number = found.items[0].id
    await transfer(id, { newLienHolderId })
    expect(await read(id)).toMatchObject({
      lienHolder: { id: newLienHolderId, number: 'L200' },
      financing: { lienHolderId: newLienHolderId, amountFinanced: null, dealType: null },
    })
  })

  test.each(['Customer', 'NewOwner', 'Dealer'])('the %s owes the fee', async (feePaidBy) => {
    const { id, customer, dealer } = await sellAndFinalize(staff())
    const { body } = await transfer(id, { feePaidBy, fee: 25.5 })
    expect(body.fee).toBe(25.5)
    const payers: Record<string, number> = {
      Customer: customer.customerId,
      NewOwner: body.newOwner.customerId,
      Dealer: dealer.id,
    }
    const fees = await feesOf(id)
    expect(fees.map(({ accountHolder, amount }) => [accountHolder.id, amount])).toEqual([
      [payers[feePaidBy], 25.5],
    ])
  })

  test('without a fee posts no row', async () => {
    const { id } = await sellAndFinalize(staff())
    expect((await transfer(id, { fee: 0 })).body.fee).toBe(0)
    expect(await feesOf(id)).toEqual([])
  })

  test('uses the fee and the days from the settings', async () => {
    const admin = service.api.as('sandbox-admin')
    const { body: settings } = await admin.get('/generalsettings?pageSize=200')
    const set = (key: string, value: unknown) =>
      admin.patch(`/generalsettings/${settings.find((one: { key: string }) => one.key === key).id}`, {
        value,
      })
    await set('transferFee', 75)
    await set('transferDays', 5)
    const { id } = await sellAndFinalize(staff())
    const florida = await soldInFlorida()
    await setClock(service, '2024-03-21T15:00:00Z')
    const late = await transfer(id)
    const inTime = await transfer(id, { transferDate: '2024-03-16' })
    const least = await transfer(florida.id, { transferDate: '2024-03-16' })
    await set('transferFee', null)
    await set('transferDays', null)
    expect(late.body).toMatchObject({ code: 'TransferWindowPassed' })
    expect(inTime.body.fee).toBe(75)
    expect(least.body.fee).toBe(40)
  })

  test('is allowed in Florida for every program, and more than once', async () => {
    const { id } = await soldInFlorida()
    await notTransferable(id)
    expect((await transfer(id, { fee: 40 })).status).toBe(201)
    const again = await transfer(id, { newOwner: { ...sam, firstName: 'Kim' }, odometer: 13_000 })
    expect(again.status, again.text).toBe(201)
    expect(again.body.previousCustomer.firstName).toBe('Sam')
    expect(
      (await read(id)).transfers.map((one: { newOwner: { firstName: string } }) => one.newOwner.firstName),
    ).toEqual(['Sam', 'Kim'])
    expect(await feesOf(id)).toHaveLength(2)
  })

  test('can name documents of the contract', async () => {
    const { id } = await sellAndFinalize(staff())
    const { rows } = await sql(
      `insert into tenant_adm1.document (entity_type, entity_id, document_type_id, file_name, versions, created_at,
        created_by) values ('Contract', $1, 5, 'odometer.pdf', 1, now(), 'x') returning id`,
      [id],
    )
    const documentIds = rows.map((row) => Number(row.id))
    expect((await transfer(id, { documentIds })).status).toBe(201)
  })
})

describe('a transfer is refused', () => {
  let id: number
  beforeAll(async () => {
    await setClock(service, '2024-03-15T15:00:00Z')
    id = (await sellAndFinalize(staff())).id
  })

  test('for a program that is not transferable', async () => {
    const other = (await sellAndFinalize(staff())).id
    await notTransferable(other)
    expect((await transfer(other)).body).toMatchObject({ status: 422, code: 'NotTransferable' })
  })

  test.each([
    ['2024-05-01', '2024-03-31'],
    ['2024-05-01', '2024-05-02'],
    ['2024-03-15', '2024-03-14'],
  ])('on %s, when the vehicle changed hands on %s', async (today, transferDate) => {
    await setClock(service, `${today}T15:00:00Z`)
    const { body } = await transfer(id, { transferDate })
    expect(body).toMatchObject({ status: 422, code: 'TransferWindowPassed' })
    expect(body.errors).toMatchObject([{ pointer: '/transferDate' }])
  })

  test('a second time', async () => {
    const other = (await sellAndFinalize(staff())).id
    await transfer(other)
    expect((await transfer(other)).body).toMatchObject({ status: 422, code: 'AlreadyTransferred' })
  })

  test('for a fee above the Florida maximum', async () => {
    const other = (await soldInFlorida()).id
    const { body } = await transfer(other, { fee: 40.01 })
    expect(body).toMatchObject({ status: 422, code: 'TransferFeeTooHigh', max: 40 })
    expect(body.errors).toMatchObject([{ pointer: '/fee' }])
  })

  test('with an odometer reading below the previous one', async () => {
    const { body } = await transfer(id, { odometer: 11_999 })
    expect(body).toMatchObject({ status: 422, code: 'OdometerBelowLastKnown', lastKnown: 12_000 })
    expect(body.errors).toMatchObject([{ pointer: '/odometer' }])
  })

  test('for an unknown lien holder and for documents of another contract, with every fault listed', async () => {
    const { body } = await transfer(id, { odometer: 1, newLienHolderId: 987654, documentIds: [987654] })
    expect(body).toMatchObject({ status: 422, code: 'OdometerBelowLastKnown', lastKnown: 12_000 })
    expect(
      body.errors.map((fault: { pointer: string; code: string }) => [fault.pointer, fault.code]),
    ).toEqual([
      ['/odometer', 'OdometerBelowLastKnown'],
      ['/newLienHolderId', 'UnknownReference'],
      ['/documentIds/0', 'UnknownReference'],
    ])
    expect((await transfer(id, { documentIds: [987654] })).body).toMatchObject({ code: 'UnknownReference' })
  })

  test('for a closed lien holder', async () => {
    const admin = service.api.as('sandbox-admin')
    const address = { line1: '1 Main St', city: 'Austin', state: 'TX', zip: '78701' }
    const { body: bank } = await admin.post('/lienHolders', { name: 'Closed Bank', address })
    await admin.patch(`/lienHolders/${bank.id}`, { status: 'Inactive' })
    expect((await transfer(id, { newLienHolderId: bank.id })).body).toMatchObject({
      ...{ status: 422, code: 'AccountInactive', errors: [{ pointer: '/newLienHolderId' }] },
    })
  })

  test('without a name for the new owner', async () => {
    const { body } = await transfer(id, { newOwner: { lastName: 'Okafor', address: { line1: '4 Oak Ave' } } })
    expect(body).toMatchObject({ status: 400, code: 'ValidationFailed' })
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/newOwner/firstName',
      '/newOwner/address/city',
      '/newOwner/address/state',
      '/newOwner/address/zip',
    ])
  })

  test('for a contract that is not in force', async () => {
    const pending = (await sellR1(staff())).body.id
    const quote = (await sellR1(staff(), { status: 'Quote' })).body.id
    const held = (await sellAndFinalize(staff())).id
    await staff().post(`/contracts/${held}/holds`, { holdReasonId: (await holdReasons(staff())).DUP })
    const over = (await sellAndFinalize(staff())).id
    await forceStatus(service, over, 'Expired')
    for (const [other, from] of [
      [pending, 'Pending'],
      [quote, 'Quote'],
      [held, 'OnHold'],
      [over, 'Expired'],
    ])
      expect((await transfer(other)).body).toMatchObject({
        ...{ status: 409, code: 'InvalidTransition', from, to: 'Active' },
      })
  })

  test('without permission, or outside the scope of the caller', async () => {
    const dealer = await transfer(id, {}, service.api.as('sandbox-dealer-d1001'))
    expect(dealer.body).toMatchObject({ status: 403, permission: 'contracts:transfer' })
    expect((await transfer(id, {}, await limitedTo(service, 'D2001', 'ContractEntry'))).status).toBe(404)
    expect((await transfer(987654)).status).toBe(404)
  })

  test('and changes nothing', async () => {
    expect(await read(id)).toMatchObject({
      isTransferred: false,
      transfers: [],
      customer: { firstName: 'Dana' },
    })
    expect(await feesOf(id)).toEqual([])
  })
})

test('a dry run of a transfer shows the effect and saves nothing', async () => {
  const before = await sellAndFinalize(staff())
  const path = `/contracts/${before.id}/transferrequest`
  const dry = await staff().post(`${path}?dryRun=true`, request)
  expect(await read(before.id)).toEqual(before)
  const real = await staff().post(path, request)
  const { effects, ...body } = dry.body
  const plain = ({ id: _, newOwner: { customerId: __, ...owner }, ...rest }: typeof body) => ({
    ...rest,
    owner,
  })
  expect([dry.status, plain(body)]).toEqual([real.status, plain(real.body)])
  expect(effects.ledger).toMatchObject([{ ledgerType: 'TransferFee', direction: 'Receive', amount: 40 }])
  expect(effects.journal).toMatchObject([{ entryType: 'TransferFee', amount: 40 }])
  expect(effects.events.map(({ type }: { type: string }) => type)).toEqual([
    'accountHolder.created',
    'contract.transferred',
  ])
})

test('of six concurrent transfers, one succeeds', async () => {
  const { id } = await sellAndFinalize(staff())
  for (let trial = 0; trial < rounds(24); trial += 1) {
    const answers = await Promise.all(
      ['Ann', 'Bo', 'Cy', 'Di', 'Ed', 'Flo'].map((firstName) =>
        transfer(id, { newOwner: { ...sam, firstName } }),
      ),
    )
    expect(tally(answers)).toEqual({ '201': 1, '422 AlreadyTransferred': 5 })
    const winner = answers.find(({ status }) => status === 201)?.body
    const { customer, transfers } = await read(id)
    expect(customer).toEqual(winner.newOwner)
    expect([transfers.length, (await feesOf(id)).length]).toEqual([trial + 1, trial + 1])
    await sql('update tenant_adm1.contract set is_transferred = false where id = $1', [id])
  }
}, 120_000)
