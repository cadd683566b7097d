import { describe, expect, test } from 'vitest'
import { kindOfType } from '../../src/account-holders/kinds.ts'
import { createHolder } from '../../src/account-holders/save-holders.ts'
import { createSeals } from '../../src/account-holders/seals.ts'
import { createShape } from '../../src/account-holders/shapes.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import type { Acting } from '../../src/http/caller.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'

const service = await testService()
const admin = service.api.as('sandbox-admin')

const address = { line1: '1 Main Street', city: 'Waco', state: 'TX', zip: '76701' }
let made = 0

/** A new record of a kind, with what it needs and what is said. */
async function make(path: string, body: object = {}) {
  made += 1
  const answer = await admin.post(path, { number: `R-${made}`, name: `Record ${made}`, address, ...body })
  expect(answer.text).toContain('"id"')
  return answer.body
}

const idOf = async (path: string, number: string): Promise<number> =>
  (await admin.get(`${path}?number=${number}`)).body[0].id

describe('references of an account holder', () => {
  test.each([
    ['/dealers', { dealerGroupId: 987_654 }, '/dealerGroupId'],
    ['/dealers', { agents: [{ agentId: 987_654, role: 'Primary' }] }, '/agents/0/agentId'],
    ['/dealers', { portalVisibilityGroupIds: [1, 987_654] }, '/portalVisibilityGroupIds/1'],
    ['/dealers', { repairFacilityId: 987_654 }, '/repairFacilityId'],
    ['/dealers', { reinsuranceAccountId: 987_654 }, '/reinsuranceAccountId'],
    ['/dealergroups', { parentGroupId: 987_654 }, '/parentGroupId'],
    ['/agents', { parentAgentId: 987_654 }, '/parentAgentId'],
    ['/repairfacilities', { dealerIds: [987_654] }, '/dealerIds/0'],
    ['/repairfacilities', { dealerGroupIds: [987_654] }, '/dealerGroupIds/0'],
  ])('must exist: %s %j', async (path, body, pointer) => {
    const given = { number: 'NOBODY', name: 'Nobody', address, ...body }
    const refused = await admin.post(path, given)
    expectProblem(refused, 'UnknownReference')
    expect(refused.body.errors).toMatchObject([{ pointer, code: 'UnknownReference' }])
    const { id } = await make(path)
    expectProblem(await admin.patch(`${path}/${id}`, body), 'UnknownReference')
    expect((await admin.get(`${path}?number=NOBODY`)).body).toEqual([])
  })

  test('must be of the right type, and all faults are listed', async () => {
    const agent = await idOf('/agents', 'A100')
    const refused = await admin.post('/dealers', {
      number: 'WRONG',
      name: 'Wrong',
      address,
      dealerGroupId: agent,
      agents: [{ agentId: await idOf('/dealergroups', 'G100') }],
      effectiveDate: '2024-02-02',
      expirationDate: '2024-02-01',
    })
    expectProblem(refused, 'UnknownReference')
    expect(refused.body.errors.map(({ pointer, code }: Record<string, string>) => [pointer, code])).toEqual([
      ['/dealerGroupId', 'UnknownReference'],
      ['/agents/0/agentId', 'UnknownReference'],
      ['/expirationDate', 'DateRangeInvalid'],
    ])
  })

  test.each(['Inactive', 'Suspended', 'Expired'])(
    'cannot get new links while it is %s; existing links stay',
    async (status) => {
      const group = await make('/dealergroups')
      const dealer = await make('/dealers', { dealerGroupId: group.id })
      await admin.patch(`/dealergroups/${group.id}`, { status })
      const refused = await admin.post('/dealers', {
        number: 'LATE',
        name: 'Late',
        address,
        dealerGroupId: group.id,
      })
      expectProblem(refused, 'AccountInactive')
      expect(refused.body.errors).toMatchObject([{ pointer: '/dealerGroupId', code: 'AccountInactive' }])
      const changed = await admin.patch(`/dealers/${dealer.id}`, { dealerGroupId: group.id, name: 'Renamed' })
      expect(changed.body).toMatchObject({ dealerGroupId: group.id, name: 'Renamed' })
    },
  )

  test('a dealer has agents in order, each once', async () => {
    const [one, two] = [await make('/agents'), await make('/agents')]
    const agents = [
      { agentId: two.id, role: 'Secondary', commissionOverrides: null },
      {
        agentId: one.id,
        role: 'Primary',
        commissionOverrides: [{ disbursementCode: 'AGENT', amount: 80.25, percent: null }],
      },
    ]
    const dealer = await make('/dealers', { agents })
    expect(dealer.agents).toEqual(agents)
    const { body: rows } = await admin.get(`/dealers?agentId=${two.id}`)
    expect(rows).toMatchObject([{ id: dealer.id, agent: { type: 'Agent', id: one.id, number: one.number } }])
    const twice = await admin.patch(`/dealers/${dealer.id}`, { agents: [agents[0], agents[0]] })
    expectProblem(twice, 'ValidationFailed')
    expect((await admin.patch(`/dealers/${dealer.id}`, { agents: null })).body.agents).toEqual([])
  })

  test('a commission or participation is an amount or a percent', async () => {
    const share = { disbursementCode: 'DLRGRP' }
    expect(
      (await make('/dealergroups', { participation: { ...share, percent: 2.5 } })).participation,
    ).toEqual({
      ...share,
      amount: null,
      percent: 2.5,
    })
    for (const wrong of [share, { ...share, amount: 1, percent: 1 }]) {
      const refused = await admin.post('/dealergroups', {
        number: 'S',
        name: 'S',
        address,
        participation: wrong,
      })
      expectProblem(refused, 'ValidationFailed')
    }
  })
})

