import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer, Caller } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'
import { checksums } from '../support/service/checksums.ts'
import { holderId } from '../support/service/sandbox.ts'

const service = await testService()
const admin = service.api.as('sandbox-admin')
const d1001 = await holderId(service, 'Dealer', 'D1001')
const d2001 = await holderId(service, 'Dealer', 'D2001')

const make = (body: object = {}, by = admin) =>
  by.post('/oauthclients', { name: 'Desking tool', roles: ['Dealer'], ...body })
const faultsOf = (answer: Answer) =>
  answer.body.errors.map((fault: { pointer: string; code: string }) => `${fault.pointer} ${fault.code}`)

/** A caller with the token of a client that was just made. */
async function signedIn({ body }: Answer): Promise<Caller> {
  return service.api.with(await service.api.token(body.clientId, body.clientSecret))
}

/** Whether a text stands anywhere in the administrator's tables or the platform's. */
async function isStored(text: string): Promise<boolean> {
  const hex = Buffer.from(text).toString('hex')
  for (const name of Object.keys(await checksums(service))) {
    const { rows } = await service.databases.platformPool.query(
      `select 1 from ${name} t where strpos(t::text, $1) > 0 or strpos(t::text, $2) > 0 limit 1`,
      [text, hex],
    )
    if (rows.length > 0) return true
  }
  return false
}

describe('an OAuth client', () => {
  test('is created with a secret that is shown once and works', async () => {
    const scopes = [
      { type: 'Dealer', id: d1001 },
      { type: 'Dealer', id: d2001 },
    ]
    const made = await make({ roles: ['Dealer', 'Auditor'], scopes }, admin)
    expect(made.status).toBe(201)
    const { id, clientId, clientSecret } = made.body
    expect(made.headers.get('location')).toBe(`/oauthclients/${id}`)
    expect(made.body).toEqual({
      id,
      clientId: expect.stringMatching(/^client-[\w-]{16}$/),
      clientSecret: expect.stringMatching(/^[\w-]{43}$/),
      name: 'Desking tool',
      roles: ['Dealer', 'Auditor'],
      scopes,
    })
    const { clientSecret: _, ...shown } = made.body
    const read = await admin.get(`/oauthclients/${id}`)
    expect(read.body).toEqual(shown)
    const list = await admin.get('/oauthclients?pageSize=200')
    expect(list.body).toContainEqual(shown)
    expect(read.text + list.text).not.toContain(clientSecret)
    expect(await isStored(clientSecret)).toBe(false)
    const me = await (await signedIn(made)).get('/me')
    expect(me.body).toMatchObject({ kind: 'Client', id, name: clientId, roles: ['Dealer', 'Auditor'] })
    expect(me.body.permissions).toEqual(expect.arrayContaining(['contracts:write', 'audit:read']))
  })

  test('is created once per Idempotency-Key; the secret is replayed but stored only encrypted', async () => {
    const once = () =>
      admin.post('/oauthclients', { name: 'Once', roles: ['Auditor'] }, { 'idempotency-key': 'client' })
    const [first, second] = [await once(), await once()]
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(second.body).toEqual(first.body)
    expect(await isStored(first.body.clientSecret)).toBe(false)
  })

  test('in a dry run has no secret and is not saved', async () => {
    const before = await checksums(service)
    const tried = await admin.post('/oauthclients?dryRun=true', { name: 'Trial', roles: ['Auditor'] })
    expect(tried.status).toBe(201)
    expect(tried.body).toMatchObject({
      name: 'Trial',
      clientSecret: null,
      effects: { ledger: [], events: [] },
    })
    expect(await checksums(service)).toEqual(before)
  })

  test('is deleted together with its tokens and the keys it made', async () => {
    const made = await make({ roles: ['Auditor'] })
    const client = await signedIn(made)
    const key = await client.post('/apikeys', { name: 'of the client', permissions: ['users:read'] })
    const withKey = service.api.with(key.body.key)
    expect((await withKey.get('/v2/Users')).status).toBe(200)
    const path = `/oauthclients/${made.body.id}`
    expect((await admin.delete(path)).status).toBe(204)
    expect((await client.get('/me')).status).toBe(401)
    expect((await withKey.get('/me')).status).toBe(401)
    expect((await admin.get(path)).status).toBe(404)
    await expect(service.api.token(made.body.clientId, made.body.clientSecret)).rejects.toThrow(
      'invalid_client',
    )
  })

  test('is found by its name', async () => {
    await make({ name: 'Résumé reader' })
    const { body } = await admin.get('/oauthclients?name=resume')
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['Résumé reader'])
  })
})

