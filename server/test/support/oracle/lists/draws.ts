import fc from 'fast-check'
import { type Db, run } from '../../../../src/db/database.ts'
import { anyText, cut } from './texts.ts'
import type { Raw } from './world.ts'

// Repeatable random values, and inserting random rows into tables.

export interface Draws {
  draw<Value>(from: fc.Arbitrary<Value>, count: number): Value[]
  /** One of a few hundred unusual texts, so that the same text occurs several times. */
  readonly text: fc.Arbitrary<string>
  /** A text that is unique in any letter case. */
  unique(text: string): string
  /** Up to this many unique pairs. */
  pairs(ones: readonly number[], others: readonly number[], count: number): (readonly [number, number])[]
  /** Inserts rows directly into a table, and gives one column of each, in order. */
  insert(table: string, rows: readonly Raw[], answered?: string): Promise<number[]>
  /** Runs a statement that completes the inserted rows. */
  complete(statement: string): Promise<Raw[]>
}

export function openDraws(db: Db, seed: number): Draws {
  let [draws, serial] = [0, 0]
  const draw: Draws['draw'] = (from, count) => {
    draws += 1
    return fc.sample(from, { numRuns: count, seed: seed + draws })
  }
  return {
    draw,
    text: fc.constantFrom(...draw(anyText, 250)),
    unique(text) {
      serial += 1
      return `${cut(text, 30)}#${serial}`
    },
    pairs(ones, others, count) {
      if (ones.length === 0 || others.length === 0) return []
      const drawn = draw(fc.tuple(fc.constantFrom(...ones), fc.constantFrom(...others)), count)
      return [...new Map(drawn.map((pair) => [pair.join(), pair])).values()]
    },
    complete: (statement) => run<Raw>(db, statement, []),
    async insert(table, rows, answered = 'id') {
      if (rows.length === 0) return []
      const names = Object.keys(rows[0] ?? {}).join(', ')
      const inserted = await run<{ answered: number }>(
        db,
        `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb)
         returning ${answered} as answered`,
        [JSON.stringify(rows)],
      )
      return inserted.map((row) => row.answered)
    },
  }
}

export const maybe = <Value>(from: fc.Arbitrary<Value>) => fc.option(from, { freq: 4 })

/** Instants that are a millisecond apart, and the first and the last possible one. */
export const instants = [
  '2024-03-15T14:59:59.999Z',
  '2024-03-15T15:00:00.000Z',
  '2024-03-15T15:00:00.001Z',
  '2024-02-29T23:59:59.999Z',
  '2024-03-01T00:00:00.000Z',
  '0001-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
] as const

export const audited = fc.constantFrom(...instants).map((updated_at) => ({
  created_at: instants[0],
  created_by: 'x',
  updated_at,
  updated_by: 'x',
}))
