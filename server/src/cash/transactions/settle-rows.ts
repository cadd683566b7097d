import { int, orNull } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { command, statement } from '../../db/statement.ts'
import type { Application } from '../../domain/cash/cash.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import type { LedgerPlan } from '../../domain/ledger/plan.ts'
import type { LedgerRow } from '../../domain/ledger/rows.ts'
import type { Acting } from '../../http/caller.ts'
import { applyPlan } from '../../ledger/apply-plan.ts'
import { ledgerTable } from '../../ledger/ledger-table.ts'

// The ledger rows that cash pays: locked, paid, and recorded.

/** The rows to pay, and all rows of the contracts that they belong to. All are locked. */
export interface LockedRows {
  readonly rows: ReadonlyMap<number, LedgerRow>
  readonly contractIds: readonly number[]
  readonly ofContracts: readonly LedgerRow[]
}

const CONTRACTS_OF = statement(
  { id: orNull(int) },
  'select distinct contract_id as id from ledger where id = any($1::bigint[]) and contract_id is not null order by 1',
)
const LOCK_CONTRACTS = command('select from contract where id = any($1::bigint[]) order by id for update')
const LOCK_ROWS = statement(
  ledgerTable.columns,
  `select ${ledgerTable.list()} from ledger where contract_id = any($1::bigint[]) or id = any($2::bigint[])
   order by id for update`,
)

/**
 * Locks rows in the order that every other change of a contract follows: contracts by their ids, then their rows. A
 * contract decides by all its rows whether it is funded.
 */
export async function lockRows(tx: Tx, ids: readonly number[]): Promise<LockedRows> {
  const contractIds = (await CONTRACTS_OF.rows(tx, [ids])).flatMap(({ id }) => id ?? [])
  const [, locked] = await Promise.all([
    LOCK_CONTRACTS.run(tx, [contractIds]),
    LOCK_ROWS.rows(tx, [contractIds, ids]),
  ])
  const wanted = new Set(ids)
  return {
    rows: new Map(locked.filter(({ id }) => wanted.has(id)).map((row) => [row.id, row])),
    contractIds,
    ofContracts: locked.filter(({ contractId }) => contractId !== null),
  }
}

const INSERT_DETAILS = command(`
  insert into ledger_detail (ledger_id, cash_transaction_id, applied_amount, applied_at, accounting_date, is_reversal)
  select new.ledger_id, $1, new.amount, $2, $3, $4
  from unnest($5::bigint[], $6::bigint[]) with ordinality as new (ledger_id, amount, position) order by new.position`)

/** Of what was paid ahead and taken back before the finalize the books have neither, so both count on the same day. */
const NEVER_BOOKED = command(`
  update ledger_detail set accounting_date = $3 where cash_transaction_id = $1 and ledger_id = any($2::bigint[])`)

export interface Settlement {
  readonly cashTransactionId: number
  readonly applications: readonly Application[]
  readonly isReversal: boolean
  readonly accountingDate: CalendarDate
}

/** Writes what cash does to rows: the plan, and which part of the cash each row got or gave back. */
export async function settleRows(
  tx: Tx,
  acting: Acting,
  plan: LedgerPlan,
  { cashTransactionId, applications, isReversal, accountingDate }: Settlement,
): Promise<void> {
  const ids = applications.map(({ row }) => row.id)
  if (ids.length > 0)
    await INSERT_DETAILS.run(tx, [
      ...[cashTransactionId, acting.now, accountingDate, isReversal, ids],
      applications.map(({ amount }) => amount),
    ])
  const ahead = applications.filter(({ row }) => row.waitsFor === 'Finalize').map(({ row }) => row.id)
  if (isReversal && ahead.length > 0) await NEVER_BOOKED.run(tx, [cashTransactionId, ahead, accountingDate])
  await applyPlan(tx, plan, acting)
}
