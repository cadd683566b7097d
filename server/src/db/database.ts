import type pg from 'pg'
import { forgetPlans } from './connection.ts'

/** An administrator's database, for reads. */
export interface Db {
  /** A statement with parameters; it is prepared once per connection and then known by its text. */
  query(text: string, values: unknown[]): Promise<pg.QueryResult>
}

declare const inTransactionMark: unique symbol
/** The same inside a write transaction. What changes something takes a `Tx`, so that it cannot be done outside one. */
export type Tx = Db & { readonly [inTransactionMark]: true }

// A plan made before a migration, or lost with its connection's server: the statement has not run, and runs
// well on a new connection.
export const isStalePlan = (error: unknown) => codeOf(error) === '0A000' || codeOf(error) === '26000'

/** Runs each statement on whatever connection of the pool is free. */
export function databaseOver(pool: pg.Pool): Db {
  const db: Db = {
    async query(text, values) {
      try {
        return await pool.query(text, values)
      } catch (error) {
        if (!isStalePlan(error)) throw error
        forgetPlans()
        return pool.query(text, values)
      }
    },
  }
  pools.set(db, pool)
  return db
}

/** Runs every statement on one connection: the shape of a transaction. */
export function databaseOnClient(client: pg.ClientBase): Tx {
  const db: Db = { query: (text, values) => client.query(text, values) }
  return db as Tx
}

const pools = new WeakMap<Db, pg.Pool>()

/** The pool behind a database, for what needs one connection to itself. */
export function poolOf(db: Db): pg.Pool {
  const pool = pools.get(db)
  if (!pool) throw new Error('A transaction cannot be opened inside a transaction.')
  return pool
}

/** The rows of a statement whose text is fixed: nothing is put together per call. */
export async function run<Row>(db: Db, text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await db.query(text, values as unknown[])).rows as Row[]
}

/** The SQLSTATE of a database error, or an empty text. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}
