import type { z } from 'zod'
import { sql } from '../../db/sql.ts'
import type { Permission } from '../../domain/permissions.ts'
import type { Book } from '../../domain/rate-book/book.ts'
import { compileBook } from '../../domain/rating/compile-book.ts'
import type { Acting, Caller } from '../../http/caller.ts'
import { type Route, route } from '../../http/route.ts'
import type { Filters, ListQuery, Sort } from '../../http/search.ts'
import type { LiveBook, LiveBooks } from '../book/live-book.ts'

/** One row of a list that is made from a book: what is answered, and what it is found by. */
export interface Entry<Row> {
  readonly id: number
  readonly shown: Row
  readonly by: Readonly<Record<string, unknown>>
}

type Listed<Row> = Pick<ListQuery<Row>, 'select' | 'from' | 'id' | 'row'>

/**
 * A list of entries in memory. They go to the database as one parameter, so that filters, orders, pages, counts and
 * exports are made as for every other list. `columns` are those of `r` besides its id, with their types.
 */
export function listIn<Row>(columns: string, entries: readonly Entry<Row>[]): Listed<Row> {
  const shown = new Map(entries.map((entry) => [entry.id, entry.shown]))
  const rows = JSON.stringify(entries.map(({ id, by }) => ({ id, ...by })))
  return {
    select: 'r.id',
    from: sql`jsonb_to_recordset(${rows}::jsonb) as r (id bigint, ${sql.raw(columns)})`,
    id: 'r.id',
    // Every id that comes back is one of those that were sent.
    row: ({ id }: { id: number }) => shown.get(id) as Row,
  }
}

export const byCode = {
  code: { column: 'r.code', text: true },
  name: { column: 'r.name', text: true },
} as const satisfies Sort

const unwritten: Book = {
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
const none: LiveBook = { version: 0, book: unwritten, compiled: compileBook(unwritten) }

/** The live book. Before the first one is applied nothing is sold, and every list is empty. */
export const bookFor = async (books: LiveBooks, caller: Caller): Promise<LiveBook> =>
  (await books.of(caller)) ?? none

/** The live book, who looks at it, and when. */
export interface Looking extends Acting {
  readonly live: LiveBook
}

/** A list as data: where it is answered, what it is found by, and which entries a book has for it. */
export interface BookList<Row extends z.ZodObject> {
  readonly path: string
  readonly summary: string
  readonly description?: string
  readonly permission: Permission
  readonly row: Row
  readonly columns: string
  readonly filters: Filters
  readonly sort: Sort
  entries(looking: Looking): readonly Entry<z.input<Row>>[] | Promise<readonly Entry<z.input<Row>>[]>
  /** What the entries change with besides the book. Absent: with who asks. */
  changesWith?(looking: Looking): string
}

/** A list whose rows are all in the book. */
export function bookListRoute<Row extends z.ZodObject>(books: LiveBooks, list: BookList<Row>): Route {
  const { columns, filters, sort, entries, changesWith, ...declared } = list
  const search = { filters, sort }
  // A book can have very many vehicles: what stays the same is put together once.
  const last = new WeakMap<LiveBook, { readonly key: string; readonly listed: Listed<z.input<Row>> }>()
  return route.list({
    ...declared,
    tag: 'Rates',
    form: 'array',
    search,
    async list({ caller, now, today }) {
      const looking = { live: await bookFor(books, caller), caller, now, today }
      const key = changesWith?.(looking)
      const known = last.get(looking.live)
      if (known && known.key === key) return { ...search, ...known.listed }
      const listed = listIn(columns, await entries(looking))
      if (key !== undefined) last.set(looking.live, { key, listed })
      return { ...search, ...listed }
    },
  })
}
