import fc from 'fast-check'
import { type Db, run } from '../../../../src/db/database.ts'
import { anyText, cut } from './texts.ts'
import type { Raw } from './world.ts'

// Chance that comes out the same with the same seed, and the way of its rows into the tables.

export interface Draws {
  draw<Value>(from: fc.Arbitrary<Value>, count: number): Value[]
  /** One of a few hundred odd texts, so that the same one stands in several places. */
  readonly text: fc.Arbitrary<string>
  /** With a mark of its own, so that nothing else of its kind is the same, whatever the letter case. */
  unique(text: string): string
  /** As many pairs, or some fewer: each is there once. */
  pairs(ones: readonly number[], others: readonly number[], count: number): (readonly [number, number])[]
  /** Writes the rows straight into a table; answers a column of each, in their order. */
  insert(table: string, rows: readonly Raw[], answered?: string): Promise<number[]>
  /** A statement that completes what was inserted. */
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

/** Instants that are a millisecond apart, and the first and last there are. */
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
