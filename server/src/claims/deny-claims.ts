import { int, text } from '../db/columns.ts'
import type { Tx } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import { emit } from '../db/unit-of-work.ts'
import type { CalendarDate } from '../domain/dates.ts'

/** The reason code for a claim with a loss after the contract ended. */
const NOT_IN_FORCE = 'NOINFORCE'

const DENY = statement(
  { id: int, number: text },
  `
  with denied as (
    update claim set status = 'Denied', denied_reason = $2
    where contract_id = $1 and status not in ('Closed', 'Denied', 'Voided', 'Paid')
      and ($3::date is null or loss_date >= $3)
      and not exists (select from claim_payment_request r where r.claim_id = claim.id and r.status <> 'Voided')
    returning id, number),
  released as (
    update ppm_claim_event set status = 'Voided' from denied
    where ppm_claim_event.claim_id = denied.id and ppm_claim_event.status <> 'Paid')
  select id, number from denied order by id`,
)

/**
 * Denies the open claims with a loss on or after the cancel date, or all of them for a flat cancel (`from` is null). A
 * claim with a payment in process stays open. Returns how many were denied.
 */
export async function denyClaims(tx: Tx, contractId: number, from: CalendarDate | null): Promise<number> {
  const denied = await DENY.rows(tx, [contractId, NOT_IN_FORCE, from])
  for (const { id, number } of denied) {
    const data = { id, number, status: 'Denied', deniedReasonCode: NOT_IN_FORCE }
    emit(tx, { subject: `claims/${id}`, type: 'claim.denied', data })
  }
  return denied.length
}
