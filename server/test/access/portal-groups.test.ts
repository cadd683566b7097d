import { beforeEach, describe, expect, test } from 'vitest'
import { inDatabase } from '../support/builders/database.ts'
import { overtaken } from '../support/hostile/overtake.ts'
import type { Caller } from '../support/service/api.ts'
import { type TestService, testService } from '../support/service/app.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

const PATH = '/portalvisibilitygroups'

let service: TestService
let admin: Caller
/** Ids of the sandbox's dealers by number. */
let dealer: Record<string, number>

beforeEach(async () => {
  service = await testService()
  admin = service.api.as('sandbox-admin')
  const rows = await inDatabase<{ id: number; number: string }>(
    service,
    'select id, number from account_holder where type = $1',
    ['Dealer'],
  )
  dealer = Object.fromEntries(rows.map((row) => [row.number, row.id]))
})

const id = (number: string) => dealer[number] ?? 0
const create = (body: object) => admin.post(PATH, { name: 'Coast', ...body })
const dealersOf = async (group: number, query = '') =>
  (await admin.get(`${PATH}/${group}/dealers${query}`)).body.map((row: { number: string }) => row.number)

/** A key with these permissions, limited to these scopes. */
async function limited(scopes: readonly { type: string; id: number }[]): Promise<Caller> {
  const { body } = await admin.post('/apikeys', {
    name: 'limited',
    permissions: ['accountholders:read', 'accountholders:write'],
    scopes,
  })
  return service.api.with(body.key)
}

describe('a group', () => {
  test('is created, read by id and by code, listed and deleted', async () => {
    const made = await create({ code: 'Coast-1', description: 'Near the sea', productIds: [7, 3] })
    expect(made.status).toBe(201)
    expect(made.headers.get('location')).toBe(`${PATH}/${made.body.id}`)
    expect(made.body).toMatchObject({
      code: 'Coast-1',
      name: 'Coast',
      description: 'Near the sea',
      isActive: true,
      productIds: [7, 3],
      dealerCount: 0,
      createdBy: 'sandbox-admin',
      rowVersion: 1,
    })
    const read = await admin.get(`${PATH}/${made.body.id}`)
    expect(read.body).toEqual(made.body)
    expect(read.headers.get('etag')).toBe(made.headers.get('etag'))
    expect((await admin.get(`${PATH}/code/COAST-1`)).body).toEqual(made.body)
    expect((await admin.get(`${PATH}?code=coast-1`)).body).toEqual([made.body])
    expect((await admin.delete(`${PATH}/${made.body.id}`)).status).toBe(204)
    expect((await admin.get(`${PATH}/${made.body.id}`)).status).toBe(404)
  })

  test('is found by part of its name, and by isActive', async () => {
    await create({ code: 'A', name: 'Océan' })
    await create({ code: 'B', name: 'Lakes', isActive: false })
    const codes = async (query: string) =>
      (await admin.get(`${PATH}?${query}`)).body.map((row: { code: string }) => row.code)
    expect(await codes('name=ocean')).toEqual(['A'])
    expect(await codes('isActive=false')).toEqual(['B'])
    expect(await codes('sortBy=name')).toEqual(['B', 'A', 'PVG-TX'])
    expect(await codes('sortBy=code&sortDirection=Desc')).toEqual(['PVG-TX', 'B', 'A'])
  })

  test('lists its dealers, filtered and sorted', async () => {
    const { body } = await create({
      code: 'X',
      dealerIdsToAdd: [id('D2001'), id('D1001'), id('D3001'), id('D1001')],
    })
    expect(body.dealerCount).toBe(3)
    expect(await dealersOf(body.id)).toEqual(['D1001', 'D2001', 'D3001'])
    expect(await dealersOf(body.id, '?sortBy=state')).toEqual(['D3001', 'D2001', 'D1001'])
    expect(await dealersOf(body.id, '?state=tx')).toEqual(['D1001'])
    expect(await dealersOf(body.id, '?number=d2001')).toEqual(['D2001'])
    const byCode = await admin.get(`${PATH}/code/x/dealers?name=country`)
    expect(byCode.body).toEqual([
      { dealerId: id('D1001'), number: 'D1001', name: 'Hill Country Ford', city: 'Austin', state: 'TX' },
    ])
    expect((await admin.get(`${PATH}/${body.id}/dealers`, { headers: { accept: 'text/csv' } })).text).toMatch(
      /^dealerId,number,name,city,state\r\n/,
    )
  })
})

