import { z } from 'zod'

export const CSV_TYPE = 'text/csv; charset=utf-8; header=present'

/** An answer as a table: the names of its columns, and rows that have them. */
export interface CsvTable {
  readonly columns: readonly string[]
  readonly rows: readonly unknown[]
}

export const csvText = ({ columns, rows }: CsvTable): string =>
  csvLine(columns) + rows.map((row) => csvRow(columns, row)).join('')

/** The columns of a list row in the order of the model. A nested object gives dotted names; an array is one column. */
export function csvColumns(row: z.ZodObject, prefix = ''): string[] {
  return Object.entries(row.shape).flatMap(([name, field]) => {
    const inner = bare(field as z.ZodType)
    return inner instanceof z.ZodObject ? csvColumns(inner, `${prefix}${name}.`) : [`${prefix}${name}`]
  })
}

export const csvLine = (cells: readonly unknown[]) => `${cells.map(cellOf).join(',')}\r\n`

export const csvRow = (columns: readonly string[], row: unknown) =>
  csvLine(columns.map((column) => valueAt(row, column)))

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  // A spreadsheet would run this text as a formula.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function valueAt(row: unknown, column: string): unknown {
  let at = row
  for (const name of column.split('.')) at = (at as Record<string, unknown> | null | undefined)?.[name]
  return at
}

function bare(schema: z.ZodType): z.ZodType {
  const inner = (schema.def as { innerType?: z.ZodType }).innerType
  return inner ? bare(inner) : schema
}
