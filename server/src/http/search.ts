import type pg from 'pg'
import { z } from 'zod'
import { type Columns, int, type RowOf } from '../db/columns.ts'
import { PLANNED_EACH_TIME } from '../db/connection.ts'
import type { Db } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { query, reader } from '../db/statement.ts'
import { CalendarDate, Instant, queryAmount, queryBoolean, queryInteger, queryList } from './schemas.ts'
import { conditionOf, fold } from './search-conditions.ts'
import { isMisleading } from './search-long.ts'

/** How a filter compares. All text is compared without regard to case. */
export type Filter =
  /** The whole text. */
  | { readonly match: 'whole'; readonly column: string }
  /** Anywhere in the text, accents ignored. `folded` is the column that has the text so, for an index to find it by. */
  | { readonly match: 'contains'; readonly column: string; readonly folded?: string }
  /** The beginning of the text. */
  | { readonly match: 'begins'; readonly column: string }
  | { readonly match: 'id' | 'flag'; readonly column: string }
  /** Any of a list of values, spelt exactly. */
  | {
      readonly match: 'oneOf'
      readonly column: string
      readonly values: readonly [string, ...string[]]
      /** The condition in its place when it is not sent. */
      readonly otherwise?: string
    }
  | { readonly match: 'from' | 'to' | 'before'; readonly column: string }
  /** An amount of money, in a column of cents. */
  | { readonly match: 'at least' | 'at most'; readonly column: string }
  /** At or after an instant. */
  | { readonly match: 'since'; readonly column: string }
  /** What is kept sealed and found by its hashes. `form` is what the value looks like in clear. */
  | {
      readonly match: 'secret'
      readonly column: string
      readonly form: z.ZodType<string>
      hashes(value: string): readonly Buffer[]
    }
  /**
   * A condition of its own: `?` stands for the value, `?name` for that of the filter with this name (null where it
   * was not asked for); `values` where only some are possible. As a function where it depends on who asks.
   */
  | {
      readonly match: 'id where' | 'date where'
      readonly where: string | ((value: unknown) => Sql)
    }
  | {
      readonly match: 'text where'
      readonly where: string | ((value: unknown) => Sql)
      readonly values?: readonly [string, ...string[]]
    }
  /**
   * Similar spellings, the most similar first unless another order is asked for. Both are given the text without case
   * and accents: the condition, and how alike a row is, from 0 to 1.
   */
  | { readonly match: 'similar'; where(text: string): Sql; likeness(text: string): Sql }

export type Filters = Readonly<Record<string, Filter>>

/** A column to sort by; text sorts by its lower-case form in code-point order. */
export type Sort = Readonly<Record<string, { readonly column: string; readonly text?: boolean }>>

/** The order of a list where none is asked for, and it is not that of the ids. */
export interface OwnOrder {
  readonly by: string
  readonly words: string
}

/** A list as data: where its rows are, what they may be filtered and sorted by, how a row is shown. */
export interface ListQuery<Row> {
  readonly select: string | Sql
  readonly from: string | Sql
  /** What is joined besides, only to be shown; it neither takes rows away nor repeats them. */
  readonly joined?: string
  /** Always a sort column, and what breaks ties. */
  readonly id: string
  readonly filters: Filters
  readonly sort: Sort
  readonly order?: OwnOrder
  /** What the caller may see, and what the path narrows it to. Undefined parts are left out. */
  readonly where?: readonly (Sql | undefined)[]
  /** The table that its ids are of, where it grows without end. */
  readonly longTable?: string
  /** What `select` lists, as it is declared by `listOf`. */
  readonly columns?: Columns
  row(record: never): Row
}

/** A list whose columns are declared: `row` gets what they say. */
export const listOf = <All extends Columns, Row>(
  list: Omit<ListQuery<Row>, 'columns' | 'row'> & {
    readonly columns: All
    row(record: RowOf<All>): Row
  },
): ListQuery<Row> => list as ListQuery<Row>

export interface PageRequest {
  readonly pageNumber: number
  readonly pageSize: number
  /** Absent where nothing was asked for and the list has an order of its own, or one for what is alike. */
  readonly sortBy?: string
  readonly sortDirection: 'Asc' | 'Desc'
  readonly exactCount: boolean
  readonly filters: Readonly<Record<string, unknown>>
}

export const PAGE_SIZE_AT_MOST = 200
export const COUNTED_AT_MOST = 10_000