describe('a change', () => {
  test('keeps absent fields, clears nulls, adds and removes dealers', async () => {
    const { body } = await create({
      code: 'X',
      description: 'old',
      productIds: [1],
      dealerIdsToAdd: [id('D1001'), id('D1002')],
    })
    const changed = await admin.patch(PATH, {
      id: body.id,
      description: null,
      productIds: [2, 3],
      dealerIdsToAdd: [id('D2001'), id('D1002')],
      dealerIdsToRemove: [id('D1001'), id('D4001')],
    })
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject({
      code: 'X',
      name: 'Coast',
      description: null,
      productIds: [2, 3],
      dealerCount: 2,
      rowVersion: 2,
    })
    expect(await dealersOf(body.id)).toEqual(['D1002', 'D2001'])
    expect((await admin.patch(PATH, { id: body.id, productIds: null })).body.productIds).toEqual([])
  })

  test('finds the group by its code without an id; with both, the code is the new one', async () => {
    const { body } = await create({ code: 'Old' })
    expect((await admin.patch(PATH, { code: 'OLD', name: 'By code' })).body).toMatchObject({
      id: body.id,
      code: 'Old',
      name: 'By code',
    })
    expect((await admin.patch(PATH, { id: body.id, code: 'old' })).body.code).toBe('old')
    expect((await admin.patch(PATH, { id: body.id, code: 'New' })).body.code).toBe('New')
    expect((await admin.get(`${PATH}/code/old`)).status).toBe(404)
  })

  test('without effect keeps version and ETag; a change of the dealers does not', async () => {
    const { body, headers } = await create({ code: 'X', dealerIdsToAdd: [id('D1001')] })
    const same = await admin.patch(PATH, {
      id: body.id,
      name: 'Coast',
      dealerIdsToAdd: [id('D1001')],
      dealerIdsToRemove: [id('D1002')],
    })
    expect(same.body).toEqual(body)
    expect(same.headers.get('etag')).toBe(headers.get('etag'))
    const other = await admin.patch(PATH, { id: body.id, dealerIdsToRemove: [id('D1001')] })
    expect(other.body).toMatchObject({ dealerCount: 0, rowVersion: 2 })
  })

  test('of two concurrent ones loses nothing', async () => {
    const { body } = await create({ code: 'X' })
    const numbers = ['D1001', 'D1002', 'D2001', 'D3001', 'D4001', 'D5001']
    const answers = await Promise.all(
      numbers.map((number) => admin.patch(PATH, { id: body.id, dealerIdsToAdd: [id(number)] })),
    )
    expect(answers.map((answer) => answer.status)).toEqual(numbers.map(() => 200))
    expect(answers.map((answer) => answer.body.dealerCount).sort()).toEqual([1, 2, 3, 4, 5, 6])
    expect((await admin.get(`${PATH}/${body.id}`)).body).toMatchObject({ dealerCount: 6, rowVersion: 7 })
  })

  test('keeps what an earlier one changed', async () => {
    const { body } = await create({ code: 'X' })
    const { tenant } = await sandboxOf(service)
    const answer = await overtaken(
      service,
      `update ${tenant.schema}.portal_visibility_group set name = 'Other' where id = ${body.id}`,
      () => admin.patch(PATH, { id: body.id, description: 'Mine' }),
    )
    expect(answer.body).toMatchObject({ name: 'Other', description: 'Mine' })
  })

  test('supports dryRun and Idempotency-Key', async () => {
    const { body } = await create({ code: 'X' })
    const tried = await admin.patch(`${PATH}?dryRun=true`, { id: body.id, name: 'Tried' })
    expect(tried.body).toMatchObject({ name: 'Tried', effects: { events: [] } })
    expect((await admin.get(`${PATH}/${body.id}`)).body.name).toBe('Coast')
    const key = { 'idempotency-key': 'once' }
    const first = await admin.patch(PATH, { id: body.id, name: 'Kept' }, key)
    const again = await admin.patch(PATH, { id: body.id, name: 'Kept' }, key)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  })
})

