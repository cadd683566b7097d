import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seedCodeVersion } from '../../../scripts/setup.mjs'
import { openPasswords } from '../../src/access/passwords.ts'
import { openClock } from '../../src/db/clock.ts'
import { decrypt } from '../../src/db/keys.ts'
import { sealedColumns } from '../../src/db/sealed.ts'
import { openDatabases, type Tenant } from '../../src/db/tenants.ts'
import { callers } from '../../src/sandbox/crowd/world.ts'
import { openSandbox } from '../../src/sandbox/open.ts'
import { pristineSchema } from '../../src/sandbox/seed-tables.ts'
import { limits } from '../support/hostile/limits.ts'
import type { Answer, Caller } from '../support/service/api.ts'
import { startService, type TestService } from '../support/service/app.ts'
import { checksums } from '../support/service/checksums.ts'
import { signIn } from '../support/service/portal.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

let service: TestService
let admin: Caller
let tenant: Tenant

beforeAll(async () => {
  service = await startService()
  admin = service.api.as('sandbox-admin')
  tenant = (await sandboxOf(service)).tenant
})

afterAll(async () => {
  await service.app.server.close()
  await service.databases.close()
})

const codeOf = (answer: Answer) => `${answer.status} ${answer.body.code}`
const query = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> =>
  (await service.databases.platformPool.query<Row>(text)).rows

describe('the clock', () => {
  beforeEach(() => admin.put('/sandbox/clock', { now: null }))
  afterAll(() => admin.put('/sandbox/clock', { now: null }))

  const set = (now: string | null, by = admin) => by.put('/sandbox/clock', { now })
  const makeGroup = async (code: string) =>
    (await admin.post('/portalvisibilitygroups', { code, name: code })).body

  test('runs with real time until it is set', async () => {
    const { status, body } = await admin.get('/sandbox/clock')
    expect(status).toBe(200)
    expect(body).toEqual({ now: expect.stringMatching(/Z$/), isSet: false })
    expect(Math.abs(Date.parse(body.now) - Date.now())).toBeLessThan(2_000)
  })

  test('stands still where it is set, forwards and backwards, until it returns to real time', async () => {
    for (const now of ['2024-03-15T15:00:00.000Z', '2031-12-31T23:59:59.999Z', '2019-02-28T00:00:00.000Z']) {
      const answer = await set(now)
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({ now, isSet: true })
      await sleep(20)
      expect((await admin.get('/sandbox/clock')).body).toEqual({ now, isSet: true })
    }
    const back = await set(null)
    expect(back.body.isSet).toBe(false)
    expect(Math.abs(Date.parse(back.body.now) - Date.now())).toBeLessThan(2_000)
  })

  test('takes an instant in any offset and answers in UTC', async () => {
    expect((await set('2024-03-15T10:00:00-05:00')).body).toEqual({
      now: '2024-03-15T15:00:00.000Z',
      isSet: true,
    })
  })

  test('is what new records are dated by, and what changes are dated by', async () => {
    await set('2024-03-15T15:00:00Z')
    const group = await makeGroup('CLOCK-1')
    expect(group.createdAt).toBe('2024-03-15T15:00:00.000Z')
    await set('2021-07-01T00:00:00Z')
    const changed = await admin.patch('/portalvisibilitygroups', { id: group.id, name: 'Renamed' })
    expect(changed.body).toMatchObject({
      createdAt: '2024-03-15T15:00:00.000Z',
      updatedAt: '2021-07-01T00:00:00.000Z',
    })
    const { body: key } = await admin.post('/apikeys', { name: 'dated', permissions: ['users:read'] })
    expect(key.createdAt).toBe('2021-07-01T00:00:00.000Z')
    const rows = await query<{ at: Date }>(
      `select at from ${tenant.schema}.audit_record where subject = 'apikeys/${key.id}'`,
    )
    expect(rows.map(({ at }) => at.toISOString())).toEqual(['2021-07-01T00:00:00.000Z'])
  })

  test('is not what tokens, keys and sessions live by', async () => {
    const token = await service.api.token('sandbox-admin')
    const { body } = await admin.post('/apikeys', {
      name: 'an hour',
      permissions: ['users:read'],
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    })
    const { caller } = await signIn(service.api, { userName: 'sandbox-auditor@sandbox.example' })
    for (const now of ['2099-01-01T00:00:00Z', '1999-01-01T00:00:00Z']) {
      await set(now)
      service.app.services.authenticator.forget()
      expect((await service.api.with(token).get('/me')).status).toBe(200)
      expect((await service.api.with(body.key).get('/me')).status).toBe(200)
      expect((await caller.get('/session')).status).toBe(200)
      expect((await service.api.with(await service.api.token('sandbox-entry')).get('/me')).status).toBe(200)
      expect((await signIn(service.api, { userName: 'sandbox-entry@sandbox.example' })).answer.status).toBe(
        200,
      )
    }
  })

  test('survives a restart, set or not', async () => {
    for (const now of ['2024-03-15T15:00:00.000Z', null]) {
      await set(now)
      const databases = openDatabases(service.location, limits)
      const clock = openClock()
      await openSandbox({
        databases,
        passwords: openPasswords(),
        keys: service.keys,
        codeVersion: seedCodeVersion(),
        clock,
        log: () => undefined,
      })
      expect(clock.isSet()).toBe(now !== null)
      if (now !== null) expect(clock.now().toISOString()).toBe(now)
      await databases.close()
    }
  })

  test('ignores dry run and Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'clock' }
    await admin.put('/sandbox/clock?dryRun=true', { now: '2024-03-15T15:00:00Z' }, headers)
    const again = await admin.put('/sandbox/clock', { now: '2024-03-16T15:00:00Z' }, headers)
    expect(again.body.now).toBe('2024-03-16T15:00:00.000Z')
  })

  test.each([
    ['nothing', {}],
    ['a date', { now: '2024-03-15' }],
    ['a day that does not exist', { now: '2024-02-30T00:00:00Z' }],
    ['a time without an offset', { now: '2024-03-15T15:00:00' }],
    ['a number', { now: 1_710_514_800 }],
    ['something more', { now: null, speed: 2 }],
    ['a year before the calendar', { now: '0000-01-01T00:00:00Z' }],
  ])('400 ValidationFailed for %s', async (_, body) => {
    expect(codeOf(await admin.put('/sandbox/clock', body))).toBe('400 ValidationFailed')
    expect((await admin.get('/sandbox/clock')).body.isSet).toBe(false)
  })
})