/** The query parameters of a list: paging, sorting and its filters. */
export function querySchema(search: { filters: Filters; sort: Sort; order?: OwnOrder }): z.ZodObject {
  const sortable = ['id', ...Object.keys(search.sort).filter((name) => name !== 'id')] as [
    string,
    ...string[],
  ]
  return z.strictObject({
    pageNumber: queryInteger(z.int().min(1).max(1_000_000_000)).default(1).describe('The page, from 1.'),
    pageSize: queryInteger(z.int().min(1).max(PAGE_SIZE_AT_MOST)).default(25).describe('Rows on a page.'),
    sortBy: sortOf(sortable, search),
    sortDirection: z.enum(['Asc', 'Desc']).default('Asc'),
    exactCount: queryBoolean().default(false).describe('Count exactly, also above 10,000 rows.'),
    ...Object.fromEntries(
      Object.entries(search.filters).map(([name, filter]) => [name, parameterOf(filter).optional()]),
    ),
  })
}

/** By id, unless the list has an order of its own, or it was asked for what is alike: then the most similar comes first. */
function sortOf(
  sortable: [string, ...string[]],
  { filters, order }: { filters: Filters; order?: OwnOrder },
): z.ZodType {
  if (order) return z.enum(sortable).optional().describe(`The field to sort by; absent: ${order.words}.`)
  const names = Object.keys(filters).filter((name) => filters[name]?.match === 'similar')
  return names.length === 0
    ? z.enum(sortable).default('id').describe('The field to sort by.')
    : z
        .enum(sortable)
        .optional()
        .describe(`The field to sort by: id, or with ${names.join()} the most similar first.`)
}

function parameterOf(filter: Filter): z.ZodType {
  switch (filter.match) {
    case 'whole':
      return z.string().max(400)
    case 'contains':
      return z.string().max(400).describe('Matches anywhere in the value; case and accents are ignored.')
    case 'begins':
      return z.string().max(400).describe('Matches the beginning of the value.')
    case 'similar':
      return z
        .string()
        .max(400)
        .describe('Similar spellings, the most similar first; case and accents are ignored.')
    case 'text where':
      return filter.values ? z.enum(filter.values) : z.string().max(400)
    case 'id':
    case 'id where':
      return queryInteger(z.int().min(0))
    case 'flag':
      return queryBoolean()
    case 'oneOf':
      return queryList(z.enum(filter.values))
    case 'secret':
      return filter.form
    case 'from':
    case 'to':
    case 'before':
    case 'date where':
      return CalendarDate
    case 'at least':
    case 'at most':
      return queryAmount()
    case 'since':
      return Instant
    default:
      return filter satisfies never
  }
}

export function pageRequestOf(query: Record<string, unknown>): PageRequest {
  const { pageNumber, pageSize, sortBy, sortDirection, exactCount, ...filters } = query
  return { pageNumber, pageSize, sortBy, sortDirection, exactCount, filters } as PageRequest
}

/** The rows of one page. */
export async function pageOf<Row>(db: Db, list: ListQuery<Row>, page: PageRequest): Promise<Row[]> {
  const rows = isMisleading(list, page) ? await pageOfLong(db, list, page) : await inOrder(db, list, page)
  return rows.map(list.row)
}

/** The records of a result as the list declares them. */
export function recordsOf(list: ListQuery<unknown>, result: pg.QueryResult): never[] {
  return (list.columns ? reader(list.columns)(`the list of ${list.id}`, result) : result.rows) as never[]
}

const sliceOf = ({ pageNumber, pageSize }: PageRequest) =>
  sql`limit ${pageSize} offset ${(pageNumber - 1) * pageSize}`

/** A page as PostgreSQL finds it best, which may be by looking at rows in their order until there are enough. */
async function inOrder(db: Db, list: ListQuery<unknown>, page: PageRequest): Promise<never[]> {
  const { text, values } = sql`${rowsOf(list, page)} ${sliceOf(page)}`
  return recordsOf(list, await db.query(text, values as unknown[]))
}

/** So many of a long list are looked at in their order, in the hope that a page of them match. */
const LOOKED_AT = 20_000

/**
 * A page of a long list. What is looked for may all stand at its end, as the newest sales do, which PostgreSQL does not
 * know: where few match they are found first and put in order then, and where many do, only the beginning is tried in order.
 */
