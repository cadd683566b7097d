import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import { overtaken } from '../support/hostile/overtake.ts'
import type { Answer } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'
import { checksums } from '../support/service/checksums.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'
import { holderId, sandboxOf } from '../support/service/sandbox.ts'

const service = await testService()
const { db } = await sandboxOf(service)
const admin = service.api.as('sandbox-admin')
/** The dealer D1001 and its custom fields. */
const dealer = `/dealers/${await holderId(service, 'Dealer', 'D1001')}`
const path = `${dealer}/customfields`
beforeEach(() => run(db, 'delete from custom_field_value', []))

// Written out from the document: code, data type and a value that fits.
const fields = [
  [1, 'CRMID', 'Text', 'C-0042 ü'],
  [2, 'TIER', 'List', 'GOLD'],
  [3, 'REVIEWEDON', 'Date', '2024-02-29'],
  [4, 'CREDITLIMIT', 'Money', 250_000.25],
  [5, 'SCORE', 'Number', -0.125],
  [6, 'VIP', 'Bool', false],
  [7, 'REGION', 'List', 'WEST'],
] as const

const set = (body: unknown, headers?: Record<string, string>) => admin.post(path, body, headers)
const codesIn = ({ body }: Answer) => body.map(({ code }: { code: string }) => code)
const etagOf = ({ headers }: Answer) => headers.get('etag') ?? ''

describe('the list', () => {
  test('has every field of the record type, set or not, with stable ids', async () => {
    await set({ code: 'TIER', value: 'SILVER' })
    const list = await admin.get(path)
    expect(list.headers.get('x-total-count')).toBe('7')
    expect(list.body).toMatchObject(
      fields.map(([fieldId, code, dataType]) => ({
        fieldId,
        code,
        dataType,
        value: code === 'TIER' ? 'SILVER' : null,
      })),
    )
    expect(list.body[2]).toEqual({
      fieldId: 3,
      code: 'REVIEWEDON',
      name: 'Reviewed on',
      dataType: 'Date',
      value: null,
    })
  })

  test.each([
    ['DealerGroup', 'G100', '/dealergroups', 8],
    ['Agent', 'A100', '/agents', 15],
  ])('of a %s has the same fields with its own ids', async (type, number, kind, first) => {
    const { body } = await admin.get(`${kind}/${await holderId(service, type, number)}/customfields`)
    expect(body.map(({ fieldId, code }: { fieldId: number; code: string }) => [fieldId, code])).toEqual(
      fields.map(([, code], at) => [first + at, code]),
    )
  })

  test('can be filtered by code, part of the name and whether it has a value', async () => {
    await set({ code: 'VIP', value: false })
    expect(codesIn(await admin.get(`${path}?code=tier`))).toEqual(['TIER'])
    expect(codesIn(await admin.get(`${path}?code=tie`))).toEqual([])
    expect(codesIn(await admin.get(`${path}?name=EWED`))).toEqual(['REVIEWEDON'])
    expect(codesIn(await admin.get(`${path}?hasValue=true`))).toEqual(['VIP'])
    expect(codesIn(await admin.get(`${path}?hasValue=false&name=i`))).toEqual([
      ...['CRMID', 'TIER', 'REVIEWEDON', 'CREDITLIMIT', 'REGION'],
    ])
  })

  test('can be sorted, paged and exported like every list', async () => {
    expect(codesIn(await admin.get(`${path}?sortBy=name&sortDirection=Desc&pageSize=2`))).toEqual([
      ...['VIP', 'TIER'],
    ])
    expect(codesIn(await admin.get(`${path}?sortBy=displayOrder&pageSize=3&pageNumber=3`))).toEqual([
      'REGION',
    ])
    await set({ code: 'CREDITLIMIT', value: 12.5 })
    const csv = await admin.get(`${path}?hasValue=true`, { headers: { accept: 'text/csv' } })
    expect(csv.text).toBe('fieldId,code,name,dataType,value\r\n4,CREDITLIMIT,Credit limit,Money,12.5\r\n')
    expect(faultsIn(await admin.get(`${path}?sortBy=value&hasValue=x`))).toEqual([
      ...['?sortBy Enum', '?hasValue Type'],
    ])
  })
})

