import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { run } from '../../src/db/database.ts'
import { afterCommit, emit } from '../../src/db/unit-of-work.ts'
import { Problem } from '../../src/http/problems.ts'
import { route } from '../../src/http/route.ts'
import { rateIdOfR1, saleOfR1 } from '../support/builders/contracts.ts'
import type { Answer } from '../support/service/api.ts'
import { startService, type TestService, testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { sandboxOf } from '../support/service/sandbox.ts'
import { serve, type TestServer } from '../support/service/server.ts'

let service: TestService
beforeEach(async () => {
  service = await testService()
})
const admin = () => service.api.as('sandbox-admin')
const key = (value: string) => ({ 'idempotency-key': value })
const query = async <Row>(text: string) => run<Row>((await sandboxOf(service)).db, text, [])
const countOf = async (table: string) =>
  (await query<{ n: number }>(`select count(*) as n from ${table}`))[0]?.n

/** What makes two answers the same: all but what belongs to the one delivery. */
const contentOf = ({ status, headers, text }: Answer) => ({
  status,
  text,
  headers: ['content-type', 'etag', 'location', 'link', 'cache-control', 'retry-after'].map((name) =>
    headers.get(name),
  ),
})

function expectReplay(first: Answer, again: Answer): void {
  expect(contentOf(again)).toEqual(contentOf(first))
  expect(first.headers.get('idempotency-replayed')).toBeNull()
  expect(again.headers.get('idempotency-replayed')).toBe('true')
}

const group = { code: 'ONCE', name: 'Once' }
const post = (headers: Record<string, string>, body: unknown = group) =>
  admin().post('/portalvisibilitygroups', body, headers)

describe('the same request with the same key', () => {
  test('gets the first answer again, and has one effect', async () => {
    const first = await post(key('a'))
    expect(first.status).toBe(201)
    const again = await post(key('a'))
    expectReplay(first, again)
    expect(await countOf('portal_visibility_group')).toBe(2)
    expect(await countOf('audit_record')).toBe(1)
    // The delivery is its own: another request id.
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
  })

  test('is recognized below /api, in another letter case, and with other member order or spaces', async () => {
    const first = await post(key('a'))
    const twisted = '{ "name" : "Once",\n "code":"\\u004fNCE" }'
    expectReplay(first, await admin().post('/API/PortalVisibilityGroups/', twisted, key('a')))
  })

  test('gets the same answer when the record has changed or is gone', async () => {
    const first = await post(key('a'))
    await admin().patch('/portalvisibilitygroups', { id: first.body.id, name: 'Renamed' })
    expectReplay(first, await post(key('a')))
    await admin().delete(`/portalvisibilitygroups/${first.body.id}`)
    expectReplay(first, await post(key('a')))
    expectProblem(await admin().get(`/portalvisibilitygroups/${first.body.id}`), 'NotFound')
  })

  test('replays a long answer, which is stored packed, to the letter', async () => {
    await admin().put('/sandbox/clock', { now: '2024-03-15T15:00:00Z' })
    const sale = { rateId: await rateIdOfR1(admin()), ...saleOfR1(), notes: 'Señora Núñez prefers Spanish.' }
    const first = await admin().post('/contracts', sale, key('sale'))
    expect(first.status).toBe(201)
    expectReplay(first, await admin().post('/contracts', sale, key('sale')))
    const stored = await query<{ body: string | null; size: number }>(
      'select body, octet_length(packed_body) as size from idempotency',
    )
    expect(stored).toEqual([{ body: null, size: expect.any(Number) }])
    expect(stored[0]?.size).toBeLessThan(first.text.length / 2)
  })

  test('replays an answer without a body', async () => {
    const { body } = await post({})
    const path = `/portalvisibilitygroups/${body.id}`
    const first = await admin().delete(path, key('gone'))
    expect(first.status).toBe(204)
    expectReplay(first, await admin().delete(path, key('gone')))
  })

  test('from another caller is a different request', async () => {
    const other = service.api.as('sandbox-supervisor')
    const [mine, theirs] = [
      await admin().post('/apikeys', { name: 'Key', permissions: ['contracts:read'] }, key('same')),
      await other.post('/apikeys', { name: 'Key', permissions: ['contracts:read'] }, key('same')),
    ]
    expect(theirs.status).toBe(201)
    expect(theirs.headers.get('idempotency-replayed')).toBeNull()
    expect(theirs.body.id).not.toBe(mine.body.id)
  })
})

describe('the same key with another request', () => {
  test.each<[string, () => Promise<Answer>]>([
    ['another body', () => post(key('a'), { ...group, name: 'Twice' })],
    ['another path', () => admin().post('/oauthclients', { name: 'Tool', roles: ['Dealer'] }, key('a'))],
    [
      'another method',
      () => admin().patch('/portalvisibilitygroups', { code: 'ONCE', name: 'Once' }, key('a')),
    ],
  ])('%s is refused', async (_, other) => {
    await post(key('a'))
    expectProblem(await other(), 'IdempotencyKeyReused')
    expect(await countOf('audit_record')).toBe(1)
  })
})

describe('a key', () => {
  test('has 1 to 255 characters', async () => {
    expect((await post(key('k'.repeat(255)))).status).toBe(201)
    for (const bad of ['k'.repeat(256), '']) {
      const refused = await post(key(bad), { code: 'OTHER', name: 'Other' })
      expect(expectProblem(refused, 'ValidationFailed').errors).toMatchObject([
        { pointer: 'Idempotency-Key', code: 'Length' },
      ])
    }
    expect(await countOf('idempotency')).toBe(1)
  })

  test('is kept for two days', async () => {
    await post(key('a'))
    const aged = (hours: number) =>
      query(`update idempotency set created_at = now() - interval '${hours} hours'`)
    const cleanUp = async () => {
      const { runs } = service.app.services
      await admin().post('/automatic-process-runs', { processType: 'IdempotencyCleanup', execute: true })
      expect(await runs.workAll()).toBe(1)
    }
    await aged(25)
    await cleanUp()
    expect(await countOf('idempotency')).toBe(1)
    await aged(49)
    await cleanUp()
    expect(await countOf('idempotency')).toBe(0)
  })
})

describe('a refusal', () => {
  test.each<[string, () => Promise<Answer>, number]>([
    ['not found', () => admin().delete('/portalvisibilitygroups/987', key('r')), 404],
    ['a duplicate', () => post(key('r'), { code: 'pvg-tx', name: 'Again' }), 409],
    ['stale', () => admin().delete('/portalvisibilitygroups/1', { ...key('r'), 'if-match': '"old"' }), 412],
    ['an unknown reference', () => post(key('r'), { ...group, dealerIdsToAdd: [987] }), 422],
  ])('%s is kept and replayed, though the world has changed', async (_, send, status) => {
    const first = await send()
    expect(first.status).toBe(status)
    await query(`delete from portal_visibility_group_dealer`)
    await query(`update portal_visibility_group set code = 'MOVED'`)
    const again = await send()
    expectReplay(first, again)
    expect(again.body.requestId).toBe(first.headers.get('x-request-id'))
    expect(await countOf('audit_record')).toBe(0)
  })

  test('for shape, sign-in or permission is not stored', async () => {
    expect((await post(key('a'), { code: 'ONCE' })).status).toBe(400)
    expect((await service.api.anonymous.post('/portalvisibilitygroups', group, key('a'))).status).toBe(401)
    expect(
      (await service.api.as('sandbox-dealer-d1001').post('/portalvisibilitygroups', group, key('a'))).status,
    ).toBe(403)
    expect((await post(key('a'))).status).toBe(201)
  })

  test('for shape or permission is not stored when the use case finds it either', async () => {
    const expired = { name: 'Key', permissions: ['contracts:read'], expiresAt: '2020-01-01T00:00:00Z' }
    expect((await admin().post('/apikeys', expired, key('a'))).status).toBe(400)
    const beyond = { name: 'Key', permissions: ['access:manage'] }
    expect((await service.api.as('sandbox-entry').post('/apikeys', beyond, key('a'))).status).toBe(403)
    expect(await countOf('idempotency')).toBe(0)
  })
})

describe('an answer with a secret', () => {
  test('is replayed with the secret, which is stored only encrypted', async () => {
    const body = { name: 'Tool', roles: ['Dealer'] }
    const first = await admin().post('/oauthclients', body, key('secret'))
    const again = await admin().post('/oauthclients', body, key('secret'))
    expectReplay(first, again)
    expect(again.body.clientSecret).toHaveLength(first.body.clientSecret.length)
    const [stored] = await query<{ row: string }>('select i::text as row from idempotency as i')
    for (const text of [first.body.clientSecret, first.body.clientId, 'Tool'])
      expect(stored?.row).not.toContain(text)
    expect(stored?.row).toContain('data-1.')
  })

  test('does not leave the secret in the audit, the events or any other table', async () => {
    const { body } = await admin().post(
      '/apikeys',
      { name: 'Key', permissions: ['contracts:read'] },
      key('x'),
    )
    const { body: user } = await admin().post(
      '/v2/users',
      {
        userName: 'ann.berg',
        email: 'ann@summit.example',
        firstName: 'Ann',
        lastName: 'Berg',
      },
      key('y'),
    )
    for (const table of ['idempotency', 'audit_record', 'event', 'api_key', 'app_user'])
      for (const secret of [body.key, user.invitation]) {
        const rows = await query<{ row: string }>(`select t::text as row from ${table} as t`)
        expect(rows.map(({ row }) => row).join(), table).not.toContain(secret)
      }
  })

  test('without a secret the answer is stored as it is, without the request', async () => {
    await post(key('plain'))
    const [stored] = await query<{ body: string; fingerprint: Buffer }>(
      'select body, fingerprint from idempotency',
    )
    expect(JSON.parse(stored?.body ?? '')).toMatchObject(group)
    expect(stored?.fingerprint).toHaveLength(32)
  })
})

describe('concurrent requests with one key', () => {
  test('have one effect; each gets the first answer or a refusal because it is still running', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(key('many'))))
    const made = answers.filter(({ status }) => status === 201)
    expect(made.length).toBeGreaterThan(0)
    expect(new Set(made.map(({ text }) => text)).size).toBe(1)
    expect(made.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expectProblem(answer, 'RequestInProgress')
      expect(answer.headers.get('retry-after')).toBe('1')
    }
    expect(await countOf('portal_visibility_group')).toBe(2)
    expect(await countOf('audit_record')).toBe(1)
    expectReplay(
      made.find(({ headers }) => headers.get('idempotency-replayed') === null) as Answer,
      await post(key('many')),
    )
  })

  test('in two services on one database have one effect, and the second replays the answer of the first', async () => {
    const { location } = service
    const second = await startService({ location })
    const elsewhere = (headers: Record<string, string>) =>
      second.api.as('sandbox-admin').post('/portalvisibilitygroups', group, headers)
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => (at % 2 ? elsewhere(key('two')) : post(key('two')))),
    )
    expect(
      answers.filter(({ status, headers }) => status === 201 && !headers.get('idempotency-replayed')),
    ).toHaveLength(1)
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1)
    expect(await countOf('portal_visibility_group')).toBe(2)
    const first = answers.find(
      ({ status, headers }) => status === 201 && !headers.get('idempotency-replayed'),
    )
    await second.app.server.close()
    await second.databases.close()
    const restarted = await startService({ location })
    const again = await restarted.api.as('sandbox-admin').post('/portalvisibilitygroups', group, key('two'))
    expectReplay(first as Answer, again)
    await restarted.app.server.close()
    await restarted.databases.close()
  })
})

