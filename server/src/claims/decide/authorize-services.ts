import type { Tx } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { coverageOn } from '../../domain/claims/in-force.ts'
import { refuseServices as refuse, type ServiceEvent, type ServiceRefusal } from '../../domain/claims/ppm.ts'
import { comparableOrNull, type OdometerUnit, readingUnit } from '../../domain/odometer-unit.ts'
import type { Acting } from '../../http/caller.ts'
import type { ClaimDraft } from '../record/draft.ts'
import { type DetailRow, type ServiceEventRow, serviceEventTable } from '../record/tables.ts'

const EVENTS = statement(
  serviceEventTable.columns,
  `select ${serviceEventTable.list()} from ppm_claim_event where contract_id = $1 order by id`,
)

/** What stands against services of prepaid maintenance. Empty for other claims. */
export async function refuseServices(
  tx: Tx,
  { today }: Acting,
  { claim, contract, events, surroundings }: ClaimDraft,
  details: readonly DetailRow[],
): Promise<readonly ServiceRefusal[]> {
  if (claim.claim_type !== 'PPM') return []
  const unit = readingUnit(contract.item)
  const ofContract = (await EVENTS.rows(tx, [contract.id])).map((row) => serviceEvent(row, unit))
  const asked = details.flatMap(({ ppm_event_id }) => {
    const row = events.find(({ id }) => id === ppm_event_id)
    if (!row) return []
    const event = serviceEvent(row, unit)
    const loss = { lossDate: row.service_date, lossOdometer: event.odometer, today }
    return [{ event, notInForce: coverageOn(surroundings.terms, loss).reasons }]
  })
  const term = {
    effectiveDate: contract.effective_date,
    effectiveOdometer: contract.effective_odometer,
    expirationDate: contract.expiration_date,
    expirationOdometer: contract.expiration_odometer,
  }
  const refusals = refuse({ services: contract.sold.services, term, events: ofContract }, asked)
  return [...refusals.values()].flat()
}

export const serviceEvent = (row: ServiceEventRow, unit: OdometerUnit | null): ServiceEvent => ({
  id: row.id,
  serviceCode: row.service_code,
  serviceDate: row.service_date,
  odometer: comparableOrNull(row.odometer, unit),
  status: row.status,
  isAuthorized: row.is_authorized,
})
