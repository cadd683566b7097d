import type { FileField } from './cells.ts'
import { type CsvRecord, readCsv } from './csv.ts'
import { type FileReading, type FileRow, readFileText, reportFault } from './reading.ts'

export type TableColumns<T> = { readonly [Name in keyof T]: FileField<T[Name]> }

/** The rows of a table. Its columns may be in any order. */
export function readTable<T extends object>(
  reading: FileReading,
  file: string,
  columns: TableColumns<T>,
  need: 'needed' | 'optional' = 'needed',
): FileRow<T>[] {
  const records = readRecords(reading, file, need)
  return records ? readRows(reading, file, records, columns) : []
}

export interface Records {
  readonly header: CsvRecord
  readonly lines: readonly CsvRecord[]
}

/** The header and the lines of a CSV file. */
export function readRecords(
  reading: FileReading,
  file: string,
  need: 'needed' | 'optional',
): Records | undefined {
  const text = readFileText(reading, file, need)
  if (text === undefined) return undefined
  const { records, faults } = readCsv(text)
  for (const { line, reason } of faults) reportFault(reading, { file, line }, reason)
  const [header, ...lines] = records
  if (header) return { header, lines }
  if (faults.length === 0) reportFault(reading, { file, line: 1 }, 'The file has no header line.')
  return undefined
}

export function readRows<T extends object>(
  reading: FileReading,
  file: string,
  { header, lines }: Records,
  columns: TableColumns<T>,
): FileRow<T>[] {
  const positions = columnPositions(reading, file, header, columns)
  // Copying one object is much faster than adding twenty fields one by one.
  const blank: Record<string, unknown> = JSON.parse(
    JSON.stringify(Object.fromEntries(positions.map(({ name }) => [name, null]))),
  )
  const rows: FileRow<T>[] = []
  for (const { line, cells } of lines) {
    const before = reading.faults.length
    if (cells.length !== header.cells.length) {
      const reason = `The line has ${cells.length} cells; the header has ${header.cells.length}.`
      reportFault(reading, { file, line }, reason)
      continue
    }
    const values = { ...blank }
    for (const { name, field, at } of positions) {
      const text = at === undefined ? '' : (cells[at] ?? '')
      values[name] =
        text === '' && !field.isRequired
          ? field.empty
          : readCell(field, text, (reason) => reportFault(reading, { file, line }, `${name}: ${reason}`))
    }
    // Each column gave a value of its type.
    rows.push({ line, isSound: reading.faults.length === before, values: values as T })
  }
  return rows
}

interface ColumnPosition {
  readonly name: string
  readonly field: FileField<unknown>
  /** Undefined where the table leaves the column out. */
  readonly at: number | undefined
}

/** The position of each column. Reports what is wrong with the header. */
function columnPositions<T>(
  reading: FileReading,
  file: string,
  { cells, line }: CsvRecord,
  columns: TableColumns<T>,
): ColumnPosition[] {
  const known = Object.keys(columns)
  const place = { file, line }
  cells.forEach((name, at) => {
    if (!known.includes(name))
      reportFault(reading, place, `Unknown column "${name}". Known columns: ${known.join(', ')}.`)
    else if (cells.indexOf(name) < at)
      reportFault(reading, place, `The column ${name} is in the header twice.`)
  })
  return Object.entries<FileField<unknown>>(columns).map(([name, field]) => {
    const at = cells.indexOf(name)
    if (at >= 0) return { name, field, at }
    if (field.isRequired) reportFault(reading, place, `The column ${name} is missing.`)
    // Reported once, at the header, and not again at each line.
    return { name, field: { ...field, isRequired: false }, at: undefined }
  })
}

function readCell(
  { cell, isRequired, empty }: FileField<unknown>,
  text: string,
  report: (reason: string) => void,
) {
  if (text === '') {
    if (isRequired) report('A value is required.')
    return empty
  }
  if (text.trim() !== text) {
    report(`"${text}" has a space before or after it.`)
    return empty
  }
  return cell(text, report)
}
