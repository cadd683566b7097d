import { type Db, run, type Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import { happens } from '../earnings/post-earnings.ts'
import { endHolds } from '../holds/end-holds.ts'
import { columnsOfState, emitAndRead, lockContract, nextState } from '../record/change-state.ts'
import { type ContractRow, updateContract } from '../record/rows.ts'
import type { ContractServices } from '../record/services.ts'
import { settingOf } from '../record/settings.ts'
import { isOver } from './reopen-contract.ts'

/** Why an automatic step is not for a contract. */
export interface StepReason {
  readonly code: string
  readonly message: string
}

export const notEligible = (reasons: readonly StepReason[]) =>
  new Problem('NotEligible', reasons.map(({ message }) => message).join(' '), { members: { reasons } })

const HAS_REQUEST = `exists (select from cancel_request q where q.contract_id = c.id
  and q.status in ('Requested', 'NeedsInfo', 'Approved'))`

/** The contracts `c` that have run out on a day. */
export const expirable = (asOf: string, onHoldToo: boolean): Sql => sql`
  (c.status = 'Active' or (${onHoldToo} and c.status = 'OnHold' and c.held_from = 'Active'))
  and (c.expiration_date < ${asOf} or c.last_odometer > c.expiration_odometer)
  and c.open_claims = 0 and not ${sql.raw(HAS_REQUEST)}`

export const expiresOnHold = async (db: Db): Promise<boolean> =>
  (await settingOf(db, 'autoExpireOnHold')) === true

/** Expires a contract that has run out. */
export async function expireContract(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  id: number,
  asOf: string,
): Promise<{ contractId: number; result: 'Expired' }> {
  const row = await lockContract(tx, acting, id)
  const [onHoldToo, [facts]] = await runAll([
    expiresOnHold(tx),
    run<{ has_request: boolean }>(
      tx,
      `select ${HAS_REQUEST} as has_request from contract c where c.id = $1`,
      [id],
    ),
  ])
  const reasons = whyNot(row, asOf, { onHoldToo, hasRequest: facts?.has_request ?? false })
  if (reasons.length > 0) throw notEligible(reasons)
  const state = nextState(row, 'expire')
  await endHolds(tx, acting, row)
  await updateContract(tx, acting, id, {
    ...columnsOfState(state),
    status_reason: row.expiration_date < asOf ? 'ExpirationDate' : 'ExpirationOdometer',
    pending_changes: null,
    open_holds: 0,
  })
  await happens(tx, acting, row, { kind: 'Expire', date: acting.today, subjectId: null, details: {} })
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
    ...(isOver(row, asOf) ? [] : [{ code: 'NotExpired', message: 'The contract has not run out.' }]),
    ...(row.open_claims > 0 ? [{ code: 'OpenClaim', message: 'A claim is open.' }] : []),
    ...(hasRequest ? [{ code: 'OpenCancelRequest', message: 'A cancel request is open.' }] : []),
  ]
}
