import { afterAll, describe, expect, test } from 'vitest'
import { run } from '../src/db/database.ts'
import { sql } from '../src/db/sql.ts'
import type { ListQuery, PageRequest } from '../src/http/search.ts'
import { loadPage } from '../src/http/search-rows.ts'
import { testService } from './support/service/app.ts'
import { sandboxOf } from './support/service/sandbox.ts'
import { everyThird, trialSeed } from './support/service/trials.ts'

// A list that grows without end: however a page is found, it is the page of the rows in their order.

const ROWS = 40_000

interface Sale {
  readonly id: number
  readonly day: string
  readonly price: number
  readonly shop: number
}

const db = (await sandboxOf(await testService())).db
await run(
  db,
  `create table long_sale as select n as id, date '2000-01-01' + n / 100 as day, n * 37 % 1000 as price, n % 3 as shop
   from generate_series(1, ${ROWS}) as n`,
  [],
)
await run(db, 'create unique index on long_sale (id)', [])
await run(db, 'create index on long_sale (day, id)', [])
const all = await run<Sale>(db, 'select id::int, day, price, shop from long_sale order by id', [])

afterAll(() => run(db, 'drop table long_sale', []))

const list = (shop?: number): ListQuery<number> => ({
  select: 's.id',
  from: 'long_sale s',
  id: 's.id',
  longTable: 'long_sale',
  filters: { from: { match: 'from', column: 's.day' }, to: { match: 'to', column: 's.day' } },
  sort: { price: { column: 's.price' }, day: { column: 's.day' } },
  where: [shop === undefined ? undefined : sql`s.shop = ${shop}`],
  row: ({ id }: Sale) => Number(id),
})

/** The ids of all that match, in their order. */
function expected({ filters, sortBy, sortDirection }: Query, shop: number | undefined): number[] {
  const { from = '', to = '9999' } = filters
  const direction = sortDirection === 'Desc' ? -1 : 1
  const values = {
    id: ({ id }: Sale) => id,
    price: ({ price }: Sale) => price,
    day: ({ day }: Sale) => Date.parse(day),
  }
  const value = values[sortBy ?? 'id']
  return all
    .filter((sale) => sale.day >= from && sale.day <= to && (shop === undefined || sale.shop === shop))
    .toSorted((one, two) => direction * (value(one) - value(two)) || one.id - two.id)
    .map(({ id }) => id)
}

interface Query {
  readonly filters: { readonly from?: string; readonly to?: string }
  readonly sortBy?: 'id' | 'price' | 'day'
  readonly sortDirection: 'Asc' | 'Desc'
}

const spans = {
  'a few at the end': { from: '2001-01-20' },
  'a few at the beginning': { to: '2000-01-05' },
  'as many as are counted': { from: '2000-02-01', to: '2000-05-10' },
  'many at the end': { from: '2000-09-01' },
  'many at the beginning': { to: '2000-06-01' },
  'many in the middle': { from: '2000-03-01', to: '2000-10-01' },
  everything: { from: '1999-01-01' },
  nothing: { from: '2010-01-01' },
}

const SIZE = 100
const pages = [1, 2, 100, 101, 300]

const seed = trialSeed('long lists', 'BULWARK_LONG_LISTS_SEED')

describe.each(everyThird(Object.entries(spans), seed))('%s', (_, filters) => {
  test.each(['id', undefined, 'price', 'day'] as const)('by %s', async (sortBy) => {
    for (const sortDirection of ['Asc', 'Desc'] as const)
      for (const shop of [undefined, 1]) {
        const query = { filters, sortDirection, ...(sortBy === undefined ? {} : { sortBy }) }
        const ids = expected(query, shop)
        for (const pageNumber of pages) {
          const page: PageRequest = { ...query, pageNumber, pageSize: SIZE, exactCount: false }
          expect(await loadPage(db, list(shop), page), JSON.stringify({ page, shop })).toEqual(
            ids.slice((pageNumber - 1) * SIZE, pageNumber * SIZE),
          )
        }
      }
  })
})
