import { type ClashCandidate, findClashes, numberRange } from '../../domain/rate-book/clashes.ts'
import { effectiveRange } from '../../domain/rate-book/effective-dates.ts'
import type { ClassRow } from '../../domain/rate-book/rate-book.ts'
import {
  type CellReader,
  choiceCell,
  codeCell,
  optionalField,
  requiredField,
  textCell,
  yearCell,
} from '../../files/cells.ts'
import { datedFields, reportReversedDates } from '../../files/effective-dates.ts'
import { type FileReading, type FileRow, reportFault, reportReversedRange } from '../../files/reading.ts'
import { readTable } from '../../files/tables.ts'
import { reportUnknownSegmentation } from './read-lists.ts'

const fuelTypes = ['Gas', 'Diesel', 'Hybrid', 'Electric', 'Other'] as const
const driveTypes = ['FWD', 'RWD', 'AWD', '4WD'] as const

const text = textCell(60)
/** Makes are compared in capitals. */
const make: CellReader<string> = (value, report) => text(value, report).toUpperCase()

/** The class table of a program; null where it has none. */
export function readClasses(
  reading: FileReading,
  file: string,
  segmentations: readonly string[],
): readonly ClassRow[] | null {
  if (!reading.files.has(file)) return null
  const rows = readTable<ClassRow>(reading, file, {
    make: requiredField(make),
    model: optionalField(text),
    trim: optionalField(text),
    series: optionalField(text),
    engine: optionalField(text),
    fuelType: optionalField(choiceCell(fuelTypes)),
    driveType: optionalField(choiceCell(driveTypes)),
    yearFrom: optionalField(yearCell),
    yearTo: optionalField(yearCell),
    classCode: requiredField(codeCell),
    segmentation: optionalField(codeCell),
    ...datedFields,
  })
  for (const { line, values } of rows) {
    const { yearFrom: from, yearTo: to, segmentation } = values
    reportReversedRange(reading, { file, line }, { what: 'model year', from, to })
    reportUnknownSegmentation(reading, { file, line }, { named: segmentation, known: segmentations })
    reportReversedDates(reading, { file, line }, values)
  }
  for (const { line, other } of findClashes(rows.filter(({ isSound }) => isSound).map(clashCandidate)))
    reportFault(
      reading,
      { file, line },
      `This row and the one on line ${other} are equally specific and class the same vehicles. Make one of them more specific.`,
    )
  return rows.map(({ values }) => values)
}

function clashCandidate({ line, values }: FileRow<ClassRow>): ClashCandidate {
  const { make, model, trim, series, engine, fuelType, driveType, yearFrom, yearTo } = values
  return {
    line,
    codes: [make, model, trim, series, engine, fuelType, driveType].map(
      (part) => part?.toUpperCase() ?? null,
    ),
    ranges: [numberRange(yearFrom, yearTo), effectiveRange(values)],
  }
}
