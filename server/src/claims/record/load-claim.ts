import { type ContractRow, findAndLockContract } from '../../contracts/record/rows.ts'
import type { Db, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { query, statement } from '../../db/statement.ts'
import { lockedOnce } from '../../db/unit-of-work.ts'
import type { Caller } from '../../http/caller.ts'
import { found } from '../../http/problems.ts'
import { type InspectionRead, loadInspections } from './inspection-answer.ts'
import {
  type ClaimHoldRow,
  type ClaimRow,
  claimTable,
  type DetailRow,
  detailTable,
  holdTable,
  type RequestRow,
  requestTable,
  type ServiceEventRow,
  serviceEventTable,
} from './tables.ts'
import { andSeenBy } from './visibility.ts'

/** A claim with everything that is stored of it. */
export interface ClaimRecord {
  readonly claim: ClaimRow
  /** In sequence. */
  readonly details: readonly DetailRow[]
  readonly holds: readonly ClaimHoldRow[]
  readonly requests: readonly RequestRow[]
  readonly events: readonly ServiceEventRow[]
  readonly inspections: readonly InspectionRead[]
}

/** A claim that will be changed. Its contract is locked, which every change of its claims takes first. */
export interface LockedClaim extends ClaimRecord {
  readonly contract: ContractRow
}

const CLAIM = sql.raw(`select ${claimTable.list('m')} from claim m join contract c on c.id = m.contract_id`)
const claimQuery = query(claimTable.columns)

/** The claim, if the caller may see it. Answers 404 otherwise. */
export const seeClaim = async (db: Db, caller: Caller, id: number): Promise<ClaimRow> =>
  found(await claimQuery`${CLAIM} where m.id = ${id} ${andSeenBy(caller)}`.first(db), `claim ${id}`)

const FIND = statement(claimTable.columns, `select ${claimTable.list()} from claim where id = $1`)
const DETAILS = statement(
  detailTable.columns,
  `select ${detailTable.list()} from claim_detail where claim_id = $1 order by sequence`,
)
const HOLDS = statement(
  holdTable.columns,
  `select ${holdTable.list()} from claim_hold where claim_id = $1 order by id`,
)
const REQUESTS = statement(
  requestTable.columns,
  `select ${requestTable.list()} from claim_payment_request where claim_id = $1 order by id`,
)
const EVENTS = statement(
  serviceEventTable.columns,
  `select ${serviceEventTable.list()} from ppm_claim_event where claim_id = $1 order by id`,
)

/** Everything that is stored of a claim. The statements are sent together. */
export async function loadRecord(db: Db, id: number): Promise<ClaimRecord> {
  const [claim, details, holds, requests, events, inspections] = await Promise.all([
    FIND.first(db, [id]),
    DETAILS.rows(db, [id]),
    HOLDS.rows(db, [id]),
    REQUESTS.rows(db, [id]),
    EVENTS.rows(db, [id]),
    loadInspections(db, id),
  ])
  return { claim: found(claim, `claim ${id}`), details, holds, requests, events, inspections }
}

/** Locks a claim for a change: its contract first, then everything is read. */
export const lockClaim = (tx: Tx, caller: Caller, id: number): Promise<LockedClaim> =>
  lockedOnce(tx, `claim ${id}`, async () => {
    const { contract_id } = await seeClaim(tx, caller, id)
    return lockClaimOf(tx, contract_id, id)
  })

/** The same for any caller, where the contract is known. */
export async function lockClaimOf(tx: Tx, contractId: number, id: number): Promise<LockedClaim> {
  const contract = found(await findAndLockContract(tx, contractId), `contract ${contractId}`)
  return { contract, ...(await loadRecord(tx, id)) }
}
