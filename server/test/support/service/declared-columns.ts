import type pg from 'pg'
import type { Columns } from '../../../src/db/columns.ts'

/** A column of a result, as PostgreSQL describes it. */
export interface Described {
  readonly name: string
  readonly dataTypeID: number
}

/** The differences between the returned and the declared columns of a statement. */
export function columnFaults(columns: Columns, fields: readonly Described[]): string[] {
  const declared = Object.keys(columns)
  const returned = fields.map(({ name }) => name)
  return [
    ...declared
      .filter((name) => !returned.includes(name))
      .map((name) => `${name} is declared and not returned`),
    ...returned
      .filter((name) => !declared.includes(name))
      .map((name) => `${name} is returned and not declared`),
    ...fields.flatMap(({ name, dataTypeID }) => {
      const column = columns[name]
      if (!column || column.oids.includes(dataTypeID)) return []
      return [`${name} is declared as ${column.type} and returned as type ${dataTypeID}`]
    }),
  ]
}

/** Compares a result with its declaration: names, types, nulls and values of closed lists. */
export function checkResult(text: string, columns: Columns, result: pg.QueryResult): void {
  const faults = [...columnFaults(columns, result.fields), ...valueFaults(columns, result.rows)]
  if (faults.length > 0) throw new Error(`${faults.join('; ')}, in: ${text}`)
}

function valueFaults(columns: Columns, rows: readonly Record<string, unknown>[]): string[] {
  const faults = new Set<string>()
  for (const [name, { isNullable, values }] of Object.entries(columns))
    for (const row of rows) {
      const value = row[name]
      if (value === null && !isNullable) faults.add(`${name} is declared as never null and is null`)
      if (values && typeof value === 'string' && !values.includes(value))
        faults.add(`${name} is ${value}, which is not one of ${values.join(', ')}`)
    }
  return [...faults]
}
