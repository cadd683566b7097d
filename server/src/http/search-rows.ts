import type pg from 'pg'
import { int } from '../db/columns.ts'
import { PLANNED_EACH_TIME } from '../db/connection.ts'
import type { Db } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { query, reader } from '../db/statement.ts'
import { centsOf } from '../domain/money.ts'
import type { Filter, ListQuery, PageRequest } from './search.ts'

/** Rows are counted up to here, unless the caller asks for an exact count. */
export const COUNTED_AT_MOST = 10_000

/** The rows of one page. */
export async function loadPage<Row>(db: Db, list: ListQuery<Row>, page: PageRequest): Promise<Row[]> {
  const rows = isMisleading(list, page) ? await pageOfLong(db, list, page) : await inOrder(db, list, page)
  return (await completed(db, list, rows)).map(list.row)
}

/** The records with what the list adds to them. */
export const completed = async (
  db: Db,
  list: ListQuery<unknown>,
  records: readonly never[],
): Promise<readonly never[]> => (list.complete ? list.complete(db, records) : records)

/** The records of a result, typed by the list's columns. */
export function listRecords(list: ListQuery<unknown>, result: pg.QueryResult): never[] {
  return (list.columns ? reader(list.columns)(`the list of ${list.id}`, result) : result.rows) as never[]
}

const ranges: readonly string[] = ['from', 'to', 'before', 'since']

/**
 * Whether PostgreSQL may wrongly expect to find a page of a long list soon by scanning in order, when all matching
 * rows are far from the beginning: with spans of time, and for limited callers. A single value of a column that is
 * indexed together with the id is found in order anyway.
 */
function isMisleading(list: ListQuery<never> | ListQuery<unknown>, page: PageRequest): boolean {
  if (!list.longTable) return false
  const sorted = page.sortBy === undefined ? undefined : list.sort[page.sortBy]?.column
  const isSpan = Object.entries(list.filters).some(
    ([name, filter]) =>
      page.filters[name] !== undefined &&
      ranges.includes(filter.match) &&
      'column' in filter &&
      filter.column !== sorted,
  )
  if (isSpan) return true
  if (list.isOneValue && sorted === undefined && !Object.values(page.filters).some(isGiven)) return false
  return (list.where ?? []).some(isGiven)
}

const isGiven = (value: unknown) => value !== undefined

const sliceOf = ({ pageNumber, pageSize }: PageRequest) =>
  sql`limit ${pageSize} offset ${(pageNumber - 1) * pageSize}`

/** A page by the plan that PostgreSQL prefers, which may be to scan rows in order until there are enough. */
async function inOrder(db: Db, list: ListQuery<unknown>, page: PageRequest): Promise<never[]> {
  const { text, values } = sql`${listSelect(list, page)} ${sliceOf(page)}`
  return listRecords(list, await db.query(text, values as unknown[]))
}

/** The number of rows of a long list that are scanned in order, in the hope that a page of them match. */
const LOOKED_AT = 20_000

/**
 * A page of a long list. All matching rows may be at its end, as the newest sales are, which PostgreSQL does not know.
 * If few rows match, they are found first and then sorted; if many do, only the beginning is scanned in order.
 */
async function pageOfLong(db: Db, list: ListQuery<unknown>, page: PageRequest): Promise<never[]> {
  const few = await amongMatching(db, list, page, COUNTED_AT_MOST + 1)
  // An empty page is past the rows that were found: either past the limit, so there may be more, or past everything.
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
 * The page among all matching rows, or among the first `most` of them, and how many those are. Of the rows outside the
 * page, only the sort column is read.
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
  return listRecords(
    list.columns ? { ...list, columns: { ...list.columns, matching: int } } : list,
    await db.query(text, values as unknown[]),
  ) as { matching: number }[]
}

/** The number of rows; at most 10,001 unless an exact count is requested. */
export async function countRows(db: Db, list: ListQuery<unknown>, page: PageRequest): Promise<number> {
  const counted = await query({ count: int })`${planned} ${countSelect(list, page)}`.first(db)
  return counted?.count ?? 0
}

