import type { z } from 'zod'
import { sql } from '../db/sql.ts'
import { type Route, route } from '../http/route.ts'
import type { Filters } from '../http/search.ts'
import { bookFor, byCode, type Entry, type Looking, listIn } from './book-lists.ts'
import { type Shown, viewingOf } from './list-sight.ts'
import type { LiveBook, LiveBooks } from './live-book.ts'
import { productEntries, programEntries } from './product-models.ts'
import { ProductModel, ProgramModel } from './rate-models.ts'

/** What can be sold: products, or programs. */
interface SoldList<Row extends z.ZodObject> {
  readonly path: string
  readonly summary: string
  readonly row: Row
  readonly columns: string
  readonly filters: Filters
  /** All of the book's. */
  entries(looking: Looking): Promise<readonly Entry<z.input<Row>>[]>
  idsShown(live: LiveBook, shown: Shown): readonly number[]
}

/** Those that a dealer may sell. Which these are depends on the caller, whose dealers they must be. */
const toDealer = (idsFor: (dealerNumber: string) => readonly number[]) =>
  ({
    match: 'text where',
    where: (value: unknown) => sql`r.id = any(${idsFor(String(value))}::bigint[])`,
  }) as const

const COLUMNS =
  'code text, name text, product_type_code text, admin_company_id bigint, effective_from date, effective_to date'

const filters = {
  productTypeCode: { match: 'whole', column: 'r.product_type_code' },
  adminCompanyId: { match: 'id', column: 'r.admin_company_id' },
  dealerNumber: toDealer(() => []),
  effectiveOn: {
    match: 'date where',
    where: '(r.effective_from <= ?::date and (r.effective_to is null or r.effective_to >= ?::date))',
  },
} as const satisfies Filters

const products: SoldList<typeof ProductModel> = {
  path: '/Rates/Products',
  summary: 'List the products that the caller may sell',
  row: ProductModel,
  columns: COLUMNS,
  filters,
  entries: productEntries,
  idsShown: ({ book }, shown) => idsOf(book.products.filter(shown.product)),
}

const programs: SoldList<typeof ProgramModel> = {
  path: '/Rates/Programs',
  summary: 'List the programs that the caller may sell',
  row: ProgramModel,
  columns: `${COLUMNS}, product_id bigint, states text[]`,
  filters: {
    ...filters,
    productId: { match: 'id', column: 'r.product_id' },
    state: { match: 'text where', where: '(r.states is null or upper(?::text) = any(r.states))' },
  },
  entries: programEntries,
  idsShown: ({ book }, shown) => idsOf(book.products.flatMap((one) => one.programs).filter(shown.program)),
}

const idsOf = (items: readonly { readonly id: number }[]) => items.map(({ id }) => id)

/** Products and their programs. */
export const productRoutes = (books: LiveBooks): readonly Route[] => [
  soldRoute(books, products),
  soldRoute(books, programs),
]

function soldRoute<Row extends z.ZodObject>(books: LiveBooks, sold: SoldList<Row>): Route {
  const { path, summary, row, columns } = sold
  return route.list({
    path,
    summary,
    row,
    tag: 'Rates',
    description:
      'Those of the live rate book. A caller that is limited to dealers gets what at least one of them may sell today; `dealerNumber` narrows it to one of the dealers that the caller reaches.',
    permission: 'rates:read',
    problems: ['NotFound'],
    form: 'array',
    search: { filters: sold.filters, sort: byCode },
    async list({ caller, now, today }) {
      const looking = { live: await bookFor(books, caller), caller, now, today }
      const viewing = await viewingOf(looking.live, looking)
      const idsShown = (shown: Shown) => sold.idsShown(looking.live, shown)
      const own = new Set(idsShown(viewing.shown))
      const entries = (await sold.entries(looking)).filter(({ id }) => own.has(id))
      const dealerNumber = toDealer((number) => idsShown(viewing.toDealer(number)))
      return { filters: { ...sold.filters, dealerNumber }, sort: byCode, ...listIn(columns, entries) }
    },
  })
}
