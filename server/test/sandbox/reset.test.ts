import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callers } from '../../src/sandbox/crowd/world.ts'
import { pristineSchema, restoreTables } from '../../src/sandbox/seed-tables.ts'
import { ownSandbox } from '../support/builders/own-sandbox.ts'
import type { Answer } from '../support/service/api.ts'
import { checksums } from '../support/service/checksums.ts'
import { signIn } from '../support/service/portal.ts'
import { isSoak, oneIn, trialSeed } from '../support/service/trials.ts'

const { service, admin, tenant, query, close } = await ownSandbox()
afterAll(close)

describe('a reset of the sandbox', () => {
  const reset = (by = admin) => by.post('/sandbox/reset')
  const names = () => admin.get('/portalvisibilitygroups')

  /** Changes records of every kind that a reset must restore. */
  async function changeEverything(): Promise<void> {
    await admin.put('/sandbox/clock', { now: '2024-03-15T15:00:00Z' })
    const { body: group } = await admin.post(
      '/portalvisibilitygroups',
      { code: 'STIRRED', name: 'Stirred' },
      { 'idempotency-key': 'change' },
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

  test('restores every table to the seed, byte for byte, and the clock to real time', async () => {
    expect((await reset()).status).toBe(204)
    const seed = await checksums(service)
    await changeEverything()
    const used = await checksums(service)
    const changed = Object.keys(seed).filter((name) => seed[name] !== used[name])
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
    const live = await checksums(service)
    expect(live).toEqual(seed)
    expect((await admin.get('/sandbox/clock')).body.isSet).toBe(false)
    // The tables match the pristine copy, and no leftovers of the copy exist.
    const tables = Object.keys(live).filter((table) => table.startsWith(`${tenant.schema}.`))
    for (const name of oneIn(6, tables, trialSeed('restored tables', 'BULWARK_RESET_SEED'))) {
      const pristine = name.replace(tenant.schema, pristineSchema(tenant))
      const rows = (table: string) => `select t::text from ${table} as t`
      expect(await query(`${rows(name)} except all ${rows(pristine)}`), name).toEqual([])
      expect(await query(`${rows(pristine)} except all ${rows(name)}`), name).toEqual([])
    }
    for (const name of ['api_key', 'session', 'idempotency', 'event', 'event_subject', 'audit_record'])
      expect(live[`${tenant.schema}.${name}`], name).toBe('0 ')
    expect(live['platform.guess']).toBe('0 ')
    // The deleted and changed callers can sign in as before.
    for (const { name } of callers) expect(await service.api.token(name)).toBeTruthy()
    const { answer: again } = await signIn(service.api, { userName: 'sandbox-entry@sandbox.example' })
    expect(again.status).toBe(200)
  })

  test('restores a missing row in any table, even one deleted directly in the database', async () => {
    await reset()
    const seed = await checksums(service)
    const filled = Object.keys(seed).filter(
      (name) => name.startsWith(`${tenant.schema}.`) && seed[name] !== '0 ',
    )
    expect(filled.length).toBeGreaterThan(40)
    const ROUNDS = isSoak ? 6 : 2
    const damaging = new pg.Client(service.location)
    await damaging.connect()
    // A cluster passes settings of a transaction on to its workers. Elsewhere this setting says nothing.
    await damaging.query("set citus.propagate_set_commands = 'local'")
    for (let round = 0; round < ROUNDS; round += 1) {
      const damaged = filled.filter((_, at) => at % ROUNDS === round)
      await damaging.query('begin')
      // Foreign keys are off, so that a row of any table can be deleted.
      await damaging.query("set local session_replication_role = 'replica'")
      for (const table of damaged)
        await damaging.query(`delete from ${table} where ctid = (select max(ctid) from ${table})`)
      await damaging.query('commit')
      expect(await checksums(service)).not.toEqual(seed)
      await reset()
      expect(await checksums(service), damaged.join(', ')).toEqual(seed)
    }
    await damaging.end()
  })

  test('copies whole tables where the database checks references', async () => {
    await reset()
    const seed = await checksums(service)
    const { schema } = tenant
    await query(`update ${schema}.contract set number = number || '-X' where id % 2 = 0`)
    await query(`delete from ${schema}.contract_event where contract_id % 3 = 0`)
    const client = await service.databases.platformPool.connect()
    try {
      await client.query('begin')
      await restoreTables(client, {
        ...{ live: schema, seed: pristineSchema(tenant) },
        ...{ layouts: new Map(), checksReferences: true },
      })
      await client.query('commit')
    } finally {
      client.release()
    }
    expect(await checksums(service)).toEqual(seed)
  })

  test('copies everything from time to time, so that the mark of the schema stays short', async () => {
    await reset()
    const seed = await checksums(service)
    const transactions = async () => {
      const [row] = await query<{ mark: string }>(
        `select obj_description('${tenant.schema}'::regnamespace, 'pg_namespace') as mark`,
      )
      return row?.mark.split(',') ?? []
    }
    const many = [...(await transactions()), ...Array.from({ length: 98 }, () => '3')]
    await query(`comment on schema ${tenant.schema} is '${many.join(',')}'`)
    await query(`update ${tenant.schema}.portal_visibility_group set name = 'Changed'`)
    await reset()
    expect(await transactions()).toHaveLength(1)
    expect(await checksums(service)).toEqual(seed)
  })

  test('restores the sequences, even where no record used the number', async () => {
    const sequences = `select sequencename, coalesce(last_value, start_value) as last from pg_sequences
      where schemaname = '${tenant.schema}' order by 1`
    await reset()
    const seed = await query<{ sequencename: string }>(sequences)
    for (const { sequencename } of seed) await query(`select nextval('${tenant.schema}.${sequencename}')`)
    expect(await query(sequences)).not.toEqual(seed)
    await reset()
    expect(await query(sequences)).toEqual(seed)
  })

  test('gives new lines of claims ids above those of the seed', async () => {
    await reset()
    const [seeded] = await query<{ last: number }>(
      `select max((line ->> 'id')::int) as last from ${tenant.schema}.claim_detail,
         lateral jsonb_array_elements(labor || parts) as line`,
    )
    const [next] = await query<{ id: string }>(`select nextval('${tenant.schema}.claim_line_id') as id`)
    expect(seeded?.last).toBeGreaterThan(100)
    expect(Number(next?.id)).toBeGreaterThan(seeded?.last ?? 0)
  })

  test('gives the next records the same ids after each reset', async () => {
    const made = async () => {
      await reset()
      const { body: group } = await admin.post('/portalvisibilitygroups', { code: 'NEXT', name: 'Next' })
      const { body: client } = await admin.post('/oauthclients', { name: 'Next', roles: ['Dealer'] })
      const { body: key } = await admin.post('/apikeys', { name: 'Next', roles: ['Dealer'] })
      return [group.id, client.id, key.id]
    }
    expect(await made()).toEqual(await made())
  })

  test('keeps the tokens of seeded clients and ends all other tokens, keys and sessions at once', async () => {
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

  test('does not replay an answer from before the reset', async () => {
    const once = () =>
      admin.post('/portalvisibilitygroups', { code: 'ONCE', name: 'Once' }, { 'idempotency-key': 'once' })
    await once()
    expect((await once()).headers.get('idempotency-replayed')).toBe('true')
    await reset()
    const again = await once()
    expect(again.status).toBe(201)
    expect(again.headers.get('idempotency-replayed')).toBeNull()
  })

  describe('while other requests run', () => {
    let holder: pg.Client
    beforeAll(async () => {
      holder = new pg.Client(service.location)
      await holder.connect()
    })
    afterAll(() => holder.end())

    test('lets requests in flight finish and makes new ones wait until it is done', async () => {
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

    test('succeeds several times at once', async () => {
      const answers = await Promise.all(Array.from({ length: 4 }, () => reset()))
      expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204])
      expect((await names()).status).toBe(200)
    })

    test('answers every request under load', async () => {
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
        if (tries > 200) throw new Error('The condition was not met within two seconds.')
        await sleep(10)
      }
    }
    const inside = (count: number) => until(() => service.app.services.door.inside() >= count)
  })
})
