import { beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD } from '../support/builders/people.ts'
import { anna, type Users, usersOf, V1, V2 } from '../support/builders/users.ts'
import type { Caller } from '../support/service/api.ts'
import { type TestService, testService } from '../support/service/app.ts'
import { groupOf, holderId } from '../support/service/sandbox.ts'

let service: TestService
let admin: Caller
let users: Users

beforeEach(async () => {
  service = await testService()
  admin = service.api.as('sandbox-admin')
  users = usersOf(service)
})

describe('a new user', () => {
  test('with a password can sign in and is read in both versions', async () => {
    const made = await users.make(
      { password: PASSWORD, membershipGroupIds: [await groupOf(service, 'Auditor')] },
      V1,
    )
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
    const { caller, answer } = await users.signIn('ANNA.berg', PASSWORD)
    expect(answer.status).toBe(200)
    expect((await caller.get(`${V2}/${made.body.id}`)).body.lastLoginAt).not.toBeNull()
    expect(await users.events(made.body.id)).toEqual([
      {
        type: 'user.created',
        data: { id: made.body.id, number: 'Anna.Berg', status: 'Active', isInvited: false },
      },
    ])
  })

  test('without a password gets an invitation, shown once, to set one', async () => {
    const { body } = await users.make()
    expect(body.invitation).toMatch(/^\d+\.[\w-]{43}$/)
    const [event] = await users.events(body.id)
    expect(event?.data).toEqual({ id: body.id, number: 'Anna.Berg', status: 'Active', isInvited: true })
    const set = await service.api.anonymous.put('/me/password', {
      invitation: body.invitation,
      new: PASSWORD,
    })
    expect(set.status).toBe(204)
    expect((await users.signIn('anna.berg', PASSWORD)).answer.status).toBe(200)
  })

  test('made through v2 has an external identity, one-time codes and scopes', async () => {
    const dealer = await holderId(service, 'Dealer', 'D1001')
    const scopes = [
      { type: 'PortalVisibilityGroup', id: 1 },
      { type: 'Dealer', id: dealer },
    ]
    const externalIdentity = { provider: 'https://login.example', subject: 'a1' }
    const made = await users.make({ scopes, externalIdentity, mfaEnabled: true })
    expect(made.headers.get('location')).toBe(`${V2}/${made.body.id}`)
    expect(made.body).toMatchObject({ scopes, externalIdentity, mfaEnabled: true, roles: [] })
  })

  test('with an account holder has it as scope', async () => {
    const id = await holderId(service, 'Dealer', 'D2001')
    const groups = [await groupOf(service, 'Dealer')]
    await users.make({
      password: PASSWORD,
      accountHolderType: 'Dealer',
      accountHolderId: id,
      membershipGroupIds: groups,
    })
    const { caller } = await users.signIn('anna.berg', PASSWORD)
    expect((await caller.get('/me')).body.scopes).toEqual([
      { type: 'Dealer', id, number: 'D2001', name: 'Gulf Breeze Toyota' },
    ])
  })

  test('in a dry run is not saved, and shows no invitation', async () => {
    const tried = await admin.post(`${V2}?dryRun=true`, anna)
    expect(tried.status).toBe(201)
    expect(tried.body).toMatchObject({ invitation: null, effects: { events: [{ type: 'user.created' }] } })
    expect((await users.make()).status).toBe(201)
  })

  test('is created once per key, with the same answer', async () => {
    const key = { 'idempotency-key': 'anna' }
    const first = await admin.post(V2, anna, key)
    const again = await admin.post(V2, anna, key)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  })
})

describe('the list of users', () => {
  test('is an array in v1 and wrapped in v2, filtered and sorted', async () => {
    const dealer = await holderId(service, 'Dealer', 'D1001')
    const names = async (query: string) =>
      (await admin.get(`${V2}?${query}`)).body.items.map((user: { userName: string }) =>
        user.userName.replace('@sandbox.example', ''),
      )
    await users.make({ status: 'Locked', lastName: 'aaa' })
    expect(await names('userName=ANNA.BERG')).toEqual(['Anna.Berg'])
    expect(await names('email=Anna@Berg.Example')).toEqual(['Anna.Berg'])
    expect(await names('status=Locked,Disabled')).toEqual(['Anna.Berg'])
    expect(await names(`accountHolderId=${dealer}`)).toEqual(['sandbox-dealer-d1001', 'sandbox-office-d1001'])
    expect(await names(`membershipGroupId=${await groupOf(service, 'Agent')}`)).toEqual([
      'sandbox-agent-a100',
    ])
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

describe('a limited caller', () => {
  const permissions = ['users:read', 'users:manage', 'accountholders:read', 'contracts:read', 'ledgers:read']

  test('sees itself and the users of its account holders and scopes', async () => {
    const dealer = await holderId(service, 'Dealer', 'D1001')
    const { body: scoped } = await users.make({ scopes: [{ type: 'Dealer', id: dealer }] })
    const limited = await users.keyWith({ permissions, scopes: [{ type: 'Dealer', id: dealer }] })
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
    const agent = await holderId(service, 'Agent', 'A100')
    const limited = await users.keyWith({ permissions, scopes: [{ type: 'Agent', id: agent }] })
    const user = { ...anna, accountHolderType: 'Agent', accountHolderId: agent }
    const groups = [await groupOf(service, 'Agent')]
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
    const agent = await holderId(service, 'Agent', 'A100')
    const other = await holderId(service, 'Agent', 'A200')
    const limited = await users.keyWith({ permissions, scopes: [{ type: 'Agent', id: agent }] })
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
