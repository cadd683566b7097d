import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeAt, stepAt } from '../../src/access/secrets/totp.ts'
import { loadKeys } from '../../src/db/keys.ts'
import { sealedColumns } from '../../src/db/sealed.ts'
import {
  clearSeals,
  holderAt,
  holdersWith,
  insertHolders,
  LIVE,
  placesOf,
  SEED,
  taxIdOf,
} from '../support/builders/sealed-holders.ts'
import { type Answer, type Api, openApi } from '../support/service/api.ts'
import { commandIn } from '../support/service/command-line.ts'
import { signIn } from '../support/service/portal.ts'
import { runHere } from '../support/service/run-command.ts'
import {
  databaseOf,
  type Home,
  launchService,
  openHome,
  type ServiceProcess,
  signalTo,
  until,
} from '../support/service/service-process.ts'
import { isSoak } from '../support/service/trials.ts'

// Commands change the keys while a service runs. The tests follow each other, from the first key to the third.

let home: Home
let service: ServiceProcess
let api: Api
let client: pg.Client

beforeAll(async () => {
  home = openHome()
  service = await launchService(home.seededFolder())
  await service.ready()
  api = openApi(service.url)
  client = new pg.Client(databaseOf(service.folder))
  client.on('error', () => undefined)
  await client.connect()
  for (const schema of [LIVE, SEED]) await clearSeals(client, schema)
})

afterAll(async () => {
  await client.end()
  await home.remove()
})

const keysFile = () => join(service.folder, 'keys.json')
const dataKeys = () => loadKeys(keysFile(), false).data
const keyIds = () => dataKeys().map(({ id }) => id)
const keysCommand = (args: readonly string[]) => commandIn(service.folder, ['keys', ...args])

/** Runs a command, in the soak as a process and otherwise in the process of the test, which is quicker. */
const run = (args: readonly string[]) =>
  isSoak ? commandIn(service.folder, args).ended : runHere(args, { BULWARK_DATA: service.folder })

/** Runs a command that must succeed, and gives its data. */
async function keys(...args: string[]) {
  const { code, out, err } = await run(['keys', ...args, '--json'])
  expect(code, out + err).toBe(0)
  return JSON.parse(out)
}

const valuesUnder = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await keys('list')).keys.map(({ id, values }: { id: string; values: number }) => [id, values]),
  )

/** Removes a key from the file, as an operator would. */
function removeKey(id: string): void {
  const content = JSON.parse(readFileSync(keysFile(), 'utf8'))
  const data = content.data.filter((key: { id: string }) => key.id !== id)
  writeFileSync(keysFile(), JSON.stringify({ ...content, data }))
}

/** Creates a user who signs in with one-time codes, and gives the secret. */
async function withCodes(name: string): Promise<{ userName: string; secret: string }> {
  const userName = `${name}@sandbox.example`
  const { caller } = await signIn(api, { userName })
  const secret = String((await caller.post('/me/totp')).body.secret)
  const confirmed = await caller.put('/me/totp', { code: codeAt(secret, stepAt(new Date())) })
  expect(confirmed.status).toBe(204)
  return { userName, secret }
}

async function expectSignsIn({ userName, secret }: { userName: string; secret: string }): Promise<void> {
  // The code that confirmed the secret is used up, but the next one is already valid.
  const { answer } = await signIn(api, { userName, totp: codeAt(secret, stepAt(new Date()) + 1) })
  expect(answer.status, answer.text).toBe(200)
}

const makeKey = (idempotencyKey: string) =>
  api
    .as('sandbox-admin')
    .post('/apikeys', { name: 'ours', roles: ['Auditor'] }, { 'idempotency-key': idempotencyKey })