describe.each([
  ['/dealergroups', 'parentGroupId'],
  ['/agents', 'parentAgentId'],
])('the hierarchy of %s', (path, above) => {
  test('has no circles of any length', async () => {
    const top = await make(path)
    const middle = await make(path, { [above]: top.id })
    const bottom = await make(path, { [above]: middle.id })
    for (const below of [top, middle, bottom]) {
      const refused = await admin.patch(`${path}/${top.id}`, { [above]: below.id })
      expectProblem(refused, 'HierarchyCycle')
      expect(refused.body.errors).toMatchObject([{ pointer: `/${above}` }])
    }
    const moved = await admin.patch(`${path}/${bottom.id}`, { [above]: top.id })
    expect(moved.body[above]).toBe(top.id)
  })

  test('cannot be closed into a circle by two concurrent changes', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one, two, three] = [await make(path), await make(path), await make(path)]
      const answers = await Promise.all([
        admin.patch(`${path}/${one.id}`, { [above]: two.id }),
        admin.patch(`${path}/${two.id}`, { [above]: three.id }),
        admin.patch(`${path}/${three.id}`, { [above]: one.id }),
      ])
      const refused = answers.filter(({ status }) => status !== 200)
      expect(refused).toHaveLength(1)
      for (const answer of refused) expectProblem(answer, 'HierarchyCycle')
    }
  })
})

describe('two concurrent creates with the same number', () => {
  test('create one record; the other names the existing one', async () => {
    const bodies = [1, 2, 3, 4].map((at) => ({ number: 'RACE', name: `Racer ${at}`, address }))
    const answers = await Promise.all(bodies.map((body) => admin.post('/insurers', body)))
    const [winner] = answers.filter(({ status }) => status === 201)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expectProblem(answer, 'DuplicateNumber')
      expect(answer.body.existing).toMatchObject({ id: winner?.body.id, number: 'RACE' })
    }
  })
})

describe('account holders that are created concurrently', () => {
  test('appear in id order, so that a list never grows in the middle', async () => {
    const [tenant] = await service.databases.tenants()
    if (!tenant) throw new Error('There is no sandbox.')
    const kind = kindOfType('Insurer')
    const acting = {
      caller: { name: 'test', scopes: [] },
      now: new Date(),
      today: '2024-03-15',
    } as unknown as Acting
    const order: string[] = []
    let second: Promise<unknown> = Promise.resolve()
    await inTransaction(service.databases.of(tenant), async (tx) => {
      const body = createShape(kind).parse({ number: 'SLOW', name: 'Slow', address })
      await createHolder(tx, acting, { kind, seals: createSeals(service.keys) }, body)
      second = admin
        .post('/insurers', { number: 'QUICK', name: 'Quick', address })
        .then(() => order.push('QUICK'))
      await new Promise((resolve) => setTimeout(resolve, 300))
      order.push('SLOW')
    })
    await second
    expect(order).toEqual(['SLOW', 'QUICK'])
    const { body } = await admin.get('/insurers?pageSize=200')
    expect(body.map(({ number }: { number: string }) => number).slice(-2)).toEqual(['SLOW', 'QUICK'])
  })
})

