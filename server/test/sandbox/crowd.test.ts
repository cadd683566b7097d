import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { kinds } from '../../src/account-holders/kinds.ts'
import { isRoutingNumber } from '../../src/domain/bank-numbers.ts'
import { crowd } from '../../src/sandbox/crowd/crowd.ts'
import type { Caller } from '../support/service/api.ts'
import { type TestService, testService } from '../support/service/app.ts'

let service: TestService
let admin: Caller

beforeAll(async () => {
  service = await testService()
  admin = service.api.as('sandbox-admin')
})

// biome-ignore lint/suspicious/noExplicitAny: whatever the service answers, as in the other tests.
type Answered = any

/** The fixed world, which the documentation and outside checks refer to by id. */
const fixed = {
  '/insurers': { I100: 2 },
  '/dealergroups': { G100: 3, G200: 4 },
  '/agents': { A100: 5, A200: 6 },
  '/lienHolders': { L100: 7, L200: 8 },
  '/disbursementaccounts': { RESERVE: 9, ADMIN: 10, ROAD: 11, PREMTAX: 12, SALESTAX: 13 },
  '/repairfacilities': { RF100: 14, RF200: 15 },
  '/inspectioncompanies': { IC100: 16 },
  '/claimpayees': { CP100: 17 },
  '/dealers': { D1001: 18, D1002: 19, D2001: 20, D3001: 21, D4001: 22, D5001: 23, D9001: 24 },
} as const
type Path = keyof typeof fixed
const paths = Object.keys(fixed) as Path[]
const LAST_FIXED = 24

/** The number of members of each type, and their first and last number. */
const counts: Record<Path, [count: number, first?: string, last?: string]> = {
  '/insurers': [2, 'I200', 'I201'],
  '/dealergroups': [6, 'G300', 'G305'],
  '/agents': [6, 'A300', 'A305'],
  '/lienHolders': [15, 'L300', 'L314'],
  '/disbursementaccounts': [0],
  '/repairfacilities': [25, 'RF300', 'RF324'],
  '/inspectioncompanies': [2, 'IC200', 'IC201'],
  '/claimpayees': [4, 'CP200', 'CP203'],
  '/dealers': [40, 'D6001', 'D6040'],
}

async function listed(path: string, caller = admin): Promise<Answered[]> {
  const answer = await caller.get(`${path}${path.includes('?') ? '&' : '?'}pageSize=200`)
  expect(answer.status, path).toBe(200)
  const rows = answer.body.items ?? answer.body
  expect(answer.headers.get('x-total-count')).toBe(String(rows.length))
  return rows
}

const isCrowd = ({ id }: { id: number }) => id > LAST_FIXED
const numbersOf = (rows: { number: string }[]) => rows.map(({ number }) => number)

/** All members of the crowd or of the fixed world, as GET answers them. */
async function wholes(path: string, which: (row: { id: number }) => boolean = isCrowd): Promise<Answered[]> {
  const rows = (await listed(path)).filter(which)
  return Promise.all(rows.map(async ({ id }) => (await admin.get(`${path}/${id}`)).body))
}

const allWholes = async () => (await Promise.all(paths.map((path) => wholes(path)))).flat()

describe('the fixed world', () => {
  test('has every type', () => {
    expect(kinds.map(({ path }) => path).sort()).toEqual([...paths].sort())
  })

  test.each(paths)('keeps the ids of %s', async (path) => {
    const rows = (await listed(path)).filter((row) => !isCrowd(row))
    expect(Object.fromEntries(rows.map(({ number, id }) => [number, id]))).toEqual(fixed[path])
  })

  test('has the administrator with the first id', async () => {
    expect((await admin.get('/admincompanies/1')).body).toMatchObject({ id: 1, code: 'ADM1' })
  })

  test.each([
    ['dealerGroupId=3', ['D1001', 'D1002']],
    ['dealerGroupId=4', ['D2001']],
    ['agentId=5', ['D1001', 'D1002', 'D3001']],
    ['agentId=6', ['D2001', 'D4001']],
    ['portalVisibilityGroupCode=PVG-TX', ['D1001', 'D1002']],
  ])('has no new dealers: %s', async (filter, numbers) => {
    expect(numbersOf(await listed(`/dealers?${filter}`))).toEqual(numbers)
  })

  test('has no facilities, child groups or subagents of the crowd', async () => {
    for (const [number, id] of Object.entries(fixed['/dealers']))
      expect(numbersOf(await listed(`/repairfacilities?dealerId=${id}`)), number).toEqual(
        number === 'D1001' ? ['RF100'] : [],
      )
    for (const facility of await wholes('/repairfacilities'))
      for (const id of [...facility.dealerIds, ...facility.dealerGroupIds])
        expect(id).toBeGreaterThan(LAST_FIXED)
    for (const { parentGroupId } of await wholes('/dealergroups')) expect([3, 4]).not.toContain(parentGroupId)
    for (const { parentAgentId } of await wholes('/agents')) expect([5, 6]).not.toContain(parentAgentId)
  })

  test('has no custom fields, contacts, tax ids or payment methods', async () => {
    for (const path of paths)
      for (const holder of await wholes(path, (row) => !isCrowd(row)))
        expect(holder, holder.number).toMatchObject({
          customFields: [],
          contacts: [],
          taxId: null,
          paymentMethods: [],
          rowVersion: 1,
        })
  })
})

