import { type Fitting, findClashes, rangeOf } from '../../domain/rate-book/clashes.ts'
import { effectiveRange } from '../../domain/rate-book/effective-dates.ts'
import type { ClassRow } from '../../domain/rate-book/rate-book.ts'
import { type Cell, codeCell, oneOf, optional, required, textCell, yearCell } from '../../files/cells.ts'
import { datedFields, reportReversedDates } from '../../files/effective-dates.ts'
import { type Reading, type Row, reportFault, reportReversedRange } from '../../files/reading.ts'
import { readTable } from '../../files/tables.ts'
import { reportUnknownSegmentation } from './read-lists.ts'

const fuelTypes = ['Gas', 'Diesel', 'Hybrid', 'Electric', 'Other'] as const
const driveTypes = ['FWD', 'RWD', 'AWD', '4WD'] as const

const text = textCell(60)
/** Makes are compared in capitals. */
const make: Cell<string> = (value, report) => text(value, report).toUpperCase()

/** The class table of a program; null where it has none. */
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
    yearFrom: optional(yearCell),
    yearTo: optional(yearCell),
    classCode: required(codeCell),
    segmentation: optional(codeCell),
    ...datedFields,
  })
  for (const { line, values } of rows) {
    const { yearFrom: from, yearTo: to, segmentation } = values
    reportReversedRange(reading, { file, line }, { what: 'model year', from, to })
    reportUnknownSegmentation(reading, { file, line }, { named: segmentation, known: segmentations })
    reportReversedDates(reading, { file, line }, values)
  }
  for (const { line, other } of findClashes(rows.filter(({ isSound }) => isSound).map(fittingOf)))
    reportFault(
      reading,
      { file, line },
      `This row and the one on line ${other} are equally specific and class the same vehicles. Make one of them more specific.`,
    )
  return rows.map(({ values }) => values)
}

function fittingOf({ line, values }: Row<ClassRow>): Fitting {
  const { make: of, model, trim, series, engine, fuelType, driveType, yearFrom, yearTo } = values
  return {
    line,
    codes: [of, model, trim, series, engine, fuelType, driveType].map((part) => part?.toUpperCase() ?? null),
    ranges: [rangeOf(yearFrom, yearTo), effectiveRange(values)],
  }
}
