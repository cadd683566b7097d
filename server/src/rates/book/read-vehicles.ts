import type { UnnumberedBook } from '../../domain/rate-book/book.ts'
import { findClashes, numberRange } from '../../domain/rate-book/clashes.ts'
import { codeCell, optionalField, requiredField, textCell, yearCell } from '../../files/cells.ts'
import {
  type FileReading,
  type FileRow,
  reportFault,
  reportReversedRange,
  reportUnknown,
} from '../../files/reading.ts'
import { readTable } from '../../files/tables.ts'

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

/** The vehicles of the selection lists. The file has the names that people read; a code is the name in capitals. */
export function readVehicles(reading: FileReading, assetTypeCodes: readonly string[]): Vehicles {
  const rows = readTable<VehicleLine>(
    reading,
    file,
    {
      assetTypeCode: requiredField(codeCell),
      make: requiredField(textCell(60)),
      model: requiredField(textCell(60)),
      trim: optionalField(textCell(60)),
      series: optionalField(textCell(60)),
      bodyStyle: optionalField(textCell(60)),
      yearFrom: optionalField(yearCell),
      yearTo: optionalField(yearCell),
    },
    'optional',
  )
  for (const { line, values } of rows) {
    const place = { file, line }
    const { yearFrom: from, yearTo: to, assetTypeCode } = values
    reportUnknown(reading, place, { what: 'asset type', code: assetTypeCode, known: assetTypeCodes })
    reportReversedRange(reading, place, { what: 'model year', from, to })
  }
  reportSpellings(reading, rows)
  const clashes = findClashes(rows.filter(({ isSound }) => isSound).map(clashCandidate))
  for (const { line, other } of clashes)
    reportFault(reading, { file, line }, `The same vehicle is already on line ${other}, for the same years.`)
  return rows.map(({ values }) => vehicleFromLine(values))
}

const clashCandidate = ({ line, values }: FileRow<VehicleLine>) => {
  const { yearFrom, yearTo, ...named } = values
  return {
    line,
    codes: Object.values(named).map((value) => value?.toUpperCase() ?? ''),
    // Without years it is for all of them.
    ranges: [numberRange(yearFrom ?? 0, yearTo)],
  }
}

/** One vehicle has one spelling: Ford and FORD would be two list entries that mean the same. */
function reportSpellings(reading: FileReading, rows: readonly FileRow<VehicleLine>[]): void {
  const first = new Map<string, { name: string; line: number }>()
  for (const { line, values } of rows)
    for (const [list, path] of Object.entries(listPaths(values))) {
      const name = path.at(-1) ?? ''
      const key = `${list} ${path.join('/')}`.toUpperCase()
      const before = first.get(key)
      if (!before) first.set(key, { name, line })
      else if (before.name !== name)
        reportFault(
          reading,
          { file, line },
          `"${name}" is spelled "${before.name}" on line ${before.line}. Use one spelling.`,
        )
    }
}

/** The key of each list entry: a trim belongs to a model; a body style is the same for all. */
function listPaths({ make, model, trim, series, bodyStyle }: VehicleLine): Record<string, string[]> {
  return {
    make: [make],
    model: [make, model],
    ...(trim === null ? {} : { trim: [make, model, trim] }),
    ...(series === null ? {} : { series: [make, model, series] }),
    ...(bodyStyle === null ? {} : { bodyStyle: [bodyStyle] }),
  }
}

const codeAndName = (name: string) => ({ code: name.toUpperCase(), name })
const optionalCodeAndName = (name: string | null) => (name === null ? null : codeAndName(name))

const vehicleFromLine = ({
  make,
  model,
  trim,
  series,
  bodyStyle,
  ...rest
}: VehicleLine): Vehicles[number] => ({
  ...rest,
  make: codeAndName(make),
  model: codeAndName(model),
  trim: optionalCodeAndName(trim),
  series: optionalCodeAndName(series),
  bodyStyle: optionalCodeAndName(bodyStyle),
})
