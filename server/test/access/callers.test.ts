import { describe, expect, test } from 'vitest'
import { type RoleName, rolePermissions } from '../../src/domain/permissions.ts'
import { inDatabase } from '../support/builders/database.ts'
import { testService } from '../support/service/app.ts'
import { signIn } from '../support/service/portal.ts'
import { groupOf, holderId } from '../support/service/sandbox.ts'

const service = await testService()
const admin = service.api.as('sandbox-admin')

/** The callers of the sandbox, as its description lists them: name, role, and what it is limited to. */
const seeded: [name: string, role: RoleName, type?: string, number?: string][] = [
  ['sandbox-admin', 'Admin'],
  ['sandbox-supervisor', 'Supervisor'],
  ['sandbox-entry', 'ContractEntry'],
  ['sandbox-cancels', 'CancelDesk'],
  ['sandbox-adjuster', 'Adjuster'],
  ['sandbox-accounting', 'Accounting'],
  ['sandbox-rates', 'RateAdmin'],
  ['sandbox-auditor', 'Auditor'],
  ['sandbox-dealer-d1001', 'Dealer', 'Dealer', 'D1001'],
  ['sandbox-office-d1001', 'DealerOffice', 'Dealer', 'D1001'],
  ['sandbox-dealer-d2001', 'Dealer', 'Dealer', 'D2001'],
  ['sandbox-group-g100', 'Dealer', 'DealerGroup', 'G100'],
  ['sandbox-agent-a100', 'Agent', 'Agent', 'A100'],
  ['sandbox-lienholder-l100', 'LienHolder', 'LienHolder', 'L100'],
  ['sandbox-facility-rf100', 'RepairFacility', 'RepairFacility', 'RF100'],
  ['sandbox-inspector-ic100', 'InspectionEngine', 'InspectionCompany', 'IC100'],
]

describe('sandbox callers sign in', () => {
  test.each(seeded)('%s as %s', async (name, role, type = '', number = '') => {
    const scopes = type
      ? [{ type, id: await holderId(service, type, number), number, name: expect.any(String) }]
      : []
    const permissions = rolePermissions(role)
    const expected = { id: expect.any(Number), roles: [role], permissions, scopes, oneTimeCodes: false }
    const client = await service.api.as(name).get('/me')
    expect(client.body).toEqual({ kind: 'Client', name, ...expected })
    const { caller, answer } = await signIn(service.api, { userName: `${name}@sandbox.example` })
    expect(answer.body.permissions).toEqual(rolePermissions(role))
    const user = await caller.get('/me')
    expect(user.body).toEqual({ kind: 'User', name: `${name}@sandbox.example`, ...expected })
  })

  test('there are no other callers', async () => {
    const clients = await admin.get('/oauthclients?pageSize=200')
    expect(clients.body.map(({ clientId }: { clientId: string }) => clientId)).toEqual(
      seeded.map(([name]) => name),
    )
    const users = await admin.get('/v2/Users?pageSize=200')
    expect(users.body.items.map(({ userName }: { userName: string }) => userName)).toEqual(
      seeded.map(([name]) => `${name}@sandbox.example`),
    )
  })
})

describe('GET /me', () => {
  test('for a key lists the account holders and portal visibility groups of its scopes', async () => {
    const { body: groups } = await admin.get('/portalvisibilitygroups')
    const scopes = [
      { type: 'PortalVisibilityGroup', id: groups[0].id },
      { type: 'Dealer', id: await holderId(service, 'Dealer', 'D2001') },
      { type: 'InspectionCompany', id: await holderId(service, 'InspectionCompany', 'IC100') },
    ]
    const { body: key } = await admin.post('/apikeys', { name: 'Several', roles: ['Agent'], scopes })
    const { body } = await service.api.with(key.key).get('/me')
    expect(body).toEqual({
      kind: 'ApiKey',
      id: key.id,
      name: 'Several',
      roles: ['Agent'],
      permissions: rolePermissions('Agent'),
      scopes: [
        { ...scopes[0], number: 'PVG-TX', name: 'Texas dealers' },
        { ...scopes[1], number: 'D2001', name: 'Gulf Breeze Toyota' },
        { ...scopes[2], number: 'IC100', name: 'Lone Star Inspections' },
      ],
      oneTimeCodes: false,
    })
  })

  test('for a user combines its scopes, its account holder and the portal visibility groups of its groups', async () => {
    const { body: groups } = await admin.get('/portalvisibilitygroups')
    const limited = await groupOf(service, 'Agent')
    await inDatabase(service, 'update membership_group set portal_visibility_group_id = $1 where id = $2', [
      groups[0].id,
      limited,
    ])
    const userName = 'joined@summit.example'
    const own = { type: 'LienHolder', id: await holderId(service, 'LienHolder', 'L200') }
    const holder = await holderId(service, 'Dealer', 'D4001')
    const made = await admin.post('/v2/Users', {
      ...{ userName, email: userName, firstName: 'Jo', lastName: 'Ined', password: 'correct horse battery' },
      membershipGroupIds: [limited, await groupOf(service, 'RateAdmin')],
      ...{ accountHolderType: 'Dealer', accountHolderId: holder, scopes: [own] },
    })
    expect(made.status).toBe(201)
    const { caller } = await signIn(service.api, { userName, password: 'correct horse battery' })
    const { body } = await caller.get('/me')
    expect(body.roles).toEqual(['Agent', 'RateAdmin'])
    expect(body.permissions).toEqual(
      [...new Set([...rolePermissions('Agent'), ...rolePermissions('RateAdmin')])].sort(),
    )
    expect(body.scopes).toEqual([
      { ...own, number: 'L200', name: 'Members Credit Union' },
      { type: 'Dealer', id: holder, number: 'D4001', name: 'Front Range Motors' },
      { type: 'PortalVisibilityGroup', id: groups[0].id, number: 'PVG-TX', name: 'Texas dealers' },
    ])
  })

  test('for a user without groups lists no permissions', async () => {
    const userName = 'groupless@summit.example'
    const names = { userName, email: userName, firstName: 'No', lastName: 'Group' }
    await admin.post('/v2/Users', { ...names, password: 'correct horse battery' })
    const { caller } = await signIn(service.api, { userName, password: 'correct horse battery' })
    expect((await caller.get('/me')).body).toMatchObject({ roles: [], permissions: [], scopes: [] })
    expect((await caller.get('/v2/Users')).body).toMatchObject({
      code: 'Forbidden',
      permission: 'users:read',
    })
  })

  test('401 Unauthenticated without a sign-in', async () => {
    const answer = await service.api.anonymous.get('/me')
    expect(answer.status).toBe(401)
    expect(answer.body.code).toBe('Unauthenticated')
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })
})
