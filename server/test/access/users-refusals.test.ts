import { beforeEach, describe, expect, test } from 'vitest'
import { claimCredential, createTenant, tenantOfCredential } from '../../src/db/tenants.ts'
import { PASSWORD } from '../support/builders/people.ts'
import { anna, type Users, usersOf, V1, V2 } from '../support/builders/users.ts'
import { overtaken } from '../support/hostile/overtake.ts'
import type { Answer, Caller } from '../support/service/api.ts'
import { startService, type TestService, testService } from '../support/service/app.ts'
import { groupOf, holderId, sandboxOf } from '../support/service/sandbox.ts'

let service: TestService
let admin: Caller
let users: Users

beforeEach(async () => {
  service = await testService()
  admin = service.api.as('sandbox-admin')
  users = usersOf(service)
})

const faultsOf = (answer: Answer) =>
  answer.body.errors.map((fault: { pointer: string; code: string }) => `${fault.pointer} ${fault.code}`)

describe('a request for a user is refused', () => {
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
    const answer = await users.make(more)
    expect([answer.status, ...faultsOf(answer)]).toEqual([400, fault])
  })

  test('an email address of a million dots is refused quickly', async () => {
    const began = Date.now()
    expect((await users.make({ email: `a@${'.'.repeat(900_000)}@` })).status).toBe(400)
    expect(Date.now() - began).toBeLessThan(2_000)
  })

  test('409 DuplicateNumber for a name in another letter case, in POST and in PUT', async () => {
    const { body: first } = await users.make()
    const expected = {
      status: 409,
      code: 'DuplicateNumber',
      existing: { id: first.id },
      errors: [{ pointer: '/userName' }],
    }
    expect((await users.make({ userName: 'ANNA.BERG' }, V1)).body).toMatchObject(expected)
    const { body: second } = await users.make({ userName: 'second' })
    expect((await admin.put(`${V2}/${second.id}`, anna)).body).toMatchObject(expected)
    const recased = await admin.put(`${V2}/${first.id}`, { ...anna, userName: 'ANNA.berg' })
    expect(recased.body.userName).toBe('ANNA.berg')
  })

  test('409 DuplicateNumber for all but one of the concurrent requests for a name', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => users.make()))
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409])
  })

  test('409 DuplicateNumber for a name at another administrator, which is not named', async () => {
    const own = await startService()
    try {
      const other = await createTenant(own.databases, own.keys, {
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
      const answer = await users.make({ userName: 'anna.berg@long', password })
      expect(answer.body).toMatchObject({
        status: 422,
        code: 'PasswordTooWeak',
        errors: [{ pointer: '/password' }],
      })
      expect((await admin.get(`${V1}?userName=anna.berg@long`)).body).toEqual([])
    },
  )

  test('422 UnknownReference lists groups, account holder and scopes together', async () => {
    const answer = await users.make({
      membershipGroupIds: [1, 999_999],
      accountHolderType: 'Agent',
      accountHolderId: await holderId(service, 'Dealer', 'D1001'),
      scopes: [{ type: 'PortalVisibilityGroup', id: 999_999 }],
    })
    expect(answer.body).toMatchObject({ status: 422, code: 'UnknownReference' })
    expect(faultsOf(answer)).toEqual([
      '/membershipGroupIds/1 UnknownReference',
      '/accountHolderId UnknownReference',
      '/scopes/0/id UnknownReference',
    ])
    expect((await users.make()).status).toBe(201)
  })

  test('403 MoreThanOwn for permissions that the caller lacks', async () => {
    const lesser = await users.keyWith({ permissions: ['users:read', 'users:manage', 'contracts:read'] })
    const answer = await lesser.post(V1, { ...anna, membershipGroupIds: [await groupOf(service, 'Agent')] })
    expect(answer.body).toMatchObject({
      status: 403,
      code: 'MoreThanOwn',
      beyond: { permissions: ['accountholders:read', 'ledgers:read'] },
    })
  })

  test('403 MoreThanOwn for the password of a user with more permissions; other fields can change', async () => {
    const membershipGroupIds = [await groupOf(service, 'Agent')]
    const { body } = await users.make({ membershipGroupIds })
    const lesser = await users.keyWith({ permissions: ['users:read', 'users:manage'] })
    const put = (more: object) => lesser.put(`${V2}/${body.id}`, { ...anna, membershipGroupIds, ...more })
    expect((await put({ email: 'new@berg.example' })).status).toBe(200)
    expect((await put({ password: PASSWORD })).body.code).toBe('MoreThanOwn')
    expect((await put({ externalIdentity: { provider: 'mine', subject: 'me' } })).body.code).toBe(
      'MoreThanOwn',
    )
  })

  describe('403 OwnRights for a change to one’s own user', () => {
    let caller: Caller
    let self: Record<string, unknown>
    let path: string
    beforeEach(async () => {
      const membershipGroupIds = [await groupOf(service, 'Admin')]
      const { body } = await users.make({ password: PASSWORD, membershipGroupIds })
      path = `${V2}/${body.id}`
      self = { ...anna, membershipGroupIds }
      caller = (await users.signIn('anna.berg', PASSWORD)).caller
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
    ])('applies to %j', async (change) => {
      const answer = await caller.put(path, { ...self, ...change })
      expect(answer.body).toMatchObject({ status: 403, code: 'OwnRights' })
    })
  })

  test('412 PreconditionFailed with a stale ETag', async () => {
    const { body } = await users.make()
    const { headers } = await admin.get(`${V1}/${body.id}`)
    const match = { 'if-match': headers.get('etag') ?? '' }
    expect((await admin.put(`${V1}/${body.id}`, { ...anna, lastName: 'One' }, match)).status).toBe(200)
    const stale = await admin.put(`${V1}/${body.id}`, { ...anna, lastName: 'Two' }, match)
    expect(stale.body.code).toBe('PreconditionFailed')
  })

  test('412 PreconditionFailed when another write came first', async () => {
    const { body } = await users.make()
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