async function pageOfLong(db: Db, list: ListQuery<unknown>, page: PageRequest): Promise<never[]> {
  const few = await amongMatching(db, list, page, COUNTED_AT_MOST + 1)
  // A page without a row is past all that were found: past so many that there may be more, or past everything.
  const reached = few[0]?.matching ?? (page.pageNumber - 1) * page.pageSize
  if (reached <= COUNTED_AT_MOST) return few as never[]
  if ((page.sortBy ?? 'id') !== 'id' || likenessOf(list, page)) return inOrder(db, list, page)
  const [id, table] = [sql.raw(list.id), sql.raw(list.longTable ?? '')]
  const beginning =
    page.sortDirection === 'Desc'
      ? sql`${id} > (select max(id) from ${table}) - ${LOOKED_AT}`
      : sql`${id} < (select min(id) from ${table}) + ${LOOKED_AT}`
  const rows = await inOrder(db, { ...list, where: [...(list.where ?? []), beginning] }, page)
  return rows.length === page.pageSize ? rows : ((await amongMatching(db, list, page)) as never[])
}

/**
 * The page among everything that matches, or among so many of it, and how many that are: of all of them, only what
 * decides the order is read.
 */
async function amongMatching(db: Db, list: ListQuery<unknown>, page: PageRequest, most?: number) {
  const { by, direction } = orderOf(list, page)
  const id = sql.raw(list.id)
  const { text, values } = sql`${planned}
    with matching as materialized (
      select ${id} as id, ${by} as place from ${asSql(list.from)} ${conditions(list, page)}
      ${most === undefined ? sql`` : sql`limit ${most}`})
    select ${asSql(list.select)}, (select count(*) from matching) as matching from ${shownFrom(list)}
    where ${id} = any(array(select id from matching order by place ${direction}, id ${sliceOf(page)}))
    order by ${by} ${direction}, ${id}`
  return recordsOf(
    list.columns ? { ...list, columns: { ...list.columns, matching: int } } : list,
    await db.query(text, values as unknown[]),
  ) as { matching: number }[]
}

/** How many rows there are; at most 10,001 unless asked to count exactly. */
export async function countOf(db: Db, list: ListQuery<unknown>, page: PageRequest): Promise<number> {
  const limit = page.exactCount ? sql`` : sql`limit ${COUNTED_AT_MOST + 1}`
  const counted = await query({ count: int })`${planned}
    select count(*) as count from (select 1 from ${asSql(list.from)} ${conditions(list, page)} ${limit}) as counted`.first(
    db,
  )
  return counted?.count ?? 0
}

/** All rows in order, a batch at a time, without limit: the select behind an export. */
export function rowsOf(list: ListQuery<unknown>, page: PageRequest): Sql {
  const { by, direction } = orderOf(list, page)
  return sql`${planned} select ${asSql(list.select)} from ${shownFrom(list)} ${conditions(list, page)}
    order by ${by} ${direction}, ${sql.raw(list.id)}`
}

function orderOf(list: ListQuery<unknown>, page: PageRequest): { by: Sql; direction: Sql } {
  const alike = page.sortBy === undefined ? likenessOf(list, page) : undefined
  if (alike) return { by: alike, direction: sql`desc` }
  const { sortBy = 'id' } = page
  if (list.order && page.sortBy === undefined && page.sortDirection === 'Asc')
    return { by: sql.raw(list.order.by), direction: sql`` }
  const sort = sortBy === 'id' ? { column: list.id } : (list.sort[sortBy] ?? { column: list.id })
  // PostgreSQL puts null last ascending and first descending, which is the rule here too.
  const by = sql.raw('text' in sort && sort.text ? `lower(${sort.column}) collate "C"` : sort.column)
  return { by, direction: sql.raw(page.sortDirection === 'Desc' ? 'desc' : 'asc') }
}

/** How alike a row is to what was asked for, where that was asked. */
function likenessOf(list: ListQuery<unknown>, page: PageRequest): Sql | undefined {
  for (const [name, filter] of Object.entries(list.filters))
    if (filter.match === 'similar' && page.filters[name] !== undefined)
      return filter.likeness(fold(String(page.filters[name])))
  return undefined
}

/** Which index is the right one hangs on what is asked for; and there are more combinations than plans to keep. */
const planned = sql.raw(PLANNED_EACH_TIME)

const shownFrom = ({ from, joined = '' }: ListQuery<unknown>) => sql`${asSql(from)} ${sql.raw(joined)}`

const asSql = (text: string | Sql) => (typeof text === 'string' ? sql.raw(text) : text)

function conditions(list: ListQuery<unknown>, page: PageRequest): Sql {
  const all = [
    ...(list.where ?? []).filter((part) => part !== undefined),
    ...Object.entries(list.filters).flatMap(([name, filter]) => {
      const value = page.filters[name]
      if (value !== undefined) return [conditionOf(filter, value, page.filters)]
      return 'otherwise' in filter && filter.otherwise ? [sql.raw(filter.otherwise)] : []
    }),
  ]
  return all.length === 0 ? sql`` : sql`where ${sql.join(all, sql` and `)}`
}