describe('an operation that moves money', () => {
  let server: TestServer
  let failures = 0
  let effects = 0
  let stillRunning = 0
  let slowly = 0
  let finish: () => void = () => undefined
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const common = { tag: 'Test', summary: 'Pay', permission: 'signed-in', subject: 'payments' } as const
  const Paid = z.object({ paid: z.int() })
  beforeAll(async () => {
    service = await testService()
    server = await serve(service, [
      route.write({
        ...common,
        method: 'POST',
        path: '/payments',
        moves: 'money',
        query: z.strictObject({ currency: z.string().optional() }),
        body: z.strictObject({ cents: z.int(), dryRun: z.boolean().optional() }),
        answer: Paid,
        handler: async ({ body }) => {
          effects += 1
          return { paid: body.cents }
        },
      }),
      route.write({
        ...common,
        method: 'POST',
        path: '/payments/half',
        body: z.strictObject({ code: z.string() }),
        handler: async ({ tx, body, now }) => {
          emit(tx, { subject: 'apikeys/1', type: 'apiKey.created', data: { id: 1 } })
          afterCommit(tx, () => {
            stillRunning += 1
          })
          await run(
            tx,
            `insert into portal_visibility_group (code, name, created_at, created_by, updated_at, updated_by)
             values ($1, 'Half', $2, 'test', $2, 'test')`,
            [body.code, now],
          )
          throw new Problem('NotEditable', 'Half way is not far enough.')
        },
      }),
      route.write({
        ...common,
        method: 'POST',
        path: '/payments/slow',
        answer: Paid,
        handler: async () => {
          slowly += 1
          await finished
          return { paid: 1 }
        },
      }),
      route.write({
        ...common,
        method: 'POST',
        path: '/payments/shaky',
        answer: Paid,
        handler: async () => {
          failures += 1
          if (failures === 1) throw new Error('The first try breaks.')
          if (failures === 2) throw new Problem('NotReady', 'The second one is not ready.')
          return { paid: failures }
        },
      }),
    ])
  })
  afterAll(() => server.server.close())
  const payer = () => server.api.as('sandbox-admin')

  test('is refused without a key after its shape is checked, except in a dry run', async () => {
    const keyless = await payer().post('/payments', { cents: 100 })
    expect(expectProblem(keyless, 'PreconditionRequired')).toMatchObject({
      moves: 'money',
      detail: expect.stringContaining('moves money'),
    })
    expectProblem(await payer().post('/payments', { cents: 'x' }), 'ValidationFailed')
    expect(effects).toBe(0)
    const dry = await payer().post('/payments?dryRun=true', { cents: 100 })
    expect(dry.body).toMatchObject({ paid: 100, effects: { events: [] } })
    const inBody = await payer().post('/payments', { cents: 100, dryRun: true }, key('ignored'))
    expect(inBody.headers.get('dry-run')).toBe('true')
    expect(
      (await payer().post('/payments', { cents: 100 }, key('ignored'))).headers.get('idempotency-replayed'),
    ).toBeNull()
  })

  test('is a different request with a different query', async () => {
    const first = await payer().post('/payments?currency=USD', { cents: 5 }, key('query'))
    expectProblem(
      await payer().post('/payments?currency=EUR', { cents: 5 }, key('query')),
      'IdempotencyKeyReused',
    )
    expectReplay(
      first,
      await payer().post('/payments?dryRun=false&currency=%55SD', { cents: 5 }, key('query')),
    )
  })

  test('is rolled back when it is refused halfway; only the refusal is stored', async () => {
    const before = await query('select * from portal_visibility_group order by id')
    const refused = await payer().post('/payments/half', { code: 'HALF' }, key('half'))
    expectProblem(refused, 'NotEditable')
    expectReplay(refused, await payer().post('/payments/half', { code: 'HALF' }, key('half')))
    // What the database itself refuses is no other: its transaction lives on to keep the answer.
    const taken = await payer().post('/payments/half', { code: 'pvg-tx' }, key('taken'))
    expect(expectProblem(taken, 'DuplicateNumber').errors).toMatchObject([{ pointer: '/code' }])
    expectReplay(taken, await payer().post('/payments/half', { code: 'pvg-tx' }, key('taken')))
    expect(await query('select * from portal_visibility_group order by id')).toEqual(before)
    expect([await countOf('event'), await countOf('audit_record'), stillRunning]).toEqual([0, 0, 0])
  })

  test('is not started twice; the same key is refused while it is running', async () => {
    const first = payer().post('/payments/slow', undefined, key('slow'))
    await expect.poll(() => slowly).toBe(1)
    for (let time = 0; time < 3; time += 1) {
      const second = await payer().post('/payments/slow', undefined, key('slow'))
      expectProblem(second, 'RequestInProgress')
      expect(second.headers.get('retry-after')).toBe('1')
    }
    finish()
    expectReplay(await first, await payer().post('/payments/slow', undefined, key('slow')))
    expect(slowly).toBe(1)
  })

  test('stores nothing after a server error, and succeeds when it is sent again', async () => {
    expectProblem(await payer().post('/payments/shaky', undefined, key('shaky')), 'InternalError')
    expectProblem(await payer().post('/payments/shaky', undefined, key('shaky')), 'NotReady')
    const done = await payer().post('/payments/shaky', undefined, key('shaky'))
    expect(done.body).toEqual({ paid: 3 })
    expectReplay(done, await payer().post('/payments/shaky', undefined, key('shaky')))
  })
})
