import type { Tx } from '../../db/database.ts'
import { openUnit } from '../../db/unit-of-work.ts'
import { type Ahead, writingAhead } from './ahead.ts'
import { type Alone, answeringAlone, isWrite } from './alone.ts'

// The seed is thousands of small writes on one connection. One after the other, PostgreSQL would wait for us as long as
// we wait for it. So the next pieces of work read and compute already while the present one writes. All writes are sent
// in the order of the pieces, so ids and numbers are the same as if each piece had waited for the one before it.

/** One piece of work, such as one step of a contract. */
export interface Piece {
  /** Names of what it changes. It begins after all earlier pieces that change one of them. */
  readonly changes: readonly string[]
  /** Names of what it only reads. It begins after all earlier pieces that change one of them. */
  readonly reads?: readonly string[]
  run(tx: Tx): Promise<unknown>
}

const PIECES_AT_ONCE = 12

/**
 * Runs all pieces in one transaction. With `alone`, many statements are answered here. If one piece fails, the error of the
 * first that failed is thrown after all have ended.
 */
export async function runInTurn(tx: Tx, pieces: readonly Piece[], alone?: Alone & Ahead): Promise<void> {
  if (!alone) return runPieces(tx, pieces)
  const ahead = await writingAhead(tx, alone)
  const answering = answeringAlone(ahead.tx, alone)
  try {
    await runPieces(answering.tx, pieces)
  } catch (error) {
    // After a write has failed, all others fail as well. Its own error says why.
    await ahead.end()
    throw error
  }
  await answering.end()
  await ahead.end()
}

async function runPieces(shared: Tx, pieces: readonly Piece[]): Promise<void> {
  const lastChange = new Map<string, Promise<unknown>>()
  /** Each is settled when its piece and all before it have ended. */
  const ends: Promise<unknown>[] = []
  try {
    for (const piece of pieces) {
      await ends.at(-PIECES_AT_ONCE)
      const turn = ends.at(-1) ?? Promise.resolve()
      const earlier = [...piece.changes, ...(piece.reads ?? [])].map((name) => lastChange.get(name))
      const work = Promise.all(earlier).then(() => runPiece(shared, turn, piece))
      const end = Promise.all([turn, work])
      // Awaited below. Until then its failure must not count as unhandled.
      end.catch(() => undefined)
      ends.push(end)
      for (const name of piece.changes) lastChange.set(name, work)
    }
    await ends.at(-1)
  } finally {
    await Promise.allSettled(ends)
  }
}

async function runPiece(tx: Tx, turn: Promise<unknown>, piece: Piece): Promise<void> {
  const own = transactionInTurn(tx, turn)
  // Each piece is a write of its own: it does not rely on what the one before it has locked and read.
  const { sent } = openUnit(own)
  await piece.run(own)
  await Promise.all(sent)
}

/** Sends reads at once, and the first write and everything after it when the turn has come. */
function transactionInTurn(tx: Tx, turn: Promise<unknown>): Tx {
  let isTurn = false
  let hasWrite = false
  turn.then(
    () => {
      isTurn = true
    },
    () => undefined,
  )
  const own: Pick<Tx, 'query'> = {
    query(text, values) {
      hasWrite ||= isWrite(text)
      if (isTurn || !hasWrite) return tx.query(text, values)
      return turn.then(() => tx.query(text, values))
    },
  }
  return own as Tx
}
