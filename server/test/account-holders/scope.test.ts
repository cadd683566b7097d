import { describe, expect, test } from 'vitest'
import { kinds } from '../../src/account-holders/kinds.ts'
import { parseCsv } from '../support/oracle/lists/csv.ts'
import type { Caller } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'

const service = await testService()
const admin = service.api.as('sandbox-admin')
const all = new Map<string, Record<string, unknown>[]>()

for (const { path } of kinds) all.set(path, await rowsOf(admin, path))

async function rowsOf(caller: Caller, path: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  for (let page = 1; ; page += 1) {
    const { status, body } = await caller.get(`${path}?pageSize=200&pageNumber=${page}`)
    expect(status).toBe(200)
    const items = Array.isArray(body) ? body : body.items
    rows.push(...items)
    if (items.length < 200) return rows
  }
}

const everyone = ['/lienHolders', '/repairfacilities']

/** What each limited caller of the sandbox sees beside lien holders and repair facilities. */
const sees: Record<string, Record<string, string[]>> = {
  'sandbox-dealer-d1001': { '/dealers': ['D1001'] },
  'sandbox-office-d1001': { '/dealers': ['D1001'] },
  'sandbox-dealer-d2001': { '/dealers': ['D2001'] },
  'sandbox-group-g100': { '/dealers': ['D1001', 'D1002'], '/dealergroups': ['G100'] },
  'sandbox-agent-a100': { '/dealers': ['D1001', 'D1002', 'D3001'], '/agents': ['A100'] },
  'sandbox-lienholder-l100': {},
  'sandbox-facility-rf100': {},
  'sandbox-inspector-ic100': { '/inspectioncompanies': ['IC100'] },
}

const typeOf = (path: string) => kinds.find((kind) => kind.path === path)?.type

describe.each(Object.entries(sees))('%s', (name, own) => {
  test.each(kinds.map(({ path }) => path))(
    '%s: lists, counts, exports and reads only its own',
    async (path) => {
      const caller = service.api.as(name)
      const expected = everyone.includes(path)
        ? (all.get(path) ?? []).map(({ number }) => number)
        : (own[path] ?? [])
      const rows = await rowsOf(caller, path)
      expect(rows.map(({ number }) => number)).toEqual(expected)
      const page = await caller.get(`${path}?pageSize=1`)
      expect(page.headers.get('x-total-count')).toBe(String(expected.length))
      const csv = await caller.get(path, { headers: { accept: 'text/csv' } })
      expect(csv.text.trim().split('\r\n')).toHaveLength(expected.length + 1)
      const ids = new Set(rows.map(({ id }) => id))
      for (const { id } of (all.get(path) ?? []).slice(0, 12)) {
        const answer = await caller.get(`${path}/${id}`)
        if (ids.has(id)) expect(answer.status).toBe(200)
        else expectProblem(answer, 'NotFound')
      }
    },
  )

  test('/accountholders: the same for every type', async () => {
    const caller = service.api.as(name)
    const expected = kinds.flatMap(({ path, type }) =>
      (all.get(path) ?? [])
        .filter(({ number }) => everyone.includes(path) || own[path]?.includes(String(number)))
        .map(({ id }) => `${type} ${id}`),
    )
    const rows = await rowsOf(caller, '/accountholders')
    expect(rows.map(({ type, id }) => `${type} ${id}`).sort()).toEqual(expected.sort())
    const dealers = await caller.get('/accountholders?types=Dealer&pageSize=200')
    expect(dealers.body.map(({ number }: { number: string }) => number)).toEqual(own['/dealers'] ?? [])
    expectProblem(await caller.get('/admincompanies/1'), 'NotFound')
  })
})

