import { beforeEach, describe, expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'
import { holderId, sandboxOf } from '../support/service/sandbox.ts'

// The custom fields of a record as a whole: `customFields` in its own POST and PATCH.

const service = await testService()
const admin = service.api.as('sandbox-admin')
const { db } = await sandboxOf(service)
const dealer = `/dealers/${await holderId(service, 'Dealer', 'D1001')}`
beforeEach(() => run(db, 'delete from custom_field_value', []))

const save = (customFields: unknown) => admin.patch(dealer, { customFields })
const valuesIn = (customFields: readonly { code: string; value: unknown }[]) =>
  Object.fromEntries(customFields.map(({ code, value }) => [code, value]))
const values = async () => valuesIn((await admin.get(dealer)).body.customFields)

describe('the whole set', () => {
  test('is replaced: fields that are not sent are removed', async () => {
    const set = await save([
      { code: 'vip', value: false },
      { fieldId: 1, value: 'C-1' },
    ])
    expect(set.status).toBe(200)
    expect(valuesIn(set.body.customFields)).toEqual({ CRMID: 'C-1', VIP: false })
    await save([
      { code: 'CRMID', value: 'C-2' },
      { code: 'SCORE', value: 0 },
    ])
    expect(await values()).toEqual({ CRMID: 'C-2', SCORE: 0 })
    await admin.patch(dealer, { name: 'Hill Country Ford' })
    expect(await values()).toEqual({ CRMID: 'C-2', SCORE: 0 })
    await save(null)
    expect(await values()).toEqual({})
  })

  test('can be sent with a new record', async () => {
    const made = await admin.post('/agents', {
      number: 'A-CF',
      name: 'New agency',
      address: { line1: '1 Main Street', city: 'Waco', state: 'TX', zip: '76701' },
      customFields: [{ code: 'REGION', value: 'NORTH' }],
    })
    expect(made.status).toBe(201)
    expect(made.body.customFields).toEqual([
      { fieldId: 21, code: 'REGION', name: 'Region', dataType: 'List', value: 'NORTH' },
    ])
    expect((await admin.get(`/agents/${made.body.id}/customfields/21`)).body.value).toBe('NORTH')
  })

  test('makes a new version only if a value changed', async () => {
    await save([
      { code: 'VIP', value: false },
      { code: 'REGION', value: 'EAST' },
    ])
    const before = (await admin.get(dealer)).body
    const again = [
      { fieldId: 7, value: 'EAST' },
      { fieldId: 6, value: false },
    ]
    expect((await save(again)).body).toEqual(before)
    const other = await save(again.map((field) => (field.fieldId === 6 ? { ...field, value: true } : field)))
    expect(other.body.rowVersion).toBe(before.rowVersion + 1)
  })
})

describe('refusals', () => {
  test('422 FieldInvalid lists every invalid value, and nothing is saved', async () => {
    const answer = await save([
      { code: 'TIER', value: 'LEAD' },
      { code: 'VIP', value: true },
      { code: 'SCORE', value: null },
      { fieldId: 6, value: true },
      { fieldId: 6, code: 'CRMID', value: 'C-1' },
    ])
    expect(expectProblem(answer, 'FieldInvalid').errors).toMatchObject([
      { pointer: '/customFields/0/value', code: 'FieldInvalid' },
      { pointer: '/customFields/2/value', code: 'FieldInvalid' },
      { pointer: '/customFields/3', code: 'FieldInvalid' },
      { pointer: '/customFields/4/code', code: 'FieldInvalid' },
    ])
    expect(await values()).toEqual({})
  })

  test('422 UnknownReference for an unknown field, together with the other faults', async () => {
    const answer = await save([
      { code: 'TIER', value: 'LEAD' },
      { code: 'NONE', value: 1 },
      { fieldId: 9, value: 'GOLD' },
    ])
    expect(expectProblem(answer, 'UnknownReference').errors).toMatchObject([
      { pointer: '/customFields/0/value', code: 'FieldInvalid' },
      { pointer: '/customFields/1/code', code: 'UnknownReference' },
      { pointer: '/customFields/2/fieldId', code: 'UnknownReference' },
    ])
  })

  test('409 FieldRequired if a required field would be removed', async () => {
    await save([{ code: 'REGION', value: 'EAST' }])
    for (const set of [[{ code: 'VIP', value: true }], []])
      expect(expectProblem(await save(set), 'FieldRequired').errors).toMatchObject([
        { pointer: '/customFields', code: 'FieldRequired' },
      ])
    expect(await values()).toEqual({ REGION: 'EAST' })
  })

  test('400 ValidationFailed for a malformed field', async () => {
    expect(
      faultsIn(await save([{ value: 1 }, { code: 'VIP' }, { code: 'VIP', value: true, name: 'VIP' }])),
    ).toEqual([
      ...[
        '/customFields/0/fieldId Required',
        '/customFields/1/value Required',
        '/customFields/2/name Unknown',
      ],
    ])
  })
})
