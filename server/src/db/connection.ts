import type { Writable } from 'node:stream'
import pg from 'pg'
import { asOneServer } from './cluster-errors.ts'
import { type Callback, type NamedStatement, PreparedQuery } from './prepared-query.ts'

/** How to reach a database: by its parts (the host may be the folder of a Unix socket) or by a URL. */
export type Location =
  | { host: string; port: number; user: string; password: string; database: string }
  | { connectionString: string }

// `pg` returns `bigint` as text. Ids and cents stay below 2^53 (asserted where money is multiplied), so they become
// numbers. Dates stay text: a Date would shift them between time zones.
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
types.setTypeParser(TIMESTAMPTZ, parseInstant)
types.setTypeParser(INT8_ARRAY, (text) => (parseTexts(text) as string[]).map(Number))

/** Connections use UTC, so an instant is `2024-03-15 15:00:00.123+00`, with every part at a fixed place. */
function parseInstant(text: string): Date | number {
  if (!text.endsWith('+00')) return readInstant(text) as Date | number
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
}

const NAMED_STATEMENTS_AT_MOST = 2_000
const names = new Map<string, string>()
let named = 0

/** The prefix of a statement whose best plan depends on its values. A plan made once would read whole tables. */
export const PLANNED_EACH_TIME = '/* planned each time */'

/** The prefix of a text for tables that a cluster never has on a worker, such as those of a schema that is being made. */
export const LOCAL_TABLES = '/* local tables */'

let watcher: ((text: string) => void) | undefined

/** Tests hold every text that is sent against the rules for SQL. */
export function watchTexts(watch: typeof watcher): void {
  watcher = watch
}

/**
 * Names every statement with parameters by its text, so that PostgreSQL plans it once per connection instead of once per
 * call. Texts beyond the limit run without a name: slower, but correct.
 */
function statementName(text: string): string | undefined {
  if (text.startsWith(PLANNED_EACH_TIME)) return undefined
  const known = names.get(text)
  if (known || names.size >= NAMED_STATEMENTS_AT_MOST) return known
  const name = `b${named}`
  named += 1
  names.set(text, name)
  return name
}

/** After a migration connections may hold stale plans. New names make PostgreSQL plan every statement again. */
export function forgetPlans(): void {
  names.clear()
}

/**
 * Resolves when the statements that were issued so far are on their way. They are gathered until the next tick, so without it
 * they wait for all work of this process that follows.
 */
export const flushed = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve))

const BEGIN = /^\s*begin\b/i

/** A `pg` client that prepares its statements, and sends the next one without waiting for the last. */
export class PreparingClient extends pg.Client {
  #gathers = false
  /** Why the transaction has failed. */
  #reason: Error | undefined

  /**
   * A statement that was sent before the failure of another one was known is told only that the transaction has failed.
   * Whoever hears of it first must know the reason, because some failures are tried again.
   */
  #told(error: Error): Error {
    const told = asOneServer(error)
    if ((told as { code?: string }).code === '25P02') return this.#reason ?? told
    this.#reason = told
    return told
  }

  /** Statements that are issued together are sent in one write, because the system call is most of their cost. */
  #gather(): void {
    if (this.#gathers) return
    // The types of `pg` do not declare `connection`. Before the client is connected there is no stream.
    const { stream } = (this as unknown as { connection: { stream: Writable } }).connection
    this.#gathers = true
    stream.cork()
    process.nextTick(() => {
      this.#gathers = false
      stream.uncork()
    })
  }

  // `query` has many overloads. This one handles the form we use and passes on the rest.
  override query(...args: unknown[]): never {
    const [text, values, ...callback] = args
    const forward = super.query as (...rest: unknown[]) => never
    this.#gather()
    if (typeof text !== 'string') return forward.apply(this, args)
    watcher?.(text)
    if (BEGIN.test(text)) this.#reason = undefined
    if (Array.isArray(values) && values.length > 0) {
      const name = statementName(text)
      if (name) return this.#runPrepared({ name, text, values }, callback[0] as Callback | undefined) as never
    }
    return this.#runPlain(forward, args) as never
  }

  /** With a callback as the last argument, or as a promise. The reason is noted before the next answer is read. */
  #runPlain(forward: (...args: unknown[]) => unknown, args: unknown[]): unknown {
    const last = args.at(-1)
    if (typeof last === 'function') {
      const done = last as Callback
      const told: Callback = (error, result) => done(error && this.#told(error), result)
      return forward.apply(this, [...args.slice(0, -1), told])
    }
    return new Promise<pg.QueryResult>((resolve, reject) => {
      const done: Callback = (error, result) => (error ? reject(this.#told(error)) : resolve(result))
      forward.apply(this, [...args, done])
    }).catch((error: Error) => {
      Error.captureStackTrace(error)
      throw error
    })
  }

  /** With a callback (a pool passes one) or as a promise. */
  #runPrepared(statement: NamedStatement, callback: Callback | undefined): unknown {
    const send = (done: Callback) =>
      (super.query as (query: unknown) => void).call(
        this,
        new PreparedQuery(statement, (error, result) => done(error && this.#told(error), result)),
      )
    if (callback) return send(callback)
    return new Promise<pg.QueryResult>((resolve, reject) => {
      send((error, result) => (error ? reject(error) : resolve(result)))
    }).catch((error: Error) => {
      // The stack of the socket says nothing. This one leads to the caller.
      Error.captureStackTrace(error)
      throw error
    })
  }
}

interface PoolSettings {
  readonly searchPath: string
  readonly connections: number
  /** How long one statement may take; 0 means no limit (migrations, seeds). */
  readonly statementMilliseconds: number
}

/** The options in a URL come before ours. `pg` would take them instead of ours, and with them another search path. */
function withoutOptions(location: Location): { readonly location: Location; readonly given: string } {
  if (!('connectionString' in location)) return { location, given: '' }
  const [address = '', search] = location.connectionString.split('?', 2)
  if (!search) return { location, given: '' }
  const parameters = new URLSearchParams(search)
  const given = parameters.getAll('options').join(' ')
  parameters.delete('options')
  const rest = parameters.toString()
  return { location: { connectionString: rest ? `${address}?${rest}` : address }, given }
}

export function openPool(reached: Location, settings: PoolSettings): pg.Pool {
  const { location, given } = withoutOptions(reached)
  const pool = new pg.Pool({
    ...location,
    Client: PreparingClient,
    pipeline: true,
    max: settings.connections,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    application_name: 'bulwark',
    // Set once when the connection opens, not before each statement.
    options: `${given} -c timezone=UTC -c search_path=${settings.searchPath} -c statement_timeout=${settings.statementMilliseconds}`,
  } as pg.PoolConfig)
  // A broken connection is replaced at its next use, and its running statement fails. Without these listeners the error
  // would end the process; the pool itself only listens to idle connections.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
