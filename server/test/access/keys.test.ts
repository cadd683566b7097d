import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { rolePermissions } from '../../src/domain/permissions.ts'
import type { Answer } from '../support/service/api.ts'
import { startService, testService } from '../support/service/app.ts'
import { signIn } from '../support/service/portal.ts'
import { holderId, sandboxOf } from '../support/service/sandbox.ts'

const service = await testService()
const admin = service.api.as('sandbox-admin')
const supervisor = service.api.as('sandbox-supervisor')
const d1001 = await holderId(service, 'Dealer', 'D1001')
const d2001 = await holderId(service, 'Dealer', 'D2001')

const make = (body: object = {}, by = admin) =>
  by.post('/apikeys', { name: 'Nightly export', permissions: ['users:read'], ...body })
const withKey = ({ body }: Answer) => service.api.with(body.key)
const faultsOf = (answer: Answer) =>
  answer.body.errors.map((fault: { pointer: string; code: string }) => `${fault.pointer} ${fault.code}`)
const idsOf = (answer: Answer): number[] => answer.body.map(({ id }: { id: number }) => id)

describe('an API key', () => {
  test('is shown once, with its last four characters, and works as a bearer token', async () => {
    const made = await make()
    expect(made.status).toBe(201)
    const { key, ...shown } = made.body
    expect(key).toMatch(/^bw_test_[\w-]{43}$/)
    expect(shown).toEqual({
      id: expect.any(Number),
      name: 'Nightly export',
      last4: key.slice(-4),
      roles: [],
      permissions: ['users:read'],
      scopes: [],
      expiresAt: null,
      createdAt: expect.stringMatching(/Z$/),
      createdBy: 'sandbox-admin',
    })
    expect(made.headers.get('location')).toBe(`/apikeys/${shown.id}`)
    const read = await admin.get(`/apikeys/${shown.id}`)
    const list = await admin.get('/apikeys')
    expect(read.body).toEqual(shown)
    expect(list.body).toContainEqual(shown)
    expect(read.text + list.text).not.toContain(key)
    const { tenant } = await sandboxOf(service)
    const stored = await service.databases.platformPool.query(
      `select 1 from ${tenant.schema}.api_key k where strpos(k::text, $1) > 0`,
      [key.slice('bw_test_'.length)],
    )
    expect(stored.rows).toEqual([])
    expect((await withKey(made).get('/v2/Users')).status).toBe(200)
    expect((await withKey(made).get('/me')).body).toMatchObject({
      kind: 'ApiKey',
      id: shown.id,
      name: shown.name,
    })
  })

  test('begins with bw_live_ outside the sandbox', async () => {
    const live = await startService({
      location: service.location,
      environment: { BULWARK_MODE: 'production' },
    })
    const made = await make({}, live.api.as('sandbox-admin'))
    expect(made.body.key).toMatch(/^bw_live_[\w-]{43}$/)
    expect((await live.api.with(made.body.key).get('/me')).status).toBe(200)
    await live.app.server.close()
    await live.databases.close()
  })

  test('has the permissions of its roles and its own', async () => {
    const made = await make({ roles: ['RateAdmin', 'Agent'], permissions: ['audit:read'] })
    const me = await withKey(made).get('/me')
    expect(me.body.roles).toEqual(['RateAdmin', 'Agent'])
    expect(me.body.permissions).toEqual(
      [...new Set([...rolePermissions('RateAdmin'), ...rolePermissions('Agent'), 'audit:read'])].sort(),
    )
    const refused = await withKey(made).get('/v2/Users')
    expect(refused.body).toMatchObject({ status: 403, code: 'Forbidden', permission: 'users:read' })
  })

  test('has the scopes of its creator by default', async () => {
    const dealer = service.api.as('sandbox-dealer-d1001')
    const made = await make({ permissions: ['contracts:read'] }, dealer)
    expect(made.body.scopes).toEqual([{ type: 'Dealer', id: d1001 }])
    expect((await withKey(made).get('/me')).body.scopes).toEqual([
      { type: 'Dealer', id: d1001, number: 'D1001', name: expect.any(String) },
    ])
  })

  test('can be created by a user with a session', async () => {
    const { caller } = await signIn(service.api, { userName: 'sandbox-auditor@sandbox.example' })
    const made = await make({ roles: ['Auditor'], permissions: [] }, caller)
    expect(made.body.createdBy).toBe('sandbox-auditor@sandbox.example')
    expect((await withKey(made).get('/me')).body.permissions).toEqual(rolePermissions('Auditor'))
  })

  test('stops working when it is revoked', async () => {
    const made = await make()
    expect((await withKey(made).get('/me')).status).toBe(200)
    expect((await admin.delete(`/apikeys/${made.body.id}`)).status).toBe(204)
    const refused = await withKey(made).get('/me')
    expect(refused.body.code).toBe('Unauthenticated')
    expect((await admin.get(`/apikeys/${made.body.id}`)).status).toBe(404)
    expect((await admin.delete(`/apikeys/${made.body.id}`)).status).toBe(404)
  })

  test('created by a key ends with that key', async () => {
    const first = await make()
    const second = await make({}, withKey(first))
    expect((await withKey(second).get('/me')).status).toBe(200)
    expect((await admin.delete(`/apikeys/${first.body.id}`)).status).toBe(204)
    expect((await withKey(second).get('/me')).status).toBe(401)
  })

  test('created by a key is returned only if it works', async () => {
    let maker = admin
    for (let depth = 0; depth < 10; depth += 1) {
      const made = await make({}, maker)
      if (made.status !== 201) {
        expect(made.body.code).toBe('MoreThanOwn')
        return
      }
      maker = withKey(made)
      expect((await maker.get('/me')).status, `depth ${depth}`).toBe(200)
    }
  })
})

