import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type AppServices, routesOf } from '../../src/app.ts'
import type { AnyRead } from '../../src/http/route.ts'
import { listRoutes, MANY } from '../support/oracle/lists/many-rows.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'
import { serve } from '../support/service/server.ts'

const service = await testService()
const server = await serve(service, listRoutes)
afterAll(() => server.server.close())
const get = (path: string) => server.api.as('sandbox-admin').get(path)

/** `{first, prev, next, last}` of a Link header. */
function links(headers: Headers): Record<string, string> {
  const found = [...(headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="([^"]*)"/g)]
  return Object.fromEntries(found.map(([, to = '', rel = '']) => [rel, to]))
}

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)

describe('a page', () => {
  test('has the first 25 rows by default', async () => {
    const answer = await get('/many?upTo=60')
    expect(answer.body).toMatchObject({ pageNumber: 1, pageSize: 25, totalCount: 60, totalPages: 3 })
    expect(idsOf(answer.body.items)).toEqual(Array.from({ length: 25 }, (_, at) => at + 1))
    expect(answer.headers.get('x-total-count')).toBe('60')
    expect(answer.headers.get('x-total-count-exact')).toBeNull()
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
  })

  test('is wrapped if the operation says so, otherwise a plain array with the same headers', async () => {
    const [wrapped, plain] = [
      await get('/many?upTo=30&pageSize=7'),
      await get('/manyplain?upTo=30&pageSize=7'),
    ]
    expect(Object.keys(wrapped.body)).toEqual(['items', 'pageNumber', 'pageSize', 'totalCount', 'totalPages'])
    expect(plain.body).toEqual(wrapped.body.items)
    expect(plain.headers.get('x-total-count')).toBe('30')
    expect(links(plain.headers)).toEqual({
      first: '/manyplain?upTo=30&pageSize=7&pageNumber=1',
      next: '/manyplain?upTo=30&pageSize=7&pageNumber=2',
      last: '/manyplain?upTo=30&pageSize=7&pageNumber=5',
    })
  })

  test.each([
    [1, ['first', 'next', 'last']],
    [2, ['first', 'prev', 'next', 'last']],
    [3, ['first', 'prev', 'last']],
  ])('number %i of three links to %j', async (page, rels) => {
    expect(Object.keys(links((await get(`/many?upTo=60&pageNumber=${page}`)).headers))).toEqual(rels)
  })

  test('past the end is empty and links back to the last page', async () => {
    const answer = await get('/many?upTo=60&pageNumber=9')
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ items: [], pageNumber: 9, totalCount: 60, totalPages: 3 })
    expect(links(answer.headers)).toEqual({
      first: '/many?upTo=60&pageNumber=1',
      prev: '/many?upTo=60&pageNumber=3',
      last: '/many?upTo=60&pageNumber=3',
    })
  })

  test('of an empty list is the first and the last', async () => {
    const answer = await get('/many?upTo=0')
    expect(answer.body).toEqual({ items: [], pageNumber: 1, pageSize: 25, totalCount: 0, totalPages: 0 })
    expect(links(answer.headers)).toEqual({
      first: '/many?upTo=0&pageNumber=1',
      last: '/many?upTo=0&pageNumber=1',
    })
  })

  test('keeps all other parameters in its links, whatever characters they hold', async () => {
    const answer = await get(
      '/api/Many?name=Row%20%26%3F?1%2B&groupNumber=2&pageNumber=1&sortBy=name&sortDirection=Desc',
    )
    const { first = '' } = links(answer.headers)
    expect(first).toMatch(/^\/api\/Many\?/)
    expect(Object.fromEntries(new URL(first, 'http://x').searchParams)).toEqual({
      name: 'Row &??1+',
      groupNumber: '2',
      sortBy: 'name',
      sortDirection: 'Desc',
      pageNumber: '1',
    })
  })

  test('links lead to every row once, in order', async () => {
    const seen: number[] = []
    let at: string | undefined = '/people?pageSize=2&sortBy=balance&sortDirection=Desc'
    while (at) {
      const answer = await get(at)
      seen.push(...idsOf(answer.body))
      at = links(answer.headers).next
    }
    // Balances 10.5, 7 five times, 0, -3, -7: ties stand by id.
    expect(seen).toEqual([1, 4, 5, 6, 8, 9, 3, 2, 7])
  })

  test.each([
    ['pageSize=0', '?pageSize Range'],
    ['pageSize=201', '?pageSize Range'],
    ['pageSize=x', '?pageSize Type'],
    ['pageSize=', '?pageSize Type'],
    ['pageNumber=0', '?pageNumber Range'],
    ['pageNumber=-1', '?pageNumber Range'],
    ['pageNumber=1.5', '?pageNumber Type'],
    ['sortBy=balnce', '?sortBy Enum'],
    ['sortBy=Name', '?sortBy Enum'],
    ['sortBy=id;drop', '?sortBy Enum'],
    ['sortDirection=asc', '?sortDirection Enum'],
    ['exactCount=1', '?exactCount Type'],
    ['pageSize=1&pageSize=2', '?pageSize Format'],
    ['page=1', '?page Unknown'],
    ['status=Gone', '?status Enum'],
    ['bornFrom=2024-02-30', '?bornFrom Format'],
  ])('is not to be had with %s', async (search, fault) => {
    expect(faultsIn(await get(`/people?${search}`))).toEqual([fault])
  })

  test('has at most 200 rows, and a page far out is fast and empty', async () => {
    expect((await get('/many?pageSize=200')).body.items).toHaveLength(200)
    expect((await get('/many?pageNumber=1000000000&pageSize=200')).body.items).toEqual([])
  })
})

