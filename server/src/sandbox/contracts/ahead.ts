import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../db/database.ts'
import { isWrite } from './alone.ts'

// If each write waited for its answer, PostgreSQL and this process would wait for each other in turn. The seed is alone in
// its transaction, so the answers are known before: most writes answer nothing, and the ids of new rows follow each other.
// A write is sent and answered here at once. Its true answer is compared when it comes.

type Answer = Awaited<ReturnType<Tx['query']>>
type Row = Readonly<Record<string, unknown>>

/** Takes the next numbers of a sequence. */
export type TakeNumbers = (sequence: string, count: number) => readonly number[]

/** The rows that a statement will answer to these values. */
export type Foresee = (values: readonly unknown[], take: TakeNumbers) => readonly Row[]

const SEQUENCES = `
  select s.relname as name, pg_sequence_last_value(s.oid) as last
  from pg_class s where s.relkind = 'S' and s.relnamespace = current_schema()::regnamespace`

export interface Ahead {
  /** Statements that answer rows that are known before, by their texts. */
  readonly foreseen: ReadonlyMap<string, Foresee>
}

/** A transaction that answers writes before they are done. `end` waits for them, and fails if one of them did. */
export async function writingAhead(
  tx: Tx,
  { foreseen }: Ahead,
): Promise<{ readonly tx: Tx; end(): Promise<void> }> {
  const { rows } = await tx.query(SEQUENCES, [])
  const last = new Map(
    (rows as { name: string; last: number | null }[]).map((row) => [row.name, row.last ?? 0]),
  )
  const take: TakeNumbers = (sequence, count) => {
    const before = last.get(sequence) ?? Number.NaN
    last.set(sequence, before + count)
    return Array.from({ length: count }, (_, at) => before + at + 1)
  }
  const known = new Map<string, KnownWrite>()
  const kindOf = (text: string) => {
    const kind = known.get(text) ?? knownWrite(text, foreseen.get(text))
    known.set(text, kind)
    return kind
  }
  let failure: { readonly error: unknown } | undefined
  let latest: Promise<unknown> = Promise.resolve()
  const compare = (text: string, sent: Promise<Answer>, expected: readonly Row[]) => {
    latest = sent
      .then((real) => requireSame(text, real, expected))
      .catch((error: unknown) => {
        failure ??= { error }
      })
  }
  /** The first answers with rows, by the texts of their statements: they tell what the columns are. */
  const first = new Map<string, Promise<Answer>>()
  const own: Pick<Tx, 'query'> = {
    query(text, values) {
      const { foresee, takes, filled } = kindOf(text)
      const sent = tx.query(text, values)
      // How many numbers it takes is not known, so that from here on the database has to be asked.
      for (const sequence of filled) last.delete(sequence)
      if (!foresee || (takes && !last.has(takes))) return sent
      const expected = foresee(values, take)
      compare(text, sent, expected)
      if (expected.length === 0) return Promise.resolve(NOTHING)
      const like = first.get(text)
      if (like) return answerLike(like, expected)
      first.set(text, sent)
      return sent
    },
  }
  return {
    tx: own as Tx,
    async end() {
      await latest
      if (failure) throw failure.error
    },
  }
}

function requireSame(text: string, { rows }: Answer, expected: readonly Row[]): void {
  if (expected.length === 0 && rows.length === 0) return
  if (!isDeepStrictEqual(rows, expected))
    throw new Error(`The answer of the database is not the one that was foreseen: ${text}`)
}

/** The use cases of the seed do not look at how many rows were changed. */
const NOTHING: Answer = { rows: [], command: '', rowCount: null, oid: 0, fields: [] }

const answerLike = async (like: Promise<Answer>, rows: readonly Row[]): Promise<Answer> => ({
  ...(await like),
  rows: rows.map((row) => ({ ...row })),
})

const INSERT = /^\s*insert into (\w+)\s*\(([^)]*)\)\s*(values \(|select )[^;]*\breturning id\s*$/i

/** What is known of a statement before it is sent. */
interface KnownWrite {
  /** Absent: its answer is not known. */
  readonly foresee?: Foresee
  /** The sequence that it takes ids from. */
  readonly takes?: string
  /** The sequences that it takes an unknown count of numbers from. */
  readonly filled: readonly string[]
}

function knownWrite(text: string, foresee: Foresee | undefined): KnownWrite {
  if (foresee) return { foresee, filled: [] }
  if (!isWrite(text)) return { filled: [] }
  const ids = insertedIds(text)
  if (ids) return { ...ids, filled: [] }
  const filled = [...text.matchAll(/\binsert into (\w+)\s*\(([^)]*)/gi)].flatMap(([, table, columns = '']) =>
    namesId(columns) ? [] : [`${table}_id_seq`],
  )
  return answersNothing(text) ? { foresee: () => [], filled } : { filled }
}

/** An insert that answers the ids of its rows in their order. */
function insertedIds(text: string): Pick<KnownWrite, 'foresee' | 'takes'> | undefined {
  const [, table = '', columns = '', rows = ''] = INSERT.exec(text) ?? []
  if (table === '' || namesId(columns) || /\bon conflict\b/i.test(text)) return undefined
  const takes = `${table}_id_seq`
  const ids = (count: number, take: TakeNumbers): Row[] => take(takes, count).map((id) => ({ id }))
  if (rows.startsWith('values')) return { takes, foresee: (_, take) => ids(1, take) }
  // One row for each place of the arrays.
  if (!/\bfrom unnest\(\$1::/i.test(text)) return undefined
  return { takes, foresee: ([list], take) => ids((list as readonly unknown[]).length, take) }
}

const namesId = (columns: string) => columns.split(',').some((column) => column.trim() === 'id')

/** Whether the statement itself is a write without an answer. What stands in brackets before it is only for itself. */
function answersNothing(text: string): boolean {
  let depth = 0
  let outside = ''
  for (const sign of text) {
    if (sign === '(') depth += 1
    if (depth === 0) outside += sign
    if (sign === ')') depth -= 1
  }
  return (
    /^\s*(?:with [^;]*? )?(?:insert|update|delete)\b/i.test(outside) &&
    !/\breturning\b|\bselect\b[^;]*\bnextval\b/i.test(outside)
  )
}
