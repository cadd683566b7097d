import { describe, expect, test } from 'vitest'
import { roles } from '../../src/domain/permissions.ts'
import { inDatabase } from '../support/builders/database.ts'
import { testService } from '../support/service/app.ts'
import { groupOf, holderId } from '../support/service/sandbox.ts'

const service = await testService()
const admin = service.api.as('sandbox-admin')

const names = (rows: readonly { name: string }[]) => rows.map((row) => row.name)
const userNamed = async (name: string) =>
  (await admin.get(`/v1/platformadminusers?userName=${name}@sandbox.example`)).body[0].id

describe('groups and roles', () => {
  test('each role of the table exists, with a group of the same name', async () => {
    const all = await admin.get('/MembershipGroups/Search/0')
    expect(names(all.body)).toEqual(Object.keys(roles))
    for (const group of all.body) expect(names(group.roles)).toEqual([group.name])
    const { body } = await admin.get('/MembershipRoles/Search/0')
    expect(names(body)).toEqual(Object.keys(roles))
  })

  test('a group and a role are read by id', async () => {
    const [found] = (await admin.get('/MembershipGroups/Search/0?name=agent')).body
    const group = await admin.get(`/MembershipGroups/${found.id}`)
    expect(group.body).toEqual(found)
    expect(group.body).toMatchObject({ name: 'Agent', portalVisibilityGroupId: null })
    const role = await admin.get(`/MembershipRoles/${group.body.roles[0].id}`)
    expect(role.body).toEqual(group.body.roles[0])
    expect(role.body.permissions).toEqual(['accountholders:read', 'contracts:read', 'ledgers:read'])
  })

  test('the groups and roles of a user are listed', async () => {
    const id = await userNamed('sandbox-office-d1001')
    expect(names((await admin.get(`/MembershipGroups/Search/${id}`)).body)).toEqual(['DealerOffice'])
    expect(names((await admin.get(`/MembershipRoles/Search/${id}`)).body)).toEqual(['DealerOffice'])
    expect((await admin.get(`/MembershipRoles/Search/${id}?name=agent`)).body).toEqual([])
  })

  test('a role in two groups is listed once', async () => {
    const [dealer, office] = [await groupOf(service, 'Dealer'), await groupOf(service, 'DealerOffice')]
    const [role] = (await admin.get('/MembershipRoles/Search/0?name=Dealer')).body
    await inDatabase(
      service,
      'insert into membership_group_role (membership_group_id, membership_role_id) values ($1, $2)',
      [office, role.id],
    )
    const { body: user } = await admin.post('/v2/Users', {
      userName: 'two.groups',
      email: 'two@groups.example',
      firstName: 'Two',
      lastName: 'Groups',
      membershipGroupIds: [office, dealer, office],
    })
    expect(user.membershipGroupIds).toEqual([dealer, office])
    expect(user.roles).toEqual(['Dealer', 'DealerOffice'])
    const listed = await admin.get(`/MembershipRoles/Search/${user.id}`)
    expect(names(listed.body)).toEqual(['Dealer', 'DealerOffice'])
    expect(listed.headers.get('x-total-count')).toBe('2')
  })

  test('name matches anywhere without case and accents; paging, sorting and CSV work as in every list', async () => {
    const found = await admin.get('/MembershipRoles/Search/0?name=D%C3%89AL&sortBy=name&sortDirection=Desc')
    expect(names(found.body)).toEqual(['DealerOffice', 'Dealer'])
    const page = await admin.get('/MembershipGroups/Search/0?pageSize=4&pageNumber=2')
    expect(page.body).toHaveLength(4)
    expect(page.headers.get('x-total-count')).toBe(String(Object.keys(roles).length))
    const csv = await admin.get('/MembershipRoles/Search/0?name=agent', { headers: { accept: 'text/csv' } })
    expect(csv.text.split('\r\n')[0]).toBe('id,name,permissions')
  })
})

describe('refusals', () => {
  test.each([
    '/MembershipGroups/Search/999999',
    '/MembershipRoles/Search/999999',
    '/MembershipGroups/999999',
    '/MembershipRoles/999999',
    '/MembershipGroups/0',
    '/MembershipRoles/Search/abc',
    '/MembershipRoles/Search/00',
  ])('404 NotFound: %s', async (path) => {
    const answer = await admin.get(path)
    expect([answer.status, answer.body.code]).toEqual([404, 'NotFound'])
  })

  test('403 Forbidden without users:read', async () => {
    const answer = await service.api.as('sandbox-dealer-d1001').get('/MembershipGroups/Search/0')
    expect(answer.body).toMatchObject({ status: 403, code: 'Forbidden', permission: 'users:read' })
  })

  test('400 for an unknown sortBy', async () => {
    const answer = await admin.get('/MembershipGroups/Search/0?sortBy=description')
    expect(answer.body).toMatchObject({ status: 400, code: 'ValidationFailed' })
  })

  test('a limited caller asks only about users in its scope', async () => {
    const own = await userNamed('sandbox-dealer-d1001')
    const other = await userNamed('sandbox-dealer-d2001')
    const id = await holderId(service, 'Dealer', 'D1001')
    const key = await admin.post('/apikeys', {
      name: 'limited',
      permissions: ['users:read'],
      scopes: [{ type: 'Dealer', id }],
    })
    const limited = service.api.with(key.body.key)
    expect(names((await limited.get(`/MembershipGroups/Search/${own}`)).body)).toEqual(['Dealer'])
    expect((await limited.get(`/MembershipGroups/Search/${other}`)).status).toBe(404)
  })
})
