import { beforeEach, describe, expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import { openReadCache } from '../../src/db/read-cache.ts'
import { startService, type TestService, testService } from '../support/service/app.ts'
import { holderId, sandboxOf } from '../support/service/sandbox.ts'

let service: TestService
let clock = 0
beforeEach(async () => {
  service = await testService()
  clock = 0
})

async function open(remembered = openReadCache<string>(() => clock)) {
  const { db } = await sandboxOf(service)
  const id = await holderId(service, 'Dealer', 'D1001')
  let loads = 0
  const load = async () => {
    loads += 1
    const [row] = await run<{ name: string }>(db, 'select name from account_holder where id = $1', [id])
    return row?.name ?? ''
  }
  return { db, id, ask: () => remembered.of(db, 'D1001', load), loads: () => loads, remembered }
}

describe('a cached value is used', () => {
  test('while nothing is written', async () => {
    const { ask, loads } = await open()
    for (let at = 0; at < 3; at += 1) expect(await ask()).toBe('Hill Country Ford')
    clock += 60_000
    expect(await ask()).toBe('Hill Country Ford')
    expect(loads()).toBe(1)
  })

  test('until this instance writes', async () => {
    const { ask, id } = await open()
    await ask()
    const admin = service.api.as('sandbox-admin')
    expect((await admin.patch(`/dealers/${id}`, { name: 'Hill Country' })).status).toBe(200)
    expect(await ask()).toBe('Hill Country')
  })

  test('for at most a second after another instance has written', async () => {
    const { ask, id } = await open()
    await ask()
    const other = await startService({ location: service.location })
    await other.api.as('sandbox-admin').patch(`/dealers/${id}`, { name: 'Hill Country' })
    clock += 999
    expect(await ask()).toBe('Hill Country Ford')
    clock += 1
    expect(await ask()).toBe('Hill Country')
    await other.app.server.close()
  })

  test('only if nothing was written while it was read', async () => {
    const remembered = openReadCache<string>(() => clock)
    const { db, id } = await open(remembered)
    const admin = service.api.as('sandbox-admin')
    const old = await remembered.of(db, 'x', async () => {
      await admin.patch(`/dealers/${id}`, { name: 'Hill Country' })
      return 'read before'
    })
    expect(old).toBe('read before')
    expect(await remembered.of(db, 'x', async () => 'read after')).toBe('read after')
  })

  test('only if no write by another instance was noticed while it was read', async () => {
    const remembered = openReadCache<string>(() => clock)
    const { db, id } = await open(remembered)
    const other = await startService({ location: service.location })
    const old = await remembered.of(db, 'x', async () => {
      await other.api.as('sandbox-admin').patch(`/dealers/${id}`, { name: 'Hill Country' })
      clock += 1_000
      await remembered.of(db, 'y', async () => 'looks again')
      return 'read before'
    })
    expect(old).toBe('read before')
    expect(await remembered.of(db, 'x', async () => 'read after')).toBe('read after')
    await other.app.server.close()
  })

  test('only if it could be read, and only until a reset', async () => {
    const { ask, remembered, db, loads } = await open()
    await expect(remembered.of(db, 'D1001', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
    await ask()
    remembered.forget()
    await ask()
    expect(loads()).toBe(2)
  })
})
