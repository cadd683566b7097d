import { z } from 'zod'
import type { Columns, RowOf } from '../db/columns.ts'
import type { Sql } from '../db/sql.ts'
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
