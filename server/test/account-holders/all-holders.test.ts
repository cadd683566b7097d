import { beforeAll, describe, expect, test } from 'vitest'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'

const service = await testService()
const admin = service.api.as('sandbox-admin')
const ids: Record<string, number> = {}
const address = { line1: '1 Main Street', city: 'Waco', state: 'TX', zip: '76701' }

const found = async (query: string) =>
  (await admin.get(`/accountholders?name=findable&${query}`)).body.map(
    ({ number }: { number: string }) => number,
  )
const make = async (path: string, number: string, body: object = {}) => {
  const answer = await admin.post(path, { number, name: `Findable ${number}`, address, ...body })
  ids[number] = answer.body.id
}
await make('/dealers', 'F-1', { effectiveDate: '2020-01-01', expirationDate: '2024-12-31' })
await make('/agents', 'F-2', { effectiveDate: '2024-01-01' })
await make('/insurers', 'F-3', {
  effectiveDate: '2021-06-01',
  expirationDate: '2022-06-01',
  status: 'Suspended',
})
await make('/lienHolders', 'F-4', { aliases: ['FIRST FIND', 'Find One'], name: 'Findable Bánk' })

describe('GET /accountholders', () => {
  test.each([
    ['', ['F-1', 'F-2', 'F-3', 'F-4']],
    ['types=Dealer,Agent', ['F-1', 'F-2']],
    ['types=Dealer&types=Insurer', ['F-1', 'F-3']],
    ['types=Customer', []],
    ['status=Suspended,Expired', ['F-3']],
    ['effectiveOn=2022-06-01', ['F-1', 'F-3']],
    ['effectiveOn=2022-06-02', ['F-1']],
    ['effectiveOn=2019-12-31', []],
    ['effectiveOn=2024-12-31&types=Dealer,Agent', ['F-1', 'F-2']],
    ['expiringBefore=2024-12-31', ['F-3']],
    ['expiringBefore=2025-01-01', ['F-1', 'F-3']],
    ['number=f-2', ['F-2']],
    ['city=wac&state=tx&zip=76701&types=Agent', ['F-2']],
    ['sortBy=number&sortDirection=Desc', ['F-4', 'F-3', 'F-2', 'F-1']],
  ])('finds by %s', async (query, numbers) => {
    expect(await found(query)).toEqual(numbers)
  })

  test('shows the type of each', async () => {
    const { body } = await admin.get('/accountholders?number=F-1')
    expect(body).toEqual([
      {
        id: ids['F-1'],
        type: 'Dealer',
        number: 'F-1',
        name: 'Findable F-1',
        status: 'Active',
        city: 'Waco',
        state: 'TX',
      },
    ])
  })

  test('refuses an unknown type', async () => {
    expectProblem(await admin.get('/accountholders?types=Planet'), 'ValidationFailed')
  })
})

describe('lien holders', () => {
  test('are listed briefly in v1, which points to v2', async () => {
    const { body, headers } = await admin.get('/lienHolders?name=findable')
    expect(body).toEqual({
      items: [
        expect.objectContaining({ id: ids['F-4'], number: 'F-4', name: 'Findable Bánk', city: 'Waco' }),
      ],
    })
    expect(headers.get('x-total-count')).toBe('1')
    expect(headers.get('link')).toContain('</v2/lienHolders>; rel="successor-version"')
  })

  test('are listed in full in v2, with every address', async () => {
    await admin.patch(`/lienHolders/${ids['F-4']}`, {
      mailingAddress: { ...address, city: 'Dallas' },
      refundAddress: { ...address, city: 'Austin', type: 'Mailing' },
      contacts: [{ firstName: 'Pay', lastName: 'Off' }],
    })
    const { body } = await admin.get('/v2/lienHolders?name=findable')
    expect(body).toMatchObject({
      items: [
        {
          id: ids['F-4'],
          number: 'F-4',
          aliases: ['FIRST FIND', 'Find One'],
          contacts: [{ firstName: 'Pay', lastName: 'Off' }],
          addresses: [
            { city: 'Waco', type: 'Physical' },
            { city: 'Dallas', type: 'Mailing' },
            { city: 'Austin', type: 'Mailing' },
          ],
        },
      ],
      pageNumber: 1,
      totalCount: 1,
      totalPages: 1,
    })
  })

  test.each([
    ['nameContains=ABLE%20bank', true],
    ['alias=first%20find', true],
    ['alias=first', false],
    ['zip=76701&nameContains=bank', true],
    ['zip=7670&nameContains=bank', false],
  ])('are found in v2 by %s', async (query, isFound) => {
    const { body } = await admin.get(`/v2/lienHolders?name=findable&${query}`)
    expect(body.items).toHaveLength(isFound ? 1 : 0)
  })
})

describe('the administrator', () => {
  test('is read as a company', async () => {
    expect((await admin.get('/admincompanies/1')).body).toMatchObject({
      id: 1,
      code: 'ADM1',
      name: 'Summit Protection Administrators',
      address: { city: 'Austin', state: 'TX', zip: '78701' },
      timeZone: 'America/Chicago',
      status: 'Active',
      licenseNumbers: [],
      remitTo: null,
    })
    expectProblem(await admin.get('/admincompanies/2'), 'NotFound')
  })
})