describe('the expiration of a key', () => {
  afterAll(() => admin.put('/sandbox/clock', { now: null }))

  test('uses real time, whatever the clock of the service says', async () => {
    const expiresAt = new Date(Date.now() + 1_500).toISOString()
    const made = await make({ expiresAt })
    expect(made.body.expiresAt).toBe(expiresAt)
    await admin.put('/sandbox/clock', { now: '2090-01-01T00:00:00Z' })
    service.app.services.authenticator.forget()
    expect((await withKey(made).get('/me')).status).toBe(200)
    await admin.put('/sandbox/clock', { now: '2001-01-01T00:00:00Z' })
    await sleep(Math.max(0, Date.parse(expiresAt) - Date.now()) + 50)
    expect((await withKey(made).get('/me')).body.code).toBe('Unauthenticated')
  })

  test('400 for a time in the past', async () => {
    await admin.put('/sandbox/clock', { now: '2001-01-01T00:00:00Z' })
    const answer = await make({ expiresAt: '2020-01-01T00:00:00Z' })
    expect(answer.status).toBe(400)
    expect(faultsOf(answer)).toEqual(['/expiresAt Range'])
  })
})

describe('listing and revoking keys', () => {
  test('without access:manage covers only the keys of the caller', async () => {
    const mine = await make({}, supervisor)
    const others = await make({}, admin)
    expect(idsOf(await supervisor.get('/apikeys'))).toContain(mine.body.id)
    expect(idsOf(await supervisor.get('/apikeys'))).not.toContain(others.body.id)
    expect((await supervisor.get('/apikeys')).headers.get('x-total-count')).toBe('1')
    expect((await supervisor.get(`/apikeys/${others.body.id}`)).body.code).toBe('NotFound')
    expect((await supervisor.delete(`/apikeys/${others.body.id}`)).body.code).toBe('NotFound')
    expect((await withKey(others).get('/me')).status).toBe(200)
    expect((await supervisor.get(`/apikeys/${mine.body.id}`)).status).toBe(200)
    expect((await supervisor.delete(`/apikeys/${mine.body.id}`)).status).toBe(204)
    expect((await supervisor.get('/apikeys')).body).toEqual([])
  })

  test('keeps apart a client and a user with the same id', async () => {
    const { body: client } = await supervisor.get('/me')
    const made = await make({}, supervisor)
    const { rows } = await service.databases.platformPool.query<{ user_name: string }>(
      `select user_name from ${(await sandboxOf(service)).tenant.schema}.app_user where id = $1`,
      [client.id],
    )
    const userName = rows[0]?.user_name ?? ''
    const { caller } = await signIn(service.api, { userName })
    expect((await caller.get('/me')).body.id).toBe(client.id)
    expect((await caller.get(`/apikeys/${made.body.id}`)).status).toBe(404)
  })

  test('with access:manage covers all keys', async () => {
    const made = await make({}, supervisor)
    expect(idsOf(await admin.get('/apikeys?pageSize=200'))).toContain(made.body.id)
    expect((await admin.delete(`/apikeys/${made.body.id}`)).status).toBe(204)
    expect((await withKey(made).get('/me')).status).toBe(401)
  })
})

