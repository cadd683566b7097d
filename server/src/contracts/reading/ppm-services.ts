import { nextDue } from '../../domain/contract/service-dues.ts'
import { amountOf } from '../../domain/money.ts'
import type { ContractRow } from '../record/rows.ts'
import type { ServiceDataModel } from './coverage-models.ts'

export interface AsOf {
  readonly date: string
  /** Undefined: as far as the contract's odometer is known. */
  readonly odometer: number | undefined
}

/** The services of prepaid maintenance that a contract has, and when each is due next. Claims will use them up. */
export function servicesOf(row: ContractRow, asOf: AsOf): ServiceDataModel[] {
  const term = {
    effectiveDate: row.effective_date,
    effectiveOdometer: row.effective_odometer,
    expirationDate: row.expiration_date,
    expirationOdometer: row.expiration_odometer,
  }
  const odometer = asOf.odometer ?? row.last_odometer
  const isOver = row.status === 'Voided' || row.status === 'Cancelled'
  return row.sold.services.map((service) => {
    const [used, reserved] = [0, 0]
    const due = isOver
      ? undefined
      : nextDue(service, term, { taken: used + reserved, date: asOf.date, odometer })
    return {
      ...service,
      price: amountOf(service.price),
      used,
      reserved,
      remaining: service.quantity - used,
      nextDueDate: due?.date ?? null,
      nextDueOdometer: due?.odometer ?? null,
      history: [],
    }
  })
}
