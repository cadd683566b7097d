import { describe, expect, test } from 'vitest'
import { sellAndFinalize, sellR1 } from '../support/builders/contracts.ts'
import { eventsOf, forceStatus, limitedTo, setClock } from '../support/builders/held-contracts.ts'
import { testService } from '../support/service/app.ts'
import { rounds } from '../support/service/trials.ts'

const service = await testService()
await setClock(service, '2024-03-15T15:00:00Z')
const staff = () => service.api.as('sandbox-entry')
const lee = { firstName: 'Lee', lastName: 'Reyes', birthDate: '1988-07-01', phone: '512-555-0143' }
const add = (id: number, body: object = lee, caller = staff()) =>
  caller.post(`/contracts/${id}/cobuyer`, body)
const remove = (id: number, headers = {}) => staff().delete(`/contracts/${id}/cobuyer`, headers)
const read = async (id: number) => (await staff().get(`/contracts/${id}`)).body

describe('a cobuyer', () => {
  test('is added and removed, whether the contract is in force or not', async () => {
    for (const id of [(await sellR1(staff())).body.id, (await sellAndFinalize(staff())).id]) {
      const { rowVersion } = await read(id)
      const answer = await add(id)
      expect(answer.status, answer.text).toBe(201)
      expect(answer.body).toMatchObject({ firstName: 'Lee', lastName: 'Reyes', birthDate: '****-**-**' })
      const after = await read(id)
      expect(after.cobuyer).toEqual(answer.body)
      expect(after.rowVersion).toBe(rowVersion + 1)
      const gone = await remove(id)
      expect([gone.status, gone.text]).toEqual([204, ''])
      expect((await read(id)).cobuyer).toBeNull()
      expect((await eventsOf(service, id)).slice(-2)).toEqual(['contract.updated', 'contract.updated'])
    }
  })

  test('can be added by the dealer', async () => {
    const { id } = (await sellR1(staff())).body
    expect((await add(id, lee, service.api.as('sandbox-dealer-d1001'))).status).toBe(201)
  })

  test('a contract has at most one', async () => {
    const { id } = (await sellR1(staff())).body
    await add(id)
    expect((await add(id, { companyName: 'Reyes LLC' })).body).toMatchObject({
      status: 409,
      code: 'CobuyerExists',
    })
    expect((await read(id)).cobuyer.lastName).toBe('Reyes')
  })

  test('only one of six concurrent requests adds a cobuyer', async () => {
    const { id } = (await sellR1(staff())).body
    for (let trial = 0; trial < rounds(24); trial += 1) {
      const answers = await Promise.all(Array.from({ length: 6 }, () => add(id)))
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
      await remove(id)
    }
  })

  test('must have a name', async () => {
    const { id } = (await sellR1(staff())).body
    expect((await add(id, { phone: '1' })).body).toMatchObject({
      ...{ status: 400, code: 'ValidationFailed', errors: [{ pointer: '/lastName', code: 'Required' }] },
    })
  })

  test('cannot be removed when there is none', async () => {
    const { id } = (await sellR1(staff())).body
    expect((await remove(id)).body).toMatchObject({ status: 404, code: 'NotFound' })
  })

  test('is removed only with the current ETag', async () => {
    const { id } = (await sellR1(staff())).body
    const old = await add(id)
    await remove(id)
    const present = await add(id, { ...lee, firstName: 'Leigh' })
    const stale = await remove(id, { 'if-match': old.headers.get('etag') ?? '' })
    expect(stale.body).toMatchObject({ status: 412, code: 'PreconditionFailed' })
    expect((await remove(id, { 'if-match': present.headers.get('etag') ?? '' })).status).toBe(204)
  })

  test.each(['Cancelled', 'Expired', 'Voided'])(
    'cannot be changed when the contract is %s',
    async (status) => {
      const { id } = (await sellR1(staff())).body
      await add(id)
      await forceStatus(service, id, status)
      const refusal = { status: 409, code: 'InvalidTransition', from: status, to: status }
      expect((await add(id)).body).toMatchObject(refusal)
      expect((await remove(id)).body).toMatchObject(refusal)
    },
  )

  test('is refused without permission, and not found outside the scope of the caller', async () => {
    const { id } = (await sellR1(staff())).body
    expect((await add(id, lee, service.api.as('sandbox-auditor'))).body).toMatchObject({
      ...{ status: 403, permission: 'contracts:write' },
    })
    expect((await add(id, lee, await limitedTo(service, 'D2001', 'Dealer'))).status).toBe(404)
  })

  test('never shows the birth date in the database, the events or the audit', async () => {
    const { id } = (await sellR1(staff())).body
    await add(id)
    await remove(id)
    const { rows } = await service.databases.platformPool.query(
      `select (select string_agg(c::text, ' ') from tenant_adm1.contract c) as contracts,
        (select string_agg(e::text, ' ') from tenant_adm1.event e) as events,
        (select string_agg(a::text, ' ') from tenant_adm1.audit_record a) as audit`,
    )
    expect(JSON.stringify(rows)).not.toContain('1988-07-01')
  })
})