describe('refusals of keys', () => {
  test('401 Unauthenticated without a sign-in', async () => {
    expect((await make({}, service.api.anonymous)).body.code).toBe('Unauthenticated')
    expect((await service.api.anonymous.get('/apikeys')).body.code).toBe('Unauthenticated')
  })

  test.each([
    ['neither roles nor permissions', { permissions: undefined }, '/roles Required'],
    ['empty lists of both', { roles: [], permissions: [] }, '/roles Required'],
    ['an unknown permission', { permissions: ['users:read', 'users:fly'] }, '/permissions/1 Enum'],
    ['an end that is no instant', { expiresAt: '2090-01-01' }, '/expiresAt Format'],
    ['a key of its own', { key: 'bw_test_mine' }, '/key Unknown'],
  ])('400 ValidationFailed for %s', async (_, body, fault) => {
    const answer = await make(body)
    expect(answer.status).toBe(400)
    expect(faultsOf(answer)).toEqual([fault])
  })

  test('422 UnknownReference lists all unknown roles and scopes', async () => {
    const answer = await make({
      roles: ['Emperor'],
      scopes: [
        { type: 'Dealer', id: 987654 },
        { type: 'LienHolder', id: d1001 },
      ],
    })
    expect(answer.status).toBe(422)
    expect(answer.body.code).toBe('UnknownReference')
    expect(faultsOf(answer)).toEqual([
      '/roles/0 UnknownReference',
      '/scopes/0/id UnknownReference',
      '/scopes/1/id UnknownReference',
    ])
  })

  test('403 MoreThanOwn for a permission, a role or a scope that the creator lacks', async () => {
    const permission = await make({ permissions: ['users:read', 'users:manage'] }, supervisor)
    expect(permission.status).toBe(403)
    expect(permission.body).toMatchObject({ code: 'MoreThanOwn', beyond: { permissions: ['users:manage'] } })
    const role = await make({ roles: ['Admin'], permissions: [] }, supervisor)
    expect(role.body).toMatchObject({ code: 'MoreThanOwn' })
    const dealer = service.api.as('sandbox-dealer-d1001')
    const scope = await make(
      { permissions: ['contracts:read'], scopes: [{ type: 'Dealer', id: d2001 }] },
      dealer,
    )
    expect(scope.body).toMatchObject({
      code: 'MoreThanOwn',
      beyond: { scopes: [{ type: 'Dealer', id: d2001 }] },
    })
  })

  test('403 MoreThanOwn for an unlimited scope, requested by a limited caller', async () => {
    const dealer = service.api.as('sandbox-dealer-d1001')
    const answer = await make({ permissions: ['contracts:read'], scopes: [] }, dealer)
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({ code: 'MoreThanOwn', beyond: { unlimited: true } })
  })

  test('403 MoreThanOwn for a key that creates a wider one', async () => {
    const narrow = await make({ scopes: [{ type: 'Dealer', id: d1001 }] })
    for (const body of [
      { scopes: [] },
      { scopes: [{ type: 'Dealer', id: d2001 }] },
      { permissions: ['audit:read'] },
    ]) {
      const answer = await make(body, withKey(narrow))
      expect(answer.status).toBe(403)
      expect(answer.body.code).toBe('MoreThanOwn')
    }
    const same = await make({}, withKey(narrow))
    expect(same.body.scopes).toEqual([{ type: 'Dealer', id: d1001 }])
  })
})
