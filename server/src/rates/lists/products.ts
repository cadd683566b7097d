import type { z } from 'zod'
import type { VisibleItems } from '../../domain/rating/visible-items.ts'
import { type Route, route } from '../../http/route.ts'
import type { Filters } from '../../http/search.ts'
import type { LiveBook, LiveBooks } from '../book/live-book.ts'
import {
  type BookContext,
  codeAndNameSort,
  type ListEntry,
  listFromEntries,
  loadLiveBook,
} from './book-lists.ts'
import { productEntries, programEntries } from './product-models.ts'
import { ProductModel, ProgramModel } from './rate-models.ts'
import { visibleToCaller, visibleToDealer } from './visibility.ts'

/** A list of products or of programs. */
interface SoldList<Row extends z.ZodObject> {
  readonly path: string
  readonly summary: string
  readonly row: Row
  readonly columns: string
  readonly filters: SoldFilters
  /** All entries of the book. */
  entries(context: BookContext): Promise<readonly ListEntry<z.input<Row>>[]>
  visibleIds(live: LiveBook, visible: VisibleItems): readonly number[]
}

const COLUMNS =
  'code text, name text, product_type_code text, admin_company_id bigint, effective_from date, effective_to date'

const filters = {
  productTypeCode: { match: 'whole', column: 'r.product_type_code' },
  adminCompanyId: { match: 'id', column: 'r.admin_company_id' },
  // The dealer and the day decide which entries there are, so this condition has nothing left to check.
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
  visibleIds: ({ book }, visible) => idsOf(book.products.filter(visible.product)),
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
  visibleIds: ({ book }, visible) =>
    idsOf(book.products.flatMap((product) => product.programs).filter(visible.program)),
}

const idsOf = (items: readonly { readonly id: number }[]) => items.map(({ id }) => id)

/** Products and their programs. */
export const productRoutes = (books: LiveBooks): readonly Route[] => [
  soldRoute(books, products),
  soldRoute(books, programs),
]

function soldRoute<Row extends z.ZodObject>(books: LiveBooks, sold: SoldList<Row>): Route {
  const { path, summary, row, columns } = sold
  const search = { filters: sold.filters, sort: codeAndNameSort }
  return route.list({
    path,
    summary,
    row,
    tag: 'Rates',
    description:
      'The list comes from the live rate book. A caller limited to some dealers gets what at least one of them may sell today, or on `effectiveOn`. `dealerNumber` narrows the list to what that dealer may sell; the caller must have access to the dealer.',
    permission: 'rates:read',
    problems: ['NotFound'],
    form: 'array',
    search,
    async list({ caller, now, today, query: { dealerNumber: number, effectiveOn } }) {
      const live = await loadLiveBook(books, caller)
      const context = { live, caller, now, today }
      const day = effectiveOn ?? today
      const [visible, entries] = await Promise.all([
        number === undefined
          ? visibleToCaller(live, context, day)
          : visibleToDealer(live, caller, { number, day }),
        sold.entries(context),
      ])
      const visibleIds = new Set(sold.visibleIds(live, visible))
      return {
        ...search,
        ...listFromEntries(
          columns,
          entries.filter(({ id }) => visibleIds.has(id)),
        ),
      }
    },
  })
}