/** The select of that number. */
export function countSelect(
  list: ListQuery<unknown>,
  page: Pick<PageRequest, 'filters' | 'exactCount'>,
): Sql {
  const limit = page.exactCount ? sql`` : sql`limit ${COUNTED_AT_MOST + 1}`
  return sql`select count(*) as count from (
    select 1 from ${asSql(list.from)} ${conditions(list, page)} ${limit}) as counted`
}

/** The select of all rows in order, without a limit, as an export uses it. */
export function listSelect(list: ListQuery<unknown>, page: PageRequest): Sql {
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
  // PostgreSQL sorts null last when ascending and first when descending, which is our rule too.
  const by = sql.raw('text' in sort && sort.text ? `lower(${sort.column}) collate "C"` : sort.column)
  return { by, direction: sql.raw(page.sortDirection === 'Desc' ? 'desc' : 'asc') }
}

/** The similarity of a row, if the caller searches by it. */
function likenessOf(list: ListQuery<unknown>, page: PageRequest): Sql | undefined {
  for (const [name, filter] of Object.entries(list.filters))
    if (filter.match === 'similar' && page.filters[name] !== undefined)
      return filter.likeness(fold(String(page.filters[name])))
  return undefined
}

/** The right index depends on the filters, and there are more combinations than plans to keep. */
const planned = sql.raw(PLANNED_EACH_TIME)

const shownFrom = ({ from, joined = '' }: ListQuery<unknown>) => sql`${asSql(from)} ${sql.raw(joined)}`

const asSql = (text: string | Sql) => (typeof text === 'string' ? sql.raw(text) : text)

function conditions(list: ListQuery<unknown>, page: Pick<PageRequest, 'filters'>): Sql {
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

/** A filter in SQL. `all` has the values of all filters that were sent. */
function conditionOf(filter: Filter, value: unknown, all: Readonly<Record<string, unknown>>): Sql {
  if (filter.match === 'similar') return filter.where(fold(String(value)))
  if ('where' in filter) {
    if (typeof filter.where === 'function') return filter.where(value)
    // Text and names alternate: at odd places is the name after a `?`, or nothing.
    const parts = filter.where.split(/\?(\w*)/)
    const filterValue = (name: string) => (name === '' ? value : (all[name] ?? null))
    return sql.join(
      parts.map((part, at) => (at % 2 === 0 ? sql.raw(part) : filterValue(part))),
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
      // A range, which an index can answer for any value; nothing sorts after the last character.
      return sql`(lower(${column}) collate "C" >= lower(${value}) and lower(${column}) collate "C" < lower(${value}) || repeat(U&'\\+10FFFF', 64))`
    case 'id':
      // Some columns hold smaller numbers than an id can be. An index of the column serves both.
      return sql`${column} = ${value}::bigint`
    case 'flag':
      return sql`${column} = ${value}`
    case 'oneOf': {
      // With one value, the rows of the index come in the order of their ids; with a list of values they do not.
      const [one, ...more] = value as readonly string[]
      return more.length === 0 ? sql`${column} = ${one}` : sql`${column} = any(${value})`
    }
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

/** PostgreSQL does not know every offset of an instant, and a Date has no fractions of a millisecond. */
function inUtc(instant: string): string {
  const [fraction = ''] = /\.\d+/.exec(instant) ?? []
  return new Date(instant.replace(fraction, '')).toISOString().replace('.000', fraction)
}

const MARKS = '\u0300-\u036f'

/**
 * A text in lower case without accents, here and (below) in SQL. Letter by letter, as the database does it: for a whole
 * Greek word, JavaScript would change the last letter.
 */
export const fold = (text: string) =>
  Array.from(text, (sign) => sign.toLowerCase())
    .join('')
    .normalize('NFKD')
    .replaceAll(new RegExp(`[${MARKS}]`, 'g'), '')

const folded = (column: Sql) =>
  sql`regexp_replace(normalize(lower(${column}), NFKD), ${sql.raw(`'[${MARKS}]'`)}, '', 'g')`

/** Escapes the characters that have a meaning in `like`. */
export const literally = (text: string) => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
