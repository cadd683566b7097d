import { afterAll, describe, expect, test } from 'vitest'
import { saveClient } from '../../src/access/clients.ts'
import { saveStartRoles } from '../../src/access/start-roles.ts'
import { claimCredential, createTenant, tenantOfCredential } from '../../src/db/tenants.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import type { Caller } from '../support/service/api.ts'
import { startService, testService } from '../support/service/app.ts'
import { checksums } from '../support/service/checksums.ts'
import { signIn } from '../support/service/portal.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

// Two administrators in one service: neither sees or touches anything of the other.

const PASSWORD = 'correct horse battery'

const service = await startService()
const sandbox = (await sandboxOf(service)).tenant
const { databases } = service
const createdAt = new Date('2024-03-15T15:00:00Z')
const other = await createTenant(databases, service.keys, {
  ...{
    number: 'ADM2',
    name: 'Harbor Administrators',
    timeZone: 'America/New_York',
    isSandbox: false,
    createdAt,
  },
})
await inTransaction(databases.of(other), async (tx) => {
  await saveStartRoles(tx)
  const client = {
    clientId: 'harbor-admin',
    secret: 'harbor',
    name: 'Harbor',
    roles: ['Admin'],
    scopes: [],
  }
  await saveClient(tx, { by: 'test', now: createdAt }, client)
  await claimCredential(tx, 'Client', client.clientId, other.id)
})
const first = service.api.as('sandbox-admin')
const second = service.api.with(await service.api.token('harbor-admin', 'harbor'))

afterAll(async () => {
  await service.app.server.close()
  await service.databases.close()
})

const group = { code: 'PVG-TX', name: 'Texas, too' }
const user = (userName: string) => ({
  userName,
  email: 'a@b.example',
  firstName: 'A',
  lastName: 'B',
  password: PASSWORD,
})

