import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { int } from '../../src/db/columns.ts'
import type { Db } from '../../src/db/database.ts'
import { run } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { query } from '../../src/db/statement.ts'
import type { Caller } from '../support/service/api.ts'
import { type TestService, testService } from '../support/service/app.ts'
import { signIn } from '../support/service/portal.ts'
import { groupOf, holderId, sandboxOf } from '../support/service/sandbox.ts'

type Named = [type: string, number: string]

let service: TestService
let admin: Caller
let db: Db
/** The portal visibility group of all dealers, which shows what a caller reaches of them. */
let all: number
let texas: number

beforeAll(async () => {
  service = await testService()
  admin = service.api.as('sandbox-admin')
  db = (await sandboxOf(service)).db
  texas = (await admin.get('/portalvisibilitygroups/code/PVG-TX')).body.id
  all = (await admin.post('/portalvisibilitygroups', { code: 'ALL', name: 'All dealers' })).body.id
  // Closed dealers, too, which may have been in a group since before they were closed.
  await run(
    db,
    `insert into portal_visibility_group_dealer (portal_visibility_group_id, dealer_id)
     select $1, id from dealer`,
    [all],
  )
  expect((await admin.get(`/portalvisibilitygroups/${all}`)).body.dealerCount).toBe(47)
})

const scopeOf = async ([type, number]: Named) => ({
  type,
  id: type === 'PortalVisibilityGroup' ? texas : await holderId(service, type, number),
})

/** A key that reads account holders, limited to these. */
async function keyFor(...named: Named[]): Promise<Caller> {
  const scopes = await Promise.all(named.map(scopeOf))
  const { body } = await admin.post('/apikeys', {
    name: 'scoped',
    permissions: ['accountholders:read'],
    scopes,
  })
  return service.api.with(body.key)
}

/** The numbers of the dealers that a caller reaches; none where it does not even see the group of all of them. */
async function reached(caller: Caller): Promise<string[]> {
  const answer = await caller.get(`/portalvisibilitygroups/${all}/dealers?sortBy=number&pageSize=200`)
  if (answer.status === 404) return []
  expect(answer.status).toBe(200)
  expect(answer.headers.get('x-total-count')).toBe(String(answer.body.length))
  return answer.body.map(({ number }: { number: string }) => number)
}

/** D6001 to D6040, whom no caller of the sandbox is limited to. */
const crowdDealers = Array.from({ length: 40 }, (_, at) => `D${6_001 + at}`)

describe('the dealers in the scope of a caller', () => {
  const rows: [why: string, scopes: Named[], dealers: string[]][] = [
    [
      'without scopes, all',
      [],
      ['D1001', 'D1002', 'D2001', 'D3001', 'D4001', 'D5001', ...crowdDealers, 'D9001'],
    ],
    ['as a dealer, itself', [['Dealer', 'D1001']], ['D1001']],
    ['as a dealer that is closed, itself', [['Dealer', 'D9001']], ['D9001']],
    ['as a dealer group, its dealers', [['DealerGroup', 'G100']], ['D1001', 'D1002']],
    ['as an agent, those it serves', [['Agent', 'A100']], ['D1001', 'D1002', 'D3001']],
    ['through a portal visibility group', [['PortalVisibilityGroup', 'PVG-TX']], ['D1001', 'D1002']],
    ['as a lien holder, none', [['LienHolder', 'L100']], []],
    ['as a repair facility, none', [['RepairFacility', 'RF100']], []],
    ['as an inspection company, none', [['InspectionCompany', 'IC100']], []],
    [
      'by several, the union, each once',
      [
        ['Dealer', 'D1001'],
        ['DealerGroup', 'G200'],
        ['Agent', 'A200'],
        ['LienHolder', 'L100'],
      ],
      ['D1001', 'D2001', 'D4001'],
    ],
    [
      'by two of one kind, both',
      [
        ['Dealer', 'D4001'],
        ['Dealer', 'D3001'],
      ],
      ['D3001', 'D4001'],
    ],
  ]
  test.each(rows)('%s', async (_, scopes, dealers) => {
    expect(await reached(await keyFor(...scopes))).toEqual(dealers)
  })

  test('of the sandbox callers, as clients and as users', async () => {
    for (const [name, dealers] of [
      ['sandbox-dealer-d1001', ['D1001']],
      ['sandbox-dealer-d2001', ['D2001']],
      ['sandbox-group-g100', ['D1001', 'D1002']],
      ['sandbox-agent-a100', ['D1001', 'D1002', 'D3001']],
      ['sandbox-lienholder-l100', []],
    ] as const) {
      expect(await reached(service.api.as(name)), name).toEqual(dealers)
      const { caller } = await signIn(service.api, { userName: `${name}@sandbox.example` })
      expect(await reached(caller), `${name} in the portal`).toEqual(dealers)
    }
  })
})