describe('a change of keys while a service runs', () => {
  const people: { userName: string; secret: string }[] = []
  let made: Answer
  let sealed = 0

  test('before the change, everything is encrypted with the first key', async () => {
    await insertHolders(client, dataKeys(), { schema: LIVE, from: 1, to: 600 })
    await insertHolders(client, dataKeys(), { schema: SEED, from: 1, to: 3 })
    for (const name of ['sandbox-entry', 'sandbox-auditor']) people.push(await withCodes(name))
    made = await makeKey('first')
    expect(made.status).toBe(201)
    sealed = 4 * 603 + 2 + 1
    expect(await keys('list')).toEqual({
      keys: [{ id: 'data-1', status: 'in use', values: sealed }],
      unsealed: 0,
    })
    const { code, out } = await keysCommand(['list']).ended
    expect({ code, out }).toEqual({ code: 0, out: `data-1 (in use): ${sealed} values\n` })
  })

  test('everything is reencrypted while the service reads and writes', async () => {
    const before = statSync(keysFile())
    const rotating = keys('rotate')
    let isOver = false
    const end = () => {
      isOver = true
    }
    rotating.then(end, end)
    let requests = 0
    for (; !isOver; requests += 1) {
      const again = await makeKey('first')
      expect(again).toMatchObject({ status: 201, body: made.body })
      expect(again.headers.get('idempotency-replayed')).toBe('true')
      expect((await makeKey(`during ${requests}`)).status).toBe(201)
      await sleep(10)
    }
    expect(requests).toBeGreaterThan(1)

    const done = await rotating
    expect(done).toMatchObject({ key: 'data-2', left: 0 })
    expect(done.administrators).toMatchObject([{ tenant: 'ADM1' }])
    const columns = done.administrators[0].columns
    expect(columns).toContainEqual({
      schema: LIVE,
      table: 'account_holder',
      column: 'tax_id',
      resealed: 600,
      unreadable: [],
    })
    expect(columns).toContainEqual(
      expect.objectContaining({ schema: SEED, table: 'customer', column: 'birth_date', resealed: 3 }),
    )
    expect(columns).toContainEqual(
      expect.objectContaining({ table: 'app_user', column: 'totp_secret', resealed: 2 }),
    )
    expect(keyIds()).toEqual(['data-2', 'data-1'])
    const after = statSync(keysFile())
    expect(after).toMatchObject({ uid: before.uid, gid: before.gid })
    expect(after.mode & 0o777).toBe(0o600)
  })

  test('no value in any table is encrypted with the old key', async () => {
    for (const schema of [LIVE, SEED]) expect(await placesOf(client, schema, 'data-1.')).toEqual([])
    const listed = sealedColumns.map(({ table, column }) => `${table}.${column}`)
    expect(listed).toEqual(expect.arrayContaining(await placesOf(client, LIVE, 'data-2.')))
    const { 'data-1': old, 'data-2': present } = await valuesUnder()
    expect(old).toBe(0)
    expect(present).toBeGreaterThan(sealed)
  })

  test('the service encrypts new values with the new key', async () => {
    await makeKey('after')
    const { rows } = await client.query(`select body from ${LIVE}.idempotency where key = 'after'`)
    expect(rows).toEqual([{ body: expect.stringMatching(/^data-2\./) }])
  })

  test('the change is in the audit log, and the chain is intact', async () => {
    const { rows } = await client.query(
      `select actor_kind, subject, changes from ${LIVE}.audit_record where operation = 'keys rotate'`,
    )
    expect(rows).toMatchObject([{ actor_kind: 'Operator', subject: 'tenants/ADM1' }])
    expect(rows[0].changes).toContainEqual({
      pointer: `/${LIVE}/account_holder/tax_id`,
      before: null,
      after: { key: 'data-2', resealed: 600 },
    })
    const verified = await run(['verify'])
    expect(verified, verified.out).toMatchObject({ code: 0 })
  })

  test('everything works after the old key is removed from the file', async () => {
    const [first, second] = people
    if (!first || !second) throw new Error('No user signs in with codes.')
    await expectSignsIn(first)
    removeKey('data-1')
    await sleep(1_100)
    for (const at of [1, 500, 600])
      expect(await holdersWith(client, dataKeys(), LIVE, taxIdOf(at))).toEqual([holderAt(at)])
    expect(await makeKey('after')).toMatchObject({ status: 201 })
    await expectSignsIn(second)
    expect(await valuesUnder()).toEqual({ 'data-2': expect.any(Number) })
  })

  test('a reset restores the seed with the new key', async () => {
    expect((await api.as('sandbox-admin').post('/sandbox/reset')).status).toBe(204)
    expect(await holdersWith(client, dataKeys(), LIVE, taxIdOf(3))).toEqual([holderAt(3)])
    expect(await valuesUnder()).toEqual({ 'data-2': 4 * 3 * 2 })
  })
})

// Commands that take long. `db/reseal.test.ts` interrupts a change of keys in the process of the test.
if (isSoak) {
  describe('a change of keys that is killed', () => {
    test('keeps what it has reencrypted, and the next run completes it', async () => {
      await insertHolders(client, dataKeys(), { schema: LIVE, from: 1_001, to: 1_600 })
      const writer = new pg.Client(databaseOf(service.folder))
      await writer.connect()
      await writer.query('begin')
      await writer.query(`select from ${LIVE}.account_holder where number = 'K1600' for update`)
      const rotating = keysCommand(['rotate'])
      await until('it waits for the writer', async () => {
        const waiting = await client.query(
          "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%account_holder%'",
        )
        return waiting.rowCount === 1
      })
      const second = await keysCommand(['reseal']).ended
      expect(second).toMatchObject({
        code: 2,
        err: 'Another command is changing the keys. Try again when it has finished.\n',
      })
      signalTo(rotating.pid, 'SIGKILL')
      expect((await rotating.ended).code).toBeNull()
      await writer.query('rollback')
      await writer.end()

      const half = await valuesUnder()
      // All tax ids of the new customers but one, and no later column.
      expect(half['data-2']).toBe(3 * 603 + 1)
      for (const at of [1_001, 1_600])
        expect(await holdersWith(client, dataKeys(), LIVE, taxIdOf(at))).toEqual([holderAt(at)])

      const done = await keys('reseal')
      expect(done).toMatchObject({ key: 'data-3', left: 0 })
      for (const schema of [LIVE, SEED]) expect(await placesOf(client, schema, 'data-2.')).toEqual([])
      removeKey('data-2')
      for (const at of [1_001, 1_600])
        expect(await holdersWith(client, dataKeys(), LIVE, taxIdOf(at))).toEqual([holderAt(at)])
      expect(await keys('reseal')).toMatchObject({ administrators: [{ columns: [] }], left: 0 })
    })
  })

  describe('a key that is copied to other machines first', () => {
    test('is added without being used, and used later', async () => {
      expect(await keys('add')).toEqual({ key: 'data-4' })
      expect(keyIds()).toEqual(['data-3', 'data-4'])
      expect((await valuesUnder())['data-4']).toBe(0)
      expect(await keys('rotate', '--to', 'data-4')).toMatchObject({ key: 'data-4', left: 0 })
      expect(keyIds()).toEqual(['data-4', 'data-3'])
      expect((await valuesUnder())['data-3']).toBe(0)
    })
  })
}
