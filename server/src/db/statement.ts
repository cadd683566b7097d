import type pg from 'pg'
import type { Columns, RowOf } from './columns.ts'
import type { Db } from './database.ts'
import { type Sql, sql } from './sql.ts'

// How SQL is written here:
//
//   A text that is fixed is a statement, made once when the module loads:
//     const FIND = statement({ id: int, code: oneOf(codes) }, 'select id, code from reference_value where id = $1')
//     const found = await FIND.first(db, [id])        // { id: number; code: Code } | undefined
//   A text that changes nothing but rows is a command; it answers how many rows it changed:
//     await command('delete from general_setting where key = $1').run(tx, [key])
//   A text that is put together from pieces is a query:
//     const rows = await query({ id: int })`select c.id from contract c where ${condition}`.rows(db)
//   Statements that do not depend on each other are sent as one (together.ts):
//     const [lines, events] = await together(tx, (tx) => runAll([LINES.rows(tx, [id]), EVENTS.rows(tx, [id])]))
//
// The row's type follows from the declared columns (columns.ts); a column name with capitals is quoted in the text
// (`is_active as "isActive"`). Columns of one table are declared once, in its table (table.ts).

/** What the tests look at: a result, and the columns that were declared for it. */
type Watcher = (text: string, columns: Columns, result: pg.QueryResult) => void
let watcher: Watcher | undefined

/** Tests compare every result with what is declared. */
export function watchResults(watch: Watcher | undefined): void {
  watcher = watch
}

/** Every fixed text of the product, for the test that prepares them all. */
export const statements: { readonly text: string; readonly columns: Columns }[] = []

export interface Statement<Row> {
  readonly text: string
  rows(db: Db, values: readonly unknown[]): Promise<Row[]>
  /** The first row, or nothing. */
  first(db: Db, values: readonly unknown[]): Promise<Row | undefined>
}

export function statement<All extends Columns>(columns: All, text: string): Statement<RowOf<All>> {
  statements.push({ text, columns })
  const read = reader(columns)
  const rows = async (db: Db, values: readonly unknown[]) =>
    read(text, await db.query(text, values as unknown[], columns))
  return { text, rows, first: async (db, values) => (await rows(db, values))[0] }
}

export interface Command {
  readonly text: string
  /** Answers how many rows were changed. */
  run(db: Db, values: readonly unknown[]): Promise<number>
}

export function command(text: string): Command {
  statements.push({ text, columns: {} })
  return { text, run: async (db, values) => (await db.query(text, values as unknown[])).rowCount ?? 0 }
}

export interface Query<Row> {
  readonly sql: Sql
  rows(db: Db): Promise<Row[]>
  first(db: Db): Promise<Row | undefined>
}

/** A statement put together from pieces: `query(columns)` is a tag. */
export function query<All extends Columns>(columns: All) {
  const read = reader(columns)
  return (strings: TemplateStringsArray, ...parts: readonly unknown[]): Query<RowOf<All>> => {
    const whole = sql(strings, ...parts)
    const rows = async (db: Db) => {
      const { text } = whole
      return read(text, await db.query(text, whole.values as unknown[], columns))
    }
    return { sql: whole, rows, first: async (db) => (await rows(db))[0] }
  }
}

interface Document {
  readonly name: string
  readonly parse: (value: unknown) => unknown
}
// A query is made for each call, but its columns are declared once.
const documentsOf = new WeakMap<Columns, readonly Document[]>()

function documentsIn(columns: Columns): readonly Document[] {
  const known = documentsOf.get(columns)
  if (known) return known
  const documents = Object.entries(columns).flatMap(([name, { parse }]) => (parse ? [{ name, parse }] : []))
  documentsOf.set(columns, documents)
  return documents
}

/** Gives a result's rows their declared type: only JSON documents are touched. */
export function reader<All extends Columns>(columns: All) {
  const documents = documentsIn(columns)
  return (text: string, result: pg.QueryResult): RowOf<All>[] => {
    watcher?.(text, columns, result)
    const rows = result.rows as Record<string, unknown>[]
    if (documents.length > 0)
      for (const row of rows)
        for (const { name, parse } of documents) {
          const value = row[name]
          if (value !== null) row[name] = parse(value)
        }
    // The watcher has compared names, types and nulls wherever tests run this statement.
    return rows as RowOf<All>[]
  }
}