describe('lien holder numbers', () => {
  test('are assigned in order if none is sent; a dry run or refusal uses none', async () => {
    const lender = { name: 'Lender', address }
    const first = await admin.post('/lienHolders', lender)
    expect(first.body.number).toMatch(/^L-\d{6}$/)
    const next = (by: number) => `L-${String(Number(first.body.number.slice(2)) + by).padStart(6, '0')}`
    expect((await admin.post('/lienHolders?dryRun=true', lender)).body.number).toBe(next(1))
    expectProblem(
      await admin.post('/lienHolders', {
        ...lender,
        effectiveDate: '2024-01-02',
        expirationDate: '2024-01-01',
      }),
      'DateRangeInvalid',
    )
    await admin.post('/lienHolders', { ...lender, number: next(2).toLowerCase() })
    expect((await admin.post('/lienHolders', lender)).body.number).toBe(next(1))
    expect((await admin.post('/lienHolders', lender)).body.number).toBe(next(3))
  })

  test('a bank account that is sent becomes the payment method', async () => {
    const ach = { routingNumber: '111000025', accountNumber: '778899001122', holderName: 'Lender' }
    const { body } = await admin.post('/lienHolders', { name: 'Lender', address, acceptsAch: true, ach })
    expect(body.paymentMethods).toMatchObject([
      { type: 'ACH', isDefault: true, ach: { accountLast4: '1122' } },
    ])
    expect(body).not.toHaveProperty('ach')
    const refused = await admin.post('/lienHolders', {
      name: 'Lender',
      address,
      ach: { ...ach, accountNumber: null },
    })
    expectProblem(refused, 'ValidationFailed')
    expect(refused.body.errors).toMatchObject([{ pointer: '/ach/accountNumber', code: 'Required' }])
  })
})

describe('payment methods', () => {
  const ach = { routingNumber: '111000025', accountNumber: '12345678', holderName: 'Payee' }

  test('keep their id and account number while they are sent with their id', async () => {
    const payee = await make('/claimpayees', { paymentMethods: [{ type: 'ACH', ach }, { type: 'Check' }] })
    const [bank, check] = payee.paymentMethods
    const { accountNumber: _, ...account } = ach
    const unchanged = await admin.patch(`/claimpayees/${payee.id}`, {
      paymentMethods: [
        { id: check.id, type: 'Check', isDefault: true },
        { id: bank.id, type: 'ACH', ach: account },
      ],
    })
    expect(unchanged.body.paymentMethods).toMatchObject([
      { id: check.id, isDefault: true },
      { id: bank.id, ach: { accountLast4: '5678' } },
    ])
    const same = await admin.patch(`/claimpayees/${payee.id}`, {
      paymentMethods: [
        { id: check.id, type: 'Check', isDefault: true },
        { id: bank.id, type: 'ACH', ach: account },
      ],
    })
    expect(same.body).toEqual(unchanged.body)
    const removed = await admin.patch(`/claimpayees/${payee.id}`, {
      paymentMethods: [{ id: check.id, type: 'Check' }],
    })
    expect(removed.body.paymentMethods).toMatchObject([{ id: check.id, isDefault: false }])
  })

  test('are refused if they are invalid', async () => {
    const payee = await make('/claimpayees')
    const refused = await admin.patch(`/claimpayees/${payee.id}`, {
      paymentMethods: [
        { type: 'ACH' },
        { type: 'ACH', ach: { ...ach, routingNumber: '111000026', accountNumber: '12 34' } },
      ],
    })
    expectProblem(refused, 'ValidationFailed')
    expect(refused.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/paymentMethods/0/ach',
      '/paymentMethods/1/ach/routingNumber',
      '/paymentMethods/1/ach/accountNumber',
    ])
    const unknown = await admin.patch(`/claimpayees/${payee.id}`, {
      paymentMethods: [{ id: 987_654, type: 'Check' }],
    })
    expectProblem(unknown, 'UnknownReference')
    const two = { type: 'Check', isDefault: true }
    expectProblem(
      await admin.patch(`/claimpayees/${payee.id}`, { paymentMethods: [two, two] }),
      'ValidationFailed',
    )
  })
})

