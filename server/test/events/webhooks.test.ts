import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Db, run } from '../../src/db/database.ts'
import { newWebhook } from '../support/builders/webhooks.ts'
import type { Caller } from '../support/service/api.ts'
import { type TestService, testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { holderId, sandboxOf } from '../support/service/sandbox.ts'

let service: TestService
let db: Db
let admin: Caller
beforeAll(async () => {
  service = await testService()
  db = (await sandboxOf(service)).db
  admin = service.api.as('sandbox-admin')
})

const url = 'https://hooks.example.com/bulwark'

/** A client of its own, limited to a dealer if one is named. */
async function client(roles: readonly string[], ...dealers: readonly string[]): Promise<Caller> {
  const scopes = []
  for (const number of dealers) scopes.push({ type: 'Dealer', id: await holderId(service, 'Dealer', number) })
  const { body } = await admin.post('/oauthclients', { name: 'Hooks', roles, scopes })
  return service.api.with(await service.api.token(body.clientId, body.clientSecret))
}

describe('a webhook', () => {
  test('is created, read, changed and deleted', async () => {
    const made = await admin.post('/webhooks', {
      url,
      types: ['contract.*', 'claim.paid'],
      description: 'Sales',
    })
    expect(made.status, made.text).toBe(201)
    expect(made.headers.get('location')).toBe(`/webhooks/${made.body.id}`)
    expect(made.body).toMatchObject({
      ...{ url, types: ['contract.*', 'claim.paid'], description: 'Sales', isActive: true },
      ...{ disabledAt: null, disabledReason: null, createdBy: 'sandbox-admin', rowVersion: 1 },
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    })
    const path = `/webhooks/${made.body.id}`
    const read = await admin.get(path)
    const { secret, ...rest } = made.body
    expect(read.body).toEqual(rest)
    expect(read.headers.get('etag')).toBe(made.headers.get('etag'))
    expect((await admin.get('/webhooks')).body).toContainEqual(rest)

    const changed = await admin.patch(
      path,
      { types: null, isActive: false },
      { 'if-match': read.headers.get('etag') ?? '' },
    )
    expect(changed.body).toMatchObject({
      url,
      types: null,
      description: 'Sales',
      isActive: false,
      rowVersion: 2,
    })
    expectProblem(
      await admin.patch(path, {}, { 'if-match': read.headers.get('etag') ?? '' }),
      'PreconditionFailed',
    )
    for (const same of [{}, { url, types: null, description: 'Sales', isActive: false }])
      expect((await admin.patch(path, same)).body).toEqual(changed.body)

    expect((await admin.delete(path)).status).toBe(204)
    expectProblem(await admin.get(path), 'NotFound')
  })

  test('keeps its secrets encrypted, and shows them in no record', async () => {
    const { id, secret } = await newWebhook(admin, { url })
    const changed = await admin.post(`/webhooks/${id}/secret`)
    expect(changed.status, changed.text).toBe(200)
    expect(changed.body.secret).toMatch(/^whsec_/)
    const [row] = await run<Record<string, string>>(
      db,
      `select secret, old_secret, extract(epoch from old_secret_until - now())::int as seconds from webhook where id = $1`,
      [id],
    )
    expect(row?.secret).not.toContain('whsec_')
    expect(row?.old_secret).not.toContain('whsec_')
    expect(Number(row?.seconds)).toBeGreaterThan(24 * 3_600 - 60)
    const audit = await run<{ text: string }>(
      db,
      `select changes::text as text from audit_record where subject = $1`,
      [`webhooks/${id}`],
    )
    expect(audit).toHaveLength(2)
    for (const { text } of audit)
      for (const each of [secret, changed.body.secret]) expect(text).not.toContain(each)
  })

  test('is one of at most 100', async () => {
    const { body } = await admin.get('/webhooks')
    await run(
      db,
      `insert into webhook (url, is_active, secret, maker_kind, maker_id, position, created_at, created_by, updated_at, updated_by)
       select $1, false, 'none', 'Client', 1, 0, now(), 'many', now(), 'many' from generate_series(1, $2::int)`,
      [url, 100 - body.length],
    )
    expectProblem(await admin.post('/webhooks', { url }), 'TooManyWebhooks')
    await run(db, `delete from webhook where created_by = 'many'`, [])
  })
})

describe('a refusal', () => {
  test.each([
    'http://10.0.0.1/',
    'https://169.254.169.254/',
    'ftp://example.com/',
    'https://a:b@example.com/',
    'nothing',
  ])('names the URL %s', async (bad) => {
    const answer = await admin.post('/webhooks', { url: bad })
    expectProblem(answer, 'UrlNotAllowed')
    expect(answer.body.errors).toMatchObject([{ pointer: '/url', code: 'UrlNotAllowed' }])
    const { id } = await newWebhook(admin, { url, isActive: false })
    expectProblem(await admin.patch(`/webhooks/${id}`, { url: bad }), 'UrlNotAllowed')
  })

  // What production refuses is in server/src/domain/webhooks/endpoints.test.ts.
  test('does not concern this machine and http in a sandbox', async () => {
    const local = [
      'http://127.0.0.1:9/',
      'http://localhost:9/',
      'http://hooks.example.com/',
      'https://[::1]/',
    ]
    for (const each of local)
      expect((await admin.post('/webhooks', { url: each, isActive: false })).status).toBe(201)
  })

  test('of an unknown type lists the known ones', async () => {
    const answer = await admin.post('/webhooks', {
      url,
      types: ['contract.finalized', 'contract.sold', 'cash.*'],
    })
    expectProblem(answer, 'ValidationFailed')
    expect(answer.body.errors).toMatchObject([
      {
        pointer: '/types/1',
        code: 'Enum',
        known: expect.arrayContaining(['contract.finalized', 'claim.paid']),
      },
      { pointer: '/types/2', code: 'Enum' },
    ])
    expectProblem(await admin.post('/webhooks', { url, types: [] }), 'ValidationFailed')
  })

  test('of an unknown webhook is the same everywhere', async () => {
    expectProblem(await admin.get('/webhooks/987654'), 'NotFound')
    expectProblem(await admin.patch('/webhooks/987654', {}), 'NotFound')
    expectProblem(await admin.delete('/webhooks/987654'), 'NotFound')
    expectProblem(await admin.post('/webhooks/987654/secret'), 'NotFound')
    expectProblem(await admin.post('/webhooks/987654/test'), 'NotFound')
    expectProblem(await admin.get('/webhooks/987654/deliveries'), 'NotFound')
    expectProblem(await admin.post('/webhooks/987654/replay', { eventIds: [randomUUID()] }), 'NotFound')
  })

  test('of a caller without webhooks:manage names the permission', async () => {
    const dealer = service.api.as('sandbox-dealer-d1001')
    const answer = await dealer.post('/webhooks', { url })
    expectProblem(answer, 'Forbidden')
    expect(answer.body.permission).toBe('webhooks:manage')
  })

  test.each(['POST', 'PATCH'])(
    'of %s by a caller without events:read names the permission',
    async (method) => {
      const { id } = await newWebhook(admin, { url })
      const made = await admin.post('/apikeys', { name: 'Blind', permissions: ['webhooks:manage'] })
      const blind = service.api.with(made.body.key)
      const answer =
        method === 'POST'
          ? await blind.post('/webhooks', { url })
          : await blind.patch(`/webhooks/${id}`, { url: `${url}/2` })
      expectProblem(answer, 'Forbidden')
      expect(answer.body.permission).toBe('events:read')
      await admin.delete(`/webhooks/${id}`)
    },
  )

  test('of a test or replay says that the webhook is switched off', async () => {
    const { id } = await newWebhook(admin, { url, isActive: false })
    expectProblem(await admin.post(`/webhooks/${id}/test`), 'WebhookInactive')
    expectProblem(await admin.post(`/webhooks/${id}/replay`, { eventIds: [randomUUID()] }), 'WebhookInactive')
  })

  test('of a replay names the events that are not there', async () => {
    const { id } = await newWebhook(admin, { url })
    const answer = await admin.post(`/webhooks/${id}/replay`, { eventIds: [randomUUID()] })
    expectProblem(answer, 'UnknownReference')
    expect(answer.body.errors[0].pointer).toBe('/eventIds/0')
    expectProblem(await admin.post(`/webhooks/${id}/replay`, { after: 'nowhere' }), 'CursorInvalid')
    expectProblem(await admin.post(`/webhooks/${id}/replay`, {}), 'ValidationFailed')
    const many = Array.from({ length: 1_001 }, () => randomUUID())
    expectProblem(await admin.post(`/webhooks/${id}/replay`, { eventIds: many }), 'ValidationFailed')
    await admin.delete(`/webhooks/${id}`)
  })
})

describe('a limited caller', () => {
  test('manages the webhooks of its own scope, and no others', async () => {
    const [first, same, both, other] = [
      await client(['Integrator'], 'D1001'),
      await client(['Integrator'], 'D1001'),
      await client(['Integrator'], 'D1001', 'D2001'),
      await client(['Integrator'], 'D2001'),
    ]
    const made = {
      first: await newWebhook(first, { url }),
      both: await newWebhook(both, { url }),
      all: await newWebhook(admin, { url }),
    }
    const seen = async (caller: Caller) =>
      (await caller.get('/webhooks')).body
        .map(({ id }: { id: number }) => id)
        .filter((id: number) => id >= made.first.id)
    expect(await seen(first)).toEqual([made.first.id])
    expect(await seen(same)).toEqual([made.first.id])
    expect(await seen(both)).toEqual([made.first.id, made.both.id])
    expect(await seen(other)).toEqual([])
    expect(await seen(admin)).toEqual([made.first.id, made.both.id, made.all.id])
    for (const { id } of [made.both, made.all]) {
      expectProblem(await first.get(`/webhooks/${id}`), 'NotFound')
      expectProblem(await first.patch(`/webhooks/${id}`, { url }), 'NotFound')
      expectProblem(await first.delete(`/webhooks/${id}`), 'NotFound')
      expectProblem(await first.post(`/webhooks/${id}/secret`), 'NotFound')
    }
    expect((await same.patch(`/webhooks/${made.first.id}`, { url: `${url}/2` })).status).toBe(200)
    for (const { id } of Object.values(made)) expect((await admin.delete(`/webhooks/${id}`)).status).toBe(204)
  })

  test('cannot redirect what someone with more rights sees', async () => {
    const { id } = await newWebhook(admin, { url })
    const integrator = await client(['Integrator'])
    expect((await integrator.patch(`/webhooks/${id}`, { description: 'Seen' })).status).toBe(200)
    expectProblem(await integrator.patch(`/webhooks/${id}`, { url: `${url}/2` }), 'MoreThanOwn')
    expectProblem(await integrator.post(`/webhooks/${id}/secret`), 'MoreThanOwn')
    await admin.delete(`/webhooks/${id}`)
  })
})
