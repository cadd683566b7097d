import { z } from 'zod'
import type { Columns, RowOf } from '../db/columns.ts'
import type { Db } from '../db/database.ts'
import type { Sql } from '../db/sql.ts'
import { CalendarDate, Instant, queryAmount, queryBoolean, queryInteger, queryList } from './schemas.ts'

/** How a filter compares. All text is compared without regard to case. */
export type Filter =
  /** The whole text. */
  | { readonly match: 'whole'; readonly column: string }
  /** Anywhere in the text; accents are ignored. `folded` is the indexed column with the text in that form. */
  | { readonly match: 'contains'; readonly column: string; readonly folded?: string }
  /** The beginning of the text. */
  | { readonly match: 'begins'; readonly column: string }
  | {
      readonly match: 'id' | 'flag'
      readonly column: string
      /** Without it, the list is not answered. */
      readonly isRequired?: true
    }
  /** Any of a list of values, spelled exactly. */
  | {
      readonly match: 'oneOf'
      readonly column: string
      readonly values: readonly [string, ...string[]]
      /** The condition to use when the filter is not sent. */
      readonly otherwise?: string
    }
  | { readonly match: 'from' | 'to' | 'before'; readonly column: string }
  /** An amount of money, in a column of cents. */
  | { readonly match: 'at least' | 'at most'; readonly column: string }
  /** At or after an instant. */
  | { readonly match: 'since'; readonly column: string }
  /** A value that is stored encrypted and found by its hashes. `form` is the schema of the clear value. */
  | {
      readonly match: 'secret'
      readonly column: string
      readonly form: z.ZodType<string>
      hashes(value: string): readonly Buffer[]
    }
  /**
   * A condition in SQL: `?` is the value, `?name` the value of the filter with that name (null if it was not sent).
   * `values` lists the possible values. Use a function if the condition depends on the caller.
   */
  | {
      readonly match: 'id where' | 'date where' | 'flag where'
      readonly where: string | ((value: unknown) => Sql)
    }
  | {
      readonly match: 'text where'
      readonly where: string | ((value: unknown) => Sql)
      readonly values?: readonly [string, ...string[]]
    }
  /**
   * Similar spellings, the most similar first unless another order is requested. Both functions get the text in lower
   * case without accents; `likeness` is from 0 to 1.
   */
  | { readonly match: 'similar'; where(text: string): Sql; likeness(text: string): Sql }

export type Filters = Readonly<Record<string, Filter>>

/** Columns to sort by. Text sorts in lower case, in code-point order. */
export type Sort = Readonly<Record<string, { readonly column: string; readonly text?: boolean }>>

/** The default order of a list, if it is not by id. */
export interface OwnOrder {
  readonly by: string
  readonly words: string
}

/** A list as data: where its rows are, its filters and sort columns, and how a row is answered. */
export interface ListQuery<Row> {
  readonly select: string | Sql
  readonly from: string | Sql
  /** Joins that only add columns to show; they must not remove or repeat rows. */
  readonly joined?: string
  /** Always a sort column, and the tie-breaker. */
  readonly id: string
  readonly filters: Filters
  readonly sort: Sort
  readonly order?: OwnOrder
  /** The caller's visibility and the record in the path. Undefined parts are left out. */
  readonly where?: readonly (Sql | undefined)[]
  /** The table of its ids, if the list grows without limit. */
  readonly longTable?: string
  /** `where` is one value of a column that is indexed together with the id, so an index has the rows in order. */
  readonly isOneValue?: boolean
  /** The columns of `select`, declared with `listOf`. */
  readonly columns?: Columns
  /** Adds to the records of a page, or of a batch of an export, what one select cannot give. */
  complete?(db: Db, records: readonly never[]): Promise<readonly never[]>
  row(record: never): Row
}

/** A list with declared columns, which give `row` its type. */
export const listOf = <All extends Columns, Row>(
  list: Omit<ListQuery<Row>, 'columns' | 'row' | 'complete'> & {
    readonly columns: All
    row(record: RowOf<All>): Row
  },
): ListQuery<Row> => list as ListQuery<Row>

/** A list whose records are completed before `row` answers them. */
export const completedListOf = <All extends Columns, Completed, Row>(
  list: Omit<ListQuery<Row>, 'columns' | 'row' | 'complete'> & {
    readonly columns: All
    complete(db: Db, records: readonly RowOf<All>[]): Promise<readonly Completed[]>
    row(record: Completed): Row
  },
): ListQuery<Row> => list as unknown as ListQuery<Row>

export interface PageRequest {
  readonly pageNumber: number
  readonly pageSize: number
  /** Absent if the caller named none and the list has its own order or sorts by similarity. */
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
    pageNumber: queryInteger(z.int().min(1).max(1_000_000_000))
      .default(1)
      .describe('The page number, starting at 1.'),
    pageSize: queryInteger(z.int().min(1).max(PAGE_SIZE_AT_MOST))
      .default(25)
      .describe('The number of rows per page.'),
    sortBy: sortOf(sortable, search),
    sortDirection: z.enum(['Asc', 'Desc']).default('Asc'),
    exactCount: queryBoolean().default(false).describe('Count exactly, even above 10,000 rows.'),
    ...Object.fromEntries(
      Object.entries(search.filters).map(([name, filter]) => {
        const parameter = parameterOf(filter)
        return [name, 'isRequired' in filter && filter.isRequired ? parameter : parameter.optional()]
      }),
    ),
  })
}

/** By id, unless the list has its own order, or the caller searches by similarity: then the most similar comes first. */
function sortOf(
  sortable: [string, ...string[]],
  { filters, order }: { filters: Filters; order?: OwnOrder },
): z.ZodType {
  if (order) return z.enum(sortable).optional().describe(`The field to sort by. Default: ${order.words}.`)
  const names = Object.keys(filters).filter((name) => filters[name]?.match === 'similar')
  return names.length === 0
    ? z.enum(sortable).default('id').describe('The field to sort by.')
    : z
        .enum(sortable)
        .optional()
        .describe(`The field to sort by. Default: id; with ${names.join()}, the most similar first.`)
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
        .describe('Matches similar spellings, the most similar first; case and accents are ignored.')
    case 'text where':
      return filter.values ? z.enum(filter.values) : z.string().max(400)
    case 'id':
    case 'id where':
      return queryInteger(z.int().min(0))
    case 'flag':
    case 'flag where':
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

export function pageRequestFromQuery(query: Record<string, unknown>): PageRequest {
  const { pageNumber, pageSize, sortBy, sortDirection, exactCount, ...filters } = query
  return { pageNumber, pageSize, sortBy, sortDirection, exactCount, filters } as PageRequest
}
