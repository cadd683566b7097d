import type { Tx } from '../../db/database.ts'

// The seed is alone in its transaction, so that many statements of its use cases need not reach the database: locks mean
// nothing, what nobody changes is read once, and numbers in a row are counted here. What the use cases write is the same.

type Answer = ReturnType<Tx['query']>

/** What is known about the tables while pieces of the seed run. */
export interface Alone {
  /** No piece changes these tables. What was read from them stays true. */
  readonly unchanged: readonly string[]
  /** Pieces only add rows that no earlier question was about. If a row is changed, what was read is forgotten. */
  readonly growing: readonly string[]
  /** These tables have no rows. */
  readonly empty: readonly string[]
  /** The texts of the statements that take the next number of the series $1. */
  readonly numbers: readonly string[]
  /** Those that read the last number of the series $1. Their last value says how many more were taken here. */
  readonly lastNumbers: readonly string[]
}

/** A transaction that answers by itself what it can. `end` writes the last numbers. */
export function answeringAlone(tx: Tx, alone: Alone): { readonly tx: Tx; end(): Promise<void> } {
  const kindOf = remembered((text) => kindOfStatement(text, alone))
  const withoutLock = remembered((text) => text.replace(LOCK, ''))
  const answers = new Map<string, Answer>()
  const answerOnce = (key: string, text: string, values: unknown[]): Answer => {
    const answer = answers.get(key) ?? tx.query(text, values)
    answers.set(key, answer)
    return answer
  }
  const series = countedSeries(tx)
  const own: Pick<Tx, 'query'> = {
    query(text, values) {
      switch (kindOf(text)) {
        case 'same':
          return answerOnce(text, text, values)
        case 'constant':
          return answerOnce(`${text} ${JSON.stringify(values)}`, withoutLock(text), values)
        case 'number':
          return series.next(text, values)
        case 'last number':
          return tx.query(text, [...values.slice(0, -1), series.takenOf(values[0])])
        case 'change':
          answers.clear()
          return tx.query(text, values)
        case 'forbidden':
          throw new Error(`This statement changes what was said to be constant: ${text}`)
        case 'other':
          return tx.query(withoutLock(text), values)
      }
    },
  }
  return { tx: own as Tx, end: series.save }
}

type Kind =
  /** Always has the same answer, whatever is asked: a lock, or a read of an empty table. */
  | 'same'
  /** Always has the same answer to the same question. */
  | 'constant'
  /** Takes the next number of a series. */
  | 'number'
  /** Reads the last number of a series. */
  | 'last number'
  /** Changes rows of a table that otherwise only grows. */
  | 'change'
  /** Changes a table that was said to be constant. */
  | 'forbidden'
  | 'other'

/** A lock at the end of a statement. In a transaction that is alone it only costs time. */
const LOCK = /\s+for (?:no key )?update(?: of \w+)?\s*$/i
/** Reads nothing: it only locks. */
const ONLY_LOCKS = /^\s*select (?:from [^;]*\bfor update\s*$|pg_advisory_xact_lock)/i
const WRITES = /\b(?:insert into|delete from|nextval|setval)\b|(?<!\bfor |\bkey )\bupdate\b/i

export const isWrite = remembered((text) => WRITES.test(text))

function kindOfStatement(text: string, { unchanged, growing, empty, ...texts }: Alone): Kind {
  if (texts.numbers.includes(text)) return 'number'
  if (texts.lastNumbers.includes(text)) return 'last number'
  if (ONLY_LOCKS.test(text)) return 'same'
  if (isWrite(text)) {
    const named = tablesAfter(text, /\b(?:insert into|delete from|update)\s+(\w+)/gi)
    if (named.some((name) => unchanged.includes(name) || empty.includes(name))) return 'forbidden'
    const changed = tablesAfter(text, /\b(?:delete from|update)\s+(\w+)/gi)
    return changed.some((name) => growing.includes(name)) ? 'change' : 'other'
  }
  const read = tablesAfter(text, /\b(?:from|join|lock table)\s+(\w+)/gi)
  if (read.length === 0) return 'other'
  if (read.every((name) => empty.includes(name))) return 'same'
  return read.every((name) => unchanged.includes(name) || growing.includes(name)) ? 'constant' : 'other'
}

const tablesAfter = (text: string, words: RegExp): string[] =>
  [...text.matchAll(words)].map(([, table = '']) => table)

/** Numbers of series: the database gives the first one, and gets the last one back at the end. */
function countedSeries(tx: Tx) {
  const known = new Map<string, { readonly first: Answer; taken: number }>()
  return {
    async next(text: string, values: unknown[]): Promise<Awaited<Answer>> {
      const name = String(values[0])
      const series = known.get(name)
      if (!series) {
        const first = tx.query(text, values)
        known.set(name, { first, taken: 0 })
        return first
      }
      series.taken += 1
      const { taken } = series
      const first = await series.first
      return { ...first, rows: first.rows.map((row: Row) => laterRow(row, taken)) }
    },
    takenOf: (name: unknown): number => known.get(String(name))?.taken ?? 0,
    async save(): Promise<void> {
      for (const [name, { taken }] of known)
        if (taken > 0)
          await tx.query('update number_series set last = last + $2 where series = $1', [name, taken])
      known.clear()
    },
  }
}

type Row = Readonly<Record<string, unknown>>

/** The same row with a later number: a plain one, or one behind a prefix such as `VSC-0000012`. */
const laterRow = (row: Row, by: number): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, laterNumber(value, by)]))

function laterNumber(value: unknown, by: number): unknown {
  if (typeof value === 'number') return value + by
  if (typeof value !== 'string') return value
  return value.replace(/\d+$/, (digits) => String(Number(digits) + by).padStart(digits.length, '0'))
}

/** There are a few hundred texts, and each runs often. */
function remembered<Value>(find: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    const answer = known.get(text)
    if (answer !== undefined) return answer
    const found = find(text)
    known.set(text, found)
    return found
  }
}
