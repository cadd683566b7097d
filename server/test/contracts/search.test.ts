import { describe, expect, test } from 'vitest'
import { newVin, rateIdOfR1, sellR1 } from '../support/builders/contracts.ts'
import { withoutContracts } from '../support/builders/no-contracts.ts'
import { searchedContracts } from '../support/builders/searched-contracts.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'

const service = await testService()
await withoutContracts(service)
await service.api.as('sandbox-admin').put('/sandbox/clock', { now: '2024-03-15T15:00:00Z' })
const ids = await searchedContracts(service)

const admin = () => service.api.as('sandbox-admin')

async function found(query: string, caller = admin()): Promise<string[]> {
  const { body, status, text } = await caller.get(`/contracts?${query}`)
  expect(status, text).toBe(200)
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]))
  return body.map(({ id }: { id: number }) => names.get(id) ?? id)
}

const all = ['joses', 'danas', 'reys', 'firms', 'quote']

describe('contracts are found by', () => {
  test.each([
    ['', all],
    ['number=T-0002', ['danas']],
    ['number=T-000', []],
    ['vin=1ftfw1e50pfa00001', ['joses']],
    ['vinLast8=pfa00001', ['joses', 'danas']],
    ['vinLast8=0PFA00001', []],
    ['identifier=t-0001', ['joses']],
    ['identifier=4', ['firms']],
    ['identifier=99999999999999999999', []],
    ['customerName=jose%20munoz', ['joses']],
    ['customerName=MUÑOZ', ['joses']],
    ['customerName=zurich', ['firms']],
    ['customerName=%25', []],
    ['lastName=rey', ['danas', 'reys']],
    ['lastName=eyes', []],
    ['phone=254-555-0142', ['joses']],
    ['phone=%2B(254)%205550143', ['danas']],
    ['phone=555', []],
    ['phone=none', []],
    ['email=JOSE@example.com', ['joses']],
    ['status=Active', ['joses', 'firms']],
    ['status=Active,Quote&status=Cancelled', ['joses', 'reys', 'firms', 'quote']],
    ['fundingStatus=PartiallyFunded', ['firms']],
    ['productTypeCode=gap', ['danas']],
    ['productId=2', ['danas']],
    ['programId=2', ['danas']],
    ['planId=7', ['danas']],
    ['dealerNumber=d2001', ['reys', 'firms']],
    ['dealerNumber=G100', []],
    ['state=fl', ['danas']],
    ['saleDateFrom=2024-02-10&saleDateTo=2024-02-11', ['danas', 'reys']],
    ['effectiveFrom=2024-01-11&effectiveTo=2024-02-10', ['joses', 'danas']],
    ['expirationFrom=2026-02-10&expirationTo=2027-01-11', ['joses', 'danas']],
    ['cancelDateFrom=2024-03-01&cancelDateTo=2024-03-01', ['reys']],
    ['cancelDateFrom=2024-03-02', []],
    ['updatedSince=2024-03-01T13:00:00%2B01:00', ['reys', 'firms', 'quote']],
    ['updatedSince=2024-03-01T12:00:00.000001Z', ['firms', 'quote']],
    ['hasOpenClaim=true', ['joses']],
    ['hasOpenClaim=false&hasOpenHold=false', ['reys', 'firms', 'quote']],
    ['hasOpenHold=true', ['danas']],
    ['needsRefinalize=true', ['firms']],
    ['needsRefinalize=false&status=Active', ['joses']],
    ['externalKey=DEAL-é7', ['joses']],
    ['externalKey=DMS', []],
    ['lastName=rey&state=FL', ['danas']],
    ['lastName=rey&dealerNumber=D2001&status=Cancelled&saleDateFrom=2024-01-01', ['reys']],
    ['lastName=rey&dealerNumber=D2001&status=Active', []],
    ['customerName=e&hasOpenClaim=true&vinLast8=PFA00001&email=jose@example.com', ['joses']],
  ])('%s', async (query, names) => {
    expect(await found(query)).toEqual(names)
  })

  test('the ids of related account holders', async () => {
    expect(await found(`dealerId=${ids.d2001}`)).toEqual(['reys', 'firms'])
    expect(await found(`dealerGroupId=${ids.group}`)).toEqual(['joses'])
    expect(await found(`agentId=${ids.agent}`)).toEqual(['joses'])
    expect(await found(`lienHolderId=${ids.bank}`)).toEqual(['joses', 'reys'])
    expect(await found(`identifier=${ids.danas}`)).toEqual(['danas'])
  })
})

