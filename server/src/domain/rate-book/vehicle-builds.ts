import type { Vehicle } from './book.ts'
import type { Named } from './rate-book.ts'

/** Model years, both included. */
export interface Years {
  readonly from: number
  readonly to: number
}

/** The model years of the selection lists. */
export function modelYears(today: string): Years {
  const year = Number(today.slice(0, 4))
  return { from: year - 10, to: year + 1 }
}

/** The years of both; nothing where they have none in common. Null: without bound. */
export function yearsWithin(
  { from, to }: Years,
  { yearFrom, yearTo }: Pick<Vehicle, 'yearFrom' | 'yearTo'>,
): Years | undefined {
  const common = { from: Math.max(from, yearFrom ?? from), to: Math.min(to, yearTo ?? to) }
  return common.from <= common.to ? common : undefined
}

/** Vehicles that were built alike, as the filters of the lists see them. */
export interface Build {
  readonly asset_type_code: string | null
  readonly make_id: number | null
  readonly make: string
  readonly model_id: number | null
  /** Null: any. */
  readonly model: string | null
  readonly trim_id: number | null
  readonly program_id: number | null
  readonly year_from: number
  readonly year_to: number
}

export const buildOf = (vehicle: Vehicle, years: Years, programId: number | null = null): Build => ({
  asset_type_code: vehicle.assetTypeCode,
  make_id: vehicle.make.id,
  make: vehicle.make.name,
  model_id: vehicle.model.id,
  model: vehicle.model.name,
  trim_id: vehicle.trim?.id ?? null,
  program_id: programId,
  year_from: years.from,
  year_to: years.to,
})

/** Each part that vehicles have, such as a trim, with the builds that have it in these years. */
export function buildsOf(
  vehicles: readonly Vehicle[],
  years: Years,
  partOf: (vehicle: Vehicle) => Named | null,
): Map<Named, Build[]> {
  const parts = new Map<number, Named>()
  const builds = new Map<number, Map<string, Build>>()
  for (const vehicle of vehicles) {
    const part = partOf(vehicle)
    const built = yearsWithin(years, vehicle)
    if (!part || !built) continue
    parts.set(part.id, part)
    const known = builds.get(part.id) ?? new Map<string, Build>()
    // Trims, series and body styles of one model are one build to a list that does not tell them apart.
    const build = { ...buildOf(vehicle, built), trim_id: null }
    known.set(JSON.stringify(build), build)
    builds.set(part.id, known)
  }
  return new Map([...parts].map(([id, part]) => [part, [...(builds.get(id)?.values() ?? [])]]))
}