describe('refusals of clients', () => {
  test('403 Forbidden without access:manage, on every operation', async () => {
    const supervisor = service.api.as('sandbox-supervisor')
    for (const answer of [
      await supervisor.get('/oauthclients'),
      await make({}, supervisor),
      await supervisor.get('/oauthclients/1'),
      await supervisor.delete('/oauthclients/1'),
    ]) {
      expect(answer.status).toBe(403)
      expect(answer.body).toMatchObject({ code: 'Forbidden', permission: 'access:manage' })
    }
  })

  test('404 NotFound', async () => {
    expect((await admin.get('/oauthclients/987654')).body.code).toBe('NotFound')
    expect((await admin.delete('/oauthclients/987654')).body.code).toBe('NotFound')
  })

  test.each([
    ['an empty name', { name: '' }, '/name Length'],
    ['no name', { name: undefined }, '/name Required'],
    ['no role', { roles: [] }, '/roles Length'],
    ['a secret of its own', { clientSecret: 'mine' }, '/clientSecret Unknown'],
    ['a scope of an unknown type', { scopes: [{ type: 'Insurer', id: 1 }] }, '/scopes/0/type Enum'],
    ['a scope without an id', { scopes: [{ type: 'Dealer' }] }, '/scopes/0/id Required'],
  ])('400 ValidationFailed for %s', async (_, body, fault) => {
    const answer = await make(body)
    expect(answer.status).toBe(400)
    expect(faultsOf(answer)).toEqual([fault])
  })

  test('422 UnknownReference lists all unknown roles and scopes', async () => {
    const answer = await make({
      roles: ['Dealer', 'Emperor', 'dealer'],
      scopes: [
        { type: 'Dealer', id: d1001 },
        { type: 'Agent', id: d1001 },
        { type: 'PortalVisibilityGroup', id: 987654 },
      ],
    })
    expect(answer.status).toBe(422)
    expect(answer.body.code).toBe('UnknownReference')
    expect(faultsOf(answer)).toEqual([
      '/roles/1 UnknownReference',
      '/roles/2 UnknownReference',
      '/scopes/1/id UnknownReference',
      '/scopes/2/id UnknownReference',
    ])
  })

  describe('for a caller who manages access for one dealer', () => {
    let local: Caller
    beforeAll(async () => {
      local = await signedIn(await make({ roles: ['Admin'], scopes: [{ type: 'Dealer', id: d1001 }] }))
    })

    test('403 MoreThanOwn for another dealer, and for an unlimited scope', async () => {
      const other = await make({ scopes: [{ type: 'Dealer', id: d2001 }] }, local)
      expect(other.status).toBe(403)
      expect(other.body).toMatchObject({
        code: 'MoreThanOwn',
        beyond: { permissions: [], scopes: [{ type: 'Dealer', id: d2001 }], unlimited: false },
      })
      const everything = await make({}, local)
      expect(everything.body).toMatchObject({ code: 'MoreThanOwn', beyond: { unlimited: true } })
      expect((await make({ scopes: [{ type: 'Dealer', id: d1001 }] }, local)).status).toBe(201)
    })

    test('clients and keys of others are not visible', async () => {
      const { body: staff } = await make({ name: 'of the staff' })
      const { body: shared } = await make({
        name: 'of both dealers',
        scopes: [d1001, d2001].map((id) => ({ type: 'Dealer', id })),
      })
      const { body: key } = await admin.post('/apikeys', {
        name: 'of the staff',
        permissions: ['users:read'],
      })
      expect((await local.get(`/oauthclients/${staff.id}`)).body.code).toBe('NotFound')
      expect((await local.delete(`/oauthclients/${staff.id}`)).body.code).toBe('NotFound')
      expect((await local.get(`/apikeys/${key.id}`)).body.code).toBe('NotFound')
      expect((await local.delete(`/apikeys/${key.id}`)).body.code).toBe('NotFound')
      expect((await local.get('/apikeys')).body).toEqual([])
      const seen = (await local.get('/oauthclients?pageSize=200')).body as {
        id: number
        scopes: { id: number }[]
      }[]
      for (const client of seen) expect(client.scopes.map(({ id }) => id)).toContain(d1001)
      expect(seen.map(({ id }) => id)).toContain(shared.id)
      expect((await local.get(`/oauthclients/${shared.id}`)).status).toBe(200)
    })
  })

  test('403 MoreThanOwn for a role beyond the key that manages access', async () => {
    const { body } = await admin.post('/apikeys', {
      name: 'manages access',
      permissions: ['access:manage', 'contracts:read'],
    })
    const answer = await make({ roles: ['Agent'] }, service.api.with(body.key))
    expect(answer.status).toBe(403)
    expect(answer.body.beyond.permissions.sort()).toEqual(['accountholders:read', 'ledgers:read'])
  })
})