describe('similar spellings', () => {
  test('are sorted by similarity', async () => {
    expect(await found('nameLike=Reies')).toEqual(['danas', 'reys'])
    expect(await found('nameLike=reynis')).toEqual(['reys', 'danas'])
    expect(await found('nameLike=dana%20rayes')).toEqual(['danas'])
    expect(await found('nameLike=jos%C3%A9%20munos')).toEqual(['joses'])
    expect(await found('nameLike=cafe%20zurick')).toEqual(['firms'])
    expect(await found('nameLike=')).toEqual([])
    expect(await found('nameLike=xqzw')).toEqual([])
  })

  test('can be sorted otherwise, also by id', async () => {
    expect(await found('nameLike=reynis&sortBy=id')).toEqual(['danas', 'reys'])
    expect(await found('nameLike=reynis&sortBy=saleDate&sortDirection=Desc')).toEqual(['reys', 'danas'])
  })

  test('combine with other filters and paging', async () => {
    expect(await found('nameLike=reynis&state=FL')).toEqual(['danas'])
    expect(await found('nameLike=reynis&pageSize=1&pageNumber=2')).toEqual(['danas'])
  })
})

describe('sorting', () => {
  test.each([
    ['sortBy=id&sortDirection=Desc', all.toReversed()],
    ['sortBy=number', ['firms', 'joses', 'danas', 'reys', 'quote']],
    ['sortBy=number&sortDirection=Desc', ['quote', 'reys', 'danas', 'joses', 'firms']],
    ['sortBy=saleDate', all],
    ['sortBy=expirationDate', ['danas', 'joses', 'reys', 'firms', 'quote']],
    ['sortBy=retailPrice', ['quote', 'danas', 'reys', 'joses', 'firms']],
    ['sortBy=retailPrice&sortDirection=Desc', ['firms', 'joses', 'danas', 'reys', 'quote']],
    ['sortBy=updatedAt&sortDirection=Desc', ['quote', 'firms', 'reys', 'danas', 'joses']],
  ])('%s', async (query, names) => {
    expect(await found(query)).toEqual(names)
  })
})

describe('the list', () => {
  test('shows contracts, and quotes without number and customer', async () => {
    const { body, headers } = await admin().get('/contracts')
    expect(body[0]).toEqual({
      ...{ id: ids.joses, number: 'T-0001', status: 'Active', fundingStatus: 'Funded' },
      ...{ customerName: 'José Muñoz', vin: '1FTFW1E50PFA00001', year: 2024, make: 'FORD', model: 'F-150' },
      ...{ productName: 'Vehicle service contract', planName: 'Platinum', termMonths: 60, termMiles: 75_000 },
      ...{ saleDate: '2024-01-10', expirationDate: '2027-01-11', dealerNumber: 'D1001' },
      ...{ dealerName: expect.any(String), retailPrice: 2500, dealerCost: 1362.93 },
    })
    expect(body.at(-1)).toMatchObject({
      ...{ id: ids.quote, number: null, status: 'Quote', customerName: null, vin: null, retailPrice: 0 },
      ...{ year: null, make: null, model: null, termMiles: null },
    })
    expect(headers.get('x-total-count')).toBe('5')
    expect(headers.get('link')).toContain('</v2/contracts>; rel="successor-version"')
  })

  test('is wrapped in its v2 form', async () => {
    const { body } = await admin().get('/v2/contracts?pageSize=2&pageNumber=3')
    expect(body).toEqual({
      ...{ pageNumber: 3, pageSize: 2, totalCount: 5, totalPages: 3 },
      items: [expect.objectContaining({ id: ids.quote })],
    })
  })

  test('is exported completely', async () => {
    const { text, headers } = await admin().get('/contracts?status=Active&pageSize=1', {
      headers: { accept: 'text/csv' },
    })
    expect(headers.get('content-type')).toContain('text/csv')
    const [head, ...lines] = text.trim().split('\r\n')
    expect(head).toBe(
      'id,number,status,fundingStatus,customerName,vin,year,make,model,productName,planName,termMonths,termMiles,saleDate,expirationDate,dealerNumber,dealerName,retailPrice,dealerCost',
    )
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain('T-0001,Active,Funded,José Muñoz,1FTFW1E50PFA00001,2024,FORD,F-150')
  })
})