describe('the sandbox is for Admin only', () => {
  const calls = (caller: Caller) => [
    caller.get('/sandbox/clock'),
    caller.put('/sandbox/clock', { now: null }),
    caller.post('/sandbox/reset'),
  ]

  test('403 Forbidden for every other caller', async () => {
    for (const { name } of callers.filter(({ role }) => role !== 'Admin'))
      for (const answer of await Promise.all(calls(service.api.as(name)))) {
        expect(answer.status, name).toBe(403)
        expect(answer.body).toMatchObject({ code: 'Forbidden', permission: 'role:Admin' })
      }
  })

  test('401 Unauthenticated for nobody', async () => {
    for (const answer of await Promise.all(calls(service.api.anonymous)))
      expect(codeOf(answer)).toBe('401 Unauthenticated')
  })

  test('a person of the role may, with the cookie and its CSRF token', async () => {
    const { caller } = await signIn(service.api, { userName: 'sandbox-admin@sandbox.example' })
    expect((await caller.put('/sandbox/clock', { now: null })).status).toBe(200)
    const bare = await caller.put('/sandbox/clock', { now: null }, { 'x-csrf-token': '' })
    expect(codeOf(bare)).toBe('403 CsrfMissing')
  })

  test('404 RouteNotFound for all outside the sandbox', async () => {
    const live = await startService({
      location: service.location,
      environment: { BULWARK_MODE: 'production' },
    })
    for (const answer of await Promise.all(calls(live.api.as('sandbox-admin'))))
      expect(codeOf(answer)).toBe('404 RouteNotFound')
    await live.app.server.close()
    await live.databases.close()
  })
})

