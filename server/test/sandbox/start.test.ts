import { afterAll, describe, expect, test } from 'vitest'
import { decrypt } from '../../src/db/keys.ts'
import { sealedColumns } from '../../src/db/sealed.ts'
import { planSeed, type SeedPlan } from '../../src/sandbox/seed.ts'
import { pristineSchema } from '../../src/sandbox/seed-tables.ts'
import { ownSandbox } from '../support/builders/own-sandbox.ts'
import { checksums, seedSums } from '../support/service/checksums.ts'
import { signIn } from '../support/service/portal.ts'
import { reopenSandbox } from '../support/service/reopen-sandbox.ts'
import { isSoak } from '../support/service/trials.ts'

const { service, admin, tenant, query, close } = await ownSandbox()
afterAll(close)

describe('a start of the sandbox', () => {
  test('keeps the data and does not seed again', async () => {
    await admin.post('/portalvisibilitygroups', { code: 'KEPT', name: 'Kept' })
    const before = await checksums(service)
    expect(await reopenSandbox(service)).toEqual([])
    expect(await checksums(service)).toEqual(before)
  })

  const openWithNewCode = async (plan: SeedPlan) => {
    await query(`comment on schema ${pristineSchema(tenant)} is 'an older version'`)
    return reopenSandbox(service, { plan })
  }

  /** The rows with encrypted columns, decrypted, because encrypting a value twice gives two texts. */
  const unsealed = async () => {
    const opened: Record<string, unknown>[] = []
    for (const table of ['account_holder', 'payment_method', 'customer', 'contract'])
      for (const { row } of await query<{ row: Record<string, unknown> }>(
        `select to_jsonb(t) as row from ${tenant.schema}.${table} as t order by id`,
      )) {
        for (const { column } of sealedColumns.filter((sealed) => sealed.table === table))
          row[column] &&= decrypt(service.keys.data, String(row[column]))
        opened.push(row)
      }
    return opened
  }

  /** The soak seeds all contracts. In `npm test` a few are enough to see that a seed is always the same. */
  const newCode = (): SeedPlan => {
    const plan = planSeed()
    return isSoak ? plan : { ...plan, steps: plan.steps.filter(({ contract }) => contract < 10) }
  }

  const contracts = () => query<{ n: number }>(`select count(*)::int as n from ${tenant.schema}.contract`)

  test('with new code replaces the seed of an unused sandbox and leaves a used one as it is; a reset loads the new seed', async () => {
    await admin.post('/sandbox/reset')
    expect(await openWithNewCode(newCode())).toEqual(['Seeding the sandbox …'])
    if (!isSoak) expect(await contracts()).toEqual([{ n: 10 }])
    const [seed, holders] = [await checksums(service), await unsealed()]
    await admin.post('/portalvisibilitygroups', { code: 'USED', name: 'Used' })
    expect((await openWithNewCode(newCode())).at(-1)).toContain('Your data was not changed.')
    expect((await admin.get('/portalvisibilitygroups/code/USED')).status).toBe(200)
    await admin.post('/sandbox/reset')
    expect(seedSums(await checksums(service), tenant)).toEqual(seedSums(seed, tenant))
    expect(await unsealed()).toEqual(holders)
    expect((await signIn(service.api, { userName: 'sandbox-entry@sandbox.example' })).answer.status).toBe(200)
  }, 180_000)

  test('completes a seed that was interrupted', async () => {
    await admin.post('/sandbox/reset')
    const before = await checksums(service)
    const opening = openWithNewCode(newCode())
    const failed = expect(opening).rejects.toThrow()
    await expect
      .poll(
        () =>
          query(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and xact_start < now() - interval '0.5 s'`),
        { timeout: 30_000 },
      )
      .not.toEqual([])
    await failed
    expect(await checksums(service)).toEqual(before)
    expect(await reopenSandbox(service, { plan: newCode() })).toEqual(['Seeding the sandbox …'])
    expect((await admin.get('/dealers')).status).toBe(200)
  })

  if (isSoak)
    test('with new code replaces the seed of an unused sandbox', async () => {
      await admin.post('/sandbox/reset')
      expect((await contracts())[0]?.n).toBeGreaterThan(0)
      // The new code is one that sells nothing, which is quick to seed.
      expect(await openWithNewCode({ ...planSeed(), steps: [] })).toEqual(['Seeding the sandbox …'])
      expect(await contracts()).toEqual([{ n: 0 }])
      expect((await admin.get('/dealers')).body.length).toBeGreaterThan(0)
    })
})
