import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anchorAudit, anchoredHeads } from '../../src/db/audit-anchors.ts'
import { type Db, run } from '../../src/db/database.ts'
import type { Tenant } from '../../src/db/tenants.ts'
import { verifyAudit } from '../../src/db/verify-audit.ts'
import { startService, type TestService } from '../support/service/app.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

// The ends of the audit lanes are noted in a file of the data folder, and an event tells of it.

let folder: string
let service: TestService
let tenant: Tenant
let db: Db
const said: string[] = []
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bulwark-anchors-'))
  service = await startService({ environment: { BULWARK_DATA: folder } })
  const sandbox = await sandboxOf(service)
  tenant = sandbox.tenant
  db = sandbox.db
})
afterAll(async () => {
  await service.app.server.close()
  rmSync(folder, { recursive: true, force: true })
})

const file = () => join(folder, 'audit-anchors.json')
const anchoring = () => {
  const { databases, keys } = service
  return { databases, keys, dataFolder: folder, log: pino({}, { write: (line) => said.push(line) }) }
}
const anchored = () => verifyAudit(db, service.keys.audit, anchoredHeads(folder, service.keys, tenant))
const write = (text: string) =>
  service.api.as('sandbox-admin').patch('/portalvisibilitygroups', { id: 1, description: text })
const events = async () => (await run(db, "select from event where type = 'audit.anchored'", [])).length

test('show that a database was put back to an earlier day', async () => {
  const pool = service.databases.platformPool
  const keep = async (name: string) => {
    await pool.query(`drop schema if exists ${name} cascade`)
    await pool.query(`create schema ${name}`)
    for (const table of ['audit_record', 'audit_lane'])
      await pool.query(`create table ${name}.${table} as table tenant_adm1.${table}`)
  }
  const putBack = async (name: string) => {
    await pool.query('truncate tenant_adm1.audit_record, tenant_adm1.audit_lane')
    for (const table of ['audit_record', 'audit_lane'])
      await pool.query(`insert into tenant_adm1.${table} select * from ${name}.${table}`)
  }
  await keep('yesterday')
  await write('Today')
  await anchorAudit(anchoring())
  expect((await anchored()).faults).toEqual([])
  await write('Later')
  expect((await anchored()).faults).toEqual([])
  await keep('today')
  await putBack('yesterday')
  // Everything in it is sealed, so only the notes tell.
  expect((await verifyAudit(db, service.keys.audit)).faults).toEqual([])
  expect((await anchored()).faults.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^the lane had \d+ records on 20.*Z, and now has \d+$/),
  ])
  // A note is not replaced by one of the older database, whatever is written there.
  for (let time = 0; time < 40; time += 1) await write(`Another history ${time}`)
  await anchorAudit(anchoring())
  expect((await anchored()).faults).not.toEqual([])
  expect(said.join()).toContain('audit does not have what was noted')
  await putBack('today')
  expect((await anchored()).faults).toEqual([])
})

test('that were changed are refused', async () => {
  const text = readFileSync(file(), 'utf8')
  writeFileSync(
    file(),
    text.replace(/"seq": (\d+)/, (_, seq: string) => `"seq": ${Number(seq) + 1}`),
  )
  expect(anchored).toThrow('was changed')
  writeFileSync(file(), '{')
  expect(anchored).toThrow('is damaged')
  writeFileSync(file(), text)
  expect((await anchored()).faults).toEqual([])
})

describe('of one administrator', () => {
  const damaged = [
    { name: 'that are no notes', entry: 'x' },
    { name: 'that were changed', entry: { at: '', heads: [], keyId: 'audit-1', seal: '' } },
  ]
  test.each(damaged)(
    '$name stay as they are, and do not hold back those of the others',
    async ({ entry }) => {
      const { [tenant.number]: _, ...others } = JSON.parse(readFileSync(file(), 'utf8'))
      writeFileSync(file(), JSON.stringify({ ...others, ADM0: entry }))
      const { databases } = service
      const tenants = async () => [{ ...tenant, number: 'ADM0' }, tenant]
      await anchorAudit({ ...anchoring(), databases: { ...databases, tenants } })
      const noted = JSON.parse(readFileSync(file(), 'utf8'))
      expect(noted.ADM0).toEqual(entry)
      expect((await anchored()).faults).toEqual([])
      expect(noted[tenant.number].heads).toHaveLength(32)
      expect(said.at(-1)).toContain('The entry of ADM0')
    },
  )
})

test('are written before an event tells of them', async () => {
  await write('Not noted')
  const before = await events()
  const dataFolder = join(folder, 'missing')
  await expect(anchorAudit({ ...anchoring(), dataFolder })).rejects.toThrow('ENOENT')
  expect(await events()).toBe(before)
  await anchorAudit(anchoring())
  expect(await events()).toBe(before + 1)
})

test('are not made while the sandbox is reset, which empties its audit and forgets them', async () => {
  await write('Before the reset')
  const text = readFileSync(file(), 'utf8')
  let noting: Promise<void> | undefined
  await service.app.services.door.alone(async () => {
    noting = service.app.anchorAudit()
    await Promise.race([noting, sleep(100)])
    expect(readFileSync(file(), 'utf8')).toBe(text)
  })
  await noting
  expect(readFileSync(file(), 'utf8')).not.toBe(text)
  expect((await service.api.as('sandbox-admin').post('/sandbox/reset')).status).toBe(204)
  expect(JSON.parse(readFileSync(file(), 'utf8'))[tenant.number]).toBeUndefined()
  expect(await anchored()).toEqual({ records: 0, faults: [] })
})