describe('the groups in the scope of a caller', () => {
  const seen = async (caller: Caller) =>
    (await caller.get('/portalvisibilitygroups?sortBy=code')).body.map(
      ({ code, dealerCount }: { code: string; dealerCount: number }) => `${code} ${dealerCount}`,
    )

  test('have a dealer in its scope, and count only such dealers', async () => {
    expect(await seen(admin)).toEqual(['ALL 47', 'PVG-TX 2'])
    expect(await seen(await keyFor(['Dealer', 'D1001']))).toEqual(['ALL 1', 'PVG-TX 1'])
    expect(await seen(await keyFor(['Agent', 'A100']))).toEqual(['ALL 3', 'PVG-TX 2'])
    expect(await seen(await keyFor(['Dealer', 'D2001']))).toEqual(['ALL 1'])
    expect(await seen(await keyFor(['LienHolder', 'L100']))).toEqual([])
  })

  test('404 NotFound for other groups, as for unknown ones', async () => {
    const caller = await keyFor(['Dealer', 'D2001'])
    for (const path of [
      `/portalvisibilitygroups/${texas}`,
      `/portalvisibilitygroups/${texas}/dealers`,
      '/portalvisibilitygroups/code/PVG-TX',
      '/portalvisibilitygroups/code/PVG-TX/dealers',
      '/portalvisibilitygroups/987654',
    ]) {
      const answer = await caller.get(path)
      expect(answer.status, path).toBe(404)
      expect(answer.body.code).toBe('NotFound')
    }
  })
})

describe('a portal visibility group', () => {
  const change = (body: object) => admin.patch('/portalvisibilitygroups', { id: texas, ...body })

  afterEach(async () => {
    const d4001 = await holderId(service, 'Dealer', 'D4001')
    await change({ isActive: true, dealerIdsToRemove: [d4001] })
  })

  test('takes effect at once when a dealer is added or removed', async () => {
    const caller = await keyFor(['PortalVisibilityGroup', 'PVG-TX'])
    const d4001 = await holderId(service, 'Dealer', 'D4001')
    expect(await reached(caller)).toEqual(['D1001', 'D1002'])
    expect((await change({ dealerIdsToAdd: [d4001] })).status).toBe(200)
    expect(await reached(caller)).toEqual(['D1001', 'D1002', 'D4001'])
    expect((await change({ dealerIdsToRemove: [d4001] })).status).toBe(200)
    expect(await reached(caller)).toEqual(['D1001', 'D1002'])
  })

  test('gives an empty scope while it is inactive', async () => {
    const alone = await keyFor(['PortalVisibilityGroup', 'PVG-TX'])
    const both = await keyFor(['PortalVisibilityGroup', 'PVG-TX'], ['Dealer', 'D2001'])
    expect((await change({ isActive: false })).status).toBe(200)
    expect(await reached(alone)).toEqual([])
    expect(await reached(both)).toEqual(['D2001'])
    expect((await change({ isActive: true })).status).toBe(200)
    expect(await reached(alone)).toEqual(['D1001', 'D1002'])
  })

  test('limits the users of a membership group that refers to it', async () => {
    const limited = await groupOf(service, 'RateAdmin')
    const limit = (id: number | null) =>
      run(db, 'update membership_group set portal_visibility_group_id = $1 where id = $2', [id, limited])
    await limit(texas)
    const { caller } = await signIn(service.api, { userName: 'sandbox-rates@sandbox.example' })
    expect(await reached(caller)).toEqual(['D1001', 'D1002'])
    await change({ isActive: false })
    expect(await reached(caller)).toEqual([])
    await limit(null)
  })
})

