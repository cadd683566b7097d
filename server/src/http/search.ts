import { z } from 'zod'
import { PLANNED_EACH_TIME } from '../db/connection.ts'
import type { Db } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { centsOf } from '../domain/money.ts'
import { CalendarDate, Instant, queryAmount, queryBoolean, queryInteger, queryList } from './schemas.ts'

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

export type Filters = Readonly<Record<string, Filter>>

/** A column to sort by; text sorts by its lower-case form in code-point order. */
export type Sort = Readonly<Record<string, { readonly column: string; readonly text?: boolean }>>

/** A list as data: where its rows are, what they may be filtered and sorted by, how a row is shown. */
export interface ListQuery<Row> {
  readonly select: string | Sql
  readonly from: string | Sql
  /** Always a sort column, and what breaks ties. */
  readonly id: string
  readonly filters: Filters
  readonly sort: Sort
  /** What the caller may see, and what the path narrows it to. Undefined parts are left out. */
  readonly where?: readonly (Sql | undefined)[]
  row(record: never): Row
}

export interface PageRequest {
  readonly pageNumber: number
  readonly pageSize: number
  readonly sortBy: string
  readonly sortDirection: 'Asc' | 'Desc'
  readonly exactCount: boolean
  readonly filters: Readonly<Record<string, unknown>>
}

export const PAGE_SIZE_AT_MOST = 200
export const COUNTED_AT_MOST = 10_000

/** The query parameters of a list: paging, sorting and its filters. */
export function querySchema(search: { filters: Filters; sort: Sort }): z.ZodObject {
  const sortable = ['id', ...Object.keys(search.sort).filter((name) => name !== 'id')] as [
    string,
    ...string[],
  ]
  return z.strictObject({
    pageNumber: queryInteger(z.int().min(1).max(1_000_000_000)).default(1).describe('The page, from 1.'),
    pageSize: queryInteger(z.int().min(1).max(PAGE_SIZE_AT_MOST)).default(25).describe('Rows on a page.'),
    sortBy: z.enum(sortable).default('id').describe('The field to sort by.'),
    sortDirection: z.enum(['Asc', 'Desc']).default('Asc'),
    exactCount: queryBoolean().default(false).describe('Count exactly, also above 10,000 rows.'),
    ...Object.fromEntries(
      Object.entries(search.filters).map(([name, filter]) => [name, parameterOf(filter).optional()]),
    ),
  })
}

function parameterOf(filter: Filter): z.ZodType {
  switch (filter.match) {
    case 'whole':
      return z.string().max(400)
    case 'contains':
      return z.string().max(400).describe('Matches anywhere in the value; case and accents are ignored.')
    case 'begins':
      return z.string().max(400).describe('Matches the beginning of the value.')
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
  const { rows } = await sql<never>`${rowsOf(list, page)}
    limit ${page.pageSize} offset ${(page.pageNumber - 1) * page.pageSize}`.execute(db)
  return rows.map(list.row)
}

/** How many rows there are; at most 10,001 unless asked to count exactly. */
export async function countOf(db: Db, list: ListQuery<unknown>, page: PageRequest): Promise<number> {
  const limit = page.exactCount ? sql`` : sql`limit ${COUNTED_AT_MOST + 1}`
  const { rows } = await sql<{ count: number }>`${planned}
    select count(*) as count from (select 1 from ${asSql(list.from)} ${conditions(list, page)} ${limit}) as counted`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** All rows in order, a batch at a time, without limit: the select behind an export. */
export function rowsOf(list: ListQuery<unknown>, page: PageRequest): Sql<never> {
  const sort = page.sortBy === 'id' ? { column: list.id } : (list.sort[page.sortBy] ?? { column: list.id })
  const direction = sql.raw(page.sortDirection === 'Desc' ? 'desc' : 'asc')
  // PostgreSQL puts null last ascending and first descending, which is the rule here too.
  const by = sql.raw('text' in sort && sort.text ? `lower(${sort.column}) collate "C"` : sort.column)
  const ties = sort.column === list.id ? sql`` : sql`, ${sql.raw(list.id)}`
  return sql<never>`${planned} select ${asSql(list.select)} from ${asSql(list.from)} ${conditions(list, page)}
    order by ${by} ${direction}${ties}`
}

/** Which index is the right one hangs on what is asked for; and there are more combinations than plans to keep. */
const planned = sql.raw(PLANNED_EACH_TIME)

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

function conditionOf(filter: Filter, value: unknown, all: PageRequest['filters']): Sql {
  if ('where' in filter) {
    if (typeof filter.where === 'function') return filter.where(value)
    // Text and names by turns: what stands at an odd place is the name behind a `?`, or nothing.
    const parts = filter.where.split(/\?(\w*)/)
    const asked = (name: string) => (name === '' ? value : (all[name] ?? null))
    return sql.join(
      parts.map((part, at) => (at % 2 === 0 ? sql.raw(part) : asked(part))),
      sql``,
    )
  }
  const column = sql.raw(filter.column)
  switch (filter.match) {
    case 'whole':
      return sql`lower(${column}) = lower(${value})`
    case 'contains':
      return sql`${filter.folded ? sql.raw(filter.folded) : folded(column)} like ${`%${literally(fold(String(value)))}%`}`
    case 'begins':
      // A range, which an index answers whatever the value is; nothing sorts after the last of all characters.
      return sql`(lower(${column}) collate "C" >= lower(${value}) and lower(${column}) collate "C" < lower(${value}) || repeat(U&'\\+10FFFF', 64))`
    case 'id':
    case 'flag':
      return sql`${column} = ${value}`
    case 'oneOf':
      return sql`${column} = any(${value})`
    case 'secret':
      return sql`${column} = any(${filter.hashes(String(value))}::bytea[])`
    case 'from':
      return sql`${column} >= ${value}`
    case 'since':
      return sql`${column} >= ${inUtc(String(value))}`
    case 'to':
      return sql`${column} <= ${value}`
    case 'at least':
      return sql`${column} >= ${centsOf(Number(value))}`
    case 'at most':
      return sql`${column} <= ${centsOf(Number(value))}`
    case 'before':
      return sql`${column} < ${value}`
    default:
      return filter satisfies never
  }
}

/** PostgreSQL does not know every offset that an instant can be written with; a Date has no part of a millisecond. */
function inUtc(instant: string): string {
  const [fraction = ''] = /\.\d+/.exec(instant) ?? []
  return new Date(instant.replace(fraction, '')).toISOString().replace('.000', fraction)
}

const MARKS = '\u0300-\u036f'

/**
 * A text without case and accents, here and (below) in SQL. Letter by letter, as the database does it: of a whole Greek
 * word, JavaScript makes another last letter.
 */
export const fold = (text: string) =>
  Array.from(text, (sign) => sign.toLowerCase())
    .join('')
    .normalize('NFKD')
    .replaceAll(new RegExp(`[${MARKS}]`, 'g'), '')

const folded = (column: Sql) =>
  sql`regexp_replace(normalize(lower(${column}), NFKD), ${sql.raw(`'[${MARKS}]'`)}, '', 'g')`

/** The signs that `like` gives a meaning, meant as themselves. */
const literally = (text: string) => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
