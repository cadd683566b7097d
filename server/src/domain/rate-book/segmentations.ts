import type { Book, Vehicle } from './book.ts'
import type { ClassRow, Named } from './rate-book.ts'
import { type Build, buildOf, type Years, yearsWithin } from './vehicle-builds.ts'

/** Every segmentation of the book, with the vehicles that a class table can give it to. */
export function segmentationBuilds(book: Book, years: Years): Map<Named, Build[]> {
  const builds = new Map<string, Build[]>(book.segmentations.map(({ code }) => [code.toUpperCase(), []]))
  const byMake = makesIn(book.vehicles)
  for (const program of book.products.flatMap((product) => product.programs))
    for (const row of program.classes ?? [])
      builds
        .get(row.segmentation?.toUpperCase() ?? '')
        ?.push(...classBuilds(row, byMake.get(row.make.toUpperCase()) ?? [], years, program.id))
  return new Map(book.segmentations.map((one) => [one, builds.get(one.code.toUpperCase()) ?? []]))
}

function makesIn(vehicles: readonly Vehicle[]): Map<string, Vehicle[]> {
  const byMake = new Map<string, Vehicle[]>()
  for (const vehicle of vehicles) {
    const make = vehicle.make.code.toUpperCase()
    const known = byMake.get(make)
    if (known) known.push(vehicle)
    else byMake.set(make, [vehicle])
  }
  return byMake
}

/** The vehicles that a row can be about; where the lists have none of them, what the row itself names. */
function classBuilds(row: ClassRow, ofMake: readonly Vehicle[], years: Years, programId: number): Build[] {
  const inYears = yearsWithin(years, row)
  if (!inYears) return []
  const fitting = ofMake.filter((vehicle) => fits(row, vehicle))
  if (fitting.length === 0) return [unlisted(row, inYears, programId)]
  return fitting.flatMap((vehicle) => {
    const built = yearsWithin(inYears, vehicle)
    return built ? [buildOf(vehicle, built, programId)] : []
  })
}

const fits = (row: ClassRow, { model, trim, series }: Vehicle) =>
  isSame(row.model, model) && isSame(row.trim, trim) && isSame(row.series, series)

/** Null names any. */
const isSame = (named: string | null, part: Named | null) =>
  named === null || named.toUpperCase() === part?.code.toUpperCase()

const unlisted = ({ make, model }: ClassRow, { from, to }: Years, programId: number): Build => ({
  asset_type_code: null,
  make_id: null,
  make,
  model_id: null,
  model,
  trim_id: null,
  program_id: programId,
  year_from: from,
  year_to: to,
})
