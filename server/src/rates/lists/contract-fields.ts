import { customFieldTable } from '../../custom-fields/fields.ts'
import { sql } from '../../db/sql.ts'
import { requiredAtSteps } from '../../domain/custom-fields/custom-fields.ts'
import { found } from '../../http/problems.ts'
import { type Route, route } from '../../http/route.ts'
import { type Filters, type ListQuery, listOf, type Sort } from '../../http/search.ts'
import type { LiveBooks } from '../book/live-book.ts'
import { loadLiveBook } from './book-lists.ts'
import { CustomFieldModel } from './rate-models.ts'
import { visibleToCaller } from './visibility.ts'

const filters = {
  requiredAt: { match: 'oneOf', column: 'f.required_at', values: requiredAtSteps },
} as const satisfies Filters

const sort = {
  code: { column: 'f.code', text: true },
  name: { column: 'f.name', text: true },
  displayOrder: { column: 'f.display_order' },
} as const satisfies Sort

/** The custom fields of contracts. Applying a rate book saves them in the table of all custom fields. */
export const contractFieldRoutes = (books: LiveBooks): readonly Route[] => [
  route.list({
    path: '/Rates/Products/{productId}/customfields',
    tag: 'Rates',
    summary: 'List the custom fields of contracts of a product',
    permission: 'rates:read',
    form: 'array',
    row: CustomFieldModel,
    search: { filters, sort },
    async list({ params: { productId }, ...acting }) {
      const live = await loadLiveBook(books, acting.caller)
      const visible = await visibleToCaller(live, acting)
      found(
        live.book.products.find((product) => product.id === productId && visible.product(product)),
        `product ${productId}`,
      )
      return contractFieldList(productId)
    },
  }),
]

const contractFieldList = (productId: number): ListQuery<CustomFieldModel> =>
  listOf({
    filters,
    sort,
    columns: customFieldTable.columns,
    select: customFieldTable.list('f'),
    from: 'custom_field f',
    id: 'f.id',
    where: [sql`f.applies_to = 'Contract'`, sql`(f.product_id is null or f.product_id = ${productId})`],
    row: (field) => ({ ...field, options: field.options && [...field.options] }),
  })
