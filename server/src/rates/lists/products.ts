import type { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import type { Filters } from '../../http/search.ts'
import type { LiveBook, LiveBooks } from '../book/live-book.ts'
import { bookFor, byCode, type Entry, type Looking, listIn } from './book-lists.ts'
import { productEntries, programEntries } from './product-models.ts'
import { ProductModel, ProgramModel } from './rate-models.ts'
import { type Shown, shownToCaller, shownToDealer } from './visibility.ts'

/** What can be sold: products, or programs. */
interface SoldList<Row extends z.ZodObject> {
  readonly path: string
  readonly summary: string
  readonly row: Row
  readonly columns: string
  readonly filters: SoldFilters
  /** All of the book's. */
  entries(looking: Looking): Promise<readonly Entry<z.input<Row>>[]>
  idsShown(live: LiveBook, shown: Shown): readonly number[]
}

const COLUMNS =
  'code text, name text, product_type_code text, admin_company_id bigint, effective_from date, effective_to date'

const filters = {
  productTypeCode: { match: 'whole', column: 'r.product_type_code' },
  adminCompanyId: { match: 'id', column: 'r.admin_company_id' },
  // Which entries there are depends on the dealer and on the day: what a dealer may not sell then is none.
  dealerNumber: { match: 'text where', where: 'true' },
  effectiveOn: {
    match: 'date where',
    where: '(r.effective_from <= ?::date and (r.effective_to is null or r.effective_to >= ?::date))',
  },
} as const satisfies Filters
type SoldFilters = typeof filters & Filters

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
  const search = { filters: sold.filters, sort: byCode }
  return route.list({
    path,
    summary,
    row,
    tag: 'Rates',
    description:
      'Those of the live rate book. A caller that is limited to dealers gets what at least one of them may sell today, or on the day `effectiveOn`; `dealerNumber` narrows it to what one of the dealers that the caller reaches may sell then.',
    permission: 'rates:read',
    problems: ['NotFound'],
    form: 'array',
    search,
    async list({ caller, now, today, query: { dealerNumber: number, effectiveOn } }) {
      const live = await bookFor(books, caller)
      const looking = { live, caller, now, today }
      const day = effectiveOn ?? today
      const [shown, entries] = await Promise.all([
        number === undefined
          ? shownToCaller(live, looking, day)
          : shownToDealer(live, caller, { number, day }),
        sold.entries(looking),
      ])
      const own = new Set(sold.idsShown(live, shown))
      return {
        ...search,
        ...listIn(
          columns,
          entries.filter(({ id }) => own.has(id)),
        ),
      }
    },
  })
}
