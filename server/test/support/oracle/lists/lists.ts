import type { Filter, Filters, Sort } from '../../../../src/http/search.ts'
import type { NaiveCaller } from './scope.ts'
import type { Raw, World } from './world.ts'

// The expected answer of a list, computed naively: check every row, keep those that match, sort them.

/** A row of a list: the rows of tables that it is joined from, by the names that the list's columns have. */
export type NaiveRow = Readonly<Record<string, Raw>>

/** The data and the caller of a query. */
export interface Seen {
  readonly world: World
  readonly caller: NaiveCaller
  /** Whether two texts are equal in any letter case. */
  same(one: unknown, other: unknown): boolean
}

/** The meaning of a list's own condition, and a value that finds a row with it. */
export interface Meaning {
  matches(row: NaiveRow, value: unknown, seen: Seen, all: Readonly<Record<string, unknown>>): boolean
  values(row: NaiveRow, world: World): readonly unknown[]
  /** For a similarity filter: how similar a row is. */
  likeness?(row: NaiveRow, value: unknown, seen: Seen): number
}

export interface NaiveList {
  /** All rows that the caller may see, or nothing if the caller may not see the record in the path. */
  rows(world: World, caller: NaiveCaller, named?: string): readonly NaiveRow[] | undefined
  /** The rows of a list that adds up what the filters leave. `rows` then are those without filters. */
  grouped?(world: World, caller: NaiveCaller, filters: Readonly<Record<string, unknown>>): readonly NaiveRow[]
  /** The filters that must be sent, with values that find this row. */
  required?(row: NaiveRow | undefined): Readonly<Record<string, unknown>>
  id(row: NaiveRow): number
  /** The default order, if it is not the order of ids. */
  inOwnOrder?(one: NaiveRow, two: NaiveRow): number
  /** Whether a filter names a record that the caller may not see. It is answered like such a path. */
  asksForNobody?(filters: Readonly<Record<string, unknown>>, seen: Seen): boolean
  /** Whether the caller is always refused. */
  isForbidden?(caller: NaiveCaller): boolean
  /** Values for the parameter of the path, if it has one. */
  named?(world: World): readonly (string | number)[]
  /** The key of an answered row and of a naive row. Default: the id. */
  readonly shown?: { in(answered: Raw): string; of(row: NaiveRow): string }
  /** Columns that are not columns of a table. */
  readonly columns?: Readonly<Record<string, (row: NaiveRow, world: World) => unknown>>
  /** The list's own conditions, by the names of their filters. */
  readonly where?: Readonly<Record<string, Meaning>>
  /** A condition on every row, which may depend on the query. */
  narrows?(row: NaiveRow, filters: Readonly<Record<string, unknown>>, seen: Seen): boolean
  /** The conditions for filters that are not sent. */
  readonly otherwise?: Readonly<Record<string, (row: NaiveRow) => boolean>>
}

/** The declaration of a list. */
export interface Search {
  readonly filters: Filters
  readonly sort: Sort
}

export interface Question {
  readonly filters: Readonly<Record<string, unknown>>
  readonly sortBy: string
  readonly sortDirection: 'Asc' | 'Desc'
}

/** Conditions of a declared list without a naive meaning. */
export function withoutMeaning(list: NaiveList | undefined, { filters }: Search): string[] {
  return Object.entries(filters).flatMap(([name, filter]) => {
    if ('where' in filter && !list?.where?.[name]) return [name]
    return 'otherwise' in filter && filter.otherwise && !list?.otherwise?.[name] ? [`${name} (not sent)`] : []
  })
}

export function columnOf(list: NaiveList, row: NaiveRow, column: string, world: World): unknown {
  const meaning = list.columns?.[column]
  if (meaning) return meaning(row, world)
  const [name = '', alias = ''] = column.split('.').reverse()
  const record = row[alias]
  if (!record || !(name in record)) throw new Error(`No naive row has the column ${column}.`)
  return record[name]
}

