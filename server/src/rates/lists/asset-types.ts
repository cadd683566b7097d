import { z } from 'zod'
import type { AssetType } from '../../domain/rate-book/rate-book.ts'
import type { Route } from '../../http/route.ts'
import type { LiveBook, LiveBooks } from '../book/live-book.ts'
import { type BookList, bookListRoute, byCode } from './book-lists.ts'
import { Choice } from './rate-models.ts'

const AssetTypeModel = Choice.extend({
  identifierType: z.enum(['VIN', 'HIN', 'SerialNumber']),
  usageUnit: z.enum(['Miles', 'Hours', 'None']),
}).meta({
  id: 'AssetTypeResponse',
  example: {
    id: 1,
    name: 'Car',
    description: null,
    code: 'AUTO',
    identifierType: 'VIN',
    usageUnit: 'Miles',
  },
})

const assetTypes: BookList<typeof AssetTypeModel> = {
  path: '/Rates/AssetTypes',
  summary: 'List the kinds of things that products are sold for',
  permission: 'rates:read',
  row: AssetTypeModel,
  columns: 'code text, name text, product_type_codes text[]',
  filters: {
    productTypeCode: { match: 'text where', where: 'upper(?::text) = any(r.product_type_codes)' },
    code: { match: 'whole', column: 'r.code' },
  },
  sort: byCode,
  changesWith: () => '',
  entries: ({ live }) =>
    live.book.assetTypes.map(({ id, code, name, identifierType, usageUnit }) => ({
      id,
      shown: { id, name, description: null, code, identifierType, usageUnit },
      by: { code, name, product_type_codes: productTypesOf(live, code) },
    })),
}

/** The types of the products that cover it. */
const productTypesOf = ({ book }: LiveBook, code: AssetType['code']) =>
  book.products
    .filter(({ assetTypeCodes }) => assetTypeCodes.includes(code))
    .map(({ productTypeCode }) => productTypeCode.toUpperCase())

export const assetTypeRoutes = (books: LiveBooks): readonly Route[] => [bookListRoute(books, assetTypes)]
