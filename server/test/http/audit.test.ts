import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, run } from '../../src/db/database.ts'
import { verifyAudit } from '../../src/db/verify-audit.ts'
import { everyWrite, sendWrite, type WriteStory } from '../support/builders/every-write.ts'
import { startService, type TestService, testService } from '../support/service/app.ts'
import { sandboxOf } from '../support/service/sandbox.ts'
import { everyThird, isSoak, trialSeed } from '../support/service/trials.ts'

interface AuditRecord {
  lane: number
  seq: number
  at: Date
  actor_kind: string
  actor_id: number
  actor_name: string
  address: string
  operation: string
  subject: string
  request_id: string
  changes: { pointer: string; before: unknown; after: unknown }[]
}

const records = (db: Db) => run<AuditRecord>(db, 'select * from audit_record order by at, lane, seq', [])

/** The id of what a write has made, by the name that its answer has for it. */
const madeId = (body: Readonly<Record<string, unknown>>) =>
  body.id ??
  body.paymentMethodId ??
  body.statementRequestId ??
  body.guid ??
  body.version ??
  (body.inspection as { readonly id: number } | undefined)?.id

describe('every write', () => {
  let service: TestService
  let db: Db
  let stories: WriteStory[]
  beforeAll(async () => {
    service = await testService()
    db = (await sandboxOf(service)).db
    stories = await everyWrite(service)
  })

  test('leaves exactly one record; a refusal, a dry run or a replay leaves none', async () => {
    const seed = trialSeed('audited writes', 'BULWARK_AUDIT_SEED')
    for (const { operation, subject, actor, done, refused } of everyThird(stories, seed)) {
      const before = await records(db)
      await sendWrite(service, operation, refused)
      await sendWrite(service, operation, done, { search: '?dryRun=true' })
      expect(await records(db), operation).toHaveLength(before.length)

      const headers = { 'idempotency-key': operation, 'x-request-id': `audit-${before.length}` }
      const answer = await sendWrite(service, operation, done, { headers })
      expect(answer.status, answer.text).toBeLessThan(300)
      await sendWrite(service, operation, done, { headers: { 'idempotency-key': operation } })
      const seen = new Set(before.map(({ lane, seq }) => `${lane} ${seq}`))
      const made = (await records(db)).filter(({ lane, seq }) => !seen.has(`${lane} ${seq}`))
      expect(made, operation).toHaveLength(1)
      expect(made[0]).toMatchObject({
        operation,
        subject: subject.replace('#', String(madeId(answer.body))),
        actor_name: actor,
        actor_kind: actor.includes('@') ? 'User' : 'Client',
        address: '127.0.0.1',
        request_id: `audit-${before.length}`,
      })
    }
    expect((await verifyAudit(db, service.keys.audit)).faults).toEqual([])
  })

  test('records the values before and after', async () => {
    const admin = service.api.as('sandbox-admin')
    const last = async () => (await records(db)).at(-1)?.changes ?? []
    const { body: made } = await admin.post('/portalvisibilitygroups', { code: 'AUD', name: 'Audited' })
    expect(await last()).toEqual([{ pointer: '', before: null, after: made }])
    const { body: changed } = await admin.patch('/portalvisibilitygroups', {
      id: made.id,
      name: 'Renamed',
      productIds: [3],
    })
    expect(await last()).toEqual([
      { pointer: '/name', before: 'Audited', after: 'Renamed' },
      { pointer: '/productIds', before: [], after: [3] },
      { pointer: '/updatedAt', before: made.updatedAt, after: changed.updatedAt },
      { pointer: '/rowVersion', before: 1, after: 2 },
    ])
    await admin.delete(`/portalvisibilitygroups/${made.id}`)
    expect(await last()).toEqual([{ pointer: '', before: changed, after: null }])
  })

  test('leaves secrets out of the record', async () => {
    const text = JSON.stringify(await records(db))
    expect(text).not.toMatch(/a much longer one|otpauth:|bw_test_/)
    const [client] = (await records(db)).filter(({ operation }) => operation === 'POST /oauthclients')
    expect(client?.changes[0]?.after).toMatchObject({ clientSecret: null })
  })
})