describe('the crowd', () => {
  test.each(paths)('has the expected number of %s', async (path) => {
    const numbers = numbersOf((await listed(path)).filter(isCrowd))
    const [count, first, last] = counts[path]
    expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([count, first, last])
  })

  test('has dealers in twelve states, and in more than one city of each', async () => {
    const citiesOf = new Map<string, Set<string>>()
    for (const { state, city } of (await listed('/dealers')).filter(isCrowd))
      citiesOf.set(state, (citiesOf.get(state) ?? new Set()).add(city))
    expect([...citiesOf.keys()].sort().join(' ')).toBe('AZ CA CO FL GA IL NC OH PA TN TX WA')
    for (const [state, cities] of citiesOf) expect(cities.size, state).toBeGreaterThan(1)
  })

  test('has dealers of every type and status', async () => {
    const dealers = await wholes('/dealers')
    const tally = (name: string) =>
      Object.fromEntries(
        [...new Set(dealers.map((dealer) => dealer[name]))]
          .sort()
          .map((value) => [value, dealers.filter((dealer) => dealer[name] === value).length]),
      )
    expect(tally('dealerType')).toEqual({ Franchise: 24, Independent: 9, Marine: 3, RV: 4 })
    expect(tally('status')).toEqual({ Active: 31, Expired: 2, Inactive: 3, Pending: 2, Suspended: 2 })
    for (const { number, dealerType, franchiseMakes } of dealers)
      expect(franchiseMakes.length > 0, number).toBe(dealerType === 'Franchise')
  })

  test('has groups and agents of two levels, with dealers of their own', async () => {
    const groups = await wholes('/dealergroups')
    const agents = await wholes('/agents')
    const aboveOf = (all: Answered[], name: string) =>
      Object.fromEntries(
        all.flatMap((one) => {
          const above = all.find(({ id }) => id === one[name])
          return above ? [[one.number, above.number]] : []
        }),
      )
    expect(aboveOf(groups, 'parentGroupId')).toEqual({ G301: 'G300', G305: 'G300' })
    expect(aboveOf(agents, 'parentAgentId')).toEqual({ A301: 'A300' })
    for (const { number, dealerCount } of (await listed('/dealergroups')).filter(isCrowd))
      expect(dealerCount, number).toBeGreaterThan(1)
    for (const { id, number, licenseNumbers } of agents) {
      const served = await listed(`/dealers?agentId=${id}`)
      expect(served.length, number).toBeGreaterThan(0)
      const licensed = licenseNumbers.map(({ state }: { state: string }) => state)
      for (const { state } of served) expect(licensed, number).toContain(state)
    }
  })

  test('has lien holders with aliases, refund addresses and bank accounts', async () => {
    const holders = await wholes('/lienHolders')
    const some = (is: (holder: Answered) => boolean) => {
      const count = holders.filter(is).length
      expect(count).toBeGreaterThan(1)
      expect(count).toBeLessThan(holders.length)
    }
    some(({ aliases }) => aliases.length > 0)
    some(({ refundAddress }) => refundAddress !== null)
    some(({ acceptsAch }) => acceptsAch)
    some(({ paymentMethods }) => paymentMethods.length > 0)
    for (const { acceptsAch, paymentMethods } of holders)
      if (paymentMethods.length > 0) expect(acceptsAch).toBe(true)
  })

  test('has facilities of every type, with rates, links, preferred and blocked ones', async () => {
    const facilities = await wholes('/repairfacilities')
    const count = (is: (facility: Answered) => boolean) => facilities.filter(is).length
    const types = facilities.map(({ facilityType }) => facilityType)
    expect(new Set(types)).toEqual(new Set(['Dealer', 'Independent', 'Chain', 'Mobile']))
    const rated = facilities.flatMap(({ laborRates }) => laborRates.map(({ type }: Answered) => type))
    expect(new Set(rated)).toEqual(new Set(['Standard', 'Diesel', 'Electric']))
    expect(count(({ isPreferred }) => isPreferred)).toBe(6)
    expect(count(({ isBlocked }) => isBlocked)).toBe(2)
    expect(count(({ dealerIds }) => dealerIds.length > 0)).toBeGreaterThan(5)
    expect(count(({ dealerGroupIds }) => dealerGroupIds.length > 0)).toBeGreaterThan(2)
    for (const { id, facilityType, dealerIds } of facilities.filter((one) => one.facilityType === 'Dealer')) {
      const { body: dealer } = await admin.get(`/dealers/${dealerIds[0]}`)
      expect(dealer, facilityType).toMatchObject({ repairFacilityId: id, status: 'Active' })
    }
  })

  test('has insurers with policies, inspectors with a fee, and payees of both types', async () => {
    for (const { naicCode, clipPolicyNumbers } of await wholes('/insurers')) {
      expect(naicCode).toMatch(/^\d{5}$/)
      expect(clipPolicyNumbers.length).toBeGreaterThan(0)
    }
    for (const { fee, serviceStates } of await wholes('/inspectioncompanies')) {
      expect(fee).toBeGreaterThan(0)
      expect(serviceStates.length).toBeGreaterThan(0)
    }
    const types = (await wholes('/claimpayees')).map(({ payeeType }) => payeeType)
    expect(new Set(types)).toEqual(new Set(['Individual', 'Business']))
  })

  test('has custom fields on some dealers, groups and agents, including the required field', async () => {
    for (const path of ['/dealers', '/dealergroups', '/agents'] as const) {
      const all = await wholes(path)
      const carrying = all.filter(({ customFields }) => customFields.length > 0)
      expect(carrying.length, path).toBeGreaterThan(0)
      expect(carrying.length, path).toBeLessThan(all.length)
      for (const { number, customFields } of carrying)
        expect(JSON.stringify(customFields), number).toContain('"REGION"')
    }
  })

  test('uses phones, mail domains, tax ids and bank numbers that do not exist', async () => {
    const members = await allWholes()
    const text = JSON.stringify(members)
    for (const [, phone] of text.matchAll(/"(?:phone|fax|mobile|payoffPhone)":"([^"]+)"/g))
      expect(phone).toMatch(/^\d{3}-555-01\d\d$/)
    for (const [, mail] of text.matchAll(/"email":"([^"]+)"/g))
      expect(mail).toMatch(/^[a-z.]+@[a-z0-9]+\.example$/)
    for (const [, site] of text.matchAll(/"website":"([^"]+)"/g)) expect(site).toMatch(/\.example$/)
    const routing = [...text.matchAll(/"routingNumber":"([^"]+)"/g)].map(([, number]) => number ?? '')
    expect(routing.length).toBeGreaterThan(20)
    for (const number of routing)
      expect(isRoutingNumber(number) && number.startsWith('99'), number).toBe(true)
    expect(text).toContain('"birthDate":"****-**-**"')
    for (const { taxId } of members) expect(taxId).toMatch(/^\*{5}\d{4}$/)
    for (const { facts } of crowd()) expect(facts?.taxId).toMatch(/^000\d{6}$/)
  })

  test('has dates from 2015 to 2024, and no active member has an expiration date', async () => {
    for (const holder of await allWholes()) {
      const { number, status, effectiveDate, expirationDate, createdAt } = holder
      const last = expirationDate ?? effectiveDate
      expect(effectiveDate >= '2015-01-01' && effectiveDate <= last && last <= '2024-12-31', number).toBe(
        true,
      )
      expect(createdAt.slice(0, 10), number).toBe(effectiveDate)
      if (status === 'Active') expect(expirationDate, number).toBeNull()
    }
  })
})

