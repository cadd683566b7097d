import type { WithoutIds } from '../../domain/rate-book/book.ts'
import { type ClashCandidate, findClashes, numberRange } from '../../domain/rate-book/clashes.ts'
import { curveFaults } from '../../domain/rate-book/curves.ts'
import { effectiveRange } from '../../domain/rate-book/effective-dates.ts'
import type { FactorEntry, FactorKey, FactorTable } from '../../domain/rate-book/rate-book.ts'
import {
  choiceCell,
  codeCell,
  defaultedField,
  factorCell,
  milesCell,
  nameCell,
  optionalField,
  requiredField,
  stateCell,
  termCodeCell,
  wholeNumberCell,
} from '../../files/cells.ts'
import { datedFields, reportReversedDates } from '../../files/effective-dates.ts'
import { type NodePlace, type NodeReader, readEntries, readObject, readValue } from '../../files/objects.ts'
import { type FileReading, type FileRow, reportFault, reportReversedRange } from '../../files/reading.ts'
import { readRecords, readRows, type TableColumns } from '../../files/tables.ts'
import type { YamlNode } from '../../files/yaml.ts'
import { type ProgramCodes, reportUnknownCodes, vehicleConditions } from './read-rates.ts'

/** What program.yaml says about a factor table. */
type TableFacts = Pick<FactorTable, 'name' | 'type'> & {
  readonly interpolation: FactorTable['interpolation'] | null
}

/** The field `factorTables` of a program: for each code a name alone, or an object. */
export const factorTablesField: NodeReader<readonly (TableFacts & { readonly code: string })[]> = (
  node,
  at,
) => readEntries(node, at, readTableFacts).map(({ name: code, value }) => ({ ...value, code }))

const readTableFacts = (node: YamlNode, at: NodePlace): TableFacts =>
  node.kind === 'text'
    ? defaultFacts(readValue(nameCell, node, at))
    : readObject<TableFacts>(node, at, {
        name: requiredField(nameCell),
        type: defaultedField(choiceCell(['Rate', 'Earning', 'Cancel']), 'Rate'),
        interpolation: optionalField(choiceCell(['None', 'Linear'])),
      }).values

const defaultFacts = (name: string): TableFacts => ({ name, type: 'Rate', interpolation: null })