describe('a limited caller', () => {
  test('sees groups with a dealer in its scope, and only those dealers', async () => {
    const { body: other } = await create({ code: 'X', dealerIdsToAdd: [id('D2001')] })
    const caller = await limited([{ type: 'Dealer', id: id('D1001') }])
    const list = await caller.get(PATH)
    expect(list.body).toMatchObject([{ code: 'PVG-TX', dealerCount: 1 }])
    expect((await caller.get(`${PATH}/code/PVG-TX`)).body).toEqual(list.body[0])
    expect((await caller.get(`${PATH}/code/PVG-TX/dealers`)).body).toMatchObject([{ number: 'D1001' }])
    for (const path of [`${PATH}/${other.id}`, `${PATH}/${other.id}/dealers`, `${PATH}/code/x`])
      expect((await caller.get(path)).status).toBe(404)
    expect((await caller.patch(PATH, { id: other.id, name: 'Mine' })).status).toBe(404)
    expect((await caller.delete(`${PATH}/${other.id}`)).status).toBe(404)
  })

  test('sees the group that is its scope, even if it is empty or inactive', async () => {
    const { body } = await create({ code: 'X', isActive: false, dealerIdsToAdd: [id('D2001')] })
    const caller = await limited([{ type: 'PortalVisibilityGroup', id: body.id }])
    expect((await caller.get(`${PATH}/${body.id}`)).body).toMatchObject({ isActive: false, dealerCount: 0 })
    expect((await caller.get(`${PATH}/${body.id}/dealers`)).body).toEqual([])
    await admin.patch(PATH, { id: body.id, isActive: true })
    expect((await caller.get(`${PATH}/${body.id}`)).body).toMatchObject({ isActive: true, dealerCount: 1 })
  })

  test('cannot add or remove dealers outside its scope', async () => {
    const caller = await limited([{ type: 'Dealer', id: id('D1001') }])
    const group = (await caller.get(`${PATH}/code/PVG-TX`)).body.id
    const answer = await caller.patch(PATH, {
      id: group,
      dealerIdsToAdd: [id('D1001'), id('D2001')],
      dealerIdsToRemove: [id('D1002')],
    })
    expect(answer.body).toMatchObject({ status: 422, code: 'UnknownReference' })
    expect(answer.body.errors.map((fault: { pointer: string }) => fault.pointer)).toEqual([
      '/dealerIdsToAdd/1',
      '/dealerIdsToRemove/0',
    ])
  })

  test('does not learn which group has a duplicate code', async () => {
    await create({ code: 'Hidden' })
    const caller = await limited([{ type: 'Dealer', id: id('D1001') }])
    const answer = await caller.post(PATH, { code: 'hidden', name: 'Mine' })
    expect(answer.body).toMatchObject({ status: 409, code: 'DuplicateNumber' })
    expect(answer.body).not.toHaveProperty('existing')
  })
})