describe('a second administrator', () => {
  test('starts with its own roles and groups and nothing else', async () => {
    expect((await second.get('/me')).body).toMatchObject({
      kind: 'Client',
      name: 'harbor-admin',
      roles: ['Admin'],
    })
    expect((await second.get('/v2/Users')).body.items).toEqual([])
    expect((await second.get('/v1/platformadminusers')).body).toEqual([])
    expect((await second.get('/portalvisibilitygroups')).body).toEqual([])
    expect((await second.get('/apikeys')).body).toEqual([])
    const clients = (await second.get('/oauthclients')).body
    expect(clients.map(({ clientId }: { clientId: string }) => clientId)).toEqual(['harbor-admin'])
    expect((await second.get('/MembershipRoles/Search/0')).body).toHaveLength(15)
  })

  test('does not find records of the first by id', async () => {
    const { body: key } = await first.post('/apikeys', { name: 'of the first', permissions: ['users:read'] })
    const { body: users } = await first.get('/v2/Users?pageSize=1&sortBy=id&sortDirection=Desc')
    const { body: groups } = await first.get('/portalvisibilitygroups')
    const { body: clients } = await first.get('/oauthclients?sortBy=id&sortDirection=Desc')
    for (const path of [
      `/apikeys/${key.id}`,
      `/v2/Users/${users.items[0].id}`,
      `/v1/platformadminusers/${users.items[0].id}`,
      `/portalvisibilitygroups/${groups[0].id}`,
      '/portalvisibilitygroups/code/PVG-TX',
      `/oauthclients/${clients[0].id}`,
      `/MembershipGroups/Search/${users.items[0].id}`,
    ]) {
      expect((await first.get(path)).status, path).toBe(200)
      expect((await second.get(path)).body.code, path).toBe('NotFound')
    }
    expect((await second.delete(`/apikeys/${key.id}`)).status).toBe(404)
    expect((await second.delete(`/oauthclients/${clients[0].id}`)).status).toBe(404)
    expect((await service.api.with(key.key).get('/me')).status).toBe(200)
  })

  test('cannot be limited to an account holder of the first', async () => {
    const { body } = await first.get('/portalvisibilitygroups/code/PVG-TX/dealers')
    const scopes = [{ type: 'Dealer', id: body[0].dealerId }]
    const answer = await second.post('/apikeys', { name: 'across', permissions: ['users:read'], scopes })
    expect(answer.body.code).toBe('UnknownReference')
  })

  test('does not change anything of the first by its writes', async () => {
    const before = await checksums(service)
    const own = (sums: Record<string, string>) =>
      Object.fromEntries(Object.entries(sums).filter(([name]) => name.startsWith(`${sandbox.schema}.`)))
    expect((await second.post('/portalvisibilitygroups', group)).status).toBe(201)
    expect((await second.post('/v2/Users', user('writer@harbor.example'))).status).toBe(201)
    expect((await second.post('/oauthclients', { name: 'One more', roles: ['Auditor'] })).status).toBe(201)
    expect(own(await checksums(service))).toEqual(own(before))
  })

  test('may use the same codes as the first', async () => {
    const mine = await second.get('/portalvisibilitygroups/code/pvg-tx')
    expect(mine.body).toMatchObject({ code: 'PVG-TX', name: 'Texas, too', dealerCount: 0 })
    expect((await first.get('/portalvisibilitygroups/code/pvg-tx')).body).toMatchObject({ dealerCount: 2 })
  })

  test('has its own Idempotency-Keys', async () => {
    const make = (caller: Caller) =>
      caller.post(
        '/portalvisibilitygroups',
        { code: 'ONCE', name: 'Once' },
        { 'idempotency-key': 'the same' },
      )
    const answers = [await make(first), await make(second)]
    for (const { status, headers } of answers) {
      expect(status).toBe(201)
      expect(headers.get('idempotency-replayed')).toBeNull()
    }
  })

  test('has users who sign in by name and see their own data', async () => {
    await second.post('/v2/Users', user('reader@harbor.example'))
    const { caller, answer } = await signIn(service.api, {
      userName: 'Reader@harbor.example',
      password: PASSWORD,
    })
    expect(answer.status).toBe(200)
    const { id } = (await caller.get('/me')).body
    expect((await second.get(`/v2/Users/${id}`)).body.userName).toBe('reader@harbor.example')
  })

  test('has its own keys and invitations', async () => {
    const { body: key } = await second.post('/apikeys', {
      name: 'of the second',
      permissions: ['users:read'],
    })
    const { body: users } = await service.api.with(key.key).get('/v2/Users?pageSize=200')
    for (const { userName } of users.items) expect(userName).toMatch(/@harbor\.example$/)
    const { password: _, ...invited } = user('invited@harbor.example')
    const { body } = await second.post('/v2/Users', invited)
    expect(body.invitation).toMatch(new RegExp(`^${other.id}\\.`))
    const elsewhere = body.invitation.replace(/^\d+/, String(sandbox.id))
    const accept = (invitation: string) =>
      service.api.anonymous.put('/me/password', { invitation, new: PASSWORD })
    expect((await accept(elsewhere)).status).toBe(401)
    expect((await accept(body.invitation)).status).toBe(204)
    const { answer } = await signIn(service.api, { userName: invited.userName, password: PASSWORD })
    expect(answer.status).toBe(200)
  })

  test('is not affected by a reset of the sandbox', async () => {
    const before = await checksums(service)
    const own = (sums: Record<string, string>) =>
      Object.fromEntries(Object.entries(sums).filter(([name]) => name.startsWith(`${other.schema}.`)))
    expect((await first.post('/sandbox/reset')).status).toBe(204)
    expect(own(await checksums(service))).toEqual(own(before))
    expect((await second.get('/me')).status).toBe(200)
    expect(
      (await signIn(service.api, { userName: 'reader@harbor.example', password: PASSWORD })).answer.status,
    ).toBe(200)
  })
})

describe('unique across administrators', () => {
  test('user names without regard to case: 409 DuplicateNumber, without naming the administrator', async () => {
    const answer = await second.post('/v2/Users', user('Sandbox-Admin@sandbox.EXAMPLE'))
    expect(answer.status).toBe(409)
    expect(answer.body.code).toBe('DuplicateNumber')
    expect(answer.body).not.toHaveProperty('existing')
    expect((await first.post('/v2/Users', user('reader@harbor.example'))).body.code).toBe('DuplicateNumber')
  })

  test('client ids: the first to use one keeps it', async () => {
    const claim = (clientId: string) =>
      inTransaction(service.databases.of(other), (tx) => claimCredential(tx, 'Client', clientId, other.id))
    expect(await claim('sandbox-admin')).toBe(false)
    expect((await tenantOfCredential(service.databases, 'Client', 'sandbox-admin'))?.id).toBe(sandbox.id)
    expect(await claim('harbor-second')).toBe(true)
    expect(await claim('harbor-second')).toBe(false)
  })
})

test('a token names its administrator, and equal client ids are kept apart', async () => {
  const { body: one } = await first.get('/me')
  const { body: two } = await second.get('/me')
  expect(one.id).toBe(two.id)
  expect(one.name).not.toBe(two.name)
})

test('a write opens nothing in another service, whose administrators have the same numbers', async () => {
  const another = await testService()
  expect((await second.post('/v2/Users', user('next@harbor.example'))).status).toBe(201)
  expect(another.databases.opened(other.id)).toBeUndefined()
})
