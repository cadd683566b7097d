import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import type { TenantTables } from './tables.ts'

/** An administrator's database: what reads are asked of. */
export type Db = Kysely<TenantTables>

declare const inTransactionMark: unique symbol
/** The same inside a write transaction. What changes something takes a `Tx`, so that it cannot be done outside one. */
export type Tx = Db & { readonly [inTransactionMark]: true }

/** Runs each statement on whatever connection of the pool is free. */
export function databaseOver<Tables = TenantTables>(pool: pg.Pool): Kysely<Tables> {
  const db = kyselyOver<Tables>(async () => {
    const client = await pool.connect()
    return {
      client,
      release: () => client.release(),
      renew: () => {
        client.release(true)
        return pool.connect()
      },
    }
  })
  pools.set(db, pool)
  return db
}

/** Runs every statement on one connection: the shape of a transaction. */
export function databaseOnClient(client: pg.ClientBase): Tx {
  const connection: Borrowed = { client, release: () => undefined }
  return kyselyOver(async () => connection) as Db as Tx
}

const pools = new WeakMap<object, pg.Pool>()

/** The pool behind a database, for what needs one connection to itself. */
export function poolOf(db: Db): pg.Pool {
  const pool = pools.get(db)
  if (!pool) throw new Error('A transaction cannot be opened inside a transaction.')
  return pool
}

/** A statement whose text is fixed: nothing is built or compiled per call, which the hottest paths feel. */
export async function run<Row>(
  db: Kysely<TenantTables>,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, values as unknown[]))).rows
}

interface Borrowed {
  client: pg.ClientBase
  release(): void
  /** Throws the connection away for a new one; absent inside a transaction, which is retried whole instead. */
  renew?(): Promise<pg.PoolClient>
}

function kyselyOver<Tables>(borrow: () => Promise<Borrowed>): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driverOver(borrow),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

// A plan made before a migration, or lost with its connection's server: the statement has not run, and runs
// well on a new connection.
const STALE_PLAN = new Set(['0A000', '26000'])

function driverOver(borrow: () => Promise<Borrowed>): Driver {
  const never = () => Promise.reject(new Error('Transactions are opened by inTransaction.'))
  return {
    init: () => Promise.resolve(),
    acquireConnection: async () => connectionOver(await borrow()),
    releaseConnection: async (connection) => (connection as OurConnection).give(),
    beginTransaction: never,
    commitTransaction: never,
    rollbackTransaction: never,
    destroy: () => Promise.resolve(),
  }
}

interface OurConnection extends DatabaseConnection {
  give(): void
}

function connectionOver(borrowed: Borrowed): OurConnection {
  let { client } = borrowed
  let give = borrowed.release
  return {
    give: () => give(),
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const values = query.parameters as unknown[]
      try {
        return asKysely<Row>(await client.query(query.sql, values))
      } catch (error) {
        if (!borrowed.renew || !STALE_PLAN.has(codeOf(error))) throw error
        give = () => undefined
        const renewed = await borrowed.renew()
        client = renewed
        give = () => renewed.release()
        return asKysely<Row>(await client.query(query.sql, values))
      }
    },
    // biome-ignore lint/correctness/useYield: the interface asks for a generator, and this one only refuses.
    async *streamQuery() {
      throw new Error('Lists are streamed page by page.')
    },
  }
}

function asKysely<Row>(result: pg.QueryResult): QueryResult<Row> {
  const rows = result.rows as Row[]
  return result.command === 'SELECT' ? { rows } : { rows, numAffectedRows: BigInt(result.rowCount ?? 0) }
}

/** The SQLSTATE of a database error, or an empty text. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}
