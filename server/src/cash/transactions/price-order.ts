import { int } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import type { Application } from '../../domain/cash/cash.ts'
import type { PriceOf } from '../../domain/cash/cash-plans.ts'
import type { LedgerRow } from '../../domain/ledger/rows.ts'

// A refinalize books all its rows with one journal entry, so the entries tell the prices of a contract apart, in their
// order. Dates do not: a contract may be refinalized twice in a day.
const REFINALIZES = statement(
  { lineId: int, entryId: int },
  `select ledger_id as "lineId", min(entry_id) as "entryId" from journal
   where ledger_id = any($1::bigint[]) and entry_type = 'Refinalize' and reverses_id is null group by 1`,
)

/** Which price of its contract each row belongs to. Only asked of the database when money for a later price is taken back. */
export async function priceOrder(
  tx: Tx,
  applications: readonly Application[],
  ofContracts: readonly LedgerRow[],
): Promise<PriceOf> {
  if (!applications.some(({ row }) => row.ledgerType === 'Refinalize')) return () => 0
  const later = ofContracts.filter(({ ledgerType }) => ledgerType === 'Refinalize')
  const lines = [...new Set(later.map(({ lineId }) => lineId))]
  const prices = new Map(
    (await REFINALIZES.rows(tx, [lines])).map(({ lineId, entryId }) => [lineId, entryId]),
  )
  return ({ lineId }) => prices.get(lineId) ?? 0
}
