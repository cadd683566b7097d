import type pg from 'pg'
import { isWorkerAway } from './cluster-errors.ts'
import type { Columns } from './columns.ts'
import { forgetPlans } from './connection.ts'

/** An administrator's database, for reads. */
export interface Db {
  /**
   * A statement with parameters; it is prepared once per connection and then known by its text. The declared columns are
   * needed where its rows arrive as JSON (together.ts).
   */
  query(text: string, values: unknown[], columns?: Columns): Promise<pg.QueryResult>
}

declare const inTransactionMark: unique symbol
/** The same inside a write transaction. What changes something takes a `Tx`, so that it cannot be done outside one. */
export type Tx = Db & { readonly [inTransactionMark]: true }

// A plan made before a migration, or lost with its connection's server: the statement has not run, and runs
// well on a new connection.
export const isStalePlan = (error: unknown) => codeOf(error) === '0A000' || codeOf(error) === '26000'

/** How often a transaction, or a read outside one, is tried. */
export const ATTEMPTS = 6

/** A pause that grows, and that differs between two who were in each other's way. */
export const pauseBefore = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * 5 * 2 ** attempt))

const isRead = (text: string) => /^\s*(\/\*[^*]*\*\/)?\s*select\b/i.test(text)

/** Runs each statement on whatever connection of the pool is free. */
export function databaseOver(pool: pg.Pool): Db {
  const db: Db = {
    async query(text, values) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await pool.query(text, values)
        } catch (error) {
          // A worker that was away may be back. Only what changes nothing can be asked again.
          const mayAskAgain = isStalePlan(error) || (isWorkerAway(error) && isRead(text))
          if (!mayAskAgain || attempt === ATTEMPTS) throw error
          if (isStalePlan(error)) forgetPlans()
          else await pauseBefore(attempt)
        }
      }
    },
  }
  pools.set(db, pool)
  return db
}

/** Runs every statement on one connection: the shape of a transaction. */
export function databaseOnClient(client: pg.ClientBase): Tx {
  const db: Db = { query: (text, values) => client.query(text, values) }
  onOneConnection.add(db)
  return db as Tx
}

const onOneConnection = new WeakSet<Db>()

/** Whether statements go to the server as they are: not where a seed answers some of them by itself. */
export const isOnConnection = (db: Db): boolean => onOneConnection.has(db)

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
