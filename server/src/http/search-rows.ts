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
  return rows.map(list.row)
}

/** The records of a result as the list declares them. */
export function listRecords(list: ListQuery<unknown>, result: pg.QueryResult): never[] {
  return (list.columns ? reader(list.columns)(`the list of ${list.id}`, result) : result.rows) as never[]
}

const ranges: readonly string[] = ['from', 'to', 'before', 'since']

/**
 * Whether PostgreSQL may think that a page of a long list is soon found by going through the rows in their order, when all
 * that match stand far from its beginning: spans of time, and what a limited caller sees. One value of a column that an
 * index has together with the id is found in its order anyhow.
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
  return isSpan || (list.where ?? []).some((part) => part !== undefined)
}

const sliceOf = ({ pageNumber, pageSize }: PageRequest) =>
  sql`limit ${pageSize} offset ${(pageNumber - 1) * pageSize}`

/** A page as PostgreSQL finds it best, which may be by looking at rows in their order until there are enough. */
async function inOrder(db: Db, list: ListQuery<unknown>, page: PageRequest): Promise<never[]> {
  const { text, values } = sql`${listSelect(list, page)} ${sliceOf(page)}`
  return listRecords(list, await db.query(text, values as unknown[]))
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
  return listRecords(
    list.columns ? { ...list, columns: { ...list.columns, matching: int } } : list,
    await db.query(text, values as unknown[]),
  ) as { matching: number }[]
}

/** How many rows there are; at most 10,001 unless asked to count exactly. */
export async function countRows(db: Db, list: ListQuery<unknown>, page: PageRequest): Promise<number> {
  const limit = page.exactCount ? sql`` : sql`limit ${COUNTED_AT_MOST + 1}`
  const counted = await query({ count: int })`${planned}
    select count(*) as count from (select 1 from ${asSql(list.from)} ${conditions(list, page)} ${limit}) as counted`.first(
    db,
  )
  return counted?.count ?? 0
}

/** All rows in order, a batch at a time, without limit: the select behind an export. */
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

/** What a filter means in SQL. `all` are the values of all that were asked for. */
function conditionOf(filter: Filter, value: unknown, all: Readonly<Record<string, unknown>>): Sql {
  if (filter.match === 'similar') return filter.where(fold(String(value)))
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
    case 'oneOf': {
      // One value of one column leaves the rows of its index in the order of their ids; a list of values does not.
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
const fold = (text: string) =>
  Array.from(text, (sign) => sign.toLowerCase())
    .join('')
    .normalize('NFKD')
    .replaceAll(new RegExp(`[${MARKS}]`, 'g'), '')

const folded = (column: Sql) =>
  sql`regexp_replace(normalize(lower(${column}), NFKD), ${sql.raw(`'[${MARKS}]'`)}, '', 'g')`

/** The signs that `like` gives a meaning, meant as themselves. */
const literally = (text: string) => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
