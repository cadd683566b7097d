import { beforeEach, describe, expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import { claimCredential, createTenant, tenantOfCredential } from '../../src/db/tenants.ts'
import { overtaken } from '../support/hostile/overtake.ts'
import type { Answer, Caller } from '../support/service/api.ts'
import { startService, type TestService, testService } from '../support/service/app.ts'
import { signIn as signInto } from '../support/service/portal.ts'
import { groupOf, holderId as holderOf, sandboxOf } from '../support/service/sandbox.ts'

const V1 = '/v1/platformadminusers'
const V2 = '/v2/Users'
const PASSWORD = 'correct horse battery'

let service: TestService
let admin: Caller

beforeEach(async () => {
  service = await testService()
  admin = service.api.as('sandbox-admin')
})

const anna = { userName: 'Anna.Berg', email: 'anna@berg.example', firstName: 'Anna', lastName: 'Berg' }
const make = (more: object = {}, path = V2) => admin.post(path, { ...anna, ...more })
const faultsOf = (answer: Answer) =>
  answer.body.errors.map((fault: { pointer: string; code: string }) => `${fault.pointer} ${fault.code}`)

const holderId = (type: string, number: string) => holderOf(service, type, number)
const groupId = (role: string) => groupOf(service, role)
const signIn = (userName: string, password: string) => signInto(service.api, { userName, password })

const eventsOf = async (id: number) => {
  const { rows } = await service.databases.platformPool.query(
    `select type, data from ${(await sandboxOf(service)).tenant.schema}.event where subject = $1 order by sequence`,
    [`users/${id}`],
  )
  return rows as { type: string; data: Record<string, unknown> }[]
}

async function keyWith(rights: { permissions: string[]; scopes?: { type: string; id: number }[] }) {
  const { body } = await admin.post('/apikeys', { name: 'for a test', ...rights })
  return service.api.with(body.key)
}

describe('a new user', () => {
  test('with a password can sign in, and is read in both versions', async () => {
    const made = await make({ password: PASSWORD, membershipGroupIds: [await groupId('Auditor')] }, V1)
    expect(made.status).toBe(201)
    expect(made.headers.get('location')).toBe(`${V1}/${made.body.id}`)
    expect(made.body).toMatchObject({
      ...anna,
      status: 'Active',
      accountHolderType: null,
      accountHolderId: null,
      lastLoginAt: null,
      createdBy: 'sandbox-admin',
      rowVersion: 1,
      invitation: null,
    })
    const v1 = await admin.get(`${V1}/${made.body.id}`)
    const { invitation: _, ...user } = made.body
    expect(v1.body).toEqual(user)
    expect(v1.headers.get('link')).toBe(`<${V2}/${made.body.id}>; rel="successor-version"`)
    const v2 = await admin.get(`${V2}/${made.body.id}`)
    expect(v2.body).toEqual({
      ...user,
      externalIdentity: null,
      mfaEnabled: false,
      roles: ['Auditor'],
      scopes: [],
    })
    expect(made.text + v1.text + v2.text).not.toMatch(/password|\$argon2/)
    const { caller, answer } = await signIn('ANNA.berg', PASSWORD)
    expect(answer.status).toBe(200)
    expect((await caller.get(`${V2}/${made.body.id}`)).body.lastLoginAt).not.toBeNull()
    expect(await eventsOf(made.body.id)).toEqual([
      { type: 'user.created', data: { id: made.body.id, number: 'Anna.Berg', status: 'Active' } },
    ])
  })

  test('without a password gets an invitation, shown once, to set one', async () => {
    const { body } = await make()
    expect(body.invitation).toMatch(/^\d+\.[\w-]{43}$/)
    const [event] = await eventsOf(body.id)
    expect(event?.data).toEqual({ id: body.id, number: 'Anna.Berg', status: 'Active', invited: true })
    const set = await service.api.anonymous.put('/me/password', {
      invitation: body.invitation,
      new: PASSWORD,
    })
    expect(set.status).toBe(204)
    expect((await signIn('anna.berg', PASSWORD)).answer.status).toBe(200)
  })

  test('of v2 has an external identity, one-time codes and scopes', async () => {
    const dealer = await holderId('Dealer', 'D1001')
    const scopes = [
      { type: 'PortalVisibilityGroup', id: 1 },
      { type: 'Dealer', id: dealer },
    ]
    const externalIdentity = { provider: 'https://login.example', subject: 'a1' }
    const made = await make({ scopes, externalIdentity, mfaEnabled: true })
    expect(made.headers.get('location')).toBe(`${V2}/${made.body.id}`)
    expect(made.body).toMatchObject({ scopes, externalIdentity, mfaEnabled: true, roles: [] })
  })

  test('with an account holder has it as scope', async () => {
    const id = await holderId('Dealer', 'D2001')
    const groups = [await groupId('Dealer')]
    await make({
      password: PASSWORD,
      accountHolderType: 'Dealer',
      accountHolderId: id,
      membershipGroupIds: groups,
    })
    const { caller } = await signIn('anna.berg', PASSWORD)
    expect((await caller.get('/me')).body.scopes).toEqual([{ type: 'Dealer', id, number: 'D2001' }])
  })

  test('in a dry run is not saved, and shows no invitation', async () => {
    const tried = await admin.post(`${V2}?dryRun=true`, anna)
    expect(tried.status).toBe(201)
    expect(tried.body).toMatchObject({ invitation: null, effects: { events: [{ type: 'user.created' }] } })
    expect((await make()).status).toBe(201)
  })

  test('is created once per key, with the same answer', async () => {
    const key = { 'idempotency-key': 'anna' }
    const first = await admin.post(V2, anna, key)
    const again = await admin.post(V2, anna, key)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  })
})

describe('a list', () => {
  test('is an array in v1 and wrapped in v2, filtered and sorted', async () => {
    const dealer = await holderId('Dealer', 'D1001')
    const names = async (query: string) =>
      (await admin.get(`${V2}?${query}`)).body.items.map((user: { userName: string }) =>
        user.userName.replace('@sandbox.example', ''),
      )
    await make({ status: 'Locked', lastName: 'aaa' })
    expect(await names('userName=ANNA.BERG')).toEqual(['Anna.Berg'])
    expect(await names('email=Anna@Berg.Example')).toEqual(['Anna.Berg'])
    expect(await names('status=Locked,Disabled')).toEqual(['Anna.Berg'])
    expect(await names(`accountHolderId=${dealer}`)).toEqual(['sandbox-dealer-d1001', 'sandbox-office-d1001'])
    expect(await names(`membershipGroupId=${await groupId('Agent')}`)).toEqual(['sandbox-agent-a100'])
    expect(await names('role=AGENT')).toEqual(['sandbox-agent-a100'])
    expect(await names('updatedSince=2020-01-01T00:00:00Z')).toEqual(['Anna.Berg'])
    expect((await names('sortBy=lastName&pageSize=1'))[0]).toBe('Anna.Berg')
    expect((await names('sortBy=userName&pageSize=1'))[0]).toBe('Anna.Berg')
    const v1 = await admin.get(`${V1}?status=Locked&sortBy=email&sortDirection=Desc`)
    expect(v1.body).toMatchObject([{ ...anna, lastName: 'aaa' }])
    expect(v1.body[0]).not.toHaveProperty('scopes')
    expect((await admin.get(`${V1}?role=Agent`)).status).toBe(400)
  })

  test('is available as CSV', async () => {
    const csv = await admin.get(`${V2}?role=Agent`, { headers: { accept: 'text/csv' } })
    expect(csv.text).toContain('externalIdentity.provider,externalIdentity.subject,mfaEnabled,roles,scopes')
    expect(csv.text.trim().split('\r\n')).toHaveLength(2)
  })
})

describe('replacing a user', () => {
  test('stores what was sent; absent fields return to their defaults', async () => {
    const holder = { accountHolderType: 'Dealer', accountHolderId: await holderId('Dealer', 'D1001') }
    const { body } = await make({
      ...holder,
      membershipGroupIds: [await groupId('Dealer')],
      status: 'Disabled',
      scopes: [{ type: 'PortalVisibilityGroup', id: 1 }],
      externalIdentity: { provider: 'p', subject: 's' },
      mfaEnabled: true,
    })
    const replaced = await admin.put(`${V2}/${body.id}`, { ...anna, email: 'new@berg.example' })
    expect(replaced.status).toBe(200)
    expect(replaced.body).toMatchObject({
      email: 'new@berg.example',
      status: 'Active',
      accountHolderType: null,
      accountHolderId: null,
      membershipGroupIds: [],
      roles: [],
      scopes: [],
      externalIdentity: null,
      mfaEnabled: false,
      rowVersion: 2,
    })
    expect((await eventsOf(body.id)).map((event) => event.type)).toEqual(['user.created', 'user.updated'])
  })

  test('by v1 keeps the fields that only v2 has', async () => {
    const only = {
      scopes: [{ type: 'PortalVisibilityGroup', id: 1 }],
      externalIdentity: { provider: 'p', subject: 's' },
      mfaEnabled: true,
    }
    const { body } = await make(only)
    const replaced = await admin.put(`${V1}/${body.id}`, { ...anna, lastName: 'Hill' })
    expect(replaced.body).not.toHaveProperty('scopes')
    expect((await admin.get(`${V2}/${body.id}`)).body).toMatchObject({ ...only, lastName: 'Hill' })
  })

  test('without a difference keeps its version and emits no event', async () => {
    const { body } = await make({ scopes: [{ type: 'PortalVisibilityGroup', id: 1 }] })
    const { body: before } = await admin.get(`${V2}/${body.id}`)
    const same = await admin.put(`${V2}/${body.id}`, { ...anna, scopes: before.scopes })
    expect(same.body).toEqual(before)
    expect(await eventsOf(body.id)).toHaveLength(1)
  })

  test('keeps the password unless one is sent, and signs in only by the new name', async () => {
    const { body } = await make({ password: PASSWORD })
    await admin.put(`${V1}/${body.id}`, { ...anna, userName: 'anna.hill' })
    expect((await signIn('anna.berg', PASSWORD)).answer.status).toBe(401)
    expect((await signIn('anna.hill', PASSWORD)).answer.status).toBe(200)
    await admin.put(`${V1}/${body.id}`, { ...anna, userName: 'anna.hill', password: `${PASSWORD} two` })
    expect((await signIn('anna.hill', PASSWORD)).answer.status).toBe(401)
    expect((await signIn('anna.hill', `${PASSWORD} two`)).answer.status).toBe(200)
    expect((await make()).status).toBe(201)
  })

  test.each([{ status: 'Locked' }, { status: 'Disabled' }, { password: `${PASSWORD} two` }])(
    'loses its sessions with %j',
    async (change) => {
      const { body } = await make({ password: PASSWORD })
      const { caller } = await signIn('anna.berg', PASSWORD)
      expect((await caller.get('/me')).status).toBe(200)
      const lookups = async () => {
        const { rows } = await service.databases.platformPool.query(
          "select 1 from platform.credential where kind = 'Session'",
        )
        return rows.length
      }
      expect(await lookups()).toBe(1)
      await admin.put(`${V2}/${body.id}`, { ...anna, ...change })
      expect(await lookups()).toBe(0)
      await expect.poll(async () => (await caller.get('/me')).status, { timeout: 5_000 }).toBe(401)
    },
  )

  test('with a password uses up the invitation', async () => {
    const { body } = await make()
    await admin.put(`${V2}/${body.id}`, { ...anna, password: PASSWORD })
    const late = await service.api.anonymous.put('/me/password', {
      invitation: body.invitation,
      new: PASSWORD,
    })
    expect(late.status).toBe(401)
  })

  test('can switch off one-time codes', async () => {
    const { body } = await make({ password: PASSWORD })
    const { db } = await sandboxOf(service)
    await run(
      db,
      'update app_user set mfa_enabled = true, totp_secret = $1, totp_confirmed = true where id = $2',
      ['sealed', body.id],
    )
    await admin.put(`${V1}/${body.id}`, { ...anna, lastName: 'Hill' })
    expect((await admin.get(`${V2}/${body.id}`)).body.mfaEnabled).toBe(true)
    expect((await admin.put(`${V2}/${body.id}`, { ...anna, mfaEnabled: true })).body.mfaEnabled).toBe(true)
    expect((await admin.put(`${V2}/${body.id}`, anna)).body.mfaEnabled).toBe(false)
    expect((await signIn('anna.berg', PASSWORD)).answer.status).toBe(200)
  })

  test('by two concurrent callers happens one after the other', async () => {
    const { body } = await make()
    const groups = await Promise.all(['Dealer', 'Agent', 'Auditor', 'Adjuster'].map(groupId))
    const answers = await Promise.all(
      groups.map((group) => admin.put(`${V1}/${body.id}`, { ...anna, membershipGroupIds: [group] })),
    )
    expect(answers.map((answer) => answer.body.membershipGroupIds)).toEqual(groups.map((group) => [group]))
    const { body: last } = await admin.get(`${V1}/${body.id}`)
    expect(last.rowVersion).toBe(5)
    expect(last.membershipGroupIds).toHaveLength(1)
  })
})

describe('a limited caller', () => {
  const permissions = ['users:read', 'users:manage', 'accountholders:read', 'contracts:read', 'ledgers:read']

  test('sees itself and the users of its account holders and scopes', async () => {
    const dealer = await holderId('Dealer', 'D1001')
    const { body: scoped } = await make({ scopes: [{ type: 'Dealer', id: dealer }] })
    const limited = await keyWith({ permissions, scopes: [{ type: 'Dealer', id: dealer }] })
    const list = await limited.get(V1)
    expect(list.body.map((user: { userName: string }) => user.userName)).toEqual([
      'sandbox-dealer-d1001@sandbox.example',
      'sandbox-office-d1001@sandbox.example',
      'Anna.Berg',
    ])
    expect((await limited.get(`${V2}/${scoped.id}`)).status).toBe(200)
    for (const path of [`${V1}/1`, `${V2}/1`]) expect((await limited.get(path)).status).toBe(404)
    expect((await limited.put(`${V1}/1`, anna)).status).toBe(404)
  })

  test('creates users within its own scopes and permissions', async () => {
    const agent = await holderId('Agent', 'A100')
    const limited = await keyWith({ permissions, scopes: [{ type: 'Agent', id: agent }] })
    const user = { ...anna, accountHolderType: 'Agent', accountHolderId: agent }
    const groups = [await groupId('Agent')]
    const made = await limited.post(V1, { ...user, membershipGroupIds: groups })
    expect(made.status).toBe(201)
    const replaced = await limited.put(`${V1}/${made.body.id}`, {
      ...user,
      lastName: 'Hill',
      password: PASSWORD,
    })
    expect(replaced.body).toMatchObject({ lastName: 'Hill', membershipGroupIds: [] })
  })

  test('403 MoreThanOwn for a user with a wider or unlimited scope', async () => {
    const agent = await holderId('Agent', 'A100')
    const other = await holderId('Agent', 'A200')
    const limited = await keyWith({ permissions, scopes: [{ type: 'Agent', id: agent }] })
    const more = await limited.post(V1, { ...anna, accountHolderType: 'Agent', accountHolderId: other })
    expect(more.body).toMatchObject({
      status: 403,
      code: 'MoreThanOwn',
      beyond: { scopes: [{ type: 'Agent', id: other }] },
    })
    expect((await limited.post(V2, anna)).body).toMatchObject({
      code: 'MoreThanOwn',
      beyond: { unlimited: true },
    })
  })
})

describe('refusals', () => {
  test('400 ValidationFailed lists every fault', async () => {
    const answer = await admin.post(V1, {
      userName: 'with space',
      email: 'nobody',
      firstName: '',
      status: 'Asleep',
      accountHolderType: 'Dealer',
      membershipGroupIds: ['1'],
      mfaEnabled: true,
    })
    expect(answer.status).toBe(400)
    expect(faultsOf(answer)).toEqual([
      '/userName Format',
      '/email Format',
      '/firstName Length',
      '/lastName Required',
      '/status Enum',
      '/membershipGroupIds/0 Type',
      '/mfaEnabled Unknown',
      '/accountHolderId Required',
    ])
  })

  test.each([
    [{ accountHolderId: 3 }, '/accountHolderType Required'],
    [{ accountHolderType: 'Customer', accountHolderId: 3 }, '/accountHolderType Enum'],
    [{ accountHolderType: 'AdminCompany', accountHolderId: 1 }, '/accountHolderType Enum'],
    [{ userName: 'a:b' }, '/userName Format'],
    [{ scopes: [{ type: 'Insurer', id: 2 }] }, '/scopes/0/type Enum'],
    [{ externalIdentity: { provider: 'p' } }, '/externalIdentity/subject Required'],
    [{ password: 'x'.repeat(1025) }, '/password Length'],
  ])('400 ValidationFailed: %j', async (more, fault) => {
    const answer = await make(more)
    expect([answer.status, ...faultsOf(answer)]).toEqual([400, fault])
  })

  test('an email address of a million dots is refused quickly', async () => {
    const began = Date.now()
    expect((await make({ email: `a@${'.'.repeat(900_000)}@` })).status).toBe(400)
    expect(Date.now() - began).toBeLessThan(2_000)
  })

  test('409 DuplicateNumber for a name in another letter case, in POST and in PUT', async () => {
    const { body: first } = await make()
    const expected = {
      status: 409,
      code: 'DuplicateNumber',
      existing: { id: first.id },
      errors: [{ pointer: '/userName' }],
    }
    expect((await make({ userName: 'ANNA.BERG' }, V1)).body).toMatchObject(expected)
    const { body: second } = await make({ userName: 'second' })
    expect((await admin.put(`${V2}/${second.id}`, anna)).body).toMatchObject(expected)
    const recased = await admin.put(`${V2}/${first.id}`, { ...anna, userName: 'ANNA.berg' })
    expect(recased.body.userName).toBe('ANNA.berg')
  })

  test('409 DuplicateNumber for all but one of the concurrent requests for a name', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => make()))
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409])
  })

  test('409 DuplicateNumber for a name at another administrator, which is not named', async () => {
    const own = await startService()
    try {
      const other = await createTenant(own.databases, {
        number: 'ADM2',
        name: 'Another',
        timeZone: 'UTC',
        isSandbox: false,
        createdAt: new Date(),
      })
      await claimCredential(own.databases.of(other), 'User', 'anna.berg', other.id)
      const answer = await own.api.as('sandbox-admin').post(V2, anna)
      expect(answer.body).toMatchObject({ status: 409, code: 'DuplicateNumber' })
      expect(answer.body).not.toHaveProperty('existing')
      expect(await tenantOfCredential(own.databases, 'User', 'anna.berg')).toMatchObject({ id: other.id })
    } finally {
      await own.app.server.close()
      await own.databases.close()
    }
  })

  test.each(['elevenchars', 'x'.repeat(257), 'aaaaaaaaaaaaaaaa', 'ANNA.BERG@LONG'])(
    '422 PasswordTooWeak: %s',
    async (password) => {
      const answer = await make({ userName: 'anna.berg@long', password })
      expect(answer.body).toMatchObject({
        status: 422,
        code: 'PasswordTooWeak',
        errors: [{ pointer: '/password' }],
      })
      expect((await admin.get(`${V1}?userName=anna.berg@long`)).body).toEqual([])
    },
  )

  test('422 UnknownReference lists groups, account holder and scopes together', async () => {
    const answer = await make({
      membershipGroupIds: [1, 999_999],
      accountHolderType: 'Agent',
      accountHolderId: await holderId('Dealer', 'D1001'),
      scopes: [{ type: 'PortalVisibilityGroup', id: 999_999 }],
    })
    expect(answer.body).toMatchObject({ status: 422, code: 'UnknownReference' })
    expect(faultsOf(answer)).toEqual([
      '/membershipGroupIds/1 UnknownReference',
      '/accountHolderId UnknownReference',
      '/scopes/0/id UnknownReference',
    ])
    expect((await make()).status).toBe(201)
  })

  test('403 MoreThanOwn for permissions that the caller lacks', async () => {
    const lesser = await keyWith({ permissions: ['users:read', 'users:manage', 'contracts:read'] })
    const answer = await lesser.post(V1, { ...anna, membershipGroupIds: [await groupId('Agent')] })
    expect(answer.body).toMatchObject({
      status: 403,
      code: 'MoreThanOwn',
      beyond: { permissions: ['accountholders:read', 'ledgers:read'] },
    })
  })

  test('403 MoreThanOwn for the password of a user with more permissions; other fields can change', async () => {
    const membershipGroupIds = [await groupId('Agent')]
    const { body } = await make({ membershipGroupIds })
    const lesser = await keyWith({ permissions: ['users:read', 'users:manage'] })
    const put = (more: object) => lesser.put(`${V2}/${body.id}`, { ...anna, membershipGroupIds, ...more })
    expect((await put({ email: 'new@berg.example' })).status).toBe(200)
    expect((await put({ password: PASSWORD })).body.code).toBe('MoreThanOwn')
    expect((await put({ externalIdentity: { provider: 'mine', subject: 'me' } })).body.code).toBe(
      'MoreThanOwn',
    )
  })

  describe('403 OwnRights', () => {
    let caller: Caller
    let self: Record<string, unknown>
    let path: string
    beforeEach(async () => {
      const membershipGroupIds = [await groupId('Admin')]
      const { body } = await make({ password: PASSWORD, membershipGroupIds })
      path = `${V2}/${body.id}`
      self = { ...anna, membershipGroupIds }
      caller = (await signIn('anna.berg', PASSWORD)).caller
    })

    test('not for other fields of the caller', async () => {
      const answer = await caller.put(path, { ...self, lastName: 'Hill', status: 'Active', scopes: [] })
      expect(answer.body).toMatchObject({ lastName: 'Hill', rowVersion: 2 })
    })

    test.each([
      { membershipGroupIds: [] },
      { status: 'Locked' },
      { scopes: [{ type: 'PortalVisibilityGroup', id: 1 }] },
      { accountHolderType: 'Insurer', accountHolderId: 2 },
    ])('for %j', async (change) => {
      const answer = await caller.put(path, { ...self, ...change })
      expect(answer.body).toMatchObject({ status: 403, code: 'OwnRights' })
    })
  })

  test('412 PreconditionFailed with a stale ETag', async () => {
    const { body } = await make()
    const { headers } = await admin.get(`${V1}/${body.id}`)
    const match = { 'if-match': headers.get('etag') ?? '' }
    expect((await admin.put(`${V1}/${body.id}`, { ...anna, lastName: 'One' }, match)).status).toBe(200)
    const stale = await admin.put(`${V1}/${body.id}`, { ...anna, lastName: 'Two' }, match)
    expect(stale.body.code).toBe('PreconditionFailed')
  })

  test('412 PreconditionFailed when another write came first', async () => {
    const { body } = await make()
    const { headers } = await admin.get(`${V2}/${body.id}`)
    const { schema } = (await sandboxOf(service)).tenant
    const answer = await overtaken(
      service,
      `update ${schema}.app_user set email = 'other@berg.example' where id = ${body.id}`,
      () => admin.put(`${V2}/${body.id}`, anna, { 'if-match': headers.get('etag') ?? '' }),
    )
    expect(answer.body.code).toBe('PreconditionFailed')
  })

  test('404 NotFound for an unknown user', async () => {
    const answers = [
      await admin.get(`${V1}/999999`),
      await admin.get(`${V2}/abc`),
      await admin.put(`${V1}/999999`, anna),
      await admin.put(`${V2}/999999`, anna),
    ]
    for (const answer of answers) expect([answer.status, answer.body.code]).toEqual([404, 'NotFound'])
  })

  test('403 Forbidden without users:manage', async () => {
    const auditor = service.api.as('sandbox-auditor')
    expect((await auditor.get(V2)).status).toBe(200)
    expect((await auditor.post(V2, anna)).body).toMatchObject({
      code: 'Forbidden',
      permission: 'users:manage',
    })
    expect((await service.api.as('sandbox-dealer-d1001').get(V1)).body.permission).toBe('users:read')
  })
})
