import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApi } from '../support/service/api.ts'
import {
  databaseOf,
  databasePid,
  type Exit,
  expectNothingLeft,
  type Home,
  isReady,
  launchService,
  openHome,
  servicePid,
  until,
  withClient,
} from '../support/service/service-process.ts'
import { isSoak } from '../support/service/trials.ts'

let home: Home
beforeAll(() => {
  home = openHome()
})
afterAll(() => home.remove())

// Both take the same way through the service.
const signals = isSoak ? (['SIGTERM', 'SIGINT'] as const) : (['SIGTERM'] as const)

describe.each(signals)('%s, sent to npm,', (signal) => {
  test('lets a request in flight finish, then ends the service and its database', async () => {
    const service = await launchService(home.seededFolder(), { command: 'npm start' })
    await service.ready()
    // The seeded folder is that of this very code.
    expect(service.output()).not.toContain('Seeding')
    const caller = openApi(service.url).as('sandbox-admin')
    const release = await holdGroup(service.folder)
    const slow = caller.patch('/portalvisibilitygroups', { code: 'PVG-TX', description: 'drained' })
    await someoneWaits(service.folder)

    expect(servicePid(service.folder)).not.toBe(service.pid)
    service.signal(signal)
    await sleep(300)
    expect(await isReady(service.url)).toBe(false)
    expect(databasePid(service.folder)).toBeDefined()
    await release()

    const answer = await slow
    const answered = performance.now()
    expect(answer.status).toBe(200)
    expect(answer.body.description).toBe('drained')
    expect(await service.ended).toEqual({ code: 0, signal: null } satisfies Exit)
    // The caller's connection, kept for its next request, is not waited for.
    expect(performance.now() - answered).toBeLessThan(3_000)
    expectNothingLeft(service)
  })
})

/** Locks the seeded group, so that whoever changes it waits until the answer is called. */
async function holdGroup(folder: string): Promise<() => Promise<void>> {
  const client = new pg.Client(databaseOf(folder))
  await client.connect()
  await client.query('begin')
  await client.query("select from tenant_adm1.portal_visibility_group where code = 'PVG-TX' for update")
  return async () => {
    await client.query('rollback')
    await client.end()
  }
}

async function someoneWaits(folder: string): Promise<void> {
  await withClient(databaseOf(folder), (client) =>
    until('someone waits for a lock', async () => {
      const { rowCount } = await client.query("select from pg_stat_activity where wait_event_type = 'Lock'")
      return rowCount === 1
    }),
  )
}
