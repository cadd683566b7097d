import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { saveCustomFields } from '../../src/custom-fields/save-set.ts'
import { type Db, run } from '../../src/db/database.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { verifyAudit } from '../../src/db/verify-audit.ts'
import { checkDefinitions } from '../../src/domain/custom-fields/file.ts'
import { customFields } from '../../src/sandbox/custom-fields.ts'
import { type TestService, testService } from '../support/service/app.ts'
import { checksums } from '../support/service/checksums.ts'
import { type Ran, runCommand } from '../support/service/run-command.ts'
import { holderId, sandboxOf } from '../support/service/sandbox.ts'

// The commands run here as the command line runs them, on the database of the service that runs beside them.

const folder = mkdtempSync(join(tmpdir(), 'bulwark-fields-'))
const file = join(folder, 'fields.json')
let service: TestService
let db: Db

beforeEach(async () => {
  service = await testService()
  db = (await sandboxOf(service)).db
  // The crowd of the sandbox has custom fields, too; here only what a test sets is in the way.
  await run(db, 'delete from custom_field_value', [])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const bulwark = (...args: string[]): Promise<Ran> => runCommand(service, folder, args)

function on(command: 'check' | 'diff' | 'apply', content: unknown): Promise<Ran> {
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return bulwark(
    'customfields',
    command,
    ...(command === 'check' ? [] : ['--tenant', 'adm1']),
    '--file',
    file,
  )
}

const without = (code: string) => customFields.filter((field) => field.code !== code)
const dealerTier = (change: object) =>
  customFields.map((field) =>
    field.code === 'TIER' && field.appliesTo === 'Dealer' ? { ...field, ...change } : field,
  )
const saved = async (code: string) =>
  run<{ id: number }>(
    db,
    'select id, applies_to, name, options from custom_field where code = $1 order by id',
    [code],
  )
const setOnDealer = async (values: Record<string, unknown>) => {
  const dealer = await holderId(service, 'Dealer', 'D1001')
  const given = Object.entries(values).map(([code, value]) => ({ code, value }))
  await inTransaction(db, (tx) => saveCustomFields(tx, 'Dealer', dealer, given))
}

test('the sandbox fields are a valid file and match the seed', async () => {
  expect(checkDefinitions(JSON.parse(JSON.stringify(customFields)))).toEqual({ definitions: customFields })
  expect(await on('diff', customFields)).toEqual({
    code: 0,
    out: 'The custom fields already match the file.\n',
  })
})

describe('customfields check', () => {
  test('finds nothing wrong with a good file', async () => {
    expect(await on('check', customFields)).toEqual({ code: 0, out: 'The file is valid: 25 fields.\n' })
  })

  test('reports every fault with its place', async () => {
    const ran = await on('check', [{ code: 'A B', dataType: 'List', appliesTo: 'Dealer', size: 3 }, 7])
    expect(ran.code).toBe(1)
    expect(ran.out.split('\n').map((line) => line.split(':')[0])).toEqual([
      ...['/0/size', '/0/code', '/0/name', '/0/options', '/1', ''],
    ])
    expect(await on('check', '[{')).toMatchObject({
      code: 1,
      out: expect.stringContaining('not valid JSON'),
    })
  })

  test('requires an existing file', async () => {
    expect(await bulwark('customfields', 'check')).toMatchObject({
      code: 2,
      out: expect.stringContaining('--file'),
    })
    expect(await bulwark('customfields', 'check', '--file', join(folder, 'none'))).toMatchObject({
      code: 2,
      out: expect.stringContaining('ENOENT'),
    })
  })
})

test('contract fields belong to the rate book', async () => {
  const field = { code: 'SOLDBY', name: 'Sold by', dataType: 'Text', appliesTo: 'Contract' }
  const ran = await on('diff', [field])
  expect(ran).toMatchObject({
    code: 1,
    out: expect.stringContaining('/0/appliesTo: Custom fields of contracts belong in the rate book'),
  })
})

describe('customfields diff', () => {
  test('describes the changes and applies none', async () => {
    const before = await checksums(service)
    const wanted = [
      ...dealerTier({ name: 'Level', options: ['GOLD', 'SILVER'] }).filter(({ code }) => code !== 'SCORE'),
      {
        code: 'SALESPERSON',
        name: 'Sold by',
        dataType: 'Text',
        maxLength: 50,
        appliesTo: 'Claim',
        productId: 1,
      },
    ]
    expect(await on('diff', wanted)).toEqual({
      code: 0,
      out: [
        'Removed: Dealer SCORE, "Score".',
        'Removed: DealerGroup SCORE, "Score".',
        'Removed: Agent SCORE, "Score".',
        'Changed: Dealer TIER: the name changes from "Tier" to "Level"; the option BRONZE is removed.',
        'New: Claim SALESPERSON of product 1, "Sold by": a text of at most 50 characters.',
        '',
      ].join('\n'),
    })
    expect(await checksums(service)).toEqual(before)
  })

  test('reports the stored values that prevent the change', async () => {
    await setOnDealer({ TIER: 'BRONZE' })
    const ran = await on('diff', dealerTier({ options: ['GOLD'] }))
    expect(ran.code).toBe(1)
    expect(ran.out).toContain('the option BRONZE is removed')
    expect(ran.out).toContain(
      'Dealer TIER cannot be changed because its values on 1 record would no longer be valid.',
    )
  })

  test('requires an administrator and a valid file', async () => {
    expect(await bulwark('customfields', 'diff', '--file', file)).toMatchObject({
      code: 2,
      out: expect.stringContaining('--tenant'),
    })
    writeFileSync(file, '[]')
    expect(await bulwark('customfields', 'diff', '--tenant', 'NOBODY', '--file', file)).toEqual({
      code: 1,
      out: 'There is no administrator NOBODY.\n',
    })
    expect(await on('apply', [{}])).toMatchObject({
      code: 1,
      out: expect.stringContaining('/0/code: This member is required.'),
    })
  })
})

describe('customfields apply', () => {
  test('replaces the fields with those of the file; ids stay, and new fields apply immediately', async () => {
    await setOnDealer({ TIER: 'GOLD' })
    const colour = { code: 'COLOUR', name: 'Colour', dataType: 'Text', appliesTo: 'Dealer', displayOrder: 0 }
    const ran = await on('apply', [
      ...dealerTier({ code: 'Tier', options: ['GOLD', 'LEAD'] }).filter(({ code }) => code !== 'SCORE'),
      colour,
    ])
    expect(ran.code).toBe(0)
    expect(await saved('Tier')).toEqual([
      { id: 2, applies_to: 'Dealer', name: 'Tier', options: ['GOLD', 'LEAD'] },
    ])
    expect(await saved('SCORE')).toEqual([])
    const path = `/dealers/${await holderId(service, 'Dealer', 'D1001')}/customfields`
    const admin = service.api.as('sandbox-admin')
    expect((await admin.patch(`${path}/2`, { value: 'LEAD' })).body).toMatchObject({
      code: 'Tier',
      value: 'LEAD',
    })
    expect((await admin.post(path, { code: 'colour', value: 'red' })).status).toBe(201)
    expect((await admin.get(`${path}?sortBy=displayOrder&pageSize=1`)).body).toMatchObject([
      { code: 'COLOUR', value: 'red' },
    ])
  })

  test('writes one audit record with the changes, and none if nothing changed', async () => {
    const records = () =>
      run(db, 'select operation, subject, actor_kind, changes from audit_record where operation like $1', [
        'customfields%',
      ])
    await on('apply', customFields)
    expect(await records()).toEqual([])
    await on('apply', dealerTier({ name: 'Level' }))
    expect(await records()).toMatchObject([
      {
        operation: 'customfields apply',
        subject: 'tenants/ADM1/customfields',
        actor_kind: 'Operator',
        changes: [{ pointer: '/Dealer/TIER', before: { id: 2, name: 'Tier' }, after: { name: 'Level' } }],
      },
    ])
    expect((await verifyAudit(db, service.keys.audit)).faults).toEqual([])
  })

  const refused: [string, Record<string, unknown>, object[], string][] = [
    [
      'a field that is set is removed',
      { TIER: 'GOLD' },
      without('TIER'),
      'Dealer TIER cannot be removed because it is set on 1 record.',
    ],
    [
      'an option that is set goes',
      { TIER: 'GOLD' },
      dealerTier({ options: ['LEAD'] }),
      'The value must be one of LEAD.',
    ],
    [
      'the type becomes another',
      { TIER: 'GOLD' },
      dealerTier({ dataType: 'Number', options: null }),
      'The value must be a number.',
    ],
    [
      'a text is longer than it may be',
      { CRMID: 'C-0042' },
      customFields.map((field) => (field.code === 'CRMID' ? { ...field, maxLength: 5 } : field)),
      'The value must be a text of at most 5 characters.',
    ],
  ]
  test.each(refused)('changes nothing when %s', async (_, values, wanted, reason) => {
    await setOnDealer(values)
    const before = await checksums(service)
    const ran = await on('apply', [
      { code: 'NEW', name: 'New', dataType: 'Text', appliesTo: 'Claim' },
      ...wanted,
    ])
    expect(ran.code).toBe(1)
    expect(ran.out).toContain('Nothing was changed.')
    expect(ran.out).toContain(reason)
    expect(await checksums(service)).toEqual(before)
  })

  test('narrows a field if the stored values still fit', async () => {
    await setOnDealer({ TIER: 'GOLD', CRMID: '12345' })
    const wanted = dealerTier({ dataType: 'Text', options: null, maxLength: 4 }).map((field) =>
      field.code === 'CRMID' ? { ...field, maxLength: 5 } : field,
    )
    expect((await on('apply', wanted)).code).toBe(0)
    const path = `/dealers/${await holderId(service, 'Dealer', 'D1001')}/customfields`
    expect((await service.api.as('sandbox-admin').get(`${path}/2`)).body).toMatchObject({
      dataType: 'Text',
      value: 'GOLD',
    })
  })
})
