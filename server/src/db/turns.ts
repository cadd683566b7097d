import { text } from './columns.ts'
import type { Tx } from './database.ts'
import { statement } from './statement.ts'

/** What an administrator has once, and what one transaction at a time may decide about. */
export type Turn =
  | 'accounting months'
  | 'cancel rules'
  | 'custom fields'
  | 'disbursement changes'
  | 'parents'
  | 'rate books'

// A lock of the whole table would go to every node of a cluster. Who shares the lock of a row overtakes one who waits for it
// alone. These locks are served in turn, and nothing is written for them. They are taken on the coordinator of a cluster, so
// a statement that takes one reads no table.
const lock = (turn: string) => `hashtextextended(current_schema() || ' ' || ${turn}::text, 0)`

/** SQL that shares the turn of a parameter. */
export const sharedTurn = (turn: string) =>
  `select pg_advisory_xact_lock_shared(${lock(turn)})::text as locked`

const ALONE = statement({ locked: text }, `select pg_advisory_xact_lock(${lock('$1')})::text as locked`)
const SHARED = statement({ locked: text }, sharedTurn('$1'))

/** Waits until nobody else has the turn, and keeps it until the transaction ends. */
export async function takeTurn(tx: Tx, turn: Turn): Promise<void> {
  await ALONE.first(tx, [turn])
}

/** Waits until nobody has the turn alone. Others may share it; nobody gets it alone until the transaction ends. */
export async function shareTurn(tx: Tx, turn: Turn): Promise<void> {
  await SHARED.first(tx, [turn])
}
