import { afterEach, beforeEach, expect, test } from 'vitest'
import { changeRule, quoteOf } from '../support/builders/cancel-requests.ts'
import { claimPaid } from '../support/builders/claims-paid.ts'
import { sellAndFinalize, sellR1 } from '../support/builders/contracts.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import { testService } from '../support/service/app.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

// A contract tells the last day of the customer's free look. A cancel quote counts with the same day.

const service = await testService()
const { db } = await sandboxOf(service)
const admin = service.api.as('sandbox-admin')
beforeEach(() => setClock(service, '2024-03-15T15:00:00Z'))

const read = async (id: number) => (await admin.get(`/contracts/${id}`)).body
const setRule = (changes: string) => changeRule(service, 'TX-SC', changes)
afterEach(() => setRule(`free_look_days = 30, free_look_claims = 'Deduct'`))
const quote = { cancelDate: '2024-03-15', cancelOdometer: 12_000 }

test.each([
  ['Texas', 'D1001', 2995, '2024-04-14'],
  ['Florida', 'D2001', 2562.93, '2024-05-14'],
])('a contract sold in %s', async (_, dealer, retailPrice, last) => {
  const { id, freeLookEndDate } = await sellAndFinalize(admin, { retailPrice }, dealer)
  expect([freeLookEndDate, (await read(id)).freeLookEndDate]).toEqual([last, last])
  const { body } = await quoteOf(admin, id, quote)
  expect(body.calculation).toMatchObject({ isFreeLook: true, freeLookEndDate: last })
})

test('it stays when it is over', async () => {
  const { id } = await sellAndFinalize(admin)
  await setClock(service, '2024-06-01T15:00:00Z')
  const { body } = await quoteOf(admin, id, { ...quote, cancelDate: '2024-06-01' })
  expect(body.calculation).toMatchObject({ isFreeLook: false, freeLookEndDate: '2024-04-14' })
  expect((await read(id)).freeLookEndDate).toBe('2024-04-14')
})

test('a quote, a voided contract and a contract of a second owner have none', async () => {
  expect((await sellR1(admin, { status: 'Quote' })).body.freeLookEndDate).toBeNull()
  const { body: pending } = await sellR1(admin)
  expect(pending.freeLookEndDate).toBe('2024-04-14')
  const voided = await admin.patch(`/contracts/${pending.id}`, { status: 'Voided', voidReason: 'Unwound' })
  expect([voided.body.status, voided.body.freeLookEndDate]).toEqual(['Voided', null])
  const { id } = await sellAndFinalize(admin)
  const address = { line1: '4 Oak Ave', city: 'Austin', state: 'TX', zip: '78702' }
  const newOwner = { firstName: 'Sam', lastName: 'Okafor', address }
  await admin.post(`/contracts/${id}/transferrequest`, {
    ...{ newOwner, transferDate: '2024-03-15', odometer: 12_500 },
  })
  expect(await read(id)).toMatchObject({ isTransferred: true, freeLookEndDate: null })
})

test('a changed rule counts at once, and one without a free look gives none', async () => {
  const { id } = await sellAndFinalize(admin)
  await setRule('free_look_days = 10')
  expect((await read(id)).freeLookEndDate).toBe('2024-03-25')
  expect((await quoteOf(admin, id, quote)).body.calculation.freeLookEndDate).toBe('2024-03-25')
  await setRule('free_look_days = 0')
  expect((await read(id)).freeLookEndDate).toBeNull()
})

test('a paid claim ends it only under a rule that says so', async () => {
  const { id } = await sellAndFinalize(admin)
  await setClock(service, '2024-03-20T15:00:00Z')
  const later = { ...quote, cancelDate: '2024-03-20', cancelOdometer: 12_100 }
  await setRule(`free_look_claims = 'LoseFreeLook'`)
  expect((await read(id)).freeLookEndDate).toBe('2024-04-14')
  await claimPaid(db, id, 412.35, { lossDate: '2024-03-15' })
  expect((await read(id)).freeLookEndDate).toBeNull()
  expect((await quoteOf(admin, id, later)).body.calculation.isFreeLook).toBe(false)
  await setRule(`free_look_claims = 'Deduct'`)
  expect((await read(id)).freeLookEndDate).toBe('2024-04-14')
  expect((await quoteOf(admin, id, later)).body.calculation.isFreeLook).toBe(true)
})
