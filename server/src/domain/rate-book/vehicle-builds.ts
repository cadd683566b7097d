import { groupBy } from '../group-by.ts'
import type { Book, Vehicle } from './book.ts'
import type { ClassRow, NamedItem } from './rate-book.ts'

// What the selection lists of vehicles are filtered by.

/** Model years, both included. */
export interface ModelYears {
  readonly from: number
  readonly to: number
}

/** The model years of the selection lists: ten years back to one year ahead. */
export function listedModelYears(today: string): ModelYears {
  const year = Number(today.slice(0, 4))
  return { from: year - 10, to: year + 1 }
}

/** Vehicles that the filters of the lists do not tell apart. */
export interface VehicleBuild {
  readonly assetTypeCode: string | null
  readonly makeId: number | null
  readonly make: string
  readonly modelId: number | null
  /** Null: any. */
  readonly model: string | null
  readonly trimId: number | null
  readonly programId: number | null
  readonly yearFrom: number
  readonly yearTo: number
}

/** Each part, such as a trim, with the builds that have it in these years. */
export function buildsByPart(
  vehicles: readonly Vehicle[],
  years: ModelYears,
  partOf: (vehicle: Vehicle) => NamedItem | null,
): Map<NamedItem, VehicleBuild[]> {
  const parts = new Map<number, NamedItem>()
  const builds = new Map<number, Map<string, VehicleBuild>>()
  for (const vehicle of vehicles) {
    const part = partOf(vehicle)
    const built = commonYears(years, vehicle)
    if (!part || !built) continue
    parts.set(part.id, part)
    const known = builds.get(part.id) ?? new Map<string, VehicleBuild>()
    // Without their trim, the many vehicles of one model become one build.
    const build = { ...vehicleBuild(vehicle, built), trimId: null }
    known.set(JSON.stringify(build), build)
    builds.set(part.id, known)
  }
  return new Map([...parts].map(([id, part]) => [part, [...(builds.get(id)?.values() ?? [])]]))
}

/** Every segmentation of the book, with the vehicles that a class table can assign it to. */
export function segmentationBuilds(book: Book, years: ModelYears): Map<NamedItem, VehicleBuild[]> {
  const builds = new Map<string, VehicleBuild[]>(
    book.segmentations.map(({ code }) => [code.toUpperCase(), []]),
  )
  const byMake = vehiclesByMake(book.vehicles)
  for (const program of book.products.flatMap((product) => product.programs))
    for (const row of program.classes ?? [])
      builds
        .get(row.segmentation?.toUpperCase() ?? '')
        ?.push(...classBuilds(row, byMake.get(row.make.toUpperCase()) ?? [], years, program.id))
  return new Map(book.segmentations.map((named) => [named, builds.get(named.code.toUpperCase()) ?? []]))
}

const vehiclesByMake = (vehicles: readonly Vehicle[]) =>
  groupBy(vehicles, ({ make }) => make.code.toUpperCase())

/** The listed vehicles that a row of a class table matches; if there are none, the make and model that the row names. */
function classBuilds(
  row: ClassRow,
  ofMake: readonly Vehicle[],
  years: ModelYears,
  programId: number,
): VehicleBuild[] {
  const inYears = commonYears(years, row)
  if (!inYears) return []
  const matching = ofMake.filter((vehicle) => matches(row, vehicle))
  if (matching.length === 0) return [unlistedBuild(row, inYears, programId)]
  return matching.flatMap((vehicle) => {
    const built = commonYears(inYears, vehicle)
    return built ? [vehicleBuild(vehicle, built, programId)] : []
  })
}

const matches = (row: ClassRow, { model, trim, series }: Vehicle) =>
  isPart(row.model, model) && isPart(row.trim, trim) && isPart(row.series, series)

/** A row without a name matches any part. */
const isPart = (name: string | null, part: NamedItem | null) =>
  name === null || name.toUpperCase() === part?.code.toUpperCase()

/** The years in both; nothing if there are none. Null in `yearFrom` or `yearTo`: no limit. */
function commonYears(
  { from, to }: ModelYears,
  { yearFrom, yearTo }: Pick<Vehicle, 'yearFrom' | 'yearTo'>,
): ModelYears | undefined {
  const common = { from: Math.max(from, yearFrom ?? from), to: Math.min(to, yearTo ?? to) }
  return common.from <= common.to ? common : undefined
}

const vehicleBuild = (
  vehicle: Vehicle,
  years: ModelYears,
  programId: number | null = null,
): VehicleBuild => ({
  assetTypeCode: vehicle.assetTypeCode,
  makeId: vehicle.make.id,
  make: vehicle.make.name,
  modelId: vehicle.model.id,
  model: vehicle.model.name,
  trimId: vehicle.trim?.id ?? null,
  programId,
  yearFrom: years.from,
  yearTo: years.to,
})

const unlistedBuild = (
  { make, model }: ClassRow,
  { from, to }: ModelYears,
  programId: number,
): VehicleBuild => ({
  assetTypeCode: null,
  makeId: null,
  make,
  modelId: null,
  model,
  trimId: null,
  programId,
  yearFrom: from,
  yearTo: to,
})
