import type { Vehicle } from '../../domain/rate-book/book.ts'
import type { Named } from '../../domain/rate-book/rate-book.ts'
import { segmentationBuilds } from '../../domain/rate-book/segmentations.ts'
import { type Build, buildsOf, modelYears, type Years } from '../../domain/rate-book/vehicle-builds.ts'
import type { Route } from '../../http/route.ts'
import type { Filters } from '../../http/search.ts'
import type { LiveBook, LiveBooks } from '../book/live-book.ts'
import { type BookList, bookListRoute, byCode } from './book-lists.ts'
import { Choice } from './rate-models.ts'

const COLUMNS = 'code text, name text, builds jsonb'

/** Something that was built as all of the filters together ask: not a make of the year, and of the type in another. */
const BUILT = `exists (
  select 1 from jsonb_to_recordset(r.builds) as b (asset_type_code text, make_id bigint, make text, model_id bigint,
    model text, trim_id bigint, program_id bigint, year_from bigint, year_to bigint)
  where (?assetTypeCode::text is null or lower(b.asset_type_code) = lower(?assetTypeCode::text))
    and (?year::bigint is null or ?year::bigint between b.year_from and b.year_to)
    and (?makeId::bigint is null or b.make_id = ?makeId::bigint)
    and (?make::text is null or lower(b.make) = lower(?make::text))
    and (?modelId::bigint is null or b.model_id = ?modelId::bigint)
    and (?model::text is null or b.model is null or lower(b.model) = lower(?model::text))
    and (?trimId::bigint is null or b.trim_id = ?trimId::bigint)
    and (?programId::bigint is null or b.program_id = ?programId::bigint))`

const idWhere = { match: 'id where', where: BUILT } as const
const textWhere = { match: 'text where', where: BUILT } as const

const ofMake = {
  assetTypeCode: textWhere,
  year: idWhere,
  text: { match: 'contains', column: 'r.name' },
} as const satisfies Filters
const ofModel = { ...ofMake, makeId: idWhere, make: textWhere } as const satisfies Filters
const ofTrim = { ...ofModel, modelId: idWhere, model: textWhere } as const satisfies Filters
const ofSegmentation = { ...ofTrim, programId: idWhere, trimId: idWhere } as const satisfies Filters

interface ChoiceList {
  readonly path: string
  readonly summary: string
  readonly description?: string
  readonly filters: Filters
  builds(live: LiveBook, years: Years): ReadonlyMap<Named, readonly Build[]>
}

/** A list of what the vehicles of the book have. */
const vehicles = (partOf: (vehicle: Vehicle) => Named | null): ChoiceList['builds'] => {
  return ({ book }, years) => buildsOf(book.vehicles, years, partOf)
}

const choiceLists: readonly ChoiceList[] = [
  {
    path: '/Rates/VehicleMakes',
    summary: 'List makes of vehicles',
    filters: ofMake,
    builds: vehicles(({ make }) => make),
  },
  {
    path: '/Rates/VehicleModels',
    summary: 'List models of vehicles',
    filters: ofModel,
    builds: vehicles(({ model }) => model),
  },
  {
    path: '/Rates/VehicleTrims',
    summary: 'List trims of vehicles',
    filters: ofTrim,
    builds: vehicles(({ trim }) => trim),
  },
  {
    path: '/Rates/VehicleSeries',
    summary: 'List series of vehicles',
    filters: ofTrim,
    builds: vehicles(({ series }) => series),
  },
  {
    path: '/Rates/VehicleBodyStyles',
    summary: 'List body styles of vehicles',
    filters: ofTrim,
    builds: vehicles(({ bodyStyle }) => bodyStyle),
  },
  {
    path: '/Rates/VehicleSegmentations',
    summary: 'List the segmentations that prices can tell vehicles apart by',
    description: 'A filter leaves those that a class table of the rate book can give to such a vehicle.',
    filters: ofSegmentation,
    builds: ({ book }, years) => segmentationBuilds(book, years),
  },
]

/** The selection lists of vehicles: model years from ten years back to one ahead, by the service's clock. */
export const vehicleRoutes = (books: LiveBooks): readonly Route[] =>
  choiceLists.map(({ builds, ...declared }) => {
    const list: BookList<typeof Choice> = {
      ...declared,
      permission: 'rates:read',
      row: Choice,
      columns: COLUMNS,
      sort: byCode,
      entries: ({ live, today }) => entriesOf(builds(live, modelYears(today))),
      changesWith: ({ today }) => today.slice(0, 4),
    }
    return bookListRoute(books, list)
  })

const entriesOf = (choices: ReadonlyMap<Named, readonly Build[]>) =>
  [...choices].map(([{ id, code, name }, builds]) => ({
    id,
    shown: { id, name, description: null, code },
    by: { code, name, builds },
  }))