describe('nested dealer groups and agents', () => {
  async function holder(type: 'DealerGroup' | 'Agent' | 'Dealer', number: string): Promise<number> {
    const at = new Date('2024-03-15T15:00:00Z')
    const inserted = await query({ id: int })`
      insert into account_holder (type, number, name, effective_date, created_at, created_by, updated_at, updated_by)
      values (${type}, ${number}, ${number}, '2024-01-01', ${at}, 'test', ${at}, 'test') returning id`.first(
      db,
    )
    return inserted?.id ?? 0
  }

  test('a group covers the dealers of the groups below it, not of those above or beside it', async () => {
    const [g100, g200] = [
      await holderId(service, 'DealerGroup', 'G100'),
      await holderId(service, 'DealerGroup', 'G200'),
    ]
    const [top, middle] = [await holder('DealerGroup', 'G-TOP'), await holder('DealerGroup', 'G-MIDDLE')]
    await sql`insert into dealer_group (id, parent_group_id) values (${top}, null), (${middle}, ${top})`.execute(
      db,
    )
    await sql`update dealer_group set parent_group_id = ${middle} where id = ${g100}`.execute(db)
    expect(await reached(await keyFor(['DealerGroup', 'G-TOP']))).toEqual(['D1001', 'D1002'])
    expect(await reached(await keyFor(['DealerGroup', 'G-MIDDLE']))).toEqual(['D1001', 'D1002'])
    expect(await reached(await keyFor(['DealerGroup', 'G100']))).toEqual(['D1001', 'D1002'])
    await sql`update dealer_group set parent_group_id = ${top} where id = ${g200}`.execute(db)
    expect(await reached(await keyFor(['DealerGroup', 'G-TOP']))).toEqual(['D1001', 'D1002', 'D2001'])
    expect(await reached(await keyFor(['DealerGroup', 'G-MIDDLE']))).toEqual(['D1001', 'D1002'])
    // A ring is a mistake of the data, not a reason to hang.
    await sql`update dealer_group set parent_group_id = ${g100} where id = ${top}`.execute(db)
    expect(await reached(await keyFor(['DealerGroup', 'G100']))).toEqual(['D1001', 'D1002', 'D2001'])
    await sql`update dealer_group set parent_group_id = null`.execute(db)
  })

  test('an agent covers the dealers of the agents below it', async () => {
    const [a100, top] = [await holderId(service, 'Agent', 'A100'), await holder('Agent', 'A-TOP')]
    const d5001 = await holderId(service, 'Dealer', 'D5001')
    await sql`insert into agent (id, parent_agent_id) values (${top}, null)`.execute(db)
    await sql`update agent set parent_agent_id = ${top} where id = ${a100}`.execute(db)
    await sql`insert into dealer_agent values (${d5001}, ${top}, 'Secondary')`.execute(db)
    expect(await reached(await keyFor(['Agent', 'A-TOP']))).toEqual(['D1001', 'D1002', 'D3001', 'D5001'])
    expect(await reached(await keyFor(['Agent', 'A100']))).toEqual(['D1001', 'D1002', 'D3001'])
  })
})

