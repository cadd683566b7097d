import { beforeEach, describe, expect, test } from 'vitest'
import { inDatabase } from '../support/builders/database.ts'
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

describe('replacing a user', () => {
  test('stores what was sent; absent fields return to their defaults', async () => {
    const holder = {
      accountHolderType: 'Dealer',
      accountHolderId: await holderId(service, 'Dealer', 'D1001'),
    }
    const { body } = await users.make({
      ...holder,
      membershipGroupIds: [await groupOf(service, 'Dealer')],
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
    expect((await users.events(body.id)).map((event) => event.type)).toEqual(['user.created', 'user.updated'])
  })

  test('by v1 keeps the fields that only v2 has', async () => {
    const only = {
      scopes: [{ type: 'PortalVisibilityGroup', id: 1 }],
      externalIdentity: { provider: 'p', subject: 's' },
      mfaEnabled: true,
    }
    const { body } = await users.make(only)
    const replaced = await admin.put(`${V1}/${body.id}`, { ...anna, lastName: 'Hill' })
    expect(replaced.body).not.toHaveProperty('scopes')
    expect((await admin.get(`${V2}/${body.id}`)).body).toMatchObject({ ...only, lastName: 'Hill' })
  })

  test('without a difference keeps its version and emits no event', async () => {
    const { body } = await users.make({ scopes: [{ type: 'PortalVisibilityGroup', id: 1 }] })
    const { body: before } = await admin.get(`${V2}/${body.id}`)
    const same = await admin.put(`${V2}/${body.id}`, { ...anna, scopes: before.scopes })
    expect(same.body).toEqual(before)
    expect(await users.events(body.id)).toHaveLength(1)
  })

  test('keeps the password unless one is sent, and signs in only by the new name', async () => {
    const { body } = await users.make({ password: PASSWORD })
    await admin.put(`${V1}/${body.id}`, { ...anna, userName: 'anna.hill' })
    expect((await users.signIn('anna.berg', PASSWORD)).answer.status).toBe(401)
    expect((await users.signIn('anna.hill', PASSWORD)).answer.status).toBe(200)
    await admin.put(`${V1}/${body.id}`, { ...anna, userName: 'anna.hill', password: `${PASSWORD} two` })
    expect((await users.signIn('anna.hill', PASSWORD)).answer.status).toBe(401)
    expect((await users.signIn('anna.hill', `${PASSWORD} two`)).answer.status).toBe(200)
    expect((await users.make()).status).toBe(201)
  })

  test.each([{ status: 'Locked' }, { status: 'Disabled' }, { password: `${PASSWORD} two` }])(
    'loses its sessions when it is replaced with %j',
    async (change) => {
      const { body } = await users.make({ password: PASSWORD })
      const { caller } = await users.signIn('anna.berg', PASSWORD)
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
      expect((await caller.get('/me')).status).toBe(401)
    },
  )

  test('with a password uses up the invitation', async () => {
    const { body } = await users.make()
    await admin.put(`${V2}/${body.id}`, { ...anna, password: PASSWORD })
    const late = await service.api.anonymous.put('/me/password', {
      invitation: body.invitation,
      new: PASSWORD,
    })
    expect(late.status).toBe(401)
  })

  test('can switch off one-time codes', async () => {
    const { body } = await users.make({ password: PASSWORD })
    await inDatabase(
      service,
      'update app_user set mfa_enabled = true, totp_secret = $1, totp_confirmed = true where id = $2',
      ['sealed', body.id],
    )
    await admin.put(`${V1}/${body.id}`, { ...anna, lastName: 'Hill' })
    expect((await admin.get(`${V2}/${body.id}`)).body.mfaEnabled).toBe(true)
    expect((await admin.put(`${V2}/${body.id}`, { ...anna, mfaEnabled: true })).body.mfaEnabled).toBe(true)
    expect((await admin.put(`${V2}/${body.id}`, anna)).body.mfaEnabled).toBe(false)
    expect((await users.signIn('anna.berg', PASSWORD)).answer.status).toBe(200)
  })

  test('by two concurrent callers happens one after the other', async () => {
    const { body } = await users.make()
    const groups = await Promise.all(
      ['Dealer', 'Agent', 'Auditor', 'Adjuster'].map((role) => groupOf(service, role)),
    )
    const answers = await Promise.all(
      groups.map((group) => admin.put(`${V1}/${body.id}`, { ...anna, membershipGroupIds: [group] })),
    )
    expect(answers.map((answer) => answer.body.membershipGroupIds)).toEqual(groups.map((group) => [group]))
    const { body: last } = await admin.get(`${V1}/${body.id}`)
    expect(last.rowVersion).toBe(5)
    expect(last.membershipGroupIds).toHaveLength(1)
  })
})
