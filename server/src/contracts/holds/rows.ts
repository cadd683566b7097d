import { type Db, run, type Tx } from '../../db/database.ts'
import type { PayablesHold } from '../../domain/ledger/holds.ts'
import type { Acting } from '../../http/caller.ts'

/** A hold as it is kept. */
export interface HoldRow {
  readonly id: number
  readonly reason_id: number
  readonly hold_date: string
  readonly mode: 'Freeze' | 'Suspend'
  readonly freezes_payables: boolean
  readonly blocks_claims: boolean
  /** Null: all lines. */
  readonly codes: readonly string[] | null
  readonly note: string | null
  readonly status: 'Open' | 'Resolved'
}

/** Why a contract is held, and what follows from it. */
export interface Reason {
  readonly id: number
  readonly is_active: boolean
  readonly details: {
    readonly blocksClaims: boolean
    readonly freezesPayables: boolean
    readonly defaultMode: HoldRow['mode']
  }
}

export async function findReason(db: Db, id: number): Promise<Reason | undefined> {
  const [reason] = await run<Reason>(
    db,
    `select id, is_active, details from reference_value where list = 'ContractHoldReason' and id = $1`,
    [id],
  )
  return reason
}

const COLUMNS = 'id, reason_id, hold_date, mode, freezes_payables, blocks_claims, codes, note, status'

/** The holds of a contract. Its row is locked by whoever changes them. */
export const holdsOf = (db: Db, contractId: number): Promise<HoldRow[]> =>
  run<HoldRow>(db, `select ${COLUMNS} from contract_hold where contract_id = $1 order by id`, [contractId])

const INSERT_HOLD = `insert into contract_hold (contract_id, reason_id, hold_date, mode, freezes_payables, blocks_claims,
    codes, note, created_at, created_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`

export async function insertHold(
  tx: Tx,
  { caller, now }: Acting,
  contractId: number,
  hold: Omit<HoldRow, 'id' | 'status'>,
): Promise<number> {
  const { reason_id, hold_date, mode, freezes_payables, blocks_claims, codes, note } = hold
  const [row] = await run<{ id: number }>(tx, INSERT_HOLD, [
    ...[contractId, reason_id, hold_date, mode, freezes_payables, blocks_claims, codes, note],
    ...[now, caller.name],
  ])
  return row?.id ?? 0
}

const INSERT_RESOLVE = `insert into contract_resolve (hold_id, resolve_date, resolution, note, catch_up, extends_days,
    created_at, created_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`

export interface NewResolve {
  readonly holdId: number
  readonly resolveDate: string
  readonly resolution: string
  readonly note: string | null
  readonly catchUp: readonly { readonly code: string; readonly amount: number }[]
  /** Null where the hold did not stop the clock. */
  readonly extendsDays: number | null
}

/** The hold is no more open. */
export async function insertResolve(
  tx: Tx,
  { caller, now }: Acting,
  { holdId, resolveDate, resolution, note, catchUp, extendsDays }: NewResolve,
): Promise<number> {
  const [[row]] = await Promise.all([
    run<{ id: number }>(tx, INSERT_RESOLVE, [
      ...[holdId, resolveDate, resolution, note, JSON.stringify(catchUp), extendsDays],
      ...[now, caller.name],
    ]),
    run(tx, `update contract_hold set status = 'Resolved' where id = $1`, [holdId]),
  ])
  return row?.id ?? 0
}

/** Those of some holds that stop what is to be paid out, as the ledger knows them. */
export const payablesHeld = (holds: readonly HoldRow[]): PayablesHold[] =>
  holds
    .filter(({ freezes_payables }) => freezes_payables)
    .map(({ id, codes }) => ({ holdId: id, codes: codes ?? 'all' }))