describe('a field', () => {
  test.each(fields)(
    '%i %s: a %s is set, read, changed and removed',
    async (fieldId, code, dataType, value) => {
      const made = await set({ code: code.toLowerCase(), value })
      expect(made.status).toBe(201)
      expect(made.body).toEqual({ fieldId, code, name: expect.any(String), dataType, value })
      expect(made.headers.get('location')).toBe(`${path}/${fieldId}`)
      const read = await admin.get(`${path}/${fieldId}`)
      expect(read.body).toEqual(made.body)
      expect(etagOf(read)).toBe(etagOf(made))
      expect(
        (await admin.get(`${path}/${fieldId}`, { headers: { 'if-none-match': etagOf(read) } })).status,
      ).toBe(304)
      const other = { Text: '', List: 'NORTH', Date: '1999-12-31', Money: 0, Number: 1e21, Bool: true }[
        dataType
      ]
      const changed = await admin.patch(`${path}/${fieldId}`, { value: code === 'TIER' ? 'BRONZE' : other })
      expect(changed.status).toBe(200)
      expect(changed.body).toEqual({ ...made.body, value: code === 'TIER' ? 'BRONZE' : other })
      expect((await admin.get(`${path}/${fieldId}`)).body).toEqual(changed.body)
      const removed = await admin.delete(`${path}/${fieldId}`)
      if (code === 'REGION') {
        expectProblem(removed, 'FieldRequired')
        return
      }
      expect(removed.status).toBe(204)
      expectProblem(await admin.get(`${path}/${fieldId}`), 'NotFound')
      expect((await set({ fieldId, value })).status).toBe(201)
    },
  )

  test('may be named by both id and code', async () => {
    expect((await set({ fieldId: 2, code: 'tier', value: 'GOLD' })).body).toMatchObject({ fieldId: 2 })
  })

  test('belongs to one record', async () => {
    await set({ code: 'TIER', value: 'GOLD' })
    const other = `/dealers/${await holderId(service, 'Dealer', 'D1002')}/customfields`
    expectProblem(await admin.get(`${other}/2`), 'NotFound')
    expect((await admin.post(other, { code: 'TIER', value: 'BRONZE' })).status).toBe(201)
    expect((await admin.get(`${path}/2`)).body.value).toBe('GOLD')
  })

  test('is shown with its owner, in the order of the fields', async () => {
    await set({ code: 'REGION', value: 'EAST' })
    await set({ code: 'CRMID', value: 'C-1' })
    expect((await admin.get(dealer)).body.customFields).toEqual([
      { fieldId: 1, code: 'CRMID', name: 'CRM id', dataType: 'Text', value: 'C-1' },
      { fieldId: 7, code: 'REGION', name: 'Region', dataType: 'List', value: 'EAST' },
    ])
  })

  test.each([
    ['POST', 2, { code: 'TIER', value: 'GOLD' }],
    ['PATCH', 1, { value: 'C-2' }],
    ['DELETE', 1, undefined],
  ])('makes a new version of its owner and sends an event: %s', async (method, fieldId, body) => {
    await set({ code: 'CRMID', value: 'C-1' })
    const before = (await admin.get(dealer)).body
    const eventsBefore = await events(before.id)
    await admin.send(method, method === 'POST' ? path : `${path}/${fieldId}`, { body })
    const after = (await admin.get(dealer)).body
    expect(after).toMatchObject({ rowVersion: before.rowVersion + 1, updatedBy: 'sandbox-admin' })
    expect(await events(before.id)).toEqual([...eventsBefore, 'accountHolder.updated'])
  })

  test('with an unchanged value changes neither itself nor its owner', async () => {
    await set({ code: 'VIP', value: false })
    const before = await admin.get(dealer)
    const eventsBefore = await events(before.body.id)
    const same = await admin.patch(`${path}/6`, { value: false })
    expect(same.body).toMatchObject({ value: false })
    expect(etagOf(await admin.get(dealer))).toBe(etagOf(before))
    expect(await events(before.body.id)).toEqual(eventsBefore)
  })

  test('writes an audit record of the change', async () => {
    const answers = [
      await set({ code: 'TIER', value: 'GOLD' }),
      await admin.patch(`${path}/2`, { value: 'SILVER' }),
      await admin.delete(`${path}/2`),
    ]
    const records = await run<{ operation: string; subject: string; changes: object[] }>(
      db,
      `select operation, subject, changes from audit_record
       where request_id = any($1) order by array_position($1::text[], request_id)`,
      [answers.map(({ headers }) => headers.get('x-request-id'))],
    )
    expect(records.map(({ operation }) => operation)).toEqual([
      'POST /dealers/{dealerId}/customfields',
      'PATCH /dealers/{dealerId}/customfields/{fieldId}',
      'DELETE /dealers/{dealerId}/customfields/{fieldId}',
    ])
    expect(new Set(records.map(({ subject }) => subject))).toEqual(new Set([`${path.slice(1)}/2`]))
    expect(records.map(({ changes }) => changes)).toMatchObject([
      [{ pointer: '', before: null, after: { code: 'TIER', value: 'GOLD' } }],
      [{ pointer: '/value', before: 'GOLD', after: 'SILVER' }],
      [{ pointer: '', before: { code: 'TIER', value: 'SILVER' }, after: null }],
    ])
  })

  test('supports dry runs and idempotency keys', async () => {
    const before = await checksums(service)
    const tried = await admin.post(`${path}?dryRun=true`, { code: 'TIER', value: 'GOLD' })
    expect(tried.status).toBe(201)
    expect(tried.body).toMatchObject({ fieldId: 2, value: 'GOLD' })
    expect(tried.body.effects.events).toMatchObject([{ type: 'accountHolder.updated' }])
    expect(await checksums(service)).toEqual(before)
    const key = { 'idempotency-key': 'once' }
    const first = await set({ code: 'TIER', value: 'GOLD' }, key)
    const again = await set({ code: 'TIER', value: 'GOLD' }, key)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  })

  async function events(id: number): Promise<string[]> {
    const rows = await run<{ type: string }>(
      db,
      'select type from event where subject = $1 order by sequence',
      [`accountholders/${id}`],
    )
    return rows.map(({ type }) => type)
  }
})