/** The rows that match the query, in order. */
export function naiveAnswer(
  { list, search, seen, lower }: NaiveSearch,
  rows: readonly NaiveRow[],
  question: Question,
): NaiveRow[] {
  const has = (row: NaiveRow, column: string) => columnOf(list, row, column, seen.world)
  const fits = (row: NaiveRow) =>
    (list.narrows?.(row, question.filters, seen) ?? true) &&
    Object.entries(search.filters).every(([name, filter]) => {
      const value = question.filters[name]
      if (value === undefined) return list.otherwise?.[name]?.(row) ?? true
      const meaning = list.where?.[name]
      if ('where' in filter) return meaning?.matches(row, value, seen, question.filters) ?? false
      return compare(filter, has(row, filter.column), value, lower)
    })
  const by = search.sort[question.sortBy]
  const sortValue = (row: NaiveRow): string | number | null => {
    if (!by) return list.id(row)
    const value = has(row, by.column)
    if (value === null || value === undefined) return null
    if (by.text) return lower(String(value))
    // Dates are texts and sort as texts.
    return typeof value === 'string' ? value : Number(value)
  }
  const alike = likenessFor(list, search, question)
  if (alike)
    return rows
      .filter(fits)
      .map((row) => ({ row, value: alike(row, seen) }))
      .sort((one, two) => two.value - one.value || list.id(one.row) - list.id(two.row))
      .map(({ row }) => row)
  const { inOwnOrder } = list
  if (inOwnOrder && question.sortBy === 'id' && question.sortDirection === 'Asc')
    return rows.filter(fits).sort(inOwnOrder)
  const direction = question.sortDirection === 'Desc' ? -1 : 1
  return rows
    .filter(fits)
    .map((row) => ({ row, value: sortValue(row) }))
    .sort((one, two) => direction * order(one.value, two.value) || list.id(one.row) - list.id(two.row))
    .map(({ row }) => row)
}

/** The similarity of a row, if the query sorts by it: the most similar rows come first. */
function likenessFor(list: NaiveList, { filters }: Search, question: Question) {
  if (question.sortBy !== 'id') return undefined
  const name = Object.keys(question.filters).find((one) => filters[one]?.match === 'similar')
  const likeness = name && list.where?.[name]?.likeness
  return likeness && ((row: NaiveRow, seen: Seen) => likeness(row, question.filters[name], seen))
}

export interface NaiveSearch {
  readonly list: NaiveList
  readonly search: Search
  readonly seen: Seen
  lower(text: string): string
}

function compare(filter: Filter, has: unknown, value: unknown, lower: (text: string) => string): boolean {
  if (has === null || has === undefined) return false
  switch (filter.match) {
    case 'whole':
      return lower(String(has)) === lower(String(value))
    case 'contains':
      return unaccented(lower(String(has))).includes(unaccented(lower(String(value))))
    case 'begins':
      return lower(String(has)).startsWith(lower(String(value)))
    case 'id':
    case 'flag':
      return has === value
    case 'oneOf':
      return (value as unknown[]).includes(has)
    case 'secret':
      return has === String(value).replaceAll('-', '')
    case 'from':
      return String(has) >= String(value)
    case 'to':
      return String(has) <= String(value)
    case 'before':
      return String(has) < String(value)
    case 'at least':
      return Number(has) >= Math.round(Number(value) * 100)
    case 'at most':
      return Number(has) <= Math.round(Number(value) * 100)
    case 'since':
      return microseconds((has as Date).toISOString()) >= microseconds(String(value))
    default:
      throw new Error(`There is no naive way to compare by ${filter.match}.`)
  }
}

const unaccented = (text: string) => text.normalize('NFKD').replaceAll(/[\u0300-\u036f]/g, '')

/** An instant as a bigint, more precise than a Date. */
function microseconds(instant: string): bigint {
  const [fraction = ''] = /\.\d+/.exec(instant) ?? []
  const seconds = Date.parse(instant.replace(fraction, '')) / 1_000
  return BigInt(seconds) * 1_000_000n + BigInt(fraction.slice(1).padEnd(6, '0'))
}

/** Sorts numbers by size, texts by code points, and null last. */
function order(one: string | number | null, two: string | number | null): number {
  if (one === null || two === null) return Number(one === null) - Number(two === null)
  if (typeof one === 'number' && typeof two === 'number') return one - two
  // UTF-8 bytes sort like code points; JavaScript strings do not.
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(two)))
}
