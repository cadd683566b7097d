import type { z } from 'zod'
import { sql } from '../../db/sql.ts'
import type { Permission } from '../../domain/permissions.ts'
import type { Book } from '../../domain/rate-book/book.ts'
import { compileBook } from '../../domain/rating/compile-book.ts'
import type { Acting, Caller } from '../../http/caller.ts'
import { type Route, route } from '../../http/route.ts'
import type { Filters, ListQuery, Sort } from '../../http/search.ts'
import type { LiveBook, LiveBooks } from '../book/live-book.ts'

/** One entry of a list that is made from a book. */
export interface ListEntry<Row> {
  readonly id: number
  /** What the list answers. */
  readonly row: Row
  /** What the entry is filtered and sorted by. */
  readonly columns: Readonly<Record<string, unknown>>
}

type EntryQuery<Row> = Pick<ListQuery<Row>, 'select' | 'from' | 'id' | 'row'>

/**
 * A list of entries in memory. They go to the database as one parameter, so that filters, sorting, paging, counts and
 * exports work as in every other list. `columns` are the SQL names and types of the entries' columns.
 */
export function listFromEntries<Row>(columns: string, entries: readonly ListEntry<Row>[]): EntryQuery<Row> {
  const rows = new Map(entries.map(({ id, row }) => [id, row]))
  const json = JSON.stringify(entries.map((entry) => ({ id: entry.id, ...entry.columns })))
  return {
    select: 'r.id',
    from: sql`jsonb_to_recordset(${json}::jsonb) as r (id bigint, ${sql.raw(columns)})`,
    id: 'r.id',
    // The database returns only ids that were sent to it.
    row: ({ id }: { id: number }) => rows.get(id) as Row,
  }
}

export const codeAndNameSort = {
  code: { column: 'r.code', text: true },
  name: { column: 'r.name', text: true },
} as const satisfies Sort

const emptyBook: Book = {
  name: '',
  assetTypes: [],
  segmentations: [],
  coverageGroups: [],
  vehicles: [],
  disbursementGroups: [],
  disbursementCodes: [],
  products: [],
  visibility: [],
  taxRules: [],
  contractFields: [],
  forms: [],
}
const noLiveBook: LiveBook = { version: 0, book: emptyBook, compiled: compileBook(emptyBook) }

/** The live book. Before the first book is applied nothing can be sold, and every list is empty. */
export const loadLiveBook = async (books: LiveBooks, caller: Caller): Promise<LiveBook> =>
  (await books.findLive(caller)) ?? noLiveBook

/** The live book, with the caller and the time. */
export interface BookContext extends Acting {
  readonly live: LiveBook
}

/** A list as data: its path, its filters, and its entries. */
export interface BookList<Row extends z.ZodObject> {
  readonly path: string
  readonly summary: string
  readonly description?: string
  readonly permission: Permission
  /** What the list answers. */
  readonly row: Row
  /** What the entry is filtered and sorted by. */
  readonly columns: string
  readonly filters: Filters
  readonly sort: Sort
  entries(
    context: BookContext,
  ): readonly ListEntry<z.input<Row>>[] | Promise<readonly ListEntry<z.input<Row>>[]>
  /** The entries are kept until this value or the book changes. Absent: they depend on the caller and are made each time. */
  cacheKey?(context: BookContext): string
}

/** The route of a list whose rows all come from the book. */
export function bookListRoute<Row extends z.ZodObject>(books: LiveBooks, list: BookList<Row>): Route {
  const { columns, filters, sort, entries, cacheKey, ...declared } = list
  const search = { filters, sort }
  // A book can have very many vehicles, so the query is made once for each key.
  const last = new WeakMap<LiveBook, { readonly key: string; readonly query: EntryQuery<z.input<Row>> }>()
  return route.list({
    ...declared,
    tag: 'Rates',
    form: 'array',
    search,
    async list({ caller, now, today }) {
      const context = { live: await loadLiveBook(books, caller), caller, now, today }
      const key = cacheKey?.(context)
      const known = last.get(context.live)
      if (known && known.key === key) return { ...search, ...known.query }
      const query = listFromEntries(columns, await entries(context))
      if (key !== undefined) last.set(context.live, { key, query })
      return { ...search, ...query }
    },
  })
}