describe('the audit chain', () => {
  let service: TestService
  let db: Db
  let folder: string
  beforeAll(async () => {
    // A database of its own: this one gets broken.
    folder = mkdtempSync(join(tmpdir(), 'bulwark-audit-'))
    service = await startService({ environment: { BULWARK_DATA: folder } })
    db = (await sandboxOf(service)).db
    const admin = service.api.as('sandbox-admin')
    const write = async (at: number) => {
      for (let time = 0; time < 12; time += 1)
        await admin.patch('/portalvisibilitygroups', { id: 1, description: `Writer ${at}, time ${time}` })
    }
    const checks = Array.from({ length: 5 }, () => verifyAudit(db, service.keys.audit))
    await Promise.all(Array.from({ length: 8 }, (_, at) => write(at)))
    for (const verdict of await Promise.all(checks)) expect(verdict.faults).toEqual([])
  })
  afterAll(async () => {
    await service.app.server.close()
    await service.databases.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const verify = () => verifyAudit(db, service.keys.audit)

  test('is valid during and after many concurrent writes', async () => {
    expect(await verify()).toEqual({ records: 96, faults: [] })
  })

  /** Does harm, looks, and takes the harm back. */
  async function harmed(harm: (text: string) => Promise<unknown>) {
    const pool = service.databases.platformPool
    await pool.query('create schema if not exists kept')
    await pool.query('create table kept.audit_record as table tenant_adm1.audit_record')
    await pool.query('create table kept.audit_lane as table tenant_adm1.audit_lane')
    try {
      await harm('')
      return await verify()
    } finally {
      await pool.query('truncate tenant_adm1.audit_record, tenant_adm1.audit_lane')
      for (const table of ['audit_record', 'audit_lane']) {
        await pool.query(`insert into tenant_adm1.${table} select * from kept.${table}`)
        await pool.query(`drop table kept.${table}`)
      }
    }
  }

  const change: Readonly<Record<string, string>> = {
    at: "at + interval '1 microsecond'",
    actor_kind: "actor_kind || 'x'",
    actor_id: 'actor_id + 1',
    actor_name: 'upper(actor_name)',
    address: "replace(address, '1', '2')",
    operation: "operation || ' '",
    subject: "subject || '0'",
    request_id: 'reverse(request_id)',
    changes: "replace(changes::text, 'Writer', 'writer')::json",
    key_id: "key_id || '1'",
    previous: 'set_byte(previous, 31, get_byte(previous, 31) # 1)',
    hash: 'set_byte(hash, 0, get_byte(hash, 0) # 128)',
    position: 'position + 1',
    reason: "coalesce(reason, '') || 'x'",
  }

  test('names the record in which one byte was changed, in any column', async () => {
    const { rows } = await service.databases.platformPool.query<{ column: string }>(
      "select column_name as column from information_schema.columns where table_schema = 'tenant_adm1' and table_name = 'audit_record'",
    )
    expect(rows.map(({ column }) => column).sort()).toEqual(['lane', 'seq', ...Object.keys(change)].sort())
    const all = await run<{ lane: number; seq: number }>(db, 'select lane, seq from audit_record', [])
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...all),
        fc.constantFrom(...Object.keys(change)),
        async ({ lane, seq }, column) => {
          const { faults } = await harmed(() =>
            run(db, `update audit_record set ${column} = ${change[column]} where lane = $1 and seq = $2`, [
              lane,
              seq,
            ]),
          )
          expect(faults, `${lane} ${seq} ${column}`).toMatchObject([{ lane, seq }])
        },
      ),
      { numRuns: isSoak ? 30 : 14 },
    )
  })

  test('detects records that were removed, added, moved or cut off', async () => {
    const [longest] = await run<{ lane: number; seq: number }>(
      db,
      'select lane, max(seq) as seq from audit_record group by lane order by 2 desc, 1 limit 1',
      [],
    )
    const { lane, seq } = longest ?? { lane: 0, seq: 0 }
    expect(seq).toBeGreaterThanOrEqual(3)
    const harm = (text: string) => harmed(() => run(db, text, []))
    const at = (n: number) => `lane = ${lane} and seq = ${n}`

    // The first, one in the middle: what follows it does not follow any more.
    expect((await harm(`delete from audit_record where ${at(1)}`)).faults).toMatchObject([{ lane, seq: 2 }])
    expect((await harm(`delete from audit_record where ${at(2)}`)).faults).toMatchObject([{ lane, seq: 3 }])
    // The tail, with nothing behind it to miss it.
    expect((await harm(`delete from audit_record where ${at(seq)}`)).faults).toMatchObject([{ lane, seq }])
    expect((await harm(`delete from audit_record where lane = ${lane}`)).faults).toMatchObject([
      { lane, seq: 1 },
    ])
    // Two that change places, with their numbers or in all they say.
    expect(
      (
        await harm(`update audit_record set seq = case seq when 1 then -2 else -1 end where lane = ${lane} and seq in (1, 2);
        `)
      ).faults,
    ).toMatchObject([{ lane }])
    expect(
      (
        await harm(`update audit_record as a set changes = b.changes, request_id = b.request_id from audit_record as b
          where a.lane = ${lane} and b.lane = ${lane} and (a.seq, b.seq) in ((1, 2), (2, 1))`)
      ).faults,
    ).toMatchObject([{ lane, seq: 1 }])
    // A copy behind the last, and one where there is no lane at all.
    const columns =
      'at, actor_kind, actor_id, actor_name, address, operation, subject, request_id, changes, key_id, previous, hash'
    const copied = (to: string) =>
      `insert into audit_record select ${to}, ${columns} from audit_record where ${at(seq)}`
    expect((await harm(copied(`${lane}, ${seq + 1}`))).faults).toMatchObject([{ lane, seq: seq + 1 }])
    expect((await harm(copied('77, 1'))).faults).toMatchObject([{ lane: 77, seq: 1 }])
    // The head alone.
    expect((await harm(`delete from audit_lane where lane = ${lane}`)).faults).toMatchObject([{ lane }])
    expect((await harm(`update audit_lane set seq = seq + 1 where lane = ${lane}`)).faults).toMatchObject([
      { lane },
    ])
    expect((await verify()).faults).toEqual([])
  })

  describe('the end of a lane', () => {
    const zero = "decode(repeat('00', 32), 'hex')"
    /** The head after its last record was removed: all that a record says of the one before it. */
    const setBack = `update audit_lane l set seq = l.seq - 1, hash = coalesce((select previous from audit_record r
      where r.lane = l.lane and r.seq = l.seq), l.hash) where l.seq > 0`
    const removeLast = 'delete from audit_record r using audit_lane l where r.lane = l.lane and r.seq > l.seq'
    const begun = 'select lane, seq, hash, opened, key_id, seal from audit_lane'

    test.each([
      ['set back by one record, which is removed', [setBack, removeLast]],
      ['set back without its seal', [setBack, removeLast, 'update audit_lane set seal = null']],
      ['set back, with the seal of zeros', [setBack, removeLast, `update audit_lane set seal = ${zero}`]],
      [
        'zeroed, and all records removed',
        [`update audit_lane set seq = 0, hash = ${zero}`, 'delete from audit_record'],
      ],
      [
        'zeroed like a new lane',
        [
          `update audit_lane set seq = 0, hash = ${zero}, opened = null, key_id = null, seal = null`,
          'delete from audit_record',
        ],
      ],
      [
        'exchanged with another one',
        [
          `update audit_lane a set seq = b.seq, hash = b.hash, seal = b.seal, opened = b.opened
        from (${begun}) b where b.lane = 31 - a.lane`,
          `update audit_record set lane = 31 - lane + 100`,
          'update audit_record set lane = lane - 100',
        ],
      ],
      ['under a key that is not ours', ["update audit_lane set key_id = 'k0'"]],
      [
        'with one bit of its seal changed',
        ['update audit_lane set seal = set_byte(seal, 5, get_byte(seal, 5) # 1)'],
      ],
    ])('%s', async (_, texts) => {
      const { faults } = await harmed(async () => {
        for (const text of texts) await run(db, text, [])
      })
      expect(faults.length).toBeGreaterThan(0)
    })

    test('that was tampered with is not made good by the next write', async () => {
      const { faults } = await harmed(async () => {
        for (const text of [setBack, removeLast]) await run(db, text, [])
        const admin = service.api.as('sandbox-admin')
        for (let time = 0; time < 5; time += 1)
          await admin.patch('/portalvisibilitygroups', { id: 1, description: `After ${time}` })
      })
      expect(faults.length).toBeGreaterThan(0)
    })
  })

  test('accepts old records without a place and a reason, and detects if these are added or removed', async () => {
    const none = Buffer.alloc(0)
    const [{ lane, seq, hash, opened } = { lane: 0, seq: 0, hash: none, opened: none }] = await run<{
      lane: number
      seq: number
      hash: Buffer
      opened: Buffer
    }>(db, 'select lane, seq, hash, opened from audit_lane order by lane limit 1', [])
    const [key] = service.keys.audit
    if (!key) throw new Error('There is no audit key.')
    const fields = [
      ...[lane, seq + 1, '2024-03-15T15:00:00.000Z', 'Client', 1, 'x', '127.0.0.1', 'PATCH /x', 'x/1', 'r'],
      ...['[]', key.id],
    ]
    const text = JSON.stringify([...fields, hash.toString('hex')])
    const seal = createHmac('sha256', key.secret).update(text).digest()
    const add = async () => {
      await run(
        db,
        `insert into audit_record (lane, seq, at, actor_kind, actor_id, actor_name, address, operation, subject,
           request_id, changes, key_id, previous, hash)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
        [...fields, hash, seal],
      )
      const head = JSON.stringify(['head', opened.toString('hex'), lane, seq + 1, seal.toString('hex')])
      await run(db, 'update audit_lane set seq = $2, hash = $3, seal = $4 where lane = $1', [
        ...[lane, seq + 1, seal],
        createHmac('sha256', key.secret).update(head).digest(),
      ])
    }
    expect((await harmed(add)).faults).toEqual([])
    const changed = (to: string) => async () => {
      await add()
      await run(db, `update audit_record set ${to} where lane = $1 and seq = $2`, [lane, seq + 1])
    }
    expect((await harmed(changed('position = 1'))).faults).toMatchObject([{ lane, seq: seq + 1 }])
    expect((await harmed(changed("position = 1, reason = 'x'"))).faults).toMatchObject([{ lane }])
    expect(
      (await harmed(() => run(db, 'update audit_record set position = null where seq = 1', []))).faults,
    ).not.toEqual([])
  })

  test('is not valid if it was sealed with another key', async () => {
    const others = service.keys.audit.map(({ id }) => ({ id, secret: Buffer.alloc(32) }))
    expect((await verifyAudit(db, others)).faults.length).toBeGreaterThan(0)
    const { faults } = await verifyAudit(db, [])
    // Lanes without a record are not sealed either.
    expect(faults.some(({ reason }) => reason.includes('is not in the key file'))).toBe(true)
  })
})
