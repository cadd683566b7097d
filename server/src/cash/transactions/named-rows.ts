import { seesCostLines } from '../../access/cost-visibility.ts'
import { int, ints } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { query } from '../../db/statement.ts'
import type { LedgerRow } from '../../domain/ledger/rows.ts'
import type { Caller } from '../../http/caller.ts'
import { mergedLedger } from '../../ledger/ledger-view.ts'

/** The stored rows behind each id that a request names. */
export type NamedRows = ReadonlyMap<number, readonly number[]>

/**
 * What the caller means by ids of ledger rows. Staff mean the rows themselves. A limited caller names the dealer cost of a
 * contract by its one merged row; a row that it does not see is left out, because an answer about one line of the cost
 * would tell its amount.
 */
export async function namedRows(tx: Tx, caller: Caller, ids: readonly number[]): Promise<NamedRows> {
  if (seesCostLines(caller)) return new Map(ids.map((id) => [id, [id]]))
  const seen = await query({ id: int, members: ints })`select l.id, l.members from ${mergedLedger(caller)} l
    where l.id = any(${ids}::bigint[])`.rows(tx)
  return new Map(seen.map(({ id, members }) => [id, members]))
}

export const everyRow = (named: NamedRows): number[] => [...named.values()].flat()

/** The locked rows behind an id. None when the caller does not see it. */
export const rowsNamed = (
  id: number,
  named: NamedRows,
  rows: ReadonlyMap<number, LedgerRow>,
): readonly LedgerRow[] => (named.get(id) ?? []).flatMap((member) => rows.get(member) ?? [])
