import type pg from 'pg'
import type { Columns } from './columns.ts'
import { type Db, isOnConnection } from './database.ts'
import { shareUnit } from './unit-of-work.ts'

// Each statement costs a message, an answer and, on a cluster, one more hop to a worker. Statements that do not depend on
// each other become one: reads become subqueries of one SELECT, writes become its common tables, and each gets its own rows
// back, as JSON. Use cases do not see the difference: they call the same functions with the handle that they are given.

/**
 * Sends the statements as one that `ask` sends before it first waits. All of them see the data as it was before, so a
 * statement that needs what another one locks or writes must not be among them. No two of them may change the same row.
 * Writes are done in their order. Statements that `ask` sends later are sent by themselves.
 */
export function together<Handle extends Db, Answer>(
  db: Handle,
  ask: (db: Handle) => Promise<Answer>,
): Promise<Answer> {
  if (!isOnConnection(db)) return ask(db)
  const asked: Asked[] = []
  let isOpen = true
  const own: Db = {
    query(text, values, columns) {
      if (!isOpen) return db.query(text, values, columns)
      return new Promise((resolve, reject) => {
        asked.push({ text, values, columns, resolve, reject })
      })
    },
  }
  shareUnit(db, own)
  // A handle has nothing but `query`; whether it is a transaction is only for the compiler.
  const answer = ask(own as Handle)
  isOpen = false
  for (const message of messagesFor(asked)) send(db, message, asked)
  return answer
}

interface Asked {
  readonly text: string
  readonly values: readonly unknown[]
  readonly columns: Columns | undefined
  resolve(result: pg.QueryResult): void
  reject(error: unknown): void
}

/** One text for some of the statements, from the first to before the last. */
interface Message {
  readonly text: string
  readonly from: number
  readonly to: number
}

function send(db: Db, { text, from, to }: Message, asked: readonly Asked[]): void {
  const parts = asked.slice(from, to)
  const values = parts.flatMap((part) => part.values)
  const [only] = parts
  if (parts.length === 1 && only) {
    db.query(text, values, only.columns).then(only.resolve, only.reject)
    return
  }
  db.query(text, values).then(
    ({ rows: [row] }) => {
      for (const [at, part] of parts.entries()) part.resolve(resultOf(row[nameOf(at)], part.columns))
    },
    (error: unknown) => {
      for (const part of parts) part.reject(error)
    },
  )
}

// The same statements come together again and again. Their messages are found by their texts, one after the other.
interface Known {
  readonly next: Map<string, Known>
  messages?: readonly Message[]
}
const KNOWN_AT_MOST = 2_000
let first: Known = { next: new Map() }
let known = 0

function messagesFor(asked: readonly Asked[]): readonly Message[] {
  let place = first
  for (const { text } of asked) {
    let next = place.next.get(text)
    if (!next) {
      next = { next: new Map() }
      place.next.set(text, next)
    }
    place = next
  }
  if (place.messages) return place.messages
  known += 1
  if (known > KNOWN_AT_MOST) {
    first = { next: new Map() }
    known = 0
  }
  place.messages = joinTexts(asked.map(({ text, values }) => ({ text, count: values.length })))
  return place.messages
}

interface Part {
  readonly text: string
  /** How many parameters it has. */
  readonly count: number
}

/** Texts that follow each other become one. One that must be by itself stays in its place. */
export function joinTexts(parts: readonly Part[]): Message[] {
  const messages: Message[] = []
  let from = 0
  const close = (to: number) => {
    const joined = parts.slice(from, to)
    const [only] = joined
    if (only) messages.push({ text: joined.length === 1 ? only.text : joinedText(joined), from, to })
    from = to
  }
  for (const [at, { text }] of parts.entries()) {
    if (!isByItself(text)) continue
    close(at)
    close(at + 1)
  }
  close(parts.length)
  return messages
}

const WRITE = /^\s*(?:insert|update|delete)\b/i
const READ = /^\s*(?:select|with)\b/i
/** Numbers and locks of the whole administrator are taken on the coordinator of a cluster, so no table may be beside them. */
const ON_COORDINATOR = /\b(?:nextval|setval|pg_(?:try_)?advisory\w*)\b/i
const CHANGES = /\b(?:insert into|delete from)\b|(?<!\bfor |\bkey )\bupdate\b/i

/** A common table that changes rows cannot stand inside another one. */
const isByItself = (text: string): boolean =>
  ON_COORDINATOR.test(text) || !(WRITE.test(text) || (READ.test(text) && !CHANGES.test(text)))

const nameOf = (at: number) => `part${at}`

function joinedText(parts: readonly Part[]): string {
  const changes: string[] = []
  const answers: string[] = []
  let taken = 0
  for (const [at, { text, count }] of parts.entries()) {
    const name = nameOf(at)
    const own = withParametersAfter(text, taken)
    taken += count
    if (!WRITE.test(text)) {
      answers.push(`(select ${asJson(name)} from (${own}\n) as ${name}) as ${name}`)
      continue
    }
    const isAnswered = /\breturning\b/i.test(text)
    changes.push(`${name} as (${own}${isAnswered ? '' : ' returning true as done'}\n)`)
    answers.push(`(select ${isAnswered ? asJson(name) : 'count(*)'} from ${name}) as ${name}`)
  }
  const before = changes.length > 0 ? `with ${changes.join(',\n')}\n` : ''
  return `${before}select ${answers.join(',\n')}`
}

const asJson = (name: string) => `coalesce(json_agg(${name}), '[]')`

const withParametersAfter = (text: string, taken: number): string =>
  text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + taken}`)

type Row = Record<string, unknown>

/** The answer to a statement as if it had been sent by itself: its rows, or how many it has changed. */
function resultOf(answer: Row[] | number, columns: Columns | undefined): pg.QueryResult {
  const rows = typeof answer === 'number' ? [] : answer
  if (columns) restoreValues(rows, columns)
  return {
    ...{ rows, rowCount: typeof answer === 'number' ? answer : rows.length, command: '', oid: 0 },
    // Only tests look at them.
    get fields() {
      return fieldsOf(rows[0], columns)
    },
  }
}

/** JSON writes instants and bytes as text. */
const restorers: Readonly<Record<string, (text: string) => unknown>> = {
  timestamptz: (text) => new Date(text),
  bytea: (text) => Buffer.from(text.slice(2), 'hex'),
}

interface Restored {
  readonly name: string
  readonly restore: (text: string) => unknown
}
const restoredIn = new WeakMap<Columns, readonly Restored[]>()

function restoreValues(rows: readonly Row[], columns: Columns): void {
  const restored = restoredIn.get(columns) ?? columnsToRestore(columns)
  restoredIn.set(columns, restored)
  for (const { name, restore } of restored)
    for (const row of rows) {
      const value = row[name]
      if (typeof value === 'string') row[name] = restore(value)
    }
}

const columnsToRestore = (columns: Columns): Restored[] =>
  Object.entries(columns).flatMap(([name, { type }]) => {
    const restore = restorers[type]
    return restore ? [{ name, restore }] : []
  })

/** The names that were returned, with the declared types. The types are compared where every statement is prepared. */
const fieldsOf = (row: Row | undefined, columns: Columns = {}): pg.FieldDef[] =>
  Object.keys(row ?? columns).map((name) => ({
    ...{ name, dataTypeID: columns[name]?.oids[0] ?? 0, format: 'text' },
    ...{ tableID: 0, columnID: 0, dataTypeSize: 0, dataTypeModifier: 0 },
  }))