describe('a caller with a limited scope', () => {
  test.each([
    ['sandbox-dealer-d1001', ['joses', 'danas', 'quote']],
    ['sandbox-dealer-d2001', ['reys', 'firms']],
    ['sandbox-group-g100', ['joses', 'danas', 'quote']],
    ['sandbox-agent-a100', ['joses', 'danas', 'quote']],
    ['sandbox-lienholder-l100', ['joses', 'reys']],
  ])('finds, counts and exports only what %s sees', async (name, names) => {
    const caller = service.api.as(name)
    expect(await found('', caller)).toEqual(names)
    const { headers } = await caller.get('/contracts?pageSize=1')
    expect(headers.get('x-total-count')).toBe(String(names.length))
    const { text } = await caller.get('/v2/contracts', { headers: { accept: 'text/csv' } })
    expect(text.trim().split('\r\n')).toHaveLength(names.length + 1)
  })

  test('does not find contracts outside its scope by naming them', async () => {
    const caller = service.api.as('sandbox-dealer-d2001')
    for (const query of [
      `identifier=${ids.joses}`,
      'number=T-0001',
      'externalKey=deal-é7',
      'nameLike=Dana%20Reyes&status=OnHold',
      `dealerId=${ids.d1001}`,
      'dealerNumber=D1001',
    ])
      expect(await found(query, caller)).toEqual([])
  })

  test('needs the permission to read contracts', async () => {
    const { body } = await admin().post('/oauthclients', { name: 'rates only', roles: ['RateAdmin'] })
    const caller = service.api.with(await service.api.token(body.clientId, body.clientSecret))
    expectProblem(await caller.get('/contracts'), 'Forbidden')
  })
})

describe('a search is refused', () => {
  test.each([
    ['color=red', '?color', 'Unknown'],
    ['saleDateFrom=2024-02-30', '?saleDateFrom', 'Format'],
    ['cancelDateTo=yesterday', '?cancelDateTo', 'Format'],
    ['updatedSince=2024-02-01', '?updatedSince', 'Format'],
    ['pageSize=201', '?pageSize', 'Range'],
    ['pageSize=0', '?pageSize', 'Range'],
    ['pageNumber=0', '?pageNumber', 'Range'],
    ['sortBy=customerName', '?sortBy', 'Enum'],
    ['status=Sold', '?status', 'Enum'],
    ['fundingStatus=Paid', '?fundingStatus', 'Enum'],
    ['dealerId=D1001', '?dealerId', 'Type'],
    ['hasOpenHold=yes', '?hasOpenHold', 'Type'],
    ['vin=1&vin=2', '?vin', 'Format'],
  ])('%s', async (query, pointer, code) => {
    for (const path of ['/contracts', '/v2/contracts']) {
      const answer = await admin().get(`${path}?${query}`)
      expectProblem(answer, 'ValidationFailed')
      expect(answer.body.errors).toEqual([
        expect.objectContaining({ pointer: expect.stringContaining(pointer), code }),
      ])
    }
  })
})

describe('a contract sold over the API', () => {
  test('is found by its number, VIN, customer and references', async () => {
    const staff = service.api.as('sandbox-entry')
    const vin = newVin()
    const sold = await sellR1(staff, {
      vehicle: { vin },
      externalReferences: [{ system: 'DMS', key: 'Deal-99', value: '1' }],
    })
    expect(sold.status, sold.text).toBe(201)
    ids.sold = sold.body.id
    for (const query of [
      `number=${sold.body.number.toLowerCase()}`,
      `vin=${vin.toLowerCase()}`,
      `vinLast8=${vin.slice(-8)}`,
      'externalKey=deal-99',
      'email=dana@example.com&phone=5125550142',
      `lienHolderId=${ids.bank}&status=Pending`,
    ])
      expect(await found(query), query).toEqual(['sold'])
    const [row] = (await staff.get(`/contracts?identifier=${ids.sold}`)).body
    expect(row).toMatchObject({
      ...{
        number: sold.body.number,
        status: 'Pending',
        customerName: 'Dana Reyes',
        vin,
        dealerNumber: 'D1001',
      },
      ...{
        planName: sold.body.plan.name,
        retailPrice: 2995,
        dealerCost: 1362.93,
        expirationDate: '2029-03-15',
      },
    })
  })

  test('as a quote has no number and customer, and is found by its dealer', async () => {
    const staff = service.api.as('sandbox-entry')
    const rateId = await rateIdOfR1(staff)
    const quote = await staff.post('/contracts', { rateId, retailPrice: 2995, status: 'Quote' })
    expect(quote.status, quote.text).toBe(201)
    ids.kept = quote.body.id
    expect(await found(`dealerId=${ids.d1001}&status=Quote`)).toEqual(['quote', 'kept'])
  })
})