describe('a limited caller', () => {
  test('of an unlimited type sees everything', async () => {
    const rows = await rowsOf(service.api.as('sandbox-auditor'), '/accountholders')
    const count = [...all.values()].reduce((sum, some) => sum + some.length, 0)
    expect(rows).toHaveLength(count + 1)
    expect(rows[0]).toMatchObject({ id: 1, type: 'AdminCompany', number: 'ADM1' })
  })

  test('does not see agent commissions or group participation', async () => {
    const [dealer] = (await admin.get('/dealers?number=D1001')).body
    const [agent] = (await admin.get('/agents?number=A100')).body
    const [group] = (await admin.get('/dealergroups?number=G100')).body
    const commissionOverrides = [{ disbursementCode: 'AGENT', amount: 80, percent: null }]
    await admin.patch(`/dealers/${dealer.id}`, { agents: [{ agentId: agent.id, commissionOverrides }] })
    await admin.patch(`/dealergroups/${group.id}`, {
      participation: { disbursementCode: 'DLRGRP', amount: 10 },
    })
    const seen = async (name: string) =>
      (await service.api.as(name).get(`/dealers/${dealer.id}`)).body.agents[0].commissionOverrides
    expect(await seen('sandbox-admin')).toEqual(commissionOverrides)
    expect(await seen('sandbox-dealer-d1001')).toBeNull()
    expect(await seen('sandbox-group-g100')).toBeNull()
    expect(await seen('sandbox-agent-a100')).toEqual(commissionOverrides)
    const asGroup = await service.api.as('sandbox-group-g100').get(`/dealergroups/${group.id}`)
    expect(asGroup.body.participation).toBeNull()
  })

  test('sees the commission defaults of an agent only if it is that agent', async () => {
    const [parent] = (await admin.get('/agents?number=A100')).body
    const commissionDefaults = [{ programId: null, disbursementCode: 'AGENT', amount: 75, percent: null }]
    await admin.patch(`/agents/${parent.id}`, { commissionDefaults })
    const { body: child } = await admin.post('/agents', {
      ...{ number: 'A100-1', name: 'Below', commissionDefaults, parentAgentId: parent.id },
      address: { line1: '1 Main St', city: 'Austin', state: 'TX', zip: '78701' },
    })
    expect(child.commissionDefaults).toEqual(commissionDefaults)
    const agent = service.api.as('sandbox-agent-a100')
    const seenBy = async (caller: typeof admin, id: number) =>
      (await caller.get(`/agents/${id}`)).body.commissionDefaults
    expect(await seenBy(agent, parent.id)).toEqual(commissionDefaults)
    expect(await seenBy(agent, child.id)).toEqual([])
    expect(await seenBy(admin, child.id)).toEqual(commissionDefaults)
    const csv = await agent.get('/agents', { headers: { accept: 'text/csv' } })
    expect(csv.text).toContain('A100-1')
    expect(csv.text).not.toContain('commission')
  })

  test.each([
    ['sandbox-admin', 'seen', 'seen'],
    ['sandbox-dealer-d1001', null, null],
    ['sandbox-office-d1001', null, null],
    ['sandbox-group-g100', 'seen', null],
    ['sandbox-agent-a100', null, 'seen'],
  ])('%s sees in the list of dealers only the names that it may see', async (name, group, agent) => {
    const caller = service.api.as(name)
    const nameOf = (seen: string | null) => (seen === null ? null : expect.any(String))
    const expected = {
      dealerGroup: { type: 'DealerGroup', id: expect.any(Number), number: 'G100', name: nameOf(group) },
      agent: { type: 'Agent', id: expect.any(Number), number: 'A100', name: nameOf(agent) },
    }
    expect((await caller.get('/dealers?number=D1001')).body[0]).toMatchObject(expected)
    const csv = await caller.get('/dealers?number=D1001', { headers: { accept: 'text/csv' } })
    const [titles = [], values = []] = parseCsv(csv.text)
    const cell = (title: string) => values[titles.indexOf(title)]
    expect(cell('dealerGroup.number')).toBe('G100')
    expect(cell('agent.number')).toBe('A100')
    expect(cell('dealerGroup.name') === '').toBe(group === null)
    expect(cell('agent.name') === '').toBe(agent === null)
  })

  test('sees only the links of a facility to its own dealers', async () => {
    const [facility] = (await admin.get('/repairfacilities?number=RF200')).body
    const dealers = (await admin.get('/dealers?pageSize=200')).body
    const idOf = (number: string) => dealers.find((one: { number: string }) => one.number === number).id
    await admin.patch(`/repairfacilities/${facility.id}/dealers`, { ids: [idOf('D1001'), idOf('D2001')] })
    const seen = async (name: string, path: string) => (await service.api.as(name).get(path)).body
    const path = `/repairfacilities/${facility.id}/dealers`
    expect(await seen('sandbox-dealer-d2001', path)).toEqual([
      { type: 'Dealer', id: idOf('D2001'), number: 'D2001', name: expect.any(String) },
    ])
    expect(await seen('sandbox-lienholder-l100', path)).toEqual([])
    expect((await seen('sandbox-dealer-d2001', `/repairfacilities/${facility.id}`)).dealerIds).toEqual([
      idOf('D2001'),
    ])
    const lookUp = `/repairfacilities/repairfacilityofdealer/${idOf('D1001')}`
    expect((await seen('sandbox-dealer-d1001', lookUp)).number).toBe('RF100')
    expectProblem(await service.api.as('sandbox-dealer-d2001').get(lookUp), 'NotFound')
  })
})

