import { expect, test } from 'vitest'
import { createClient } from './client.ts'
import { fakeService, json } from './fake-service.ts'

const next = { link: '</contracts?pageNumber=2>; rel="next", </contracts?pageNumber=2>; rel="last"' }
const last = { link: '</contracts?pageNumber=1>; rel="prev"' }
const rows = (...ids: number[]) => ids.map((id) => ({ id }))
const queries = ({ seen }: ReturnType<typeof fakeService>) => seen.map(({ url }) => new URL(url).search)

async function idsIn(found: AsyncIterable<{ id: number }>): Promise<number[]> {
  const ids: number[] = []
  for await (const { id } of found) ids.push(id)
  return ids
}

test('numbered pages are read until no next one is named, 200 rows each', async () => {
  const service = fakeService(json(rows(1, 2), next), json(rows(3), last))
  const found = createClient(service.options).rows('GET /contracts', { query: { vinLast8: 'RF000001' } })
  expect(await idsIn(found)).toEqual([1, 2, 3])
  expect(queries(service)).toEqual([
    '?pageSize=200&pageNumber=1&vinLast8=RF000001',
    '?pageSize=200&pageNumber=2&vinLast8=RF000001',
  ])
})

test('a page has its rows, whether it is an array or wrapped, and the count of all', async () => {
  const total = { 'x-total-count': '10000', 'x-total-count-exact': 'false', ...next }
  const service = fakeService(json({ items: rows(1), totalCount: 10_000 }, total), json({ items: [] }, last))
  const pages = createClient(service.options).pages('GET /v2/contracts', { query: { pageSize: 1 } })
  const first = await pages.next()
  expect(first.value).toMatchObject({ rows: [{ id: 1 }], totalCount: 10_000, isCountExact: false })
  expect((await pages.next()).value).toMatchObject({ rows: [], totalCount: undefined, isCountExact: true })
  expect((await pages.next()).done).toBe(true)
})

test('reading begins with the page that is asked for, and the next page only when it is needed', async () => {
  const service = fakeService(json(rows(1, 2), next))
  for await (const { id } of createClient(service.options).rows('GET /contracts', {
    query: { pageNumber: 4 },
  }))
    if (id === 2) break
  expect(queries(service)).toEqual(['?pageSize=200&pageNumber=4'])
})

test('a list with a cursor is read until there is no more', async () => {
  const event = (id: string) => ({ id })
  const service = fakeService(
    json({ items: [event('a'), event('b')], next: 'c2', hasMore: true }),
    json({ items: [event('c')], next: 'c3', hasMore: false }),
  )
  const ids: string[] = []
  for await (const { id } of createClient(service.options).rows('GET /events', { query: { limit: 2 } }))
    ids.push(id)
  expect(ids).toEqual(['a', 'b', 'c'])
  expect(queries(service)).toEqual(['?limit=2', '?limit=2&after=c2'])
})