describe('a reset', () => {
  const reset = (by = admin) => by.post('/sandbox/reset')
  const names = () => admin.get('/portalvisibilitygroups')

  /** Uses whatever leaves a trace. */
  async function stir(): Promise<void> {
    await admin.put('/sandbox/clock', { now: '2024-03-15T15:00:00Z' })
    const { body: group } = await admin.post(
      '/portalvisibilitygroups',
      { code: 'STIRRED', name: 'Stirred' },
      { 'idempotency-key': 'stir' },
    )
    await admin.patch('/portalvisibilitygroups', { code: 'PVG-TX', name: 'Changed', isActive: false })
    await admin.post('/oauthclients', { name: 'Stirred', roles: ['Dealer'] })
    await admin.post('/apikeys', { name: 'Stirred', roles: ['Dealer'] })
    await admin.delete('/oauthclients/3')
    await admin.post('/v2/Users', {
      ...{ userName: 'stirred@summit.example', email: 'a@b.example', firstName: 'A', lastName: 'B' },
    })
    const { caller } = await signIn(service.api, { userName: 'sandbox-entry@sandbox.example' })
    await caller.put('/me/password', { current: 'sandbox', new: 'a longer new one' })
    await signIn(service.api, { userName: 'sandbox-auditor@sandbox.example', password: 'wrong' })
    expect(group.id).toBeGreaterThan(0)
  }

  test('brings every table back to the seed, byte for byte, and the clock to real time', async () => {
    expect((await reset()).status).toBe(204)
    const seed = await checksums(service.databases)
    await stir()
    const stirred = await checksums(service.databases)
    const changed = Object.keys(seed).filter((name) => seed[name] !== stirred[name])
    expect(changed).toEqual(
      expect.arrayContaining(
        [
          'api_key',
          'app_user',
          'audit_lane',
          'audit_record',
          'event',
          'idempotency',
          'oauth_client',
          'session',
        ].map((name) => `${tenant.schema}.${name}`),
      ),
    )
    const begun = performance.now()
    const answer = await reset()
    expect(performance.now() - begun).toBeLessThan(10_000)
    expect(answer.status).toBe(204)
    expect(answer.text).toBe('')
    const live = await checksums(service.databases)
    expect(live).toEqual(seed)
    expect((await admin.get('/sandbox/clock')).body.isSet).toBe(false)
    // The same as the pristine copy, and without what making it left behind.
    for (const name of Object.keys(live).filter((table) => table.startsWith(`${tenant.schema}.`))) {
      const pristine = name.replace(tenant.schema, pristineSchema(tenant))
      const rows = (table: string) => `select t::text from ${table} as t`
      expect(await query(`${rows(name)} except all ${rows(pristine)}`), name).toEqual([])
      expect(await query(`${rows(pristine)} except all ${rows(name)}`), name).toEqual([])
    }
    for (const name of ['api_key', 'session', 'idempotency', 'event', 'event_subject', 'audit_record'])
      expect(live[`${tenant.schema}.${name}`], name).toBe('0 ')
    expect(live['platform.sign_in_failure']).toBe('0 ')
    // What was deleted or changed signs in as before.
    for (const { name } of callers) expect(await service.api.token(name)).toBeTruthy()
    const { answer: again } = await signIn(service.api, { userName: 'sandbox-entry@sandbox.example' })
    expect(again.status).toBe(200)
  })

  test('finds a row that is missing, in any table and whoever has taken it', async () => {
    await reset()
    const seed = await checksums(service.databases)
    const filled = Object.keys(seed).filter(
      (name) => name.startsWith(`${tenant.schema}.`) && seed[name] !== '0 ',
    )
    expect(filled.length).toBeGreaterThan(40)
    const damaging = new pg.Client(service.location)
    await damaging.connect()
    // No reference is in the way of a hand at the database.
    await damaging.query("set session_replication_role = 'replica'")
    for (let round = 0; round < 6; round += 1) {
      const damaged = filled.filter((_, at) => at % 6 === round)
      for (const table of damaged)
        await damaging.query(`delete from ${table} where ctid = (select max(ctid) from ${table})`)
      expect(await checksums(service.databases)).not.toEqual(seed)
      await reset()
      expect(await checksums(service.databases), damaged.join(', ')).toEqual(seed)
    }
    await damaging.end()
  })

  test('takes back numbers that were drawn for nothing', async () => {
    const sequences = `select sequencename, coalesce(last_value, start_value) as last from pg_sequences
      where schemaname = '${tenant.schema}' order by 1`
    await reset()
    const seed = await query<{ sequencename: string }>(sequences)
    for (const { sequencename } of seed) await query(`select nextval('${tenant.schema}.${sequencename}')`)
    expect(await query(sequences)).not.toEqual(seed)
    await reset()
    expect(await query(sequences)).toEqual(seed)
  })

  test('gives the next records the same ids each time', async () => {
    const made = async () => {
      await reset()
      const { body: group } = await admin.post('/portalvisibilitygroups', { code: 'NEXT', name: 'Next' })
      const { body: client } = await admin.post('/oauthclients', { name: 'Next', roles: ['Dealer'] })
      const { body: key } = await admin.post('/apikeys', { name: 'Next', roles: ['Dealer'] })
      return [group.id, client.id, key.id]
    }
    expect(await made()).toEqual(await made())
  })

  test('keeps the tokens of seeded clients; other tokens, keys and sessions end at once', async () => {
    await reset()
    const seeded = service.api.with(await service.api.token('sandbox-auditor'))
    const { body: client } = await admin.post('/oauthclients', { name: 'Passing', roles: ['Auditor'] })
    const passing = service.api.with(await service.api.token(client.clientId, client.clientSecret))
    const { body: made } = await admin.post('/apikeys', { name: 'Passing', roles: ['Auditor'] })
    const key = service.api.with(made.key)
    const { caller } = await signIn(service.api, { userName: 'sandbox-auditor@sandbox.example' })
    for (const one of [seeded, passing, key, caller]) expect((await one.get('/me')).status).toBe(200)
    const before = (await seeded.get('/me')).body
    await reset()
    expect((await seeded.get('/me')).body).toEqual(before)
    for (const one of [passing, key, caller]) expect((await one.get('/me')).status).toBe(401)
    expect((await signIn(service.api, { userName: 'sandbox-auditor@sandbox.example' })).answer.status).toBe(
      200,
    )
  })

  test('does not replay the answers of before', async () => {
    const once = () =>
      admin.post('/portalvisibilitygroups', { code: 'ONCE', name: 'Once' }, { 'idempotency-key': 'once' })
    await once()
    expect((await once()).headers.get('idempotency-replayed')).toBe('true')
    await reset()
    const again = await once()
    expect(again.status).toBe(201)
    expect(again.headers.get('idempotency-replayed')).toBeNull()
  })

  describe('while others are at work', () => {
    let holder: pg.Client
    beforeAll(async () => {
      holder = new pg.Client(service.location)
      await holder.connect()
    })
    afterAll(() => holder.end())

    test('lets requests in flight finish, and others wait until it is done', async () => {
      await reset()
      const { body: group } = await admin.post('/portalvisibilitygroups', { code: 'SLOW', name: 'Slow' })
      await holder.query('begin')
      await holder.query(
        `select 1 from ${tenant.schema}.portal_visibility_group where id = ${group.id} for update`,
      )
      const order: string[] = []
      const noted = async (name: string, answer: Promise<Answer>) => {
        const { status, body } = await answer
        order.push(name)
        return { status, body }
      }
      const slow = noted('slow', admin.patch('/portalvisibilitygroups', { id: group.id, name: 'Finished' }))
      await inside(1)
      const resetting = noted('reset', reset())
      await until(() => service.app.services.door.closed() !== undefined)
      const waiting = [1, 2, 3].map(() => noted('waiting', names()))
      await sleep(300)
      expect(order).toEqual([])
      await holder.query('commit')
      expect(await slow).toMatchObject({ status: 200, body: { name: 'Finished' } })
      expect((await resetting).status).toBe(204)
      for (const answer of await Promise.all(waiting)) {
        expect(answer.status).toBe(200)
        expect(answer.body.map(({ code }: { code: string }) => code)).toEqual(['PVG-TX'])
      }
      expect(order.slice(0, 2)).toEqual(['slow', 'reset'])
    })

    test('several at once all succeed', async () => {
      const begun = performance.now()
      const answers = await Promise.all(Array.from({ length: 4 }, () => reset()))
      expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204])
      expect(performance.now() - begun).toBeLessThan(10_000)
      expect((await names()).status).toBe(200)
    })

    test('under load every answer is a whole one', async () => {
      const writes = Array.from({ length: 30 }, (_, at) =>
        admin.post('/portalvisibilitygroups', { code: `LOAD-${at}`, name: 'Load' }),
      )
      const resets = [reset(), sleep(20).then(() => reset())]
      const reads = Array.from({ length: 30 }, () => names())
      const all = [...(await Promise.all(writes)), ...(await Promise.all(reads))]
      expect((await Promise.all(resets)).map(({ status }) => status)).toEqual([204, 204])
      for (const { status } of all) expect([200, 201]).toContain(status)
      expect((await reset()).status).toBe(204)
      expect((await names()).body).toHaveLength(1)
    })

    const until = async (isSo: () => boolean) => {
      for (let tries = 0; !isSo(); tries += 1) {
        if (tries > 200) throw new Error('It did not come to pass.')
        await sleep(10)
      }
    }
    const inside = (count: number) => until(() => service.app.services.door.inside() >= count)
  })
})

