import { int } from './columns.ts'
import type { Db, Tx } from './database.ts'
import { statement } from './statement.ts'
import { sharedTurn, type Turn } from './turns.ts'
import { unitOf } from './unit-of-work.ts'

// Rows that name each other get their ids before they are written. Numbers are taken by a statement that does nothing else:
// inside another statement a cluster would take them on a worker, which counts for itself. The limit changes nothing but the
// planner's guess of the rows: without it, PostgreSQL makes a new plan each time, which costs as much as all the rest.
const TAKE = statement(
  { id: int },
  'select nextval($1::regclass)::bigint as id from generate_series(1, $2::integer) limit $2::integer',
)

/** The statement that takes numbers. */
export const TAKE_NUMBERS = TAKE.text

/** The next numbers of a sequence, in order. They stay taken if the transaction is rolled back. */
export async function takeNumbers(db: Db, sequence: string, count: number): Promise<number[]> {
  if (count === 0) return []
  return (await TAKE.rows(db, [sequence, count])).map(({ id }) => id)
}

const FROM_WANTED =
  'select nextval(sequence::regclass)::bigint as id from unnest($1::text[]) as wanted (sequence)'
const TAKE_SEVERAL = statement({ id: int }, FROM_WANTED)
const TAKE_IN_TURN = statement({ id: int }, `${FROM_WANTED} where (${sharedTurn('$2')}) is not null`)

/** The statements that take numbers of several sequences: $1 names one for each number. */
export const TAKE_SEVERAL_NUMBERS: readonly string[] = [TAKE_SEVERAL.text, TAKE_IN_TURN.text]

/** The sequence of the positions of audit records. */
export const AUDIT_POSITION = 'audit_position'

/** How many numbers of which sequences a write needs. */
export type WantedNumbers = Readonly<Record<string, number>>

/** Gives the numbers that were taken, those of each sequence in order. */
export type TakenNumbers = (sequence: string, count?: number) => number[]

/**
 * Takes the numbers of several sequences with one statement. If the write is audited, the position of its record is taken
 * too: the caller has locked what it writes. With a turn, the same statement shares it (turns.ts).
 */
export async function takeAllNumbers(
  tx: Tx,
  wanted: WantedNumbers,
  { turn }: { readonly turn?: Turn } = {},
): Promise<TakenNumbers> {
  const unit = unitOf(tx)
  const takesPosition = unit.isAudited && !unit.hasPosition
  if (takesPosition) unit.hasPosition = true
  const all = { ...wanted, ...(takesPosition ? { [AUDIT_POSITION]: 1 } : {}) }
  const sequences = Object.entries(all).flatMap(([sequence, count]) =>
    Array.from({ length: count }, () => sequence),
  )
  const left = new Map<string, number[]>(Object.keys(all).map((sequence) => [sequence, []]))
  const taking = turn
    ? TAKE_IN_TURN.rows(tx, [sequences, turn])
    : sequences.length === 0
      ? Promise.resolve([])
      : TAKE_SEVERAL.rows(tx, [sequences])
  if (takesPosition) {
    // The position is the last number.
    unit.auditPosition = taking.then((rows) => rows.at(-1)?.id)
    // The end of the transaction awaits it. Until then its failure must not count as unhandled.
    unit.auditPosition.catch(() => undefined)
  }
  const rows = await taking
  for (const [at, { id }] of rows.entries()) left.get(sequences[at] ?? '')?.push(id)
  return (sequence, count = left.get(sequence)?.length ?? 0) => left.get(sequence)?.splice(0, count) ?? []
}
