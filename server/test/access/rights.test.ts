import { describe, expect, test } from 'vitest'
import { permissions, roles } from '../../src/domain/permissions.ts'
import { testService } from '../support/service/app.ts'
import { groupOf, holderId } from '../support/service/sandbox.ts'

// Roles by permissions, and what a user may do and see.

const service = await testService()
const admin = service.api.as('sandbox-admin')
const person = { email: 'x@summit.example', firstName: 'Ann', lastName: 'Berg' }

interface PermissionRow {
  readonly permission: string
  readonly area: string
  readonly right: string
  readonly roles: readonly string[]
}

describe('GET /permissions', () => {
  test('lists every permission with the roles that have it', async () => {
    const rows: PermissionRow[] = (await admin.get('/permissions')).body
    expect(rows.map(({ permission }) => permission)).toEqual(permissions)
    for (const { permission, area, right, roles: having } of rows) {
      expect(`${area}:${right}`).toBe(permission)
      const expected = Object.entries(roles).filter(([, rights]) =>
        (rights as readonly string[]).includes(permission),
      )
      expect([permission, [...having].sort()]).toEqual([permission, expected.map(([name]) => name).sort()])
    }
  })

  test('is for callers that may see users', async () => {
    expect(await service.api.as('sandbox-cancels').get('/permissions')).toMatchObject({
      ...{ status: 403, body: { permission: 'users:read' } },
    })
  })
})

describe('GET /v2/Users/{userId}/rights', () => {
  const made = async (body: object) =>
    (await admin.post('/v2/Users', { ...person, ...body })).body.id as number

  test('shows groups, roles, permissions and named scopes, as the user has them', async () => {
    const dealer = await holderId(service, 'Dealer', 'D1001')
    const group = await groupOf(service, 'Dealer')
    const id = await made({
      ...{ userName: 'rights.one', membershipGroupIds: [group], password: 'correct horse battery staple 9' },
      ...{ accountHolderType: 'Dealer', accountHolderId: dealer, scopes: [] },
    })
    const { status, body, text } = await admin.get(`/v2/Users/${id}/rights`)
    expect(status, text).toBe(200)
    expect(body.user).toMatchObject({ id, userName: 'rights.one', firstName: 'Ann' })
    expect(body.groups).toEqual([{ id: group, name: 'Dealer' }])
    const active = body.user.status === 'Active'
    expect(body.permissions).toEqual(active ? [...new Set(roles.Dealer)].sort() : [])
    expect(body.seesCosts).toBe(false)
    if (active)
      expect(body.scopes).toEqual([{ type: 'Dealer', id: dealer, number: 'D1001', name: expect.any(String) }])
  })

  test('a user that cannot sign in has no rights, and staff see costs by their permission', async () => {
    const group = await groupOf(service, 'RateAdmin')
    const { body: list } = await admin.get('/v2/Users?userName=sandbox-rates@sandbox.example')
    const { body } = await admin.get(`/v2/Users/${list.items[0].id}/rights`)
    expect(body).toMatchObject({ roles: ['RateAdmin'], scopes: [], seesCosts: true })
    const id = await made({ userName: 'rights.two', membershipGroupIds: [group] })
    await admin.put(`/v2/Users/${id}`, {
      ...{ ...person, userName: 'rights.two', membershipGroupIds: [group], status: 'Disabled' },
    })
    expect((await admin.get(`/v2/Users/${id}/rights`)).body).toMatchObject({
      ...{ groups: [{ name: 'RateAdmin' }], roles: [], permissions: [], scopes: [], seesCosts: false },
    })
  })

  test('a user that the caller may not see is not found', async () => {
    const scopes = [{ type: 'Dealer', id: await holderId(service, 'Dealer', 'D1001') }]
    const { body } = await admin.post('/apikeys', { name: 'limited', permissions: ['users:read'], scopes })
    const { body: list } = await admin.get('/v2/Users?userName=sandbox-rates@sandbox.example')
    expect((await service.api.with(body.key).get(`/v2/Users/${list.items[0].id}/rights`)).status).toBe(404)
    expect((await admin.get('/v2/Users/987654/rights')).status).toBe(404)
  })
})
