import { flag } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { statement } from '../../db/statement.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import { loadSettings } from '../../reference/settings.ts'
import { recordAndPost } from '../earnings/post-earnings.ts'
import { endHolds } from '../holds/rows.ts'
import {
  type ContractServices,
  emitAndRead,
  lockContract,
  nextState,
  stateColumns,
} from '../record/change-state.ts'
import { type ContractRow, updateContract } from '../record/rows.ts'
import { hasRunOut } from './reopen-contract.ts'

/** Why an automatic step does not apply to a contract. */
export interface StepReason {
  readonly code: string
  readonly message: string
}

export const notEligible = (reasons: readonly StepReason[]) =>
  new Problem('NotEligible', reasons.map(({ message }) => message).join(' '), { members: { reasons } })

const HAS_REQUEST = `exists (select from cancel_request q where q.contract_id = c.id
  and q.status in ('Requested', 'NeedsInfo', 'Approved'))`

const FIND_REQUEST = statement(
  { has_request: flag },
  `select ${HAS_REQUEST} as has_request from contract c where c.id = $1`,
)

/** SQL condition: the contract `c` has expired as of this date. */
export const isExpirable = (asOf: string, onHoldToo: boolean): Sql => sql`
  (c.status = 'Active' or (${onHoldToo} and c.status = 'OnHold' and c.held_from = 'Active'))
  and (c.expiration_date < ${asOf} or c.last_odometer > c.expiration_odometer)
  and c.open_claims = 0 and not ${sql.raw(HAS_REQUEST)}`

/** Whether contracts on hold expire too. */
export const loadExpiresOnHold = async (db: Db): Promise<boolean> =>
  (await loadSettings(db, ['autoExpireOnHold'])).autoExpireOnHold

/** Expires a contract whose date or odometer limit has passed. */
export async function expireContract(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  id: number,
  asOf: string,
): Promise<{ contractId: number; result: 'Expired' }> {
  const row = await lockContract(tx, acting, id)
  const [onHoldToo, facts] = await runAll([loadExpiresOnHold(tx), FIND_REQUEST.first(tx, [id])])
  const reasons = whyNot(row, asOf, { onHoldToo, hasRequest: facts?.has_request ?? false })
  if (reasons.length > 0) throw notEligible(reasons)
  const state = nextState(row, 'expire')
  await endHolds(tx, acting, row)
  await updateContract(tx, acting, id, {
    ...stateColumns(state),
    status_reason: row.expiration_date < asOf ? 'ExpirationDate' : 'ExpirationOdometer',
    pending_changes: null,
    open_holds: 0,
  })
  await recordAndPost(tx, acting, row, { kind: 'Expire', date: acting.today, subjectId: null, details: {} })
  await emitAndRead(tx, services, acting, id, 'expired')
  return { contractId: id, result: 'Expired' }
}

function whyNot(
  row: ContractRow,
  asOf: string,
  { onHoldToo, hasRequest }: { readonly onHoldToo: boolean; readonly hasRequest: boolean },
): StepReason[] {
  const isHeld = row.status === 'OnHold' && row.held_from === 'Active'
  const isActive = row.status === 'Active' || (onHoldToo && isHeld)
  return [
    ...(isActive ? [] : [{ code: 'NotActive', message: `The contract is ${row.status}.` }]),
    ...(hasRunOut(row, asOf) ? [] : [{ code: 'NotExpired', message: 'The contract has not expired.' }]),
    ...(row.open_claims > 0 ? [{ code: 'OpenClaim', message: 'The contract has an open claim.' }] : []),
    ...(hasRequest
      ? [{ code: 'OpenCancelRequest', message: 'The contract has an open cancel request.' }]
      : []),
  ]
}
