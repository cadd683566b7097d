import type { Cell } from './cells.ts'
import { type CsvRecord, readCsv } from './csv.ts'
import { type Reading, type Row, refuse, textOf } from './reading.ts'

/** A column of a table: how its cells are read, and what an empty one means. */
export interface Column<T> {
  readonly cell: Cell<T>
  readonly isRequired: boolean
  /** Of an empty cell, and of all where the table leaves the column out. */
  readonly empty: T
}

export type Columns<T> = { readonly [Name in keyof T]: Column<T[Name]> }

/** Every row has a value. */
export const required = <T>(cell: Cell<T>): Column<T> => ({
  cell,
  isRequired: true,
  empty: cell('', () => undefined),
})

/** An empty cell is nothing. */
export const optional = <T>(cell: Cell<T>): Column<T | null> => ({ cell, isRequired: false, empty: null })

/** An empty cell is this value. */
export const defaulted = <T>(cell: Cell<T>, empty: T): Column<T> => ({ cell, isRequired: false, empty })

/** The rows of a table, with what is wrong told. The order of columns is free. */
export function readTable<T extends object>(
  reading: Reading,
  file: string,
  columns: Columns<T>,
  need: 'needed' | 'optional' = 'needed',
): Row<T>[] {
  const records = readRecords(reading, file, need)
  return records ? readRows(reading, file, records, columns) : []
}

export interface Records {
  readonly header: CsvRecord
  readonly lines: readonly CsvRecord[]
}

/** The records of a file, where its columns are not known before. */
export function readRecords(
  reading: Reading,
  file: string,
  need: 'needed' | 'optional',
): Records | undefined {
  const text = textOf(reading, file, need)
  if (text === undefined) return undefined
  const { records, faults } = readCsv(text)
  for (const { line, reason } of faults) refuse(reading, { file, line }, reason)
  const [header, ...lines] = records
  if (header) return { header, lines }
  if (faults.length === 0) refuse(reading, { file, line: 1 }, 'The file has no header line.')
  return undefined
}

export function readRows<T extends object>(
  reading: Reading,
  file: string,
  { header, lines }: Records,
  columns: Columns<T>,
): Row<T>[] {
  const places = placesOf(reading, file, header, columns)
  // A copy of one object is quick to make and to read; one that is given twenty members one by one is neither.
  const blank: Record<string, unknown> = JSON.parse(
    JSON.stringify(Object.fromEntries(places.map(({ name }) => [name, null]))),
  )
  const rows: Row<T>[] = []
  for (const { line, cells } of lines) {
    const before = reading.faults.length
    if (cells.length !== header.cells.length) {
      const reason = `The line has ${cells.length} cells and the header ${header.cells.length}.`
      refuse(reading, { file, line }, reason)
      continue
    }
    const values = { ...blank }
    for (const { name, column, at } of places) {
      const text = at === undefined ? '' : (cells[at] ?? '')
      values[name] =
        text === '' && !column.isRequired
          ? column.empty
          : readCell(column, text, (reason) => refuse(reading, { file, line }, `${name}: ${reason}`))
    }
    // Each column gave a value of its type.
    rows.push({ line, isSound: reading.faults.length === before, values: values as T })
  }
  return rows
}

interface ColumnPlace {
  readonly name: string
  readonly column: Column<unknown>
  /** Nothing where the table leaves the column out. */
  readonly at: number | undefined
}

/** Where each column stands, once what is wrong with the header is told. */
function placesOf<T>(
  reading: Reading,
  file: string,
  { cells, line }: CsvRecord,
  columns: Columns<T>,
): ColumnPlace[] {
  const known = Object.keys(columns)
  const place = { file, line }
  cells.forEach((name, at) => {
    if (!known.includes(name))
      refuse(reading, place, `There is no column "${name}" here; known are ${known.join(', ')}.`)
    else if (cells.indexOf(name) < at) refuse(reading, place, `The column ${name} stands here twice.`)
  })
  return Object.entries<Column<unknown>>(columns).map(([name, column]) => {
    const at = cells.indexOf(name)
    if (at >= 0) return { name, column, at }
    if (column.isRequired) refuse(reading, place, `The column ${name} is missing.`)
    // Told once, at the header, and not again at each line.
    return { name, column: { ...column, isRequired: false }, at: undefined }
  })
}

function readCell(
  { cell, isRequired, empty }: Column<unknown>,
  text: string,
  told: (reason: string) => void,
) {
  if (text === '') {
    if (isRequired) told('It is empty.')
    return empty
  }
  if (text.trim() !== text) {
    told(`"${text}" has a space before or behind it.`)
    return empty
  }
  return cell(text, told)
}