describe('a start', () => {
  test('finds the sandbox as it was left, and seeds nothing anew', async () => {
    await admin.post('/portalvisibilitygroups', { code: 'KEPT', name: 'Kept' })
    const before = await checksums(service.databases)
    const lines: string[] = []
    const databases = openDatabases(service.location, limits)
    await openSandbox({
      databases,
      passwords: openPasswords(),
      keys: service.keys,
      codeVersion: seedCodeVersion(),
      clock: openClock(),
      log: (line) => lines.push(line),
    })
    await databases.close()
    expect(lines).toEqual([])
    expect(await checksums(service.databases)).toEqual(before)
  })

  test('gives the seed of new code to an untouched sandbox, and leaves one that was used as it is', async () => {
    const open = async () => {
      const lines: string[] = []
      const databases = openDatabases(service.location, limits)
      await databases.platformPool.query(`comment on schema ${pristineSchema(tenant)} is 'an older version'`)
      await openSandbox({
        databases,
        passwords: openPasswords(),
        keys: service.keys,
        codeVersion: seedCodeVersion(),
        clock: openClock(),
        log: (line) => lines.push(line),
      })
      await databases.close()
      return lines
    }
    await admin.post('/sandbox/reset')
    await admin.post('/portalvisibilitygroups', { code: 'USED', name: 'Used' })
    expect((await open()).at(-1)).toContain('your data stays as it is')
    expect((await admin.get('/portalvisibilitygroups/code/USED')).status).toBe(200)
    /** The account holders, how they are paid and what they bought, opened: no two seals of one value are alike. */
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
    await admin.post('/sandbox/reset')
    const [seed, holders] = [await checksums(service.databases), await unsealed()]
    expect(await open()).toEqual(['Seeding the sandbox …'])
    const without = ({
      'platform.migration': _,
      [`${tenant.schema}.app_user`]: __,
      [`${tenant.schema}.account_holder`]: ___,
      [`${tenant.schema}.payment_method`]: ____,
      [`${tenant.schema}.customer`]: _____,
      [`${tenant.schema}.contract`]: ______,
      ...rest
    }: Record<string, string>) => rest
    // Password hashes and seals have new salt and the pristine copy's migrations a new date; all else is the same.
    expect(without(await checksums(service.databases))).toEqual(without(seed))
    expect(await unsealed()).toEqual(holders)
    expect((await signIn(service.api, { userName: 'sandbox-entry@sandbox.example' })).answer.status).toBe(200)
    // The whole seed is made twice.
  }, 180_000)
})
