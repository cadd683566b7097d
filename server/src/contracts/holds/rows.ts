import { date, flag, int, json, storedObject } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { command, statement } from '../../db/statement.ts'
import { insertAll, insertInto } from '../../db/table.ts'
import { emit } from '../../db/unit-of-work.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import { type PayablesHold, planPayablesHold, planPayablesRelease } from '../../domain/ledger/holds.ts'
import { ledgerPlan, mergePlans, rowsAfter } from '../../domain/ledger/plan.ts'
import type { LedgerRow } from '../../domain/ledger/rows.ts'
import type { Acting } from '../../http/caller.ts'
import { applyPlan } from '../../ledger/apply-plan.ts'
import { lockContractLedger } from '../../ledger/load-ledger.ts'
import { recordEvents } from '../record/events.ts'
import type { HoldReason } from '../record/hold-answer.ts'
import type { ContractRow } from '../record/rows.ts'
import { type HoldRow, holdTable, type ResolveRow, resolveTable } from '../record/tables.ts'

/** Why a contract can be held, and what follows from it. */
const REASON = statement(
  {
    ...{ id: int, is_active: flag },
    details: json(storedObject<HoldReason['details']>('blocksClaims', 'freezesPayables', 'defaultMode')),
  },
  `select id, is_active, details from reference_value where list = 'ContractHoldReason' and id = $1`,
)
export type ActiveReason = NonNullable<Awaited<ReturnType<typeof findHoldReason>>>

export const findHoldReason = (db: Db, id: number) => REASON.first(db, [id])

const HOLDS = statement(
  holdTable.columns,
  `select ${holdTable.list()} from contract_hold where contract_id = $1 order by id`,
)

/** The holds of a contract. A change of holds locks the contract's row first. */
export const loadHolds = (db: Db, contractId: number): Promise<HoldRow[]> => HOLDS.rows(db, [contractId])

export type NewHold = Omit<HoldRow, 'id' | 'status' | 'contract_id' | 'created_at' | 'created_by'>

export const insertHold = (
  tx: Tx,
  { caller, now }: Acting,
  contractId: number,
  hold: NewHold,
): Promise<number> =>
  insertInto(tx, holdTable, { ...hold, contract_id: contractId, created_at: now, created_by: caller.name })

const RESOLVE_HOLD = command(`update contract_hold set status = 'Resolved' where id = $1`)

type NewResolve = Omit<ResolveRow, 'id' | 'created_at' | 'created_by'>

/** Resolves a hold. */
export async function insertResolve(tx: Tx, { caller, now }: Acting, resolve: NewResolve): Promise<number> {
  const [id] = await Promise.all([
    insertInto(tx, resolveTable, { ...resolve, created_at: now, created_by: caller.name }),
    RESOLVE_HOLD.run(tx, [resolve.hold_id]),
  ])
  return id
}

/** The holds that freeze payables, as the ledger takes them. */
export const payablesHolds = (
  holds: readonly Pick<HoldRow, 'id' | 'codes' | 'freezes_payables'>[],
): PayablesHold[] =>
  holds
    .filter(({ freezes_payables }) => freezes_payables)
    .map(({ id, codes }) => ({ holdId: id, codes: codes ?? 'all' }))

const END_HOLDS = statement(
  { id: int, hold_date: date },
  `update contract_hold set status = 'Resolved' where contract_id = $1 and status = 'Open' returning id, hold_date`,
)

/**
 * Resolves all open holds of a contract that ends or is cancelled. The day of a resolve may depend on that of its hold. The
 * caller releases the payables, because some callers have a plan for the ledger of their own.
 */
export async function resolveHolds(
  tx: Tx,
  { caller, now }: Acting,
  { id: contractId, number, status, held_from }: ContractRow,
  dayAfter: (holdDate: CalendarDate) => CalendarDate,
): Promise<readonly { readonly id: number; readonly holdId: number }[]> {
  const ended = (await END_HOLDS.rows(tx, [contractId])).toSorted((a, b) => a.id - b.id)
  const ids = await insertAll(
    tx,
    resolveTable,
    ended.map(({ id, hold_date }) => ({
      ...{ hold_id: id, resolve_date: dayAfter(hold_date), resolution: 'Cancelled' as const },
      ...{ created_at: now, created_by: caller.name },
    })),
  )
  const data = { id: contractId, number, status: held_from ?? status }
  for (const _ of ended) emit(tx, { subject: `contracts/${contractId}`, type: 'contract.resolved', data })
  return ended.map(({ id }, at) => ({ id: ids[at] ?? 0, holdId: id }))
}

/** Resolves the open holds of a contract that ends, and releases the payables that they held. */
export async function endHolds(tx: Tx, acting: Acting, row: ContractRow): Promise<void> {
  if (row.open_holds === 0) return
  const { today } = acting
  const ended = await resolveHolds(tx, acting, row, () => today)
  await applyPlan(tx, planPayablesRelease(await lockContractLedger(tx, row.id), []), acting)
  await recordEvents(
    tx,
    acting,
    row.id,
    ended.map(({ id, holdId }) => ({
      ...{ kind: 'Resolve', date: today, subjectId: holdId, details: { resolveId: id, extendsDays: 0 } },
    })),
  )
}

const REOPEN_HOLDS = command(`update contract_hold set status = 'Open' where id = any($1::bigint[])`)

/** Reopens holds that the end of a contract had ended, and holds the payables again that they keep from being paid. */
export async function reopenHolds(
  tx: Tx,
  acting: Acting,
  holds: readonly HoldRow[],
  rows: readonly LedgerRow[],
): Promise<void> {
  if (holds.length === 0) return
  await REOPEN_HOLDS.run(tx, [holds.map(({ id }) => id)])
  const held = payablesHolds(holds).reduce(
    (plan, hold) => mergePlans(plan, planPayablesHold(rowsAfter(rows, plan), hold)),
    ledgerPlan({}),
  )
  await applyPlan(tx, held, acting)
}
