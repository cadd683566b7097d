import { describe, expect, test } from 'vitest'
import { soldOn } from '../support/builders/cancel-requests.ts'
import { laborFor, openClaims, waterPump } from '../support/builders/claims.ts'
import { withKey } from '../support/builders/contracts.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import type { Caller } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { holderId } from '../support/service/sandbox.ts'

// What each kind of caller sees of claims, and may do with them.

// biome-ignore lint/suspicious/noExplicitAny: a claim or a contract as it is answered.
type Any = any

const service = await testService()
const claims = await openClaims(service)
const { done, admin, facilityId } = claims
const as = (name: string) => claims.as(`sandbox-${name}`)

const contractId = await claims.sellVsc('0')
const contract = await claims.contract(contractId)
const other = await holderId(service, 'RepairFacility', 'RF200')
const tampa = await soldOn(service, {
  ...{ dealer: 'D2001', query: { productTypeCode: 'VSC' }, on: '2024-03-15' },
  body: { vehiclePurchasePrice: 40_000, customFieldValues: [{ code: 'SALESPERSON', value: 'X' }] },
})
await setClock(service, '2025-03-11T15:00:00Z')
const [atCapitol, atBayside, ofTampa]: Any[] = [
  await done(claims.enter(contractId), 201),
  await claims.entered(contractId, [laborFor(100)], { repairFacilityId: other }),
  await claims.entered(tampa.id, [laborFor(100)], { repairFacilityId: facilityId }),
]
const all = [atCapitol.id, atBayside.id, ofTampa.id] as number[]

const seen = async (caller: Caller): Promise<number[]> => {
  const ids: number[] = []
  for (const id of [contractId, tampa.id])
    ids.push(
      ...(await done(caller.get(`/claims?contractId=${id}`))).items.map((row: Any) => row.id as number),
    )
  return ids
}
const limited = async (scope: object): Promise<Caller> => {
  const permissions = ['claims:read', 'claims:write', 'claims:adjudicate', 'claims:pay']
  const { body } = await admin.post('/apikeys', { name: 'limited', permissions, scopes: [scope] })
  return service.api.with(body.key)
}

describe('who sees which claims', () => {
  test.each<[string, () => Promise<Caller> | Caller, number[]]>([
    ['an adjuster', () => as('adjuster'), all],
    ['an auditor', () => as('auditor'), all],
    ['accounting', () => as('accounting'), all],
    ['the selling dealer', () => as('dealer-d1001'), all.slice(0, 2)],
    ['another dealer', () => as('dealer-d2001'), all.slice(2)],
    ['the group of the dealer', () => as('group-g100'), all.slice(0, 2)],
    ['a repair shop', () => as('facility-rf100'), [atCapitol.id, ofTampa.id]],
    [
      'an agent with a key',
      async () => limited({ type: 'Agent', id: await holderId(service, 'Agent', 'A100') }),
      all.slice(0, 2),
    ],
    [
      'a lender with a key',
      async () => limited({ type: 'LienHolder', id: await holderId(service, 'LienHolder', 'L100') }),
      all.slice(0, 2),
    ],
  ])('%s', async (_, callerOf, expected) => {
    const caller = await callerOf()
    expect(await seen(caller)).toEqual(expected)
    for (const id of all) {
      const [claim, benefits] = [
        await caller.get(`/claims/${id}`),
        await caller.get(`/claims/${id}/claimbenefits`),
      ]
      if (expected.includes(id)) {
        expect([claim.status, benefits.status]).toEqual([200, 200])
        continue
      }
      expectProblem(claim, 'NotFound')
      expectProblem(benefits, 'NotFound')
    }
  })

  test.each(['agent-a100', 'lienholder-l100', 'inspector-ic100', 'entry', 'cancels', 'rates'])(
    '%s sees none',
    async (name) => {
      expectProblem(await as(name).get('/claims'), 'Forbidden')
      expectProblem(await as(name).get(`/claims/${atCapitol.id}`), 'Forbidden')
      expectProblem(await as(name).post('/claims', { contractId, lossDate: '2025-03-10' }), 'Forbidden')
    },
  )

  test('nobody without signing in', async () => {
    expectProblem(await service.api.anonymous.get('/claims'), 'Unauthenticated')
  })
})