describe('the crowd is the same', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test('on any day', () => {
    const now = crowd()
    vi.useFakeTimers({ now: new Date('2031-02-03T04:05:06Z') })
    expect(crowd()).toEqual(now)
  })

  test('after a reset', async () => {
    const before = await allWholes()
    expect(before).toHaveLength(100)
    const [dealer] = before.filter(({ number }) => number === 'D6001')
    await admin.patch(`/dealers/${dealer.id}`, { name: 'Renamed', contacts: [], paymentMethods: [] })
    expect(await allWholes()).not.toEqual(before)
    expect((await admin.post('/sandbox/reset')).status).toBe(204)
    expect(await allWholes()).toEqual(before)
  })
})

describe('a limited caller', () => {
  const isOpen = (path: Path) => path === '/lienHolders' || path === '/repairfacilities'
  const callers = ['sandbox-dealer-d1001', 'sandbox-agent-a100', 'sandbox-group-g100']

  test.each(callers)('%s sees only the lien holders and repair facilities of the crowd', async (name) => {
    const caller = service.api.as(name)
    for (const path of paths) {
      const members = (await listed(path, caller)).filter(isCrowd)
      expect(members.length, path).toBe(isOpen(path) ? counts[path][0] : 0)
    }
  })

  test.each(callers)('%s sees the same in the list of all account holders', async (name) => {
    const members = (await listed('/accountholders', service.api.as(name))).filter(isCrowd)
    expect(new Set(members.map(({ type }) => type))).toEqual(new Set(['LienHolder', 'RepairFacility']))
    expect(members).toHaveLength(15 + 25)
  })

  test.each(callers)('%s finds no other member by id: 404 NotFound', async (name) => {
    const caller = service.api.as(name)
    for (const path of paths) {
      const member = (await listed(path)).find(isCrowd)
      if (!member) continue
      const { status, body } = await caller.get(`${path}/${member.id}`)
      expect([status, body.code], path).toEqual(isOpen(path) ? [200, undefined] : [404, 'NotFound'])
    }
  })
})
