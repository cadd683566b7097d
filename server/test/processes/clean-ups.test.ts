import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import { newStoreKey } from '../../src/documents/store.ts'
import { testFiles, testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

const service = await testService()
const admin = service.api.as('sandbox-admin')
const { db, tenant } = await sandboxOf(service)
const { runs, files } = service.app.services

async function execute(processType: string, dryRun = false) {
  const { body, text } = await admin.post('/automatic-process-runs', { processType, execute: true, dryRun })
  expect(body.guid, text).toBeDefined()
  await runs.workAll()
  return (await admin.get(`/automatic-process-runs/${body.guid}`)).body
}
const itemsOf = ({ guid }: { guid: string }) => admin.get(`/automatic-process-runs/${guid}/items`)
const countOf = async (table: string) =>
  (await run<{ n: number }>(db, `select count(*) as n from ${table}`, []))[0]?.n

test.each(['WebhookDeliveryCleanup', 'IdempotencyCleanup', 'FileSweep'])(
  '%s takes no parameters',
  async (processType) => {
    const asked = { processType, execute: true, parameters: { days: 1 } }
    const answer = await admin.post('/automatic-process-runs', asked)
    expect(expectProblem(answer, 'ParametersInvalid')).toMatchObject({
      errors: [{ pointer: '/parameters/days' }],
    })
  },
)

describe('WebhookDeliveryCleanup', () => {
  test('removes deliveries that ended 30 days ago, in chunks, and in a dry run none', async () => {
    await run(
      db,
      `insert into webhook (id, url, is_active, secret, maker_kind, maker_id, position, created_at, created_by, updated_at,
        updated_by) values (1, 'https://example.com', true, 'x', 'Client', 1, 0, now(), 'test', now(), 'test')`,
      [],
    )
    const deliver = (count: number, status: string, days: number) =>
      run(
        db,
        `insert into webhook_delivery (webhook_id, event_id, type, subject, status, next_attempt_at, created_at)
         select 1, gen_random_uuid(), 'contract.created', 'contracts/1', $2,
           case when $2 = 'Pending' then now() end, now() - $3 * interval '1 day' from generate_series(1, $1)`,
        [count, status, days],
      )
    await deliver(5_100, 'Delivered', 31)
    await deliver(3, 'Pending', 31)
    await deliver(10, 'Failed', 31)
    await deliver(4, 'Delivered', 29)
    const dry = await execute('WebhookDeliveryCleanup', true)
    expect(dry).toMatchObject({ status: 'Completed', candidates: 5_110, succeeded: 5_110 })
    const { body: listed } = await itemsOf(dry)
    expect(listed.totalCount).toBe(5_110)
    const [{ entityId }] = listed.items
    expect(listed.items[0]).toEqual({
      ...{ entityId, outcome: 'Succeeded', code: null, message: null },
      result: { deliveryId: entityId, result: 'Removed' },
    })
    expect(await countOf('webhook_delivery')).toBe(5_117)
    const real = await execute('WebhookDeliveryCleanup')
    expect(real).toMatchObject({ status: 'Completed', succeeded: 5_110 })
    expect((await itemsOf(real)).body.items).toEqual([])
    expect(await countOf('webhook_delivery')).toBe(7)
    expect(await execute('WebhookDeliveryCleanup')).toMatchObject({ candidates: 0, succeeded: 0 })
  })
})

describe('IdempotencyCleanup', () => {
  test('removes answers after 48 hours, in chunks, and in a dry run none', async () => {
    // Many have the same age: a chunk ends after all of them.
    await run(
      db,
      `insert into idempotency (caller, key, fingerprint, status, headers, created_at)
       select 'test', i::text, '', 200, '{}', now() - (47 + i % 3) * interval '1 hour' - i / 300 * interval '1 microsecond'
       from generate_series(1, 9000) i`,
      [],
    )
    expect(await execute('IdempotencyCleanup', true)).toMatchObject({ succeeded: 6_000, status: 'Completed' })
    expect(await countOf('idempotency')).toBe(9_000)
    expect(await execute('IdempotencyCleanup')).toMatchObject({ succeeded: 6_000, failed: 0 })
    expect(await countOf('idempotency')).toBe(3_000)
  })
})

describe('FileSweep', () => {
  test('removes files without a record after a day, and in a dry run none', async () => {
    const keep = async () => {
      const key = newStoreKey(tenant.id)
      const bytes = (async function* () {
        yield Buffer.from('left behind')
      })()
      await files.store.keep(key, await files.arrivals.take(bytes))
      return key
    }
    const keys = [await keep(), await keep(), await keep()]
    const [young = ''] = keys
    const old = new Date(Date.now() - 25 * 3_600_000)
    for (const key of keys.slice(1)) await utimes(join(testFiles, 'kept', key), old, old)
    const stored = async () =>
      (await readdir(join(testFiles, 'kept', String(tenant.id)), { recursive: true })).filter(
        (name) => name.length > 2,
      )
    const before = await stored()
    expect(await execute('FileSweep', true)).toMatchObject({ succeeded: 2, status: 'Completed' })
    expect(await stored()).toEqual(before)
    expect(await execute('FileSweep')).toMatchObject({ succeeded: 2, status: 'Completed' })
    await expect.poll(async () => (await stored()).length).toBe(before.length - 2)
    expect(await files.store.exists(young)).toBe(true)
    await files.store.remove(young)
  })
})
