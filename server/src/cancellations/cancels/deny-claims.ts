import { run, type Tx } from '../../db/database.ts'
import { emit } from '../../db/unit-of-work.ts'
import type { CalendarDate } from '../../domain/dates.ts'

/** Why a claim is denied that the contract was not in force for. */
const NOT_IN_FORCE = 'NOINFORCE'

const DENY = `
  with denied as (
    update claim set status = 'Denied', denied_reason = $2
    where contract_id = $1 and status not in ('Closed', 'Denied', 'Voided', 'Paid')
      and ($3::date is null or loss_date >= $3)
      and not exists (select from claim_payment_request r where r.claim_id = claim.id and r.status <> 'Voided')
    returning id, number),
  released as (
    update ppm_claim_event set status = 'Voided' from denied
    where ppm_claim_event.claim_id = denied.id and ppm_claim_event.status <> 'Paid')
  select id, number from denied order by id`

/**
 * Denies the open claims of a contract that has ended: those of losses from that day on, or all where it never was. One
 * with a payment under way goes on. Answers how many.
 */
export async function denyClaims(tx: Tx, contractId: number, from: CalendarDate | null): Promise<number> {
  const denied = await run<{ id: number; number: string }>(tx, DENY, [contractId, NOT_IN_FORCE, from])
  for (const { id, number } of denied) {
    const data = { id, number, status: 'Denied', deniedReasonCode: NOT_IN_FORCE }
    emit(tx, { subject: `claims/${id}`, type: 'claim.denied', data })
  }
  return denied.length
}