describe('names in references', () => {
  test.each<[string, unknown, unknown]>([
    ['adjuster', expect.any(String), expect.any(String)],
    ['dealer-d1001', expect.any(String), expect.any(String)],
    // A repair shop sees the claim, but not the contract that names the dealer.
    ['facility-rf100', null, expect.any(String)],
  ])('of a claim, for %s', async (name, dealer, facility) => {
    const claim = await done(as(name).get(`/claims/${atCapitol.id}`))
    expect(claim.contract.dealer).toMatchObject({ number: 'D1001', name: dealer })
    expect(claim.repairFacility).toMatchObject({ number: 'RF100', name: facility })
  })

  test.each<[string, unknown]>([
    ['auditor', expect.any(String)],
    // The form names the dealer and the insurer. The agent is not the dealer’s business.
    ['dealer-d1001', null],
    ['agent-a100', expect.any(String)],
  ])('of a contract, for %s', async (name, agent) => {
    const { dealer, insurer, adminCompany, agents } = await done(as(name).get(`/contracts/${contractId}`))
    for (const reference of [dealer, insurer, adminCompany])
      expect(reference).toMatchObject({ name: expect.stringMatching(/./) })
    expect(agents).toMatchObject([{ number: 'A100', name: agent }])
  })
})

test('a warning names other claims only to staff, who sees them', async () => {
  const own = await claims.sellVsc('0')
  const enter = (caller?: Caller) => done(claims.enter(own, { details: [] }, caller), 201)
  const [first, claim] = [await enter(), await enter(as('facility-rf100'))]
  const message = 'Another claim has the same loss date or repair order'
  const hidden = [{ code: 'PossibleDuplicate', message: `${message}.` }]
  expect(claim.warnings).toEqual(hidden)
  for (const name of ['facility-rf100', 'dealer-d1001', 'group-g100'])
    expect((await done(as(name).get(`/claims/${claim.id}`))).warnings).toEqual(hidden)
  const path = `/claims/${claim.id}`
  expect((await done(as('facility-rf100').patch(path, { advisorName: 'Jo' }))).warnings).toEqual(hidden)
  for (const name of ['adjuster', 'auditor'])
    expect((await done(as(name).get(path))).warnings).toEqual([
      { code: 'PossibleDuplicate', message: `${message}: ${first.number}.` },
    ])
})

describe('what is hidden cannot be changed either', () => {
  test('a claim of another dealer does not exist, whatever the caller may do', async () => {
    const caller = await limited({ type: 'Dealer', id: await holderId(service, 'Dealer', 'D2001') })
    const loss = { lossDate: '2025-03-10', lossOdometer: 24_100 }
    const pay = {
      payee: { type: 'RepairFacility', id: facilityId },
      invoiceNumber: '1',
      invoiceDate: '2025-03-11',
    }
    for (const answer of [
      await caller.put(`/claims/${atCapitol.id}`, loss),
      await caller.patch(`/claims/${atCapitol.id}`, { advisorName: 'x' }),
      await caller.patch(`/claims/${atCapitol.id}`, { action: 'Authorize' }),
      await caller.post(`/claims/${atCapitol.id}/paymentrequests`, pay, withKey()),
      await caller.post('/claims', { contractId, ...loss }),
    ])
      expectProblem(answer, 'NotFound')
    expectProblem(
      await caller.post('/contracts/denyClaims', { contractIds: [contractId], deniedReasonCode: 'LATE' }),
      'UnknownReference',
    )
    expect((await claims.read(atCapitol.id)).status).toBe('Open')
  })
})

