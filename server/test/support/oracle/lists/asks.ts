import fc from 'fast-check'
import type { Filter } from '../../../../src/http/search.ts'
import { instants } from './draws.ts'
import { dates } from './holders.ts'
import { columnOf, type NaiveList, type NaiveRow, type Question, type Search } from './lists.ts'
import { anyText, askedFor, cut } from './texts.ts'
import type { World } from './world.ts'

// Random queries of a list: filters with values from its rows and other values, an order, and a page size.

export interface Ask extends Question {
  readonly caller: string
  /** The parameter of the path. */
  readonly named: string
  readonly pageSize: number
  readonly isCsv: boolean
  /** Whether several values are sent as several parameters, or as one with commas. */
  readonly repeats: boolean
}

export interface Asking {
  readonly list: NaiveList
  readonly search: Search
  readonly world: World
  readonly callers: readonly string[]
  readonly named: readonly string[]
  /** Values are drawn from the rows that this caller sees with this path parameter. */
  rows(caller: string, named: string): readonly NaiveRow[]
}

/** The number of filters is drawn from this list. */
const counts = [0, 1, 1, 1, 2, 2, 2, 3, 3, 4]

/**
 * Several filters are drawn for one row, so that together they find something. Some values are random. With `only`, it
 * is that filter alone, for a caller who sees everything.
 */
export function askOf(asking: Asking, only?: string): fc.Arbitrary<Ask> {
  const { search, callers, named } = asking
  // The first caller sees everything, and sends as many queries as all others together.
  const everything = fc.constant(callers[0] ?? '')
  const caller = only ? everything : fc.oneof(everything, fc.constantFrom(...callers))
  return fc.tuple(caller, fc.constantFrom(...named)).chain(([who, of]) =>
    fc.record({
      caller: fc.constant(who),
      named: fc.constant(of),
      filters: filtersFrom(asking, asking.rows(who, of), only),
      sortBy: fc.oneof(fc.constant('id'), fc.constantFrom('id', ...Object.keys(search.sort))),
      sortDirection: fc.constantFrom('Asc', 'Desc'),
      pageSize: fc.oneof(fc.constant(200), fc.integer({ min: 1, max: 200 })),
      isCsv: fc.constantFrom(...Array.from({ length: 10 }, (_, at) => at === 9)),
      repeats: fc.boolean(),
    }),
  )
}

function filtersFrom(
  asking: Asking,
  rows: readonly NaiveRow[],
  only: string | undefined,
): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys(asking.search.filters)
  const row = rows.length === 0 ? fc.constant(undefined) : fc.constantFrom(...rows)
  const chosen = fc.constantFrom(...counts).chain((count) => {
    const length = Math.min(count, names.length)
    return fc.shuffledSubarray(names, { minLength: length, maxLength: length })
  })
  return fc
    .tuple(row, only ? fc.constant([only]) : chosen)
    .chain(([target, some]) =>
      fc
        .record(Object.fromEntries(some.map((name) => [name, valueFor(asking, name, target, row)])))
        .map((drawn) => ({ ...asking.list.required?.(target), ...drawn })),
    )
}

function valueFor(
  asking: Asking,
  name: string,
  target: NaiveRow | undefined,
  anyRow: fc.Arbitrary<NaiveRow | undefined>,
): fc.Arbitrary<unknown> {
  const filter = asking.search.filters[name] as Filter
  const from = (row: NaiveRow | undefined) => valueLike(filter, row ? knownOf(asking, name, row) : [])
  return fc.oneof(
    { weight: 8, arbitrary: from(target) },
    { weight: 1, arbitrary: anyRow.chain(from) },
    { weight: 1, arbitrary: valueLike(filter, []) },
  )
}

/** The value of the row that the filter would find. */
export function knownOf(
  { list, search, world }: Pick<Asking, 'list' | 'search' | 'world'>,
  name: string,
  row: NaiveRow,
) {
  const filter = search.filters[name] as Filter
  const known =
    'where' in filter
      ? (list.where?.[name]?.values(row, world) ?? [])
      : [columnOf(list, row, filter.column, world)]
  return known.filter((value) => value !== null && value !== undefined)
}

