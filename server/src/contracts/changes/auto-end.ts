import { flag } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { statement } from '../../db/statement.ts'
import { emit } from '../../db/unit-of-work.ts'
import { addDays, dateIn } from '../../domain/dates.ts'
import type { Acting } from '../../http/caller.ts'
import { notEligible, type StepReason } from '../../http/not-eligible.ts'
import { loadSettings } from '../../reference/settings.ts'
import { recordAndPost } from '../earnings/post-earnings.ts'
import { endHolds } from '../holds/rows.ts'
import { type ContractServices, lockContract, nextState, stateColumns } from '../record/change-state.ts'
import { type ContractRow, updateContract } from '../record/rows.ts'
import { hasRunOut } from './reopen-contract.ts'
import { voidContract } from './void-contract.ts'

// The two automatic ends of a contract: it expires after its term, or it is voided because it was abandoned.

/** SQL condition: the contract `c` has an open cancel request. */
export const HAS_REQUEST = `exists (select from cancel_request q where q.contract_id = c.id
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
  acting: Acting,
  id: number,
  asOf: string,
): Promise<{ contractId: number; result: 'Expired' }> {
  const row = await lockContract(tx, acting, id)
  const [onHoldToo, facts] = await runAll([loadExpiresOnHold(tx), FIND_REQUEST.first(tx, [id])])
  const reasons = whyNotExpire(row, asOf, { onHoldToo, hasRequest: facts?.has_request ?? false })
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
  emitEnd(tx, row, 'Expired')
  return { contractId: id, result: 'Expired' }
}

/** The contract is not answered, so it is not read again for its event. */
const emitEnd = (tx: Tx, { id, number }: ContractRow, status: 'Expired' | 'Voided') =>
  emit(tx, {
    ...{ subject: `contracts/${id}`, type: `contract.${status === 'Expired' ? 'expired' : 'voided'}` },
    data: { id, number, status },
  })

function whyNotExpire(
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

/** How long a pending contract waits for payment, and how long a quote is valid. */
interface VoidPeriods {
  readonly pendingDays: number
  readonly quoteDays: number
  readonly timeZone: string
}

export async function loadVoidPeriods(db: Db, { caller }: Pick<Acting, 'caller'>): Promise<VoidPeriods> {
  const { autoVoidDays, quoteValidDays } = await loadSettings(db, ['autoVoidDays', 'quoteValidDays'])
  return { pendingDays: autoVoidDays, quoteDays: quoteValidDays, timeZone: caller.tenant.timeZone }
}

const IS_WAITING = `(c.status = 'Pending' or (c.status = 'OnHold' and c.held_from = 'Pending'))`
const HAS_MONEY = `exists (select from ledger g where g.contract_id = c.id
  and (g.paid_amount > 0 or g.status in ('Paid', 'InProcess')))`
const HAS_FORM = `exists (select from document d where d.entity_type = 'Contract' and d.entity_id = c.id and d.versions > 0
  and (d.details ->> 'isSigned')::boolean)`

/** A claim that was paid or closed counts as well: coverage was used. */
export const HAS_CLAIM = `exists (select from claim k where k.contract_id = c.id and k.status not in ('Denied', 'Voided'))`

const FIND_FACTS = statement(
  { has_money: flag, has_form: flag, has_claim: flag },
  `select ${HAS_MONEY} as has_money, ${HAS_FORM} as has_form, ${HAS_CLAIM} as has_claim from contract c where c.id = $1`,
)
type VoidFacts = NonNullable<Awaited<ReturnType<typeof FIND_FACTS.first>>>

/** SQL condition: the contract `c` was abandoned. A contract with a signed form is left for a person to decide. */
export const isAbandoned = (asOf: string, { pendingDays, quoteDays, timeZone }: VoidPeriods): Sql => sql`
  ((${sql.raw(IS_WAITING)} and c.funding_status = 'NotFunded' and c.sale_date + ${pendingDays}::integer < ${asOf}::date)
    or (c.status = 'Quote' and (c.created_at at time zone ${timeZone})::date + ${quoteDays}::integer < ${asOf}::date))
  and not ${sql.raw(HAS_CLAIM)} and not ${sql.raw(HAS_MONEY)} and not ${sql.raw(HAS_FORM)}`

/** Voids an abandoned contract. */
export async function autoVoidContract(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  id: number,
  asOf: string,
): Promise<{ contractId: number; result: 'Voided' }> {
  const row = await lockContract(tx, acting, id)
  const facts = await FIND_FACTS.first(tx, [id])
  const reasons = whyNotVoid(row, asOf, await loadVoidPeriods(tx, acting), facts)
  if (reasons.length > 0) throw notEligible(reasons)
  await voidContract(tx, services, acting, row, 'AutoVoid')
  emitEnd(tx, row, 'Voided')
  return { contractId: id, result: 'Voided' }
}

function whyNotVoid(
  row: ContractRow,
  asOf: string,
  periods: VoidPeriods,
  facts: VoidFacts | undefined,
): StepReason[] {
  const isQuote = row.status === 'Quote'
  const isWaiting = row.status === 'Pending' || row.held_from === 'Pending'
  const last = isQuote
    ? addDays(dateIn(periods.timeZone, row.created_at), periods.quoteDays)
    : addDays(row.sale_date, periods.pendingDays)
  return [
    ...(isQuote || isWaiting ? [] : [{ code: 'NotPending', message: `The contract is ${row.status}.` }]),
    ...(asOf > last
      ? []
      : [{ code: 'TooYoung', message: `The contract cannot be voided before ${last} has passed.` }]),
    ...(row.funding_status === 'NotFunded' ? [] : [{ code: 'Funded', message: 'The dealer has paid.' }]),
    ...(facts?.has_claim ? [{ code: 'HasClaim', message: 'The contract has a claim.' }] : []),
    ...(facts?.has_money ? [{ code: 'HasPaidLedger', message: 'A ledger row is paid or being paid.' }] : []),
    ...(facts?.has_form ? [{ code: 'HasSignedForm', message: 'A signed form is on file.' }] : []),
  ]
}
