import type { WithoutIds } from '../../domain/rate-book/book.ts'
import { type Fitting, findClashes, rangeOf } from '../../domain/rate-book/clashes.ts'
import type { FactorEntry, FactorKey, FactorTable } from '../../domain/rate-book/rate-book.ts'
import { code, factor, miles, name, oneOf, state, termCode, whole } from '../../files/cells.ts'
import { type Member, may, must, otherwise, readObject, readText } from '../../files/objects.ts'
import { type Reading, type Row, refuse, refuseUpsideDown } from '../../files/reading.ts'
import { type Columns, optional, readRecords, readRows, required } from '../../files/tables.ts'
import { checkCurve } from './curves.ts'
import { datedColumns, daysOf, refuseDates } from './effective.ts'
import { conditions, type ProgramCodes, refuseCodes } from './read-rates.ts'

/** What program.yaml says of a factor table. */
type TableFacts = Pick<FactorTable, 'name' | 'type'> & {
  readonly interpolation: FactorTable['interpolation'] | null
}

/** The member `factorTables` of a program: by code a name alone, or an object. */
export const factorTablesMember: Member<readonly (TableFacts & { readonly code: string })[]> = (node, at) => {
  if (!node) return []
  if (node.kind !== 'map') {
    refuse(at.reading, at, `${at.name}: It is written as name: value.`)
    return []
  }
  return [...node.entries].map(([table, { node: inner, line }]) => {
    const place = { ...at, line, name: `${at.name} ${table}` }
    if (inner.kind === 'text') return { ...unsaid(readText(name, inner, place)), code: table }
    const { values } = readObject<TableFacts>(inner, place, {
      name: must(name),
      type: otherwise(oneOf(['Rate', 'Earning', 'Cancel']), 'Rate'),
      interpolation: may(oneOf(['None', 'Linear'])),
    })
    return { ...values, code: table }
  })
}

const unsaid = (called: string): TableFacts => ({ name: called, type: 'Rate', interpolation: null })

/** The tables below `factors/`, in the order of their names. */
export function readFactorTables(
  reading: Reading,
  folder: string,
  told: readonly (TableFacts & { readonly code: string })[],
  codes: ProgramCodes,
): WithoutIds<FactorTable>[] {
  const found = [...reading.files.keys()].flatMap((file) => {
    const match = file.startsWith(`${folder}/factors/`) && /\/factors\/([^/]+)\.csv$/.exec(file)
    return match ? [{ file, code: match[1] ?? '' }] : []
  })
  return found
    .sort((one, other) => (one.file < other.file ? -1 : 1))
    .map((table) => {
      code(table.code, (reason) => refuse(reading, { file: table.file, line: 1 }, reason))
      const facts = told.find((one) => one.code === table.code) ?? unsaid(table.code)
      return readFactorTable(reading, { ...facts, ...table }, codes)
    })
}

interface FactorLine extends Pick<FactorEntry, 'effectiveFrom' | 'effectiveTo'> {
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
  readonly month: number | null
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
  month: optional(whole(0, 1_200)),
  factor: required(factor),
  ...datedColumns,
}

const codeKeys = ['plan', 'term', 'deductible', 'classCode', 'segmentation', 'state', 'condition'] as const

/** What a column is a key of: a range has two of them. */
const keyOf = (column: string): FactorKey | undefined => {
  if (column.startsWith('odometer')) return 'odometer'
  if (column.startsWith('age')) return 'age'
  if (column === 'month') return 'month'
  return codeKeys.find((key) => key === column)
}

/** A factor table, named by its file; the header says what it is keyed by. */
function readFactorTable(
  reading: Reading,
  table: TableFacts & { readonly file: string; readonly code: string },
  codes: ProgramCodes,
): WithoutIds<FactorTable> {
  const { file, ...facts } = table
  const interpolation = facts.interpolation ?? (facts.type === 'Rate' ? 'None' : 'Linear')
  const records = readRecords(reading, file, 'needed')
  if (!records) return { ...facts, interpolation, keys: [], entries: [] }
  const rows = readRows(reading, file, records, columns)
  const keys = [...new Set(records.header.cells.flatMap((column) => keyOf(column) ?? []))]
  const header = { file, line: records.header.line }
  checkKeys(reading, header, { ...facts, interpolation, keys })
  for (const row of rows) checkRow(reading, file, row, codes)
  const sound = rows.filter(({ isSound }) => isSound)
  for (const { line, other } of findClashes(sound.map(fittingOf)))
    refuse(
      reading,
      { file, line },
      `The factor on line ${other} names as much and fits the same sales: which of them counts?`,
    )
  const entries = rows.map(({ line, values }) => ({ line, entry: entryOf(values) }))
  if (facts.type !== 'Rate' && keys.includes('month')) checkCurve(reading, file, facts.type, entries)
  return { ...facts, interpolation, keys, entries: entries.map(({ entry }) => entry) }
}

function checkKeys(
  reading: Reading,
  header: { readonly file: string; readonly line: number },
  { code: table, type, interpolation, keys }: Omit<WithoutIds<FactorTable>, 'entries'>,
): void {
  const has = (key: FactorKey) => keys.includes(key)
  if (keys.length === 0) refuse(reading, header, 'The table has no column that its factors are found by.')
  if ([has('odometer'), has('age'), has('month')].filter(Boolean).length > 1)
    refuse(
      reading,
      header,
      'A table has one range, of the odometer or of the age, or months; make two tables of it.',
    )
  if (type === 'Rate' && has('month'))
    refuse(
      reading,
      header,
      `${table} has months, and is a table that prices are multiplied by; say its type, Earning or Cancel, in program.yaml.`,
    )
  if (type !== 'Rate' && !has('month'))
    refuse(reading, header, `${table} is a table of the type ${type}, and needs the column month.`)
  if (type === 'Rate' && interpolation !== 'None')
    refuse(reading, header, `${table} is a table of the type Rate: nothing in it is interpolated.`)
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
  refuseDates(reading, place, values)
}

const fittingOf = ({ line, values }: Row<FactorLine>): Fitting => ({
  line,
  codes: codeKeys.map((key) => values[key]),
  ranges: [
    rangeOf(values.odometerFrom, values.odometerTo),
    rangeOf(values.ageFrom, values.ageTo),
    rangeOf(values.month, values.month),
    daysOf(values),
  ],
})

const entryOf = (line: FactorLine): FactorEntry => ({
  codes: Object.fromEntries(
    codeKeys.flatMap((key) => {
      const value = line[key]
      return value === null ? [] : [[key, value]]
    }),
  ),
  from: line.odometerFrom ?? line.ageFrom ?? line.month,
  to: line.odometerTo ?? line.ageTo ?? line.month,
  factor: line.factor,
  effectiveFrom: line.effectiveFrom,
  effectiveTo: line.effectiveTo,
})