function valueLike(filter: Filter, known: readonly unknown[]): fc.Arbitrary<unknown> {
  const orKnown = <Value>(any: fc.Arbitrary<Value>) =>
    // The value of a row has the type of its filter.
    known.length > 0 ? fc.constantFrom(...(known as Value[])) : any
  switch (filter.match) {
    case 'whole':
    case 'contains':
    case 'begins':
      return texts(filter.match, known)
    case 'text where':
      return filter.values ? fc.constantFrom(...filter.values) : texts('whole', known)
    case 'similar':
      return misspelt(known)
    case 'id':
    case 'id where':
      return orKnown(fc.nat(5_000))
    case 'flag':
      return orKnown(fc.boolean())
    case 'flag where':
      return orKnown(fc.constant(false))
    case 'oneOf':
      return fc
        .tuple(orKnown(fc.constantFrom(...filter.values)), fc.subarray([...filter.values], { maxLength: 2 }))
        .map(([one, more]) => [...new Set([one, ...more])])
    case 'secret':
      return orKnown(fc.integer({ min: 100_000_000, max: 999_999_999 })).map((value) =>
        String(value).replace(/^(..)/, '$1-'),
      )
    case 'from':
    case 'to':
    case 'before':
    case 'date where':
      return orKnown(fc.constantFrom(...dates))
    case 'at least':
    case 'at most':
      return orKnown(fc.nat(500_000)).map((cents) => Number(cents) / 100)
    case 'since':
      return fc
        .tuple(
          orKnown(fc.constantFrom(...instants.map((instant) => new Date(instant)))),
          fc.constantFrom(...spellings),
        )
        .map(([at, spell]) => spell(at))
    default:
      return filter satisfies never
  }
}

const texts = (match: 'whole' | 'contains' | 'begins', known: readonly unknown[]) =>
  known.length > 0
    ? fc.constantFrom(...known).chain((one) => askedFor(match, String(one)))
    : anyText.map((text) => cut(text, 400))

/** Names in plain letters, some with a letter changed. */
const misspelt = (known: readonly unknown[]) =>
  fc
    .tuple(fc.constantFrom(...(known.length > 0 ? known : ['Anna Muller'])), fc.nat(60), fc.boolean())
    .map(([name, at, isRight]) => {
      const plain = String(name)
        .normalize('NFKD')
        .replaceAll(/[^a-z0-9 ]/gi, '')
      const wrong = at % (plain.length || 1)
      return cut(isRight ? plain : `${plain.slice(0, wrong)}e${plain.slice(wrong + 1)}`, 400)
    })

/** An instant in several time zones and with microseconds. */
const spellings: readonly ((at: Date) => string)[] = [
  (at) => at.toISOString(),
  (at) => at.toISOString().replace('Z', '+00:00'),
  (at) => at.toISOString().replace('Z', '001Z'),
  (at) => at.toISOString().replace('Z', '999Z'),
  (at) => inZone(at, '+05:30', 330),
  (at) => inZone(at, '-11:59', -719),
]

function inZone(at: Date, zone: string, minutes: number): string {
  const year = at.getUTCFullYear()
  if (year < 2 || year > 9998) return at.toISOString()
  return new Date(at.getTime() + minutes * 60_000).toISOString().replace('Z', zone)
}

/** The query string. */
export function searchFor({ filters, sortBy, sortDirection, repeats }: Ask): string {
  const given = Object.entries(filters).flatMap(([name, value]) =>
    (repeats ? [value].flat() : [value]).map((one) => [name, String(one)]),
  )
  const order = [
    ...(sortBy === 'id' ? [] : [['sortBy', sortBy]]),
    ...(sortDirection === 'Asc' ? [] : [['sortDirection', sortDirection]]),
  ]
  return [...given, ...order].map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`).join('&')
}
