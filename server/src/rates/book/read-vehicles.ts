import type { UnnumberedBook } from '../../domain/rate-book/book.ts'
import { findClashes, rangeOf } from '../../domain/rate-book/clashes.ts'
import { code, words, year } from '../../files/cells.ts'
import { type Reading, type Row, refuse, refuseUnknown, refuseUpsideDown } from '../../files/reading.ts'
import { optional, readTable, required } from '../../files/tables.ts'

const file = 'vehicles.csv'

interface VehicleLine {
  readonly assetTypeCode: string
  readonly make: string
  readonly model: string
  readonly trim: string | null
  readonly series: string | null
  readonly bodyStyle: string | null
  readonly yearFrom: number | null
  readonly yearTo: number | null
}

type Vehicles = UnnumberedBook['vehicles']

/** The vehicles of the selection lists. Files have the names that people read; the codes are the same in capitals. */
export function readVehicles(reading: Reading, assetTypeCodes: readonly string[]): Vehicles {
  const rows = readTable<VehicleLine>(
    reading,
    file,
    {
      assetTypeCode: required(code),
      make: required(words(60)),
      model: required(words(60)),
      trim: optional(words(60)),
      series: optional(words(60)),
      bodyStyle: optional(words(60)),
      yearFrom: optional(year),
      yearTo: optional(year),
    },
    'optional',
  )
  for (const { line, values } of rows) {
    const place = { file, line }
    const { yearFrom: from, yearTo: to, assetTypeCode } = values
    refuseUnknown(reading, place, { what: 'asset type', code: assetTypeCode, known: assetTypeCodes })
    refuseUpsideDown(reading, place, { what: 'model years', from, to })
  }
  refuseSpellings(reading, rows)
  const clashes = findClashes(rows.filter(({ isSound }) => isSound).map(fittingOf))
  for (const { line, other } of clashes)
    refuse(reading, { file, line }, `The same vehicle stands on line ${other} already, for the same years.`)
  return rows.map(({ values }) => vehicleOf(values))
}

const fittingOf = ({ line, values }: Row<VehicleLine>) => {
  const { yearFrom, yearTo, ...named } = values
  return {
    line,
    codes: Object.values(named).map((value) => value?.toUpperCase() ?? ''),
    // Without years it is all of them.
    ranges: [rangeOf(yearFrom ?? 0, yearTo)],
  }
}

/** One thing has one name: Ford and FORD would be two entries of one list that mean the same. */
function refuseSpellings(reading: Reading, rows: readonly Row<VehicleLine>[]): void {
  const first = new Map<string, { name: string; line: number }>()
  for (const { line, values } of rows)
    for (const [list, path] of Object.entries(pathsOf(values))) {
      const name = path.at(-1) ?? ''
      const key = `${list} ${path.join('/')}`.toUpperCase()
      const before = first.get(key)
      if (!before) first.set(key, { name, line })
      else if (before.name !== name)
        refuse(reading, { file, line }, `"${name}" is written "${before.name}" on line ${before.line}.`)
    }
}

/** What each list tells its entries apart by: a trim is one of a model, a body style is the same everywhere. */
function pathsOf({ make, model, trim, series, bodyStyle }: VehicleLine): Record<string, string[]> {
  return {
    make: [make],
    model: [make, model],
    ...(trim === null ? {} : { trim: [make, model, trim] }),
    ...(series === null ? {} : { series: [make, model, series] }),
    ...(bodyStyle === null ? {} : { bodyStyle: [bodyStyle] }),
  }
}

const named = (name: string) => ({ code: name.toUpperCase(), name })
const mayBeNamed = (name: string | null) => (name === null ? null : named(name))

const vehicleOf = ({ make, model, trim, series, bodyStyle, ...rest }: VehicleLine): Vehicles[number] => ({
  ...rest,
  make: named(make),
  model: named(model),
  trim: mayBeNamed(trim),
  series: mayBeNamed(series),
  bodyStyle: mayBeNamed(bodyStyle),
})
