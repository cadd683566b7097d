import { z } from 'zod'
import { type Route, route } from '../../../../src/http/route.ts'
import type { ListQuery } from '../../../../src/http/search.ts'

/** More rows than the count limit and than one batch of an export. */
export const MANY = 12_345

const ManyRow = z.object({ id: z.int(), name: z.string(), group: z.object({ number: z.int() }).nullable() })

const many = {
  filters: {
    name: { match: 'contains', column: 'name' },
    upTo: { match: 'id where', where: 'id <= ?' },
    groupNumber: { match: 'id', column: 'number' },
  },
  sort: { name: { column: 'name', text: true } },
} as const satisfies Partial<ListQuery<unknown>>

interface Numbered {
  id: number
  name: string
  number: number | null
}

const manyRows = {
  ...many,
  select: 'id, name, number',
  from: `(select n as id, 'Row ' || n as name, case when n % 2 = 0 then n % 10 end as number
    from generate_series(1, ${MANY}) as n) as numbered`,
  id: 'id',
  row: ({ id, name, number }: Numbered) => ({ id, name, group: number === null ? null : { number } }),
} satisfies ListQuery<unknown>

/** Fails in the second batch of an export. */
function brokenRow(row: Numbered) {
  if (row.id > 1_500) throw new Error('The row cannot be shown.')
  return manyRows.row(row)
}

export const PeopleRow = z.object({
  id: z.int(),
  name: z.string().nullable(),
  city: z.string().nullable(),
  status: z.string(),
  bornOn: z.string().nullable(),
  balance: z.number(),
  tags: z.array(z.string()),
})

/** Texts that are hard to sort and export: letter case, accents, nulls, ties, quotes and formulas. */
const people = `(values
  (1, 'bert', 'Austin', 'Active', date '1980-01-02', 10.5, array['x']),
  (2, 'Anna', 'Dallas', 'Locked', date '1990-05-06', -3, array[]::text[]),
  (3, null, null, 'Active', null, 0, array['a', 'b']),
  (4, 'anna', 'AUSTIN', 'Active', date '1970-12-31', 7, array[]::text[]),
  (5, 'Zoë', 'Zürich', 'Disabled', null, 7, array[]::text[]),
  (6, 'ÉMILE', 'Austin', 'Active', date '2000-02-29', 7, array[]::text[]),
  (7, '=1+1', '"quoted", with a comma', 'Active', null, -7, array[]::text[]),
  (8, '100%_sure\\', E'two\\nlines', 'Locked', null, 7, array[]::text[]),
  (9, 'BERT', null, 'Active', null, 7, array[]::text[])
) as people (id, name, city, status, born_on, balance, tags)`

const peopleSearch = {
  filters: {
    name: { match: 'contains', column: 'name' },
    city: { match: 'begins', column: 'city' },
    exactName: { match: 'whole', column: 'name' },
    status: { match: 'oneOf', column: 'status', values: ['Active', 'Locked', 'Disabled'] },
    bornFrom: { match: 'from', column: 'born_on' },
    bornTo: { match: 'to', column: 'born_on' },
    bornBefore: { match: 'before', column: 'born_on' },
  },
  sort: {
    name: { column: 'name', text: true },
    city: { column: 'city', text: true },
    balance: { column: 'balance' },
    bornOn: { column: 'born_on' },
  },
} as const satisfies Partial<ListQuery<unknown>>

const peopleRows = {
  ...peopleSearch,
  select: 'id, name, city, status, born_on as "bornOn", balance::float8, tags',
  from: people,
  id: 'id',
  row: (row: z.input<typeof PeopleRow>) => row,
} satisfies ListQuery<unknown>

const common = { tag: 'Test', summary: 'List rows', permission: 'signed-in' } as const

/** Lists that need no table. */
export const listRoutes: readonly Route[] = [
  route.list({
    ...common,
    path: '/many',
    form: 'wrapped',
    row: ManyRow,
    search: many,
    list: () => manyRows as never,
  }),
  route.list({
    ...common,
    path: '/manyplain',
    form: 'array',
    row: ManyRow,
    search: many,
    list: () => manyRows as never,
  }),
  route.list({
    ...common,
    path: '/people',
    form: 'array',
    row: PeopleRow,
    search: peopleSearch,
    list: () => peopleRows as never,
  }),
  route.list({
    ...common,
    path: '/broken',
    form: 'array',
    row: ManyRow,
    search: many,
    list: () => ({ ...manyRows, row: brokenRow }) as never,
  }),
  route.list({
    ...common,
    path: '/brokenatonce',
    form: 'array',
    row: ManyRow,
    search: many,
    list: () => ({ ...manyRows, from: 'no_such_table' }) as never,
  }),
  route.list({
    ...common,
    path: '/brokenrow',
    form: 'array',
    row: ManyRow,
    search: many,
    list: () =>
      ({ ...manyRows, from: '(select 9999 as id, null as name, 1 as number) as x', row: brokenRow }) as never,
  }),
]
