import { cents, date, flag, int, oneOf, orNull, text } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { serviceEventStatuses, serviceStanding } from '../../domain/claims/ppm.ts'
import { amountOf } from '../../domain/money.ts'
import { comparableOrNull, readingUnit } from '../../domain/odometer-unit.ts'
import type { ContractRow } from '../record/rows.ts'
import type { ServiceDataModel } from './coverage.ts'

interface ServiceReading {
  readonly date: string
  /** Undefined: the last known odometer of the contract. */
  readonly odometer: number | undefined
}

const EVENTS = statement(
  {
    ...{ id: int, serviceId: orNull(int), serviceCode: text, serviceDate: date, odometer: orNull(int) },
    ...{ facilityId: orNull(int), invoiceNumber: orNull(text), price: cents, isAuthorized: flag },
    ...{ status: oneOf(serviceEventStatuses), claimId: int, detailId: orNull(int) },
  },
  `select e.id, e.service_id as "serviceId", e.service_code as "serviceCode", e.service_date as "serviceDate",
     e.odometer, e.facility_id as "facilityId", e.invoice_number as "invoiceNumber", e.price,
     e.is_authorized as "isAuthorized", e.status, e.claim_id as "claimId", e.detail_id as "detailId"
   from ppm_claim_event e where e.contract_id = $1 order by e.service_date, e.id`,
)

/** The prepaid maintenance services of a contract: what claims used, what is left, and when each is due next. */
export async function loadServices(
  db: Db,
  row: ContractRow,
  asOf: ServiceReading,
): Promise<ServiceDataModel[]> {
  const { services } = row.sold
  if (services.length === 0) return []
  const events = await EVENTS.rows(db, [row.id])
  const unit = readingUnit(row.item)
  const compared = events.map((event) => ({ ...event, odometer: comparableOrNull(event.odometer, unit) }))
  const term = {
    effectiveDate: row.effective_date,
    effectiveOdometer: row.effective_odometer,
    expirationDate: row.expiration_date,
    expirationOdometer: row.expiration_odometer,
  }
  const point = { date: asOf.date, odometer: asOf.odometer ?? row.last_odometer }
  const isOver = row.status === 'Voided' || row.status === 'Cancelled'
  return services.map((service) => {
    const { due, ...left } = serviceStanding(service, term, { ...point, events: compared })
    return {
      ...service,
      price: amountOf(service.price),
      ...left,
      nextDueDate: isOver ? null : due.date,
      nextDueOdometer: isOver ? null : due.odometer,
      history: events
        .filter(({ serviceCode }) => serviceCode === service.code)
        .map(({ isAuthorized: _, price, ...event }) => ({ ...event, price: amountOf(price) })),
    }
  })
}
