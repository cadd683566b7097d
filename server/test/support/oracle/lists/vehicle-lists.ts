import { dateIn } from '../../../../src/domain/dates.ts'
import { bookOf, sandboxFiles } from '../../builders/rate-books.ts'
import type { Meaning, NaiveList, Seen } from './lists.ts'
import { idOf, many } from './meanings.ts'
import type { Raw, World } from './world.ts'

export const book = bookOf(sandboxFiles)
export const programs = book.products.flatMap((product) =>
  product.programs.map((program) => ({ product, program })),
)

export const itemId = (world: World, kind: string, ...path: readonly string[]): number => {
  const wanted = path.join('/').toUpperCase()
  const item = world.all('rate_item').find((one) => one.kind === kind && one.path === wanted)
  return Number(item?.id)
}

const year = Number(dateIn('America/Chicago', new Date()).slice(0, 4))

/** One vehicle of the files, with the names that the filters use. */
type Built = Readonly<Record<'years' | keyof typeof asked, unknown>>
const asked = {
  assetTypeCode: null,
  makeId: null,
  make: null,
  modelId: null,
  model: null,
  trimId: null,
  programId: null,
}

const builtOf = (world: World, vehicle: (typeof book.vehicles)[number], programId: number | null): Built => {
  const { make, model, trim, yearFrom, yearTo } = vehicle
  const every = Array.from({ length: 12 }, (_, at) => year - 10 + at)
  return {
    assetTypeCode: vehicle.assetTypeCode,
    makeId: itemId(world, 'make', make.code),
    make: make.name,
    modelId: itemId(world, 'model', make.code, model.code),
    model: model.name,
    trimId: trim && itemId(world, 'trim', make.code, model.code, trim.code),
    programId,
    years: every.filter((one) => one >= (yearFrom ?? one) && one <= (yearTo ?? one)),
  }
}

const isBuilt = (built: Built, filters: Raw, { same }: Seen) =>
  Object.entries(filters).every(([name, value]) => {
    if (name === 'year') return (built.years as number[]).includes(Number(value))
    if (!(name in asked)) return true
    const has = built[name as keyof typeof asked]
    return typeof value === 'string' ? has !== null && same(has, value) : has === value
  })

const built = (name: keyof typeof asked | 'year'): Meaning => ({
  values: ({ r }) => many<Built>(r, 'builds').flatMap((one) => (name === 'year' ? one.years : [one[name]])),
  matches: ({ r }, _, seen, all) => many<Built>(r, 'builds').some((one) => isBuilt(one, all, seen)),
})

const meanings = Object.fromEntries(
  [...(Object.keys(asked) as (keyof typeof asked)[]), 'year' as const].map((name) => [name, built(name)]),
)

interface Part {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly builds: readonly Built[]
}

const choices = (partsIn: (world: World) => readonly Part[]): NaiveList => ({
  rows: (world) => partsIn(world).map((r) => ({ r: { ...r } })),
  id: idOf('r'),
  where: meanings,
})

/** A part of vehicles, identified by the codes of its path. */
export const vehicleParts = (kind: 'make' | 'model' | 'trim' | 'series' | 'bodyStyle') =>
  choices((world) => {
    const parts = new Map<number, Part>()
    for (const vehicle of book.vehicles) {
      const part = vehicle[kind]
      const one = builtOf(world, vehicle, null)
      if (!part || (one.years as number[]).length === 0) continue
      const above = {
        make: [],
        bodyStyle: [],
        model: [vehicle.make.code],
        trim: [vehicle.make.code, vehicle.model.code],
        series: [vehicle.make.code, vehicle.model.code],
      }[kind]
      const id = itemId(world, kind, ...above, part.code)
      const { code, name } = part
      parts.set(id, { id, code, name, builds: [...(parts.get(id)?.builds ?? []), one] })
    }
    return [...parts.values()]
  })

/** The class tables of the sandbox name makes only. */
export const segmentations = choices((world) =>
  book.segmentations.map(({ code, name }) => ({
    id: itemId(world, 'segmentation', code),
    code,
    name,
    builds: programs.flatMap(({ program }) =>
      (program.classes ?? [])
        .filter((row) => row.segmentation === code)
        .flatMap((row) => book.vehicles.filter(({ make }) => make.code === row.make))
        .map((vehicle) => builtOf(world, vehicle, itemId(world, 'program', program.code))),
    ),
  })),
)
