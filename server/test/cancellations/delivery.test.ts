import { describe, expect, test } from 'vitest'
import { SOLD } from '../support/builders/cancels.ts'
import { rateIdOfR1, saleOfR1, withKey } from '../support/builders/contracts.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import { testService } from '../support/service/app.ts'

// Missouri counts the free look in business days from the day on which the customer got the contract: 20 of them.

const service = await testService()
const admin = service.api.as('sandbox-admin')
await admin.post('/cancelrules/library', {})
await setClock(service, SOLD)

const FRIDAY = '2024-03-15'
const rateId = await rateIdOfR1(admin, 'D1001', { saleDate: FRIDAY, state: 'MO' })
const sell = (delivery: object = {}) => admin.post('/contracts', { rateId, ...saleOfR1(), ...delivery })

describe('the delivery of a contract', () => {
  test('is the sale date as long as nobody says otherwise', async () => {
    expect((await sell()).body).toMatchObject({
      ...{ saleDate: FRIDAY, deliveryDate: null, deliveryMethod: null, freeLookEndDate: '2024-04-12' },
    })
  })

  test('moves the free look of a law that counts from it, in the contract, its quotes and back', async () => {
    const sold = await sell({ deliveryDate: '2024-03-20', deliveryMethod: 'Mailed' })
    expect(sold).toMatchObject({
      status: 201,
      body: { deliveryDate: '2024-03-20', deliveryMethod: 'Mailed', freeLookEndDate: '2024-04-17' },
    })
    const path = `/contracts/${sold.body.id}`
    await admin.post(`${path}/finalize`, {}, withKey())
    const corrected = await admin.patch(path, { deliveryDate: '2024-03-25' })
    expect(corrected.body).toMatchObject({ deliveryDate: '2024-03-25', freeLookEndDate: '2024-04-22' })

    await setClock(service, '2024-04-23T15:00:00Z')
    const quote = async (cancelDate: string) => {
      const body = { cancelDate, noticeReceivedDate: cancelDate, cancelReasonCode: 'CUSTREQ' }
      const {
        status,
        body: made,
        text,
      } = await admin.post(`${path}/cancelrequests`, {
        ...{ ...body, isQuoteOnly: true, cancelOdometer: 15_000 },
      })
      expect(status, text).toBe(201)
      return [made.calculation.isFreeLook, made.calculation.freeLookEndDate]
    }
    expect(await quote('2024-04-22')).toEqual([true, '2024-04-22'])
    expect(await quote('2024-04-23')).toEqual([false, '2024-04-22'])
    const unknown = await admin.patch(path, { deliveryDate: null, deliveryMethod: null })
    expect(unknown.body).toMatchObject({ deliveryDate: null, freeLookEndDate: '2024-04-12' })
    expect(await quote('2024-04-22')).toEqual([false, '2024-04-12'])
    await setClock(service, SOLD)
  })

  test('a day before the sale, or a way that does not exist, is refused and changes nothing', async () => {
    const early = { pointer: '/deliveryDate', code: 'Range' }
    expect(await sell({ deliveryDate: '2024-03-14' })).toMatchObject({
      ...{ status: 400, body: { code: 'ValidationFailed', errors: [early] } },
    })
    const { id } = (await sell()).body
    expect(await admin.patch(`/contracts/${id}`, { deliveryDate: '2024-03-14' })).toMatchObject({
      ...{ status: 400, body: { errors: [early] } },
    })
    expect(await admin.patch(`/contracts/${id}`, { deliveryMethod: 'Fax' })).toMatchObject({
      ...{ status: 400, body: { errors: [{ pointer: '/deliveryMethod' }] } },
    })
    expect((await admin.get(`/contracts/${id}`)).body).toMatchObject({
      ...{ deliveryDate: null, deliveryMethod: null },
    })
  })
})