describe('the links of a repair facility', () => {
  test('are added and removed, and the result is returned', async () => {
    const facility = await make('/repairfacilities')
    const [d1, d2] = [await idOf('/dealers', 'D1001'), await idOf('/dealers', 'D1002')]
    const path = `/repairfacilities/${facility.id}/dealers`
    expect((await admin.get(path)).body).toEqual([])
    const one = await admin.patch(path, { ids: [d2] })
    expect(one.status).toBe(200)
    expect(one.body).toEqual([{ type: 'Dealer', id: d2, number: 'D1002', name: expect.any(String) }])
    const both = [{ type: 'Dealer', id: d1, number: 'D1001', name: expect.any(String) }, ...one.body]
    expect((await admin.patch(path, { ids: [d2, d1, d1] })).body).toEqual(both)
    expect((await admin.get(path)).body).toEqual(both)
    expect((await admin.get(`/repairfacilities/${facility.id}`)).body).toMatchObject({
      dealerIds: [d1, d2],
      rowVersion: 3,
    })
    expect((await admin.get(`/repairfacilities?dealerId=${d2}`)).body).toMatchObject([{ id: facility.id }])
    expect((await admin.delete(`${path}?ids=${d1}`)).body).toEqual(one.body)
    expect((await admin.delete(`${path}?ids=${d1},${d2}`)).body).toEqual([])
    expect((await admin.delete(`${path}?ids=${d1}`)).body).toEqual([])
    expect((await admin.get(`/repairfacilities/${facility.id}`)).body.rowVersion).toBe(5)
  })

  test('of dealer groups work the same', async () => {
    const facility = await make('/repairfacilities')
    const group = await idOf('/dealergroups', 'G200')
    const path = `/repairfacilities/${facility.id}/dealergroups`
    const links = [{ type: 'DealerGroup', id: group, number: 'G200', name: expect.any(String) }]
    expect((await admin.patch(path, { ids: [group] })).body).toEqual(links)
    expect((await admin.get(path)).body).toEqual(links)
    expect((await admin.get(`/repairfacilities/${facility.id}`)).body.dealerGroupIds).toEqual([group])
    expect((await admin.delete(`${path}?ids=${group}`)).body).toEqual([])
  })

  test('must name existing dealers, and no closed ones', async () => {
    const facility = await make('/repairfacilities')
    const path = `/repairfacilities/${facility.id}/dealers`
    const refused = await admin.patch(path, { ids: [await idOf('/dealers', 'D1001'), 987_654] })
    expectProblem(refused, 'UnknownReference')
    expect(refused.body.errors).toMatchObject([{ pointer: '/ids/1' }])
    const unlinked = await admin.delete(`${path}?ids=987654`)
    expectProblem(unlinked, 'UnknownReference')
    expect(unlinked.body.errors).toMatchObject([{ pointer: '?ids' }])
    expectProblem(await admin.patch(path, { ids: [await idOf('/dealers', 'D9001')] }), 'AccountInactive')
    expectProblem(await admin.patch(path, { ids: [] }), 'ValidationFailed')
    expectProblem(await admin.delete(path), 'ValidationFailed')
    expect((await admin.get(path)).body).toEqual([])
    const dealer = await make('/dealers')
    await admin.patch(path, { ids: [dealer.id] })
    await admin.patch(`/dealers/${dealer.id}`, { status: 'Suspended' })
    expect((await admin.patch(path, { ids: [dealer.id] })).status).toBe(200)
    expect((await admin.delete(`${path}?ids=${dealer.id}`)).body).toEqual([])
    expectProblem(await admin.get('/repairfacilities/987654/dealers'), 'NotFound')
    expectProblem(await admin.patch('/repairfacilities/987654/dealers', { ids: [1] }), 'NotFound')
  })

  test('give a dealer its facility with the lowest id', async () => {
    const dealer = await make('/dealers')
    const path = `/repairfacilities/repairfacilityofdealer/${dealer.id}`
    expectProblem(await admin.get(path), 'NotFound')
    const [one, two] = [
      await make('/repairfacilities'),
      await make('/repairfacilities', { dealerIds: [dealer.id] }),
    ]
    expect((await admin.get(path)).body.id).toBe(two.id)
    await admin.patch(`/repairfacilities/${one.id}/dealers`, { ids: [dealer.id] })
    expect((await admin.get(path)).body.id).toBe(one.id)
    expectProblem(await admin.get('/repairfacilities/repairfacilityofdealer/987654'), 'NotFound')
    const known = await admin.get(
      `/repairfacilities/repairfacilityofdealer/${await idOf('/dealers', 'D1001')}`,
    )
    expect(known.body).toMatchObject({ number: 'RF100', laborRates: [{ type: 'Standard', rate: 145 }] })
  })
})
