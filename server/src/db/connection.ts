import type { Writable } from 'node:stream'
import pg from 'pg'

/** Where a database is: a unix socket's folder or a host, or one address for all. */
export type Location =
  | { host: string; port: number; user: string; password: string; database: string }
  | { connectionString: string }

// `bigint` arrives as text from `pg`. Ids and cents stay below 2^53 (asserted where money is multiplied), so
// they are numbers here. Dates stay the text they are: a Date would move them between time zones.
const INT8 = 20
const DATE = 1082
const TIMESTAMPTZ = 1184
const NUMERIC_ARRAY = 1231
const INT8_ARRAY = 1016
// The declared type of an oid lists scalars only; the registry takes arrays as well.
const types = pg.types as unknown as {
  setTypeParser(oid: number, parse: (text: string) => unknown): void
  getTypeParser(oid: number): (text: string) => unknown
}
const parseTexts = types.getTypeParser(NUMERIC_ARRAY)
const readInstant = types.getTypeParser(TIMESTAMPTZ)
types.setTypeParser(INT8, Number)
types.setTypeParser(DATE, (text) => text)
types.setTypeParser(TIMESTAMPTZ, instantOf)
types.setTypeParser(INT8_ARRAY, (text) => (parseTexts(text) as string[]).map(Number))

/** Connections live in UTC, so that an instant is `2024-03-15 15:00:00.123+00`, which needs no search for its parts. */
function instantOf(text: string): Date | number {
  if (!text.endsWith('+00')) return readInstant(text) as Date | number
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
}

const NAMED_STATEMENTS_AT_MOST = 1_000
const names = new Map<string, string>()
let named = 0

/** What a statement begins with whose plan hangs on its values: planned once for all, it would read whole tables. */
export const PLANNED_EACH_TIME = '/* planned each time */'

/**
 * Names every parameterised statement by its text, so that PostgreSQL plans it once per connection instead of
 * once per call. The map is bounded: texts past the bound run unnamed, slower but right.
 */
function nameOf(text: string): string | undefined {
  if (text.startsWith(PLANNED_EACH_TIME)) return undefined
  const known = names.get(text)
  if (known || names.size >= NAMED_STATEMENTS_AT_MOST) return known
  const name = `b${named}`
  named += 1
  names.set(text, name)
  return name
}

/** After a migration every connection may hold plans that fit no more: under new names all are made anew. */
export function forgetPlans(): void {
  names.clear()
}

/** A `pg` client that prepares what it runs, and sends the next statement without waiting for the last. */
export class PreparingClient extends pg.Client {
  #gathers = false

  /** Statements that are asked for in one go travel in one write: a system call each is most of what they cost us. */
  #gather(): void {
    if (this.#gathers) return
    // `connection` is not among the declared parts of a client; before it is connected there is no stream yet.
    const { stream } = (this as unknown as { connection: { stream: Writable } }).connection
    this.#gathers = true
    stream.cork()
    process.nextTick(() => {
      this.#gathers = false
      stream.uncork()
    })
  }

  // The overloads of `query` are many; this one narrows the two forms we use and hands on the rest.
  override query(...args: unknown[]): never {
    const [text, values, ...callback] = args
    this.#gather()
    const forward = super.query as (...rest: unknown[]) => never
    if (typeof text === 'string' && Array.isArray(values) && values.length > 0) {
      const name = nameOf(text)
      if (name) return forward.call(this, { name, text, values }, ...callback)
    }
    return forward.apply(this, args)
  }
}

export interface PoolSettings {
  readonly searchPath: string
  readonly connections: number
  /** How long one statement may take; 0 for no limit (migrations, seeds). */
  readonly statementMilliseconds: number
}

export function openPool(location: Location, settings: PoolSettings): pg.Pool {
  const pool = new pg.Pool({
    ...location,
    Client: PreparingClient,
    pipeline: true,
    max: settings.connections,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    application_name: 'bulwark',
    // Said once when the connection opens, not before each statement.
    options: `-c timezone=UTC -c search_path=${settings.searchPath} -c statement_timeout=${settings.statementMilliseconds}`,
  } as pg.PoolConfig)
  // A connection that breaks is replaced at the next use, and what it was running fails by itself; without a
  // listener it would end the process. The pool listens to idle ones only.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