describe('a limited caller who may write', () => {
  const address = { line1: '1 Main Street', city: 'Waco', state: 'TX', zip: '76701' }

  async function keyFor(type: string, number: string): Promise<Caller> {
    const path = kinds.find((kind) => kind.type === type)?.path ?? ''
    const [holder] = (await admin.get(`${path}?number=${number}`)).body
    const permissions = ['accountholders:read', 'accountholders:write']
    const { body } = await admin.post('/apikeys', {
      name: `For ${number}`,
      permissions,
      scopes: [{ type, id: holder.id }],
    })
    return service.api.with(body.key)
  }

  test('can change only its own records; others are not found', async () => {
    const caller = await keyFor('Dealer', 'D1001')
    const [own] = (await admin.get('/dealers?number=D1001')).body
    const [other] = (await admin.get('/dealers?number=D2001')).body
    expect((await caller.patch(`/dealers/${own.id}`, { phone: '512-555-0199' })).body.phone).toBe(
      '512-555-0199',
    )
    expectProblem(await caller.patch(`/dealers/${other.id}`, { phone: '1' }), 'NotFound')
    const [group] = (await admin.get('/dealergroups?number=G200')).body
    expectProblem(await caller.patch(`/dealers/${own.id}`, { dealerGroupId: group.id }), 'UnknownReference')
  })

  test('cannot create a record that it would not see', async () => {
    const caller = await keyFor('DealerGroup', 'G100')
    const [group] = (await admin.get('/dealergroups?number=G100')).body
    const store = { number: 'G100-NEW', name: 'New store', address }
    expectProblem(await caller.post('/dealers', store), 'Forbidden')
    expect((await admin.get('/dealers?number=G100-NEW')).body).toEqual([])
    const made = await caller.post('/dealers', { ...store, dealerGroupId: group.id })
    expect(made.status).toBe(201)
    expectProblem(await caller.patch(`/dealers/${made.body.id}`, { dealerGroupId: null }), 'Forbidden')
    expect((await caller.get(`/dealers/${made.body.id}`)).body.dealerGroupId).toBe(group.id)
    expectProblem(await caller.post('/insurers', { ...store, number: 'I-NEW' }), 'Forbidden')
    expect((await caller.post('/lienHolders', { name: 'New bank', address })).status).toBe(201)
  })

  test('cannot remove links that it does not see', async () => {
    const caller = await keyFor('Dealer', 'D1001')
    const dealers = (await admin.get('/dealers?pageSize=200')).body
    const idOf = (number: string) => dealers.find((one: { number: string }) => one.number === number).id
    const dealerIds = [idOf('D1001'), idOf('D4001')]
    const { body } = await admin.post('/repairfacilities', {
      number: 'RF-S',
      name: 'Shared',
      address,
      dealerIds,
    })
    expect((await caller.get(`/repairfacilities/${body.id}`)).body.dealerIds).toEqual([idOf('D1001')])
    const emptied = await caller.patch(`/repairfacilities/${body.id}`, { dealerIds: [] })
    expect(emptied.body.dealerIds).toEqual([])
    expect((await admin.get(`/repairfacilities/${body.id}`)).body.dealerIds).toEqual([idOf('D4001')])
    expectProblem(
      await caller.patch(`/repairfacilities/${body.id}`, { dealerIds: [idOf('D2001')] }),
      'UnknownReference',
    )
  })

  test('does not learn who has a number that it cannot see', async () => {
    const caller = await keyFor('Dealer', 'D1001')
    const refused = await caller.post('/dealers', { number: 'D2001', name: 'Same', address })
    expectProblem(refused, 'DuplicateNumber')
    expect(refused.body).not.toHaveProperty('existing')
    expect(refused.text).not.toContain('Gulf Breeze')
  })
})

test('every kind has its own type', () => {
  expect(new Set(kinds.map(({ path }) => typeOf(path))).size).toBe(kinds.length)
})