describe('a caller limited to a group', () => {
  const make = async (by: Caller, ...named: Named[]) =>
    by.post('/apikeys', {
      ...{ name: 'for one dealer', permissions: ['accountholders:read'] },
      scopes: await Promise.all(named.map(scopeOf)),
    })
  const refused = { status: 403, code: 'MoreThanOwn' }

  test('creates keys for dealers while they are in the group', async () => {
    const group = service.api.as('sandbox-group-g100')
    const made = await make(group, ['Dealer', 'D1002'])
    expect(made.status).toBe(201)
    const key = service.api.with(made.body.key)
    expect(await reached(key)).toEqual(['D1002'])
    const other = await make(group, ['Dealer', 'D1001'], ['Dealer', 'D2001'])
    expect(other.body).toMatchObject({ ...refused, beyond: { scopes: [await scopeOf(['Dealer', 'D2001'])] } })
    const d1002 = await holderId(service, 'Dealer', 'D1002')
    const move = (number: string | null) =>
      sql`update dealer set dealer_group_id =
        (select id from account_holder where type = 'DealerGroup' and number = ${number}) where id = ${d1002}`.execute(
        db,
      )
    await move('G200')
    service.app.services.authenticator.forget()
    expect(await reached(key)).toEqual([])
    expect((await make(group, ['Dealer', 'D1002'])).body).toMatchObject(refused)
    await move('G100')
  })

  test('can be limited to a portal visibility group while it is active', async () => {
    const group = await keyFor(['PortalVisibilityGroup', 'PVG-TX'])
    const made = await make(group, ['Dealer', 'D1001'])
    expect(made.status).toBe(201)
    await admin.patch('/portalvisibilitygroups', { id: texas, isActive: false })
    service.app.services.authenticator.forget()
    expect(await reached(service.api.with(made.body.key))).toEqual([])
    expect((await make(group, ['Dealer', 'D1001'])).body).toMatchObject(refused)
    await admin.patch('/portalvisibilitygroups', { id: texas, isActive: true })
  })

  test('403 MoreThanOwn for the group of a dealer, and for the dealers of an agent', async () => {
    const dealer = service.api.as('sandbox-dealer-d1001')
    expect((await make(dealer, ['DealerGroup', 'G100'])).body).toMatchObject(refused)
    const agent = service.api.as('sandbox-agent-a100')
    expect((await make(agent, ['Dealer', 'D1001'])).body).toMatchObject(refused)
  })
})

describe('a key is limited by the present scopes of its creator', () => {
  const client = { name: 'maker', roles: ['Dealer'] }
  const limit = (id: number, scopes: { type: string; id: number }[]) =>
    run(db, 'update oauth_client set scopes = $1 where id = $2', [JSON.stringify(scopes), id])

  async function makerAndKey(scopes?: { type: string; id: number }[]) {
    const { body } = await admin.post('/oauthclients', { ...client, ...(scopes ? { scopes } : {}) })
    const maker = service.api.with(await service.api.token(body.clientId, body.clientSecret))
    const { body: key } = await maker.post('/apikeys', { name: 'made', permissions: ['accountholders:read'] })
    return { id: body.id as number, key: service.api.with(key.key) }
  }

  test('it loses each scope that the creator loses; without any it sees nothing', async () => {
    const [d1001, d2001] = [await scopeOf(['Dealer', 'D1001']), await scopeOf(['Dealer', 'D2001'])]
    const { id, key } = await makerAndKey([d1001, d2001])
    expect(await reached(key)).toEqual(['D1001', 'D2001'])
    await limit(id, [d2001])
    service.app.services.authenticator.forget()
    expect(await reached(key)).toEqual(['D2001'])
    await limit(id, [await scopeOf(['Dealer', 'D3001'])])
    service.app.services.authenticator.forget()
    expect(await reached(key)).toEqual([])
    expect((await key.get('/portalvisibilitygroups')).body).toEqual([])
  })

  test('it becomes limited when the creator becomes limited', async () => {
    const { id, key } = await makerAndKey()
    expect(await reached(key)).toHaveLength(47)
    await limit(id, [await scopeOf(['Dealer', 'D3001'])])
    service.app.services.authenticator.forget()
    expect(await reached(key)).toEqual(['D3001'])
  })
})