describe('concurrent requests', () => {
  test('that set the same field: one succeeds, the others are refused', async () => {
    const answers = await Promise.all(
      ['GOLD', 'SILVER', 'BRONZE'].map((value) => set({ code: 'TIER', value })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    for (const answer of answers) if (answer.status === 409) expectProblem(answer, 'FieldExists')
    const won = answers.find(({ status }) => status === 201)
    expect((await admin.get(`${path}/2`)).body).toEqual(won?.body)
  })

  test('that change the same field with the same ETag: one is refused', async () => {
    const etag = etagOf(await set({ code: 'SCORE', value: 0 }))
    const answers = await Promise.all(
      [1, 2].map((value) => admin.patch(`${path}/5`, { value }, { 'if-match': etag })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
  })
})

describe('when definitions are applied at the same time', () => {
  afterAll(() => testService())

  test('a value is checked against the final definitions', async () => {
    const { tenant } = await sandboxOf(service)
    const applying = `select pg_advisory_xact_lock(hashtextextended('${tenant.schema} custom fields', 0));
      update ${tenant.schema}.custom_field set options = array['LEAD'] where id = 2`
    const answer = await overtaken(service, applying, () => set({ code: 'TIER', value: 'GOLD' }))
    expectProblem(answer, 'FieldInvalid')
    expect((await set({ code: 'TIER', value: 'LEAD' })).status).toBe(201)
  })
})
