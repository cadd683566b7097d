import type { FactorEntry, FactorKey, FactorTable } from '../domain/rate-book.ts'
import type { WithoutIds } from './book.ts'
import { code, factor, miles, oneOf, state, termCode, whole } from './book-cells.ts'
import { type Fitting, findClashes, rangeOf } from './book-clashes.ts'
import { type Reading, type Row, refuse, refuseUpsideDown } from './book-reading.ts'
import { type Columns, optional, readRecords, readRows, required } from './book-tables.ts'
import { conditions, type ProgramCodes, refuseCodes } from './read-rates.ts'

interface FactorLine {
  readonly plan: string | null
  readonly term: string | null
  readonly deductible: string | null
  readonly classCode: string | null
  readonly segmentation: string | null
  readonly state: string | null
  readonly condition: string | null
  readonly odometerFrom: number | null
  readonly odometerTo: number | null
  readonly ageFrom: number | null
  readonly ageTo: number | null
  readonly factor: number
}

const columns: Columns<FactorLine> = {
  plan: optional(code),
  term: optional(termCode),
  deductible: optional(code),
  classCode: optional(code),
  segmentation: optional(code),
  state: optional(state),
  condition: optional(oneOf(conditions)),
  odometerFrom: optional(miles),
  odometerTo: optional(miles),
  ageFrom: optional(whole(0, 200)),
  ageTo: optional(whole(0, 200)),
  factor: required(factor),
}

const codeKeys = ['plan', 'term', 'deductible', 'classCode', 'segmentation', 'state', 'condition'] as const

/** What a column is a key of: a range has two of them. */
const keyOf = (column: string): FactorKey | undefined => {
  if (column.startsWith('odometer')) return 'odometer'
  if (column.startsWith('age')) return 'age'
  return codeKeys.find((key) => key === column)
}

/** A factor table, named by its file; the header says what it is keyed by. */
export function readFactorTable(
  reading: Reading,
  table: { readonly file: string; readonly code: string; readonly name: string },
  codes: ProgramCodes,
): WithoutIds<FactorTable> {
  const { file, ...named } = table
  const records = readRecords(reading, file, 'needed')
  if (!records) return { ...named, keys: [], entries: [] }
  const rows = readRows(reading, file, records, columns)
  const keys = [...new Set(records.header.cells.flatMap((column) => keyOf(column) ?? []))]
  const header = { file, line: records.header.line }
  if (keys.length === 0) refuse(reading, header, 'The table has no column that its factors are found by.')
  if (keys.includes('odometer') && keys.includes('age'))
    refuse(reading, header, 'A table has one range, of the odometer or of the age; make two tables of it.')
  for (const row of rows) checkRow(reading, file, row, codes)
  for (const { line, other } of findClashes(rows.filter(({ isSound }) => isSound).map(fittingOf)))
    refuse(
      reading,
      { file, line },
      `The factor on line ${other} names as much and fits the same sales: which of them counts?`,
    )
  return { ...named, keys, entries: rows.map(({ values }) => entryOf(values)) }
}

function checkRow(
  reading: Reading,
  file: string,
  { line, values }: Row<FactorLine>,
  codes: ProgramCodes,
): void {
  const place = { file, line }
  refuseCodes(reading, place, values, codes)
  refuseUpsideDown(reading, place, { what: 'odometer', from: values.odometerFrom, to: values.odometerTo })
  refuseUpsideDown(reading, place, { what: 'age', from: values.ageFrom, to: values.ageTo })
}

const fittingOf = ({ line, values }: Row<FactorLine>): Fitting => ({
  line,
  codes: codeKeys.map((key) => values[key]),
  ranges: [rangeOf(values.odometerFrom, values.odometerTo), rangeOf(values.ageFrom, values.ageTo)],
})

const entryOf = (line: FactorLine): FactorEntry => ({
  codes: Object.fromEntries(
    codeKeys.flatMap((key) => {
      const value = line[key]
      return value === null ? [] : [[key, value]]
    }),
  ),
  from: line.odometerFrom ?? line.ageFrom,
  to: line.odometerTo ?? line.ageTo,
  factor: line.factor,
})
