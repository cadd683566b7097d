import { z } from 'zod'
import type { Vehicle } from '../../domain/rate-book/book.ts'
import type { AssetType, NamedItem } from '../../domain/rate-book/rate-book.ts'
import {
  buildsByPart,
  listedModelYears,
  type ModelYears,
  segmentationBuilds,
  type VehicleBuild,
} from '../../domain/rate-book/vehicle-builds.ts'
import type { Route } from '../../http/route.ts'
import type { Filters } from '../../http/search.ts'
import type { LiveBook, LiveBooks } from '../book/live-book.ts'
import { type BookList, bookListRoute, codeAndNameSort } from './book-lists.ts'
import { IdNameDescription } from './rate-models.ts'

const AssetTypeModel = IdNameDescription.extend({
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
  summary: 'List the types of items that products cover',
  permission: 'rates:read',
  row: AssetTypeModel,
  columns: 'code text, name text, product_type_codes text[]',
  filters: {
    productTypeCode: { match: 'text where', where: 'upper(?::text) = any(r.product_type_codes)' },
    code: { match: 'whole', column: 'r.code' },
  },
  sort: codeAndNameSort,
  cacheKey: () => '',
  entries: ({ live }) =>
    live.book.assetTypes.map(({ id, code, name, identifierType, usageUnit }) => ({
      id,
      row: { id, name, description: null, code, identifierType, usageUnit },
      columns: { code, name, product_type_codes: coveringProductTypes(live, code) },
    })),
}

/** The types of the products that cover an asset type. */
const coveringProductTypes = ({ book }: LiveBook, code: AssetType['code']) =>
  book.products
    .filter(({ assetTypeCodes }) => assetTypeCodes.includes(code))
    .map(({ productTypeCode }) => productTypeCode.toUpperCase())

const COLUMNS = 'code text, name text, builds jsonb'

/** One build must match all filters together. A make must not match by its year in one build and by its type in another. */
const MATCHING_BUILD = `exists (
  select 1 from jsonb_to_recordset(r.builds) as b ("assetTypeCode" text, "makeId" bigint, make text, "modelId" bigint,
    model text, "trimId" bigint, "programId" bigint, "yearFrom" bigint, "yearTo" bigint)
  where (?assetTypeCode::text is null or lower(b."assetTypeCode") = lower(?assetTypeCode::text))
    and (?year::bigint is null or ?year::bigint between b."yearFrom" and b."yearTo")
    and (?makeId::bigint is null or b."makeId" = ?makeId::bigint)
    and (?make::text is null or lower(b.make) = lower(?make::text))
    and (?modelId::bigint is null or b."modelId" = ?modelId::bigint)
    and (?model::text is null or b.model is null or lower(b.model) = lower(?model::text))
    and (?trimId::bigint is null or b."trimId" = ?trimId::bigint)
    and (?programId::bigint is null or b."programId" = ?programId::bigint))`

const idWhere = { match: 'id where', where: MATCHING_BUILD } as const
const textWhere = { match: 'text where', where: MATCHING_BUILD } as const

const makeFilters = {
  assetTypeCode: textWhere,
  year: idWhere,
  text: { match: 'contains', column: 'r.name' },
} as const satisfies Filters
const modelFilters = { ...makeFilters, makeId: idWhere, make: textWhere } as const satisfies Filters
const trimFilters = { ...modelFilters, modelId: idWhere, model: textWhere } as const satisfies Filters
const segmentationFilters = { ...trimFilters, programId: idWhere, trimId: idWhere } as const satisfies Filters

interface SelectionList {
  readonly path: string
  readonly summary: string
  readonly description?: string
  readonly filters: Filters
  builds(live: LiveBook, years: ModelYears): ReadonlyMap<NamedItem, readonly VehicleBuild[]>
}

/** The builds for one part of the vehicles in the book. */
const vehicleParts = (partOf: (vehicle: Vehicle) => NamedItem | null): SelectionList['builds'] => {
  return ({ book }, years) => buildsByPart(book.vehicles, years, partOf)
}

const selectionLists: readonly SelectionList[] = [
  {
    path: '/Rates/VehicleMakes',
    summary: 'List vehicle makes',
    filters: makeFilters,
    builds: vehicleParts(({ make }) => make),
  },
  {
    path: '/Rates/VehicleModels',
    summary: 'List vehicle models',
    filters: modelFilters,
    builds: vehicleParts(({ model }) => model),
  },
  {
    path: '/Rates/VehicleTrims',
    summary: 'List vehicle trims',
    filters: trimFilters,
    builds: vehicleParts(({ trim }) => trim),
  },
  {
    path: '/Rates/VehicleSeries',
    summary: 'List vehicle series',
    filters: trimFilters,
    builds: vehicleParts(({ series }) => series),
  },
  {
    path: '/Rates/VehicleBodyStyles',
    summary: 'List vehicle body styles',
    filters: trimFilters,
    builds: vehicleParts(({ bodyStyle }) => bodyStyle),
  },
  {
    path: '/Rates/VehicleSegmentations',
    summary: 'List vehicle segmentations',
    description:
      'Segmentations tell vehicles of different prices apart. With filters, only those are listed that a class table of the rate book can assign to such a vehicle.',
    filters: segmentationFilters,
    builds: ({ book }, years) => segmentationBuilds(book, years),
  },
]

/** The selection lists of asset types and vehicles. */
export const vehicleRoutes = (books: LiveBooks): readonly Route[] => [
  bookListRoute(books, assetTypes),
  ...selectionLists.map(({ builds, ...declared }) => {
    const list: BookList<typeof IdNameDescription> = {
      ...declared,
      permission: 'rates:read',
      row: IdNameDescription,
      columns: COLUMNS,
      sort: codeAndNameSort,
      entries: ({ live, today }) => selectionEntries(builds(live, listedModelYears(today))),
      cacheKey: ({ today }) => today.slice(0, 4),
    }
    return bookListRoute(books, list)
  }),
]

const selectionEntries = (parts: ReadonlyMap<NamedItem, readonly VehicleBuild[]>) =>
  [...parts].map(([{ id, code, name }, builds]) => ({
    id,
    row: { id, name, description: null, code },
    columns: { code, name, builds },
  }))