describe('rate visibilities', () => {
  beforeAll(async () => {
    const [tenant] = await service.databases.tenants()
    const one = async (path: string, number: string) =>
      (await admin.get(`${path}?number=${number}`)).body[0].id
    ids.D1001 = await one('/dealers', 'D1001')
    ids.D1002 = await one('/dealers', 'D1002')
    ids.D4001 = await one('/dealers', 'D4001')
    ids.G100 = await one('/dealergroups', 'G100')
    await service.databases.platformPool.query(
      `with gone as (delete from ${tenant?.schema}.dealer_rate_visibility) insert into ${tenant?.schema}.dealer_rate_visibility
         (dealer_id, dealer_group_id, product_id, program_id, plan_id, is_visible, effective_from, effective_to)
       values ($1, null, 1, 1, 3, false, '2020-01-01', '2023-12-31'), ($1, null, 2, null, null, true, '2024-01-01', null),
         (null, $2, 1, null, null, false, '2020-01-01', null), (null, null, 9, null, null, false, '2020-01-01', null)`,
      [ids.D4001, ids.G100],
    )
  })

  const rows = async (dealer: string, query = '') =>
    (await admin.get(`/dealers/${ids[dealer]}/ratevisibilities?${query}`)).body

  test('of a dealer include those of its group', async () => {
    const { visibilities, ...whose } = await rows('D4001')
    expect(whose).toEqual({ dealerId: ids.D4001, dealerNumber: 'D4001' })
    expect(visibilities).toMatchObject([
      {
        dealerId: ids.D4001,
        dealerGroupId: null,
        productId: 1,
        programId: 1,
        planId: 3,
        termId: null,
        deductibleId: null,
        classCode: null,
        isVisible: false,
        effectiveFrom: '2020-01-01',
        effectiveTo: '2023-12-31',
      },
      { productId: 2, isVisible: true, effectiveTo: null },
    ])
    expect((await rows('D1001')).visibilities).toMatchObject([{ dealerId: null, dealerGroupId: ids.G100 }])
  })

  test.each([
    ['productId=1', 1],
    ['productId=1&isVisible=true', 0],
    ['programId=1', 1],
    ['isVisible=true', 1],
    ['effectiveOn=2023-12-31', 1],
    ['effectiveOn=2024-01-01', 1],
    ['effectiveOn=2019-12-31', 0],
  ])('of a dealer can be filtered by %s', async (query, count) => {
    expect((await rows('D4001', query)).visibilities).toHaveLength(count)
  })

  test('of all dealers list the dealers that have any', async () => {
    const all = async (query: string) => (await admin.get(`/dealers/ratevisibilities?${query}`)).body
    const numbers = (body: { items: { dealerNumber: string }[] }) =>
      body.items.map(({ dealerNumber }) => dealerNumber)
    const everyone = await all('')
    expect(numbers(everyone)).toEqual(['D1001', 'D1002', 'D4001'])
    expect(everyone.totalCount).toBe(3)
    expect(numbers(await all('dealerNumber=d4001'))).toEqual(['D4001'])
    expect(numbers(await all(`dealerGroupId=${ids.G100}`))).toEqual(['D1001', 'D1002'])
    expect(numbers(await all('isVisible=true'))).toEqual(['D4001'])
    const second = await all('pageSize=2&pageNumber=2&exactCount=true&sortBy=dealerNumber')
    expect(numbers(second)).toEqual(['D4001'])
    expect(second).toMatchObject({ pageNumber: 2, pageSize: 2, totalCount: 3, totalPages: 2 })
    // The filters have to fit one row together, and narrow the rows that are shown.
    expect(numbers(await all('productId=1&isVisible=true'))).toEqual([])
    expect((await all('productId=2')).items[0].visibilities).toMatchObject([{ productId: 2 }])
  })

  test('of all dealers are exported as CSV', async () => {
    const path = '/dealers/ratevisibilities?dealerNumber=D4001&productId=2'
    const { headers, text } = await admin.get(path, { headers: { accept: 'text/csv' } })
    expect(headers.get('content-type')).toContain('text/csv')
    const [head, row, end] = text.split('\r\n')
    expect(head).toBe('dealerId,dealerNumber,visibilities')
    expect(row).toMatch(`${ids.D4001},D4001,"[{""id"":`)
    expect([row?.match(/productId/g), end]).toEqual([['productId'], ''])
  })

  test('are limited to the dealers of the caller', async () => {
    const dealer = service.api.as('sandbox-dealer-d1001')
    expect((await dealer.get('/dealers/ratevisibilities')).body).toMatchObject({
      items: [{ dealerNumber: 'D1001' }],
      totalCount: 1,
    })
    expectProblem(await dealer.get(`/dealers/${ids.D4001}/ratevisibilities`), 'NotFound')
  })
})