describe('sorting', () => {
  test.each([
    ['', [1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['sortDirection=Desc', [9, 8, 7, 6, 5, 4, 3, 2, 1]],
    ['sortBy=id&sortDirection=Desc', [9, 8, 7, 6, 5, 4, 3, 2, 1]],
    // In lower case, by code point: 1…, =…, anna twice, bert twice, zoë, émile; null last.
    ['sortBy=name', [8, 7, 2, 4, 1, 9, 5, 6, 3]],
    // Null first; ties still by id.
    ['sortBy=name&sortDirection=Desc', [3, 6, 5, 1, 9, 2, 4, 7, 8]],
    ['sortBy=city', [7, 1, 4, 6, 2, 8, 5, 3, 9]],
    ['sortBy=bornOn', [4, 1, 2, 6, 3, 5, 7, 8, 9]],
    ['sortBy=bornOn&sortDirection=Desc', [3, 5, 7, 8, 9, 6, 2, 1, 4]],
  ])('%s gives %j', async (search, ids) => {
    expect(idsOf((await get(`/people?${search}`)).body)).toEqual(ids)
  })
})

describe('filters', () => {
  test.each([
    ['name=ANN', [2, 4]],
    ['name=oe', [5]],
    ['name=zoe', [5]],
    ['name=emil', [6]],
    ['name=%C3%A9mile', [6]],
    ['name=e%CC%81mile', [6]],
    ['name=%25', [8]],
    ['name=_', [8]],
    ['name=%5C', [8]],
    ['name=', [1, 2, 4, 5, 6, 7, 8, 9]],
    ['city=aus', [1, 4, 6]],
    ['city=ustin', []],
    ['exactName=BERT', [1, 9]],
    ['exactName=ber', []],
    ['status=Locked', [2, 8]],
    ['status=Locked,Disabled', [2, 5, 8]],
    ['status=Locked&status=Disabled', [2, 5, 8]],
    ['bornFrom=1980-01-02', [1, 2, 6]],
    ['bornTo=1980-01-02', [1, 4]],
    ['bornBefore=1980-01-02', [4]],
    ['bornFrom=1980-01-02&bornBefore=1990-05-06', [1]],
    ['status=Active&city=a&name=a', [4]],
    [`name=${encodeURIComponent("' or 1=1 --")}`, []],
  ])('%s finds %j', async (search, ids) => {
    const answer = await get(`/people?${search}`)
    expect(idsOf(answer.body)).toEqual(ids)
    expect(answer.headers.get('x-total-count')).toBe(String(ids.length))
  })
})

describe('counting', () => {
  test('stops at ten thousand, and says so', async () => {
    const answer = await get('/many?pageSize=100')
    expect(answer.body).toMatchObject({ totalCount: 10_000, totalPages: 100 })
    expect(answer.headers.get('x-total-count')).toBe('10000')
    expect(answer.headers.get('x-total-count-exact')).toBe('false')
  })

  test('is exact up to ten thousand', async () => {
    const answer = await get('/many?upTo=10000&pageSize=100')
    expect(answer.headers.get('x-total-count')).toBe('10000')
    expect(answer.headers.get('x-total-count-exact')).toBeNull()
    expect(links((await get('/many?upTo=10000&pageSize=100&pageNumber=100')).headers).next).toBeUndefined()
    expect((await get('/many?upTo=10001&pageSize=100')).headers.get('x-total-count-exact')).toBe('false')
  })

  test('is exact above ten thousand on request', async () => {
    const answer = await get('/many?exactCount=true&pageSize=100')
    expect(answer.body).toMatchObject({ totalCount: MANY, totalPages: 124 })
    expect(answer.headers.get('x-total-count')).toBe(String(MANY))
    expect(answer.headers.get('x-total-count-exact')).toBeNull()
    expect(links(answer.headers).last).toBe('/many?exactCount=true&pageSize=100&pageNumber=124')
  })

  test('does not limit the pages: the links lead to the last row', async () => {
    const past = await get('/many?pageSize=100&pageNumber=120')
    expect(past.body.items[0].id).toBe(11_901)
    expect(links(past.headers)).toEqual({
      first: '/many?pageSize=100&pageNumber=1',
      prev: '/many?pageSize=100&pageNumber=119',
      next: '/many?pageSize=100&pageNumber=121',
      last: '/many?pageSize=100&pageNumber=120',
    })
    const end = await get('/many?pageSize=100&pageNumber=124')
    expect(end.body.items).toHaveLength(45)
    expect(links(end.headers).next).toBeUndefined()
    expect(links(end.headers).prev).toBe('/many?pageSize=100&pageNumber=123')
  })
})

test('every list has pages', () => {
  const whole = routesOf({ isSandbox: true } as AppServices).filter(
    (one): one is AnyRead => one.kind === 'read' && one.answer instanceof z.ZodArray,
  )
  expect(whole.filter(({ pages }) => !pages).map(({ path }) => path)).toEqual([])
  expect(whole.length).toBeGreaterThanOrEqual(13)
})

test('a filter by an id takes any id, also one that no record can have', async () => {
  const failed: string[] = []
  for (const route of routesOf({ isSandbox: true } as AppServices)) {
    if (route.kind !== 'list') continue
    const path = route.path.replaceAll(/\{\w+\}/g, '1')
    const ids = Object.entries(route.search.filters).filter(([, { match }]) => match.startsWith('id'))
    for (const [name] of ids) {
      const { status } = await service.api.as('sandbox-admin').get(`${path}?${name}=9007199254740991`)
      if (status >= 500) failed.push(`${route.path} ${name}`)
    }
  }
  expect(failed).toEqual([])
  for (const path of [
    '/generalsettings?groupId=2147483648',
    '/contracts/1/documents?documentTypeId=2147483648',
  ])
    expect((await service.api.as('sandbox-admin').get(path)).body, path).toEqual([])
})

test('a list that is made as a whole is paged, sorted, counted and exported like every other', async () => {
  const get = (search: string, headers: Record<string, string> = {}) =>
    service.api.as('sandbox-admin').get(`/generalsettings/settinggroups${search}`, { headers })
  const { body: all, headers } = await get('')
  expect(headers.get('x-total-count')).toBe(String(all.length))
  const second = await get('?pageSize=2&pageNumber=2')
  expect(second.body).toEqual(all.slice(2, 4))
  expect(links(second.headers)).toMatchObject({
    prev: '/generalsettings/settinggroups?pageSize=2&pageNumber=1',
    next: '/generalsettings/settinggroups?pageSize=2&pageNumber=3',
  })
  expect((await get(`?pageSize=2&pageNumber=${all.length}`)).body).toEqual([])
  expect((await get('?sortBy=id&sortDirection=Desc')).body).toEqual(all.toReversed())
  const csv = await get('?pageSize=1', { accept: 'text/csv' })
  expect(csv.text.trim().split('\r\n')).toHaveLength(all.length + 1)
  for (const wrong of ['?pageSize=201', '?pageSize=0', '?pageNumber=0', '?sortBy=other'])
    expectProblem(await get(wrong), 'ValidationFailed')
})

test('a list with a newer version links to it', async () => {
  const answer = await service.api.as('sandbox-admin').get('/v1/platformadminusers?pageSize=5')
  expect(answer.headers.get('link')).toContain('rel="next"')
  expect(answer.headers.get('link')).toContain('</v2/Users>; rel="successor-version"')
  const single = await service.api.as('sandbox-admin').get('/v1/platformadminusers/1')
  expect(single.headers.get('link')).toBe('</v2/Users/1>; rel="successor-version"')
})
