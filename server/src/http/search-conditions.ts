import { type Sql, sql } from '../db/sql.ts'
import { centsOf } from '../domain/money.ts'
import type { Filter } from './search.ts'

/** What a filter means in SQL. `all` are the values of all that were asked for. */
export function conditionOf(filter: Filter, value: unknown, all: Readonly<Record<string, unknown>>): Sql {
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
export const fold = (text: string) =>
  Array.from(text, (sign) => sign.toLowerCase())
    .join('')
    .normalize('NFKD')
    .replaceAll(new RegExp(`[${MARKS}]`, 'g'), '')

const folded = (column: Sql) =>
  sql`regexp_replace(normalize(lower(${column}), NFKD), ${sql.raw(`'[${MARKS}]'`)}, '', 'g')`

/** The signs that `like` gives a meaning, meant as themselves. */
const literally = (text: string) => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
