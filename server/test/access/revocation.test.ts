import { afterAll, describe, expect, test } from 'vitest'
import type { Answer } from '../support/service/api.ts'
import { startService, testService } from '../support/service/app.ts'
import { signIn, withCookie } from '../support/service/portal.ts'
import { groupOf, within5Seconds } from '../support/service/sandbox.ts'

// What is taken away on one instance of the service ends on another within five seconds, although that other
// has just seen the credential and hears of nothing but the database.

const PASSWORD = 'correct horse battery'

const here = await testService()
const there = await startService({ location: here.location })
const admin = here.api.as('sandbox-admin')

afterAll(async () => {
  await there.app.server.close()
  await there.databases.close()
})

const unauthenticated = ({ status, body }: Answer) => status === 401 && body.code === 'Unauthenticated'

/** A person of these groups, signed in here, with a key; both are known there, too. */
async function person(name: string, roles: string[]) {
  const userName = `${name}@summit.example`
  const fields = {
    ...{ userName, email: userName, firstName: name, lastName: 'Person' },
    membershipGroupIds: await Promise.all(roles.map((role) => groupOf(here, role))),
  }
  const { body: user } = await admin.post('/v2/Users', { ...fields, password: PASSWORD })
  const portal = await signIn(here.api, { userName, password: PASSWORD })
  const { body: made } = await portal.caller.post('/apikeys', {
    name,
    permissions: ['users:read', 'rates:read'],
  })
  const session = withCookie(there.api, { cookie: portal.cookie })
  const key = there.api.with(made.key)
  expect((await session.get('/v2/Users')).status).toBe(200)
  expect((await key.get('/v2/Users')).status).toBe(200)
  const put = (change: object) => admin.put(`/v2/Users/${user.id}`, { ...fields, ...change })
  return { id: user.id as number, keyId: made.id as number, portal, session, key, put }
}

describe('on another instance, within five seconds', () => {
  test.concurrent('a revoked key ends', async () => {
    const { body } = await admin.post('/apikeys', { name: 'to revoke', permissions: ['users:read'] })
    const key = there.api.with(body.key)
    expect((await key.get('/me')).status).toBe(200)
    await admin.delete(`/apikeys/${body.id}`)
    await within5Seconds(key, '/me', unauthenticated)
  })

  test.concurrent('the tokens of a deleted client and the keys it made end', async () => {
    const { body } = await admin.post('/oauthclients', { name: 'to delete', roles: ['Auditor'] })
    const token = await here.api.token(body.clientId, body.clientSecret)
    const made = await here.api.with(token).post('/apikeys', { name: 'its key', roles: ['Auditor'] })
    const [client, key] = [there.api.with(token), there.api.with(made.body.key)]
    expect((await client.get('/me')).status).toBe(200)
    expect((await key.get('/me')).status).toBe(200)
    await admin.delete(`/oauthclients/${body.id}`)
    await Promise.all([client, key].map((caller) => within5Seconds(caller, '/me', unauthenticated)))
  })

  test.concurrent('a user and its key lose the permission of a group that it has left', async () => {
    const { session, key, put } = await person('leaver', ['Auditor', 'RateAdmin'])
    expect((await put({ membershipGroupIds: [await groupOf(here, 'RateAdmin')] })).status).toBe(200)
    const lost = ({ status, body }: Answer) => status === 403 && body.permission === 'users:read'
    await Promise.all([session, key].map((caller) => within5Seconds(caller, '/v2/Users', lost)))
    expect((await key.get('/me')).body.permissions).toEqual(['rates:read'])
  })

  test.concurrent.each(['Locked', 'Disabled'])('the sessions and keys of a %s user end', async (status) => {
    const { session, key, put, portal } = await person(status.toLowerCase(), ['Auditor'])
    expect((await put({ status })).status).toBe(200)
    await Promise.all([session, key].map((caller) => within5Seconds(caller, '/me', unauthenticated)))
    await within5Seconds(portal.caller, '/session', unauthenticated)
    // Back again, the session stays ended; a key lives as long as its maker may.
    expect((await put({ status: 'Active' })).status).toBe(200)
    await within5Seconds(key, '/me', (answer) => answer.status === 200)
    expect(unauthenticated(await session.get('/me'))).toBe(true)
  })

  test.concurrent('the session of one who signed out, and those of one who changed the password, end', async () => {
    const [leaver, changer] = [await person('signs-out', ['Auditor']), await person('changes', ['Auditor'])]
    const other = await signIn(here.api, { userName: 'changes@summit.example', password: PASSWORD })
    const otherThere = withCookie(there.api, { cookie: other.cookie })
    expect((await otherThere.get('/me')).status).toBe(200)
    expect((await leaver.portal.caller.delete('/session')).status).toBe(204)
    const change = { current: PASSWORD, new: 'a longer new one' }
    expect((await changer.portal.caller.put('/me/password', change)).status).toBe(204)
    await within5Seconds(leaver.session, '/me', unauthenticated)
    await within5Seconds(otherThere, '/me', unauthenticated)
    expect((await changer.session.get('/me')).status).toBe(200)
  })

  test.concurrent('a permission that a role has lost is lost to its clients', async () => {
    const desk = there.api.as('sandbox-cancels')
    expect((await desk.get('/portalvisibilitygroups')).status).toBe(200)
    const schema = (await here.databases.tenants())[0]?.schema
    const drop = `update ${schema}.membership_role set permissions = array_remove(permissions, 'accountholders:read')
      where name = 'CancelDesk'`
    await here.databases.platformPool.query(drop)
    await within5Seconds(desk, '/portalvisibilitygroups', ({ status }) => status === 403)
  })
})

test('a revocation takes effect at once on the same instance', async () => {
  const { portal, keyId, key } = await person('at-once', ['Auditor'])
  const { body } = await portal.caller.post('/apikeys', { name: 'second', permissions: ['users:read'] })
  const second = here.api.with(body.key)
  expect((await second.get('/me')).status).toBe(200)
  await portal.caller.delete(`/apikeys/${body.id}`)
  expect((await second.get('/me')).status).toBe(401)
  expect((await key.get('/me')).status).toBe(200)
  expect((await admin.delete(`/apikeys/${keyId}`)).status).toBe(204)
})