/** The tables in the folder `factors/`, in the order of their names. */
export function readFactorTables(
  reading: FileReading,
  folder: string,
  listed: readonly (TableFacts & { readonly code: string })[],
  codes: ProgramCodes,
): WithoutIds<FactorTable>[] {
  const found = [...reading.files.keys()].flatMap((file) => {
    const match = file.startsWith(`${folder}/factors/`) && /\/factors\/([^/]+)\.csv$/.exec(file)
    return match ? [{ file, code: match[1] ?? '' }] : []
  })
  return found
    .sort((left, right) => (left.file < right.file ? -1 : 1))
    .map((table) => {
      codeCell(table.code, (reason) => reportFault(reading, { file: table.file, line: 1 }, reason))
      const facts = listed.find(({ code }) => code === table.code) ?? defaultFacts(table.code)
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

const columns: TableColumns<FactorLine> = {
  plan: optionalField(codeCell),
  term: optionalField(termCodeCell),
  deductible: optionalField(codeCell),
  classCode: optionalField(codeCell),
  segmentation: optionalField(codeCell),
  state: optionalField(stateCell),
  condition: optionalField(choiceCell(vehicleConditions)),
  odometerFrom: optionalField(milesCell),
  odometerTo: optionalField(milesCell),
  ageFrom: optionalField(wholeNumberCell(0, 200)),
  ageTo: optionalField(wholeNumberCell(0, 200)),
  month: optionalField(wholeNumberCell(0, 1_200)),
  factor: requiredField(factorCell),
  ...datedFields,
}

const codeKeys = ['plan', 'term', 'deductible', 'classCode', 'segmentation', 'state', 'condition'] as const

/** The key that a column belongs to: a range has two columns. */
const factorKey = (column: string): FactorKey | undefined => {
  if (column.startsWith('odometer')) return 'odometer'
  if (column.startsWith('age')) return 'age'
  if (column === 'month') return 'month'
  return codeKeys.find((key) => key === column)
}

/** A factor table. Its file name is its code; its header says what it is keyed by. */
function readFactorTable(
  reading: FileReading,
  table: TableFacts & { readonly file: string; readonly code: string },
  codes: ProgramCodes,
): WithoutIds<FactorTable> {
  const { file, ...facts } = table
  const interpolation = facts.interpolation ?? (facts.type === 'Rate' ? 'None' : 'Linear')
  const records = readRecords(reading, file, 'needed')
  if (!records) return { ...facts, interpolation, keys: [], entries: [] }
  const rows = readRows(reading, file, records, columns)
  const keys = [...new Set(records.header.cells.flatMap((column) => factorKey(column) ?? []))]
  const header = { file, line: records.header.line }
  checkKeys(reading, header, { ...facts, interpolation, keys })
  for (const row of rows) checkRow(reading, file, row, codes)
  const sound = rows.filter(({ isSound }) => isSound)
  for (const { line, other } of findClashes(sound.map(clashCandidate)))
    reportFault(
      reading,
      { file, line },
      `This factor and the one on line ${other} are equally specific and fit the same sales. Make one of them more specific.`,
    )
  const entries = rows.map(({ line, values }) => ({ line, entry: factorEntry(values) }))
  if (facts.type !== 'Rate' && keys.includes('month'))
    for (const { line, reason } of curveFaults(facts.type, entries))
      reportFault(reading, { file, line }, reason)
  return { ...facts, interpolation, keys, entries: entries.map(({ entry }) => entry) }
}

function checkKeys(
  reading: FileReading,
  header: { readonly file: string; readonly line: number },
  { code: table, type, interpolation, keys }: Omit<WithoutIds<FactorTable>, 'entries'>,
): void {
  const has = (key: FactorKey) => keys.includes(key)
  if (keys.length === 0)
    reportFault(
      reading,
      header,
      'The table has no key column: add a column such as plan, classCode or odometerFrom.',
    )
  if ([has('odometer'), has('age'), has('month')].filter(Boolean).length > 1)
    reportFault(
      reading,
      header,
      'A table may have one range only: odometer, age or month. Split it into two tables.',
    )
  if (type === 'Rate' && has('month'))
    reportFault(
      reading,
      header,
      `${table} has months, but a Rate table cannot have them. Set its type to Earning or Cancel in program.yaml.`,
    )
  if (type !== 'Rate' && !has('month'))
    reportFault(reading, header, `${table} is a table of type ${type}; it needs the column month.`)
  if (type === 'Rate' && interpolation !== 'None')
    reportFault(reading, header, `${table} is a table of type Rate; it cannot have an interpolation.`)
}

function checkRow(
  reading: FileReading,
  file: string,
  { line, values }: FileRow<FactorLine>,
  codes: ProgramCodes,
): void {
  const place = { file, line }
  reportUnknownCodes(reading, place, values, codes)
  reportReversedRange(reading, place, { what: 'odometer', from: values.odometerFrom, to: values.odometerTo })
  reportReversedRange(reading, place, { what: 'age', from: values.ageFrom, to: values.ageTo })
  reportReversedDates(reading, place, values)
}

const clashCandidate = ({ line, values }: FileRow<FactorLine>): ClashCandidate => ({
  line,
  codes: codeKeys.map((key) => values[key]),
  ranges: [
    numberRange(values.odometerFrom, values.odometerTo),
    numberRange(values.ageFrom, values.ageTo),
    numberRange(values.month, values.month),
    effectiveRange(values),
  ],
})

const factorEntry = (line: FactorLine): FactorEntry => ({
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