describe('refusals', () => {
  test('400 ValidationFailed lists every fault', async () => {
    const answer = await admin.patch(PATH, {
      name: null,
      isActive: null,
      dealerIdsToAdd: [1, 2],
      dealerIdsToRemove: [3, 2],
      colour: 'blue',
    })
    expect(answer.status).toBe(400)
    expect(
      answer.body.errors.map((fault: { pointer: string; code: string }) => `${fault.pointer} ${fault.code}`),
    ).toEqual([
      '/name Type',
      '/isActive Type',
      '/colour Unknown',
      '/id Required',
      '/dealerIdsToRemove/1 Format',
    ])
  })

  test.each([
    [{ name: 'No code' }, '/code Required'],
    [{ code: 'X', name: 'N', productIds: [0] }, '/productIds/0 Range'],
    [{ code: 'X', name: 'N', dealerIdsToRemove: [1] }, '/dealerIdsToRemove Unknown'],
    [{ code: 'X'.repeat(41), name: 'N' }, '/code Length'],
  ])('400 ValidationFailed: %j', async (body, fault) => {
    const answer = await admin.post(PATH, body)
    expect(answer.body.code).toBe('ValidationFailed')
    expect(`${answer.body.errors[0].pointer} ${answer.body.errors[0].code}`).toBe(fault)
  })

  test('409 DuplicateNumber without regard to case, in POST and in PATCH', async () => {
    const { body: first } = await create({ code: 'First' })
    const { body: second } = await create({ code: 'Second' })
    const existing = { id: first.id, code: 'First' }
    const expected = { status: 409, code: 'DuplicateNumber', existing, errors: [{ pointer: '/code' }] }
    expect((await create({ code: 'FIRST' })).body).toMatchObject(expected)
    expect((await admin.patch(PATH, { id: second.id, code: 'fIRST' })).body).toMatchObject(expected)
  })

  test('409 DuplicateNumber for all but one of the concurrent requests for a code', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => create({ code: 'Race' })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409])
    for (const answer of answers.filter(({ status }) => status === 409))
      expect(answer.body.code).toBe('DuplicateNumber')
  })

  test('422 UnknownReference for ids that are not dealers, also when removing', async () => {
    const { body } = await create({ code: 'X' })
    const answer = await admin.patch(PATH, {
      id: body.id,
      dealerIdsToAdd: [1, id('D1001')],
      dealerIdsToRemove: [999_999],
    })
    expect(answer.body).toMatchObject({
      status: 422,
      code: 'UnknownReference',
      errors: [{ pointer: '/dealerIdsToAdd/0' }, { pointer: '/dealerIdsToRemove/0' }],
    })
    expect((await create({ code: 'Y', dealerIdsToAdd: [999_999] })).body.code).toBe('UnknownReference')
    expect((await admin.get(`${PATH}/code/Y`)).status).toBe(404)
  })

  test.each(['Inactive', 'Suspended', 'Expired'])(
    '422 AccountInactive for a new dealer that is %s; one that is in the group stays, and can be removed',
    async (status) => {
      const { body } = await create({ code: 'X', dealerIdsToAdd: [id('D1001')] })
      for (const number of ['D1001', 'D2001'])
        await inDatabase(service, 'update account_holder set status = $1 where id = $2', [status, id(number)])
      const both = [id('D1001'), id('D2001')]
      const added = await admin.patch(PATH, { id: body.id, dealerIdsToAdd: both })
      const message = `The dealer ${id('D2001')} has the status ${status}. Choose an active one.`
      const fault = { pointer: '/dealerIdsToAdd/1', code: 'AccountInactive', message }
      expect(added.body).toMatchObject({ status: 422, code: 'AccountInactive', errors: [fault] })
      expect((await create({ code: 'Y', dealerIdsToAdd: both })).body).toMatchObject({
        code: 'AccountInactive',
        errors: [{ pointer: '/dealerIdsToAdd/0' }, { pointer: '/dealerIdsToAdd/1' }],
      })
      expect((await admin.patch(PATH, { id: body.id, dealerIdsToAdd: [id('D1001')] })).status).toBe(200)
      const removed = await admin.patch(PATH, { id: body.id, dealerIdsToRemove: [id('D1001')] })
      expect(removed.body).toMatchObject({ dealerCount: 0 })
    },
  )

  test('409 GroupNotEmpty while dealers are in the group', async () => {
    const { body } = await create({ code: 'X', dealerIdsToAdd: [id('D1001')] })
    expect((await admin.delete(`${PATH}/${body.id}`)).body).toMatchObject({
      status: 409,
      code: 'GroupNotEmpty',
    })
    await admin.patch(PATH, { id: body.id, dealerIdsToRemove: [id('D1001')] })
    expect((await admin.delete(`${PATH}/${body.id}`)).status).toBe(204)
  })

  test('409 GroupNotEmpty while a membership group refers to it', async () => {
    const { body } = await create({ code: 'X' })
    await inDatabase(service, 'update membership_group set portal_visibility_group_id = $1 where name = $2', [
      body.id,
      'Dealer',
    ])
    expect((await admin.delete(`${PATH}/${body.id}`)).body.code).toBe('GroupNotEmpty')
  })

  test('412 PreconditionFailed with a stale ETag', async () => {
    const { body, headers } = await create({ code: 'X' })
    const stale = { 'if-match': headers.get('etag') ?? '' }
    expect((await admin.patch(PATH, { id: body.id, name: 'One' }, stale)).status).toBe(200)
    expect((await admin.patch(PATH, { id: body.id, name: 'Two' }, stale)).body.code).toBe(
      'PreconditionFailed',
    )
    expect((await admin.delete(`${PATH}/${body.id}`, stale)).body.code).toBe('PreconditionFailed')
  })

  test('404 NotFound for an unknown group', async () => {
    const answers = [
      await admin.get(`${PATH}/999999`),
      await admin.get(`${PATH}/code/none`),
      await admin.get(`${PATH}/999999/dealers`),
      await admin.get(`${PATH}/code/none/dealers`),
      await admin.patch(PATH, { id: 999_999, name: 'N' }),
      await admin.patch(PATH, { code: 'none', name: 'N' }),
      await admin.delete(`${PATH}/999999`),
    ]
    for (const answer of answers) expect([answer.status, answer.body.code]).toEqual([404, 'NotFound'])
  })

  test('403 Forbidden without accountholders:write', async () => {
    const auditor = service.api.as('sandbox-auditor')
    expect((await auditor.get(PATH)).status).toBe(200)
    expect((await auditor.post(PATH, { code: 'X', name: 'N' })).body).toMatchObject({
      code: 'Forbidden',
      permission: 'accountholders:write',
    })
  })
})
