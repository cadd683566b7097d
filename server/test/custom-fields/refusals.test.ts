import { beforeEach, expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import type { Answer, Caller } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'
import { holderId, sandboxOf } from '../support/service/sandbox.ts'

// What the operations on one custom field refuse.

const service = await testService()
const { db } = await sandboxOf(service)
const admin = service.api.as('sandbox-admin')
/** The custom fields of the dealer D1001. */
const path = `/dealers/${await holderId(service, 'Dealer', 'D1001')}/customfields`
beforeEach(() => run(db, 'delete from custom_field_value', []))

const set = (body: unknown) => admin.post(path, body)
const etagOf = ({ headers }: Answer) => headers.get('etag') ?? ''

/** A key that reads and writes account holders of this scope only. */
async function limitedTo(type: string, number: string): Promise<Caller> {
  const { body } = await admin.post('/apikeys', {
    name: 'limited',
    permissions: ['accountholders:read', 'accountholders:write'],
    scopes: [{ type, id: await holderId(service, type, number) }],
  })
  return service.api.with(body.key)
}

test.each([
  [{}, ['/value Required', '/fieldId Required']],
  [{ value: 'GOLD' }, ['/fieldId Required']],
  [{ code: 'TIER' }, ['/value Required']],
  [{ code: '', fieldId: 'x', value: 1 }, ['/fieldId Type', '/code Length']],
  [{ code: 'TIER', value: 'GOLD', name: 'Tier' }, ['/name Unknown']],
])('400 ValidationFailed: %j', async (body, faults) => {
  expect(faultsIn(await set(body))).toEqual(faults)
})

test('400 ValidationFailed for a change without a value, or to another field', async () => {
  await set({ code: 'TIER', value: 'GOLD' })
  expect(faultsIn(await admin.patch(`${path}/2`, {}))).toEqual(['/value Required'])
  expect(faultsIn(await admin.patch(`${path}/2`, { fieldId: 1, value: 'x' }))).toEqual(['/fieldId Unknown'])
})

/** A value that fits each field, by its code. */
const fitting: Record<string, [fieldId: number, value: unknown]> = {
  CRMID: [1, 'C-1'],
  TIER: [2, 'GOLD'],
  REVIEWEDON: [3, '2024-02-29'],
  CREDITLIMIT: [4, 0.01],
  SCORE: [5, 0],
  VIP: [6, false],
  REGION: [7, 'WEST'],
}

const unfit: [string, unknown][] = [
  ['CRMID', 'x'.repeat(21)],
  ['CRMID', 5],
  ['TIER', 'gold'],
  ['TIER', ['GOLD']],
  ['REVIEWEDON', '2023-02-29'],
  ['CREDITLIMIT', 1.005],
  ['CREDITLIMIT', '1.00'],
  ['SCORE', '7'],
  ['VIP', 'true'],
  ['REGION', 'UP'],
  ...Object.keys(fitting).map((code): [string, unknown] => [code, null]),
]
test.each(unfit)('422 FieldInvalid for %s = %j on set and change; nothing is saved', async (code, value) => {
  const [fieldId, good] = fitting[code] ?? []
  const { errors } = expectProblem(await set({ code, value }), 'FieldInvalid')
  expect(errors).toMatchObject([{ pointer: '/value', code: 'FieldInvalid' }])
  const made = await set({ code, value: good })
  const at = `${path}/${fieldId}`
  expectProblem(await admin.patch(at, { value }), 'FieldInvalid')
  expect((await admin.get(at)).body).toEqual(made.body)
})

test('422 FieldInvalid for a number that is too large to store exactly', async () => {
  const answer = await admin.send('POST', path, { body: '{"code":"SCORE","value":1e999}' })
  expectProblem(answer, 'FieldInvalid')
})

test('422 FieldInvalid if id and code belong to different fields', async () => {
  const { errors } = expectProblem(await set({ fieldId: 1, code: 'TIER', value: 'GOLD' }), 'FieldInvalid')
  expect(errors).toMatchObject([
    { pointer: '/code', message: 'The code TIER does not belong to the field 1. Send only one of them.' },
  ])
})

test('409 FieldExists for a field that already has a value', async () => {
  await set({ code: 'TIER', value: 'GOLD' })
  for (const [name, pointer] of [
    [{ code: 'tier' }, '/code'],
    [{ fieldId: 2 }, '/fieldId'],
  ] as const)
    for (const value of ['GOLD', 'SILVER', 'none'])
      expect(expectProblem(await set({ ...name, value }), 'FieldExists').errors).toMatchObject([{ pointer }])
  expect((await admin.get(`${path}/2`)).body.value).toBe('GOLD')
})

test('409 FieldRequired: a required field can be changed, not removed', async () => {
  await set({ code: 'REGION', value: 'NORTH' })
  expectProblem(await admin.delete(`${path}/7`), 'FieldRequired')
  expect((await admin.patch(`${path}/7`, { value: 'SOUTH' })).body.value).toBe('SOUTH')
})

test('404 NotFound for an unknown field or a field of another record type', async () => {
  for (const name of [{ fieldId: 999 }, { code: 'NONE' }, { fieldId: 9 }, { fieldId: 9, code: 'TIER' }])
    expectProblem(await set({ ...name, value: 'GOLD' }), 'NotFound')
})

test('404 NotFound for a field that is not set', async () => {
  for (const fieldId of [2, 9, 999]) {
    expectProblem(await admin.get(`${path}/${fieldId}`), 'NotFound')
    expectProblem(await admin.patch(`${path}/${fieldId}`, { value: 'GOLD' }), 'NotFound')
    expectProblem(await admin.delete(`${path}/${fieldId}`), 'NotFound')
  }
})

test('404 NotFound for an owner that does not exist, has another type or is out of scope', async () => {
  await set({ code: 'TIER', value: 'GOLD' })
  const group = await holderId(service, 'DealerGroup', 'G100')
  const limited = await limitedTo('Dealer', 'D2001')
  const places: [Caller, string][] = [
    [admin, '/dealers/999999/customfields'],
    [admin, `/dealers/${group}/customfields`],
    [limited, path],
  ]
  for (const [caller, at] of places) {
    expectProblem(await caller.get(at), 'NotFound')
    expectProblem(await caller.get(at, { headers: { accept: 'text/csv' } }), 'NotFound')
    expectProblem(await caller.post(at, { code: 'SCORE', value: 1 }), 'NotFound')
    expectProblem(await caller.get(`${at}/2`), 'NotFound')
    expectProblem(await caller.patch(`${at}/2`, { value: 'SILVER' }), 'NotFound')
    expectProblem(await caller.delete(`${at}/2`), 'NotFound')
  }
  const own = await limitedTo('Dealer', 'D1001')
  expect((await own.patch(`${path}/2`, { value: 'SILVER' })).status).toBe(200)
})

test('412 PreconditionFailed with a stale ETag', async () => {
  const stale = { 'if-match': etagOf(await set({ code: 'TIER', value: 'GOLD' })) }
  expect((await admin.patch(`${path}/2`, { value: 'SILVER' }, stale)).status).toBe(200)
  expectProblem(await admin.patch(`${path}/2`, { value: 'BRONZE' }, stale), 'PreconditionFailed')
  expectProblem(await admin.delete(`${path}/2`, stale), 'PreconditionFailed')
  const fresh = { 'if-match': etagOf(await admin.get(`${path}/2`)) }
  expect((await admin.delete(`${path}/2`, fresh)).status).toBe(204)
})

test('403 Forbidden without accountholders:write, 401 without a credential', async () => {
  const auditor = service.api.as('sandbox-auditor')
  expect((await auditor.get(path)).status).toBe(200)
  for (const answer of [
    await auditor.post(path, { code: 'TIER', value: 'GOLD' }),
    await auditor.patch(`${path}/2`, { value: 'GOLD' }),
    await auditor.delete(`${path}/2`),
  ])
    expect(expectProblem(answer, 'Forbidden').permission).toBe('accountholders:write')
  expectProblem(await service.api.anonymous.get(path), 'Unauthenticated')
})
