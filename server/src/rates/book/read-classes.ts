import { type Fitting, findClashes, rangeOf } from '../../domain/rate-book/clashes.ts'
import type { ClassRow } from '../../domain/rate-book/rate-book.ts'
import { type Cell, code, oneOf, words, year } from '../../files/cells.ts'
import { type Reading, type Row, refuse, refuseUpsideDown } from '../../files/reading.ts'
import { optional, readTable, required } from '../../files/tables.ts'
import { datedColumns, daysOf, refuseDates } from './effective.ts'
import { refuseSegmentation } from './read-lists.ts'

const fuelTypes = ['Gas', 'Diesel', 'Hybrid', 'Electric', 'Other'] as const
const driveTypes = ['FWD', 'RWD', 'AWD', '4WD'] as const

const text = words(60)
/** Makes are compared in capitals, however they are written. */
const make: Cell<string> = (value, refused) => text(value, refused).toUpperCase()

/** The class table of a program; nothing where it has none. */
export function readClasses(
  reading: Reading,
  file: string,
  segmentations: readonly string[],
): readonly ClassRow[] | null {
  if (!reading.files.has(file)) return null
  const rows = readTable<ClassRow>(reading, file, {
    make: required(make),
    model: optional(text),
    trim: optional(text),
    series: optional(text),
    engine: optional(text),
    fuelType: optional(oneOf(fuelTypes)),
    driveType: optional(oneOf(driveTypes)),
    yearFrom: optional(year),
    yearTo: optional(year),
    classCode: required(code),
    segmentation: optional(code),
    ...datedColumns,
  })
  for (const { line, values } of rows) {
    const { yearFrom: from, yearTo: to, segmentation } = values
    refuseUpsideDown(reading, { file, line }, { what: 'model years', from, to })
    refuseSegmentation(reading, { file, line }, { named: segmentation, known: segmentations })
    refuseDates(reading, { file, line }, values)
  }
  for (const { line, other } of findClashes(rows.filter(({ isSound }) => isSound).map(fittingOf)))
    refuse(
      reading,
      { file, line },
      `The row on line ${other} names as much and classes the same vehicles: which of them counts?`,
    )
  return rows.map(({ values }) => values)
}

function fittingOf({ line, values }: Row<ClassRow>): Fitting {
  const { make: of, model, trim, series, engine, fuelType, driveType, yearFrom, yearTo } = values
  return {
    line,
    codes: [of, model, trim, series, engine, fuelType, driveType].map((part) => part?.toUpperCase() ?? null),
    ranges: [rangeOf(yearFrom, yearTo), daysOf(values)],
  }
}