describe('a repair shop', () => {
  const shop = as('facility-rf100')
  const loss = { lossDate: '2025-03-09', lossOdometer: 24_000 }

  test('enters claims on the contract that its customer shows, for itself', async () => {
    const body = { contractNumber: contract.number, ...loss, details: [waterPump] }
    const claim = await done(shop.post('/claims', body), 201)
    expect(claim).toMatchObject({
      ...{ repairFacility: { id: facilityId }, details: [{ requested: 1080.75 }] },
      createdBy: 'sandbox-facility-rf100',
    })
    expectProblem(await shop.post('/claims', { ...body, repairFacilityId: other }), 'UnknownReference')
    const id = claim.details[0].id
    const put = await done(shop.put(`/claims/${claim.id}`, { ...loss, details: [{ id, ...waterPump }] }))
    expect(put.repairFacility).toMatchObject({ id: facilityId })
    const given = await shop.patch(`/claims/${claim.id}`, { repairFacilityId: other })
    expectProblem(given, 'UnknownReference')
    expect((await done(shop.patch(`/claims/${claim.id}`, { advisorName: 'Jo' }))).advisorName).toBe('Jo')
    expectProblem(await shop.get(`/contracts/${contractId}`), 'Forbidden')
  })

  test('decides nothing and pays nothing', async () => {
    const path = `/claims/${atCapitol.id}`
    for (const action of ['Authorize', 'Approve', 'Reopen', 'Deny', 'Hold', 'Release', 'Void', 'Close'])
      expectProblem(await shop.patch(path, { action }), 'Forbidden')
    expectProblem(await shop.patch(path, { caseReserve: 5 }), 'Forbidden')
    const payee = { type: 'RepairFacility', id: facilityId }
    const request = { payee, invoiceNumber: 'R', invoiceDate: '2025-03-11' }
    expectProblem(await shop.post(`${path}/paymentrequests`, request, withKey()), 'Forbidden')
    expectProblem(await shop.post('/contracts/denyClaims', { contractIds: [contractId] }), 'Forbidden')
  })
})

describe('who may write', () => {
  test('an auditor and accounting only read', async () => {
    for (const name of ['auditor', 'accounting']) {
      expectProblem(await as(name).patch(`/claims/${atCapitol.id}`, { advisorName: 'x' }), 'Forbidden')
      expectProblem(await as(name).post('/claims', { contractId, lossDate: '2025-03-10' }), 'Forbidden')
    }
  })

  test('a dealer enters and edits claims of its contracts, and decides none', async () => {
    const dealer = as('dealer-d1001')
    const body = { contractId, lossDate: '2025-03-08', lossOdometer: 23_900, details: [laborFor(90)] }
    const claim = await done(dealer.post('/claims', body), 201)
    await done(dealer.patch(`/claims/${claim.id}`, { customerContact: 'By phone' }))
    expectProblem(await dealer.patch(`/claims/${claim.id}`, { action: 'Authorize' }), 'Forbidden')
    expectProblem(await dealer.post('/claims', { ...body, contractId: tampa.id }), 'NotFound')
  })

  test('an adjuster does not waive, override or approve', async () => {
    const claim = await claims.entered(contractId, [laborFor(1600)])
    const waiver = { action: 'Authorize', inspectionWaiver: 'x' }
    expect(expectProblem(await claims.change(claim.id, waiver), 'Forbidden')).toMatchObject({
      permission: 'claims:waive',
    })
    expect(expectProblem(await claims.change(claim.id, { action: 'Approve' }), 'Forbidden')).toMatchObject({
      permission: 'claims:approve',
    })
  })
})

test('who only pays does not change what was entered', async () => {
  const permissions = ['claims:read', 'claims:pay']
  const { body } = await admin.post('/apikeys', { name: 'payer', permissions })
  const payer = service.api.with(body.key)
  const answer = await payer.patch(`/claims/${atBayside.id}`, { advisorName: 'Lee Hart' })
  expectProblem(answer, 'Forbidden')
  expect(answer.body.permission).toBe('claims:write')
})
