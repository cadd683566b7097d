import { type Db, run, type Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { addDays, dateIn } from '../../domain/dates.ts'
import type { Acting } from '../../http/caller.ts'
import { emitAndRead, lockContract } from '../record/change-state.ts'
import type { ContractRow } from '../record/rows.ts'
import type { ContractServices } from '../record/services.ts'
import { settingOf } from '../record/settings.ts'
import { notEligible, type StepReason } from './auto-expire.ts'
import { voidContract } from './void-contract.ts'

/** How long a sale may wait for its money, and a quote for its sale. */
export interface Patience {
  readonly pendingDays: number
  readonly quoteDays: number
  readonly timeZone: string
}

export async function patienceOf(db: Db, { caller }: Pick<Acting, 'caller'>): Promise<Patience> {
  const [pendingDays, quoteDays] = await Promise.all([
    settingOf(db, 'autoVoidDays'),
    settingOf(db, 'quoteValidDays'),
  ])
  return { pendingDays: Number(pendingDays), quoteDays: Number(quoteDays), timeZone: caller.tenant.timeZone }
}

const IS_WAITING = `(c.status = 'Pending' or (c.status = 'OnHold' and c.held_from = 'Pending'))`
const HAS_MONEY = `exists (select from ledger g where g.contract_id = c.id
  and (g.paid_amount > 0 or g.status in ('Paid', 'InProcess')))`
const HAS_FORM = `exists (select from document d where d.entity_type = 'Contract' and d.entity_id = c.id and d.versions > 0
  and (d.details ->> 'isSigned')::boolean)`

/** The contracts `c` that nobody has paid for or come back to. One with a signed form is for a person to decide. */
export const voidable = (asOf: string, { pendingDays, quoteDays, timeZone }: Patience): Sql => sql`
  ((${sql.raw(IS_WAITING)} and c.funding_status = 'NotFunded' and c.sale_date + ${pendingDays}::integer < ${asOf}::date)
    or (c.status = 'Quote' and (c.created_at at time zone ${timeZone})::date + ${quoteDays}::integer < ${asOf}::date))
  and c.open_claims = 0 and not ${sql.raw(HAS_MONEY)} and not ${sql.raw(HAS_FORM)}`

/** Voids a contract that has waited too long. */
export async function autoVoidContract(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  id: number,
  asOf: string,
): Promise<{ contractId: number; result: 'Voided' }> {
  const row = await lockContract(tx, acting, id)
  const [facts] = await run<Facts>(
    tx,
    `select ${HAS_MONEY} as has_money, ${HAS_FORM} as has_form from contract c where c.id = $1`,
    [id],
  )
  const reasons = whyNot(row, asOf, await patienceOf(tx, acting), facts)
  if (reasons.length > 0) throw notEligible(reasons)
  await voidContract(tx, acting, row, 'AutoVoid')
  await emitAndRead(tx, services, acting, id, 'voided')
  return { contractId: id, result: 'Voided' }
}

interface Facts {
  readonly has_money: boolean
  readonly has_form: boolean
}

function whyNot(row: ContractRow, asOf: string, patience: Patience, facts: Facts | undefined): StepReason[] {
  const isQuote = row.status === 'Quote'
  const isWaiting = row.status === 'Pending' || row.held_from === 'Pending'
  const last = isQuote
    ? addDays(dateIn(patience.timeZone, row.created_at), patience.quoteDays)
    : addDays(row.sale_date, patience.pendingDays)
  return [
    ...(isQuote || isWaiting ? [] : [{ code: 'NotPending', message: `The contract is ${row.status}.` }]),
    ...(asOf > last ? [] : [{ code: 'TooYoung', message: `It is left until ${last}.` }]),
    ...(row.funding_status === 'NotFunded' ? [] : [{ code: 'Funded', message: 'The dealer has paid.' }]),
    ...(row.open_claims > 0 ? [{ code: 'HasClaim', message: 'It has a claim.' }] : []),
    ...(facts?.has_money ? [{ code: 'HasPaidLedger', message: 'A row is paid, or is being paid.' }] : []),
    ...(facts?.has_form ? [{ code: 'HasSignedForm', message: 'A signed form is on file.' }] : []),
  ]
}
