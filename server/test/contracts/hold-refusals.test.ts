import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sellAndFinalize, sellR1 } from '../support/builders/contracts.ts'
import { forceStatus, holdReasons, limitedTo, setClock } from '../support/builders/held-contracts.ts'
import type { Caller } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'

const service = await testService()
const staff = () => service.api.as('sandbox-entry')

const reasons = await holdReasons(staff())
beforeEach(() => setClock(service, '2024-03-15T15:00:00Z'))

const hold = (id: number, body: object = {}, caller: Caller = staff()) =>
  caller.post(`/contracts/${id}/holds`, { holdReasonId: reasons.MISSIGN, ...body })
const resolve = (id: number, holdId: number, body: object = {}, caller: Caller = staff()) =>
  caller.post(`/contracts/${id}/holds/${holdId}/resolves`, body)

describe('a hold is refused', () => {
  let id: number
  beforeAll(async () => {
    await setClock(service, '2024-03-15T15:00:00Z')
    id = (await sellAndFinalize(staff())).id
    await setClock(service, '2024-03-20T15:00:00Z')
    await hold(id, { holdReasonId: reasons.DUP })
  })
  const faults = (body: { errors?: { pointer: string }[] }) => body.errors?.map(({ pointer }) => pointer)

  test('for the same reason again', async () => {
    expect((await hold(id, { holdReasonId: reasons.DUP })).body).toMatchObject({
      status: 409,
      code: 'HoldExists',
    })
  })

  test.each(['2024-03-14', '2024-03-16'])('on %s, before the sale or after today', async (holdDate) => {
    const { body } = await hold(id, { holdDate })
    expect(body).toMatchObject({ status: 422, code: 'HoldDateOutOfRange' })
    expect(faults(body)).toEqual(['/holdDate'])
  })

  test('for an unknown reason, or one from another list', async () => {
    const { body: others } = await staff().get('/claims/holdReasons')
    for (const holdReasonId of [987654, others[0].id]) {
      const { body } = await hold(id, { holdReasonId })
      expect(body).toMatchObject({ status: 422, code: 'UnknownReference' })
      expect(faults(body)).toEqual(['/holdReasonId'])
    }
  })

  test('for an inactive reason', async () => {
    const set = (isActive: boolean) =>
      service.databases.platformPool.query(
        'update tenant_adm1.reference_value set is_active = $2 where id = $1',
        [reasons.INELIG, isActive],
      )
    await set(false)
    const { body } = await hold(id, { holdReasonId: reasons.INELIG })
    await set(true)
    expect(body).toMatchObject({ status: 422, code: 'UnknownReference' })
    expect(faults(body)).toEqual(['/holdReasonId'])
  })

  test('for unknown lines, with every fault listed', async () => {
    const { body } = await hold(id, {
      disbursementCodes: ['AGENT', 'NONE'],
      holdReasonId: 987654,
      holdDate: '2020-01-01',
    })
    expect(body).toMatchObject({ status: 422, code: 'UnknownReference' })
    expect(faults(body)).toEqual(['/holdReasonId', '/disbursementCodes/1', '/holdDate'])
  })

  test('for an empty list of lines', async () => {
    expect((await hold(id, { disbursementCodes: [] })).body).toMatchObject({ code: 'ValidationFailed' })
  })

  test.each(['Cancelled', 'Expired', 'Voided'])('on a contract that is %s', async (status) => {
    const { id: over } = await sellAndFinalize(staff())
    await forceStatus(service, over, status)
    expect((await hold(over)).body).toMatchObject({
      ...{ status: 409, code: 'InvalidTransition', from: status, to: 'OnHold' },
    })
  })

  test('on a quote', async () => {
    const { body: quote } = await sellR1(staff(), { status: 'Quote' })
    expect((await hold(quote.id)).body).toMatchObject({
      code: 'InvalidTransition',
      from: 'Quote',
      to: 'OnHold',
    })
  })

  test('without permission, or outside the scope of the caller', async () => {
    const dealer = await hold(id, {}, service.api.as('sandbox-dealer-d1001'))
    expect(dealer.body).toMatchObject({ status: 403, permission: 'contracts:hold' })
    const other = await limitedTo(service, 'D2001', 'ContractEntry')
    expect((await hold(id, {}, other)).body).toMatchObject({ status: 404, code: 'NotFound' })
    expect((await hold(987654)).body).toMatchObject({ status: 404, code: 'NotFound' })
  })
})

describe('a resolve is refused', () => {
  let id: number
  let holdId: number
  beforeAll(async () => {
    await setClock(service, '2024-03-15T15:00:00Z')
    id = (await sellAndFinalize(staff())).id
    await setClock(service, '2024-03-20T15:00:00Z')
    holdId = (await hold(id, { holdDate: '2024-03-18' })).body.id
  })
  beforeEach(() => setClock(service, '2024-03-20T15:00:00Z'))

  test.each(['2024-03-17', '2024-03-21'])('on %s, before the hold or after today', async (resolveDate) => {
    const { body } = await resolve(id, holdId, { resolveDate })
    expect(body).toMatchObject({ status: 422, code: 'ResolveDateOutOfRange' })
    expect(body.errors[0].pointer).toBe('/resolveDate')
  })

  test('a second time', async () => {
    const other = await hold(id, { holdReasonId: reasons.DUP })
    await resolve(id, other.body.id)
    expect((await resolve(id, other.body.id)).body).toMatchObject({ status: 409, code: 'AlreadyResolved' })
  })

  test('for an unknown hold, or one of another contract', async () => {
    const { id: second } = await sellAndFinalize(staff())
    expect((await resolve(id, 987654)).status).toBe(404)
    expect((await resolve(second, holdId)).status).toBe(404)
  })

  test('with an unknown resolution', async () => {
    expect((await resolve(id, holdId, { resolution: 'Forgotten' })).body).toMatchObject({
      code: 'ValidationFailed',
    })
  })

  test('without permission, or outside the scope of the caller', async () => {
    const dealer = await resolve(id, holdId, {}, service.api.as('sandbox-dealer-d1001'))
    expect(dealer.body).toMatchObject({ status: 403, permission: 'contracts:hold' })
    const other = await limitedTo(service, 'D2001', 'ContractEntry')
    expect((await resolve(id, holdId, {}, other)).status).toBe(404)
  })

  test('on a contract that has ended', async () => {
    const { id: over } = await sellAndFinalize(staff())
    const { body } = await hold(over)
    await forceStatus(service, over, 'Cancelled')
    expect((await resolve(over, body.id)).body).toMatchObject({
      ...{ status: 409, code: 'InvalidTransition', from: 'Cancelled', to: 'Cancelled' },
    })
  })
})
