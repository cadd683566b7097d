import type { CalendarDate } from '../dates.ts'
import type { SettingValues } from '../settings.ts'
import type { CancelledContract, CancelSettings } from './facts.ts'
import type { Delivery, DeliveryMethod } from './law-terms.ts'

/** The settings that stand in for what a contract does not record. */
export const assumptionKeys = ['newMaxOdometer', 'contractDelivery', 'sellerKind', 'holidays'] as const

export interface Assumptions extends Pick<CancelledContract, 'delivery' | 'sellerKind'> {
  readonly newMaxOdometer: number
  readonly holidays: CancelSettings['holidays']
}

/** What a contract records of its delivery, completed by what is assumed. Null: nothing is known. */
export function knownDelivery(
  recorded: { readonly delivery_date: CalendarDate | null; readonly delivery_method: DeliveryMethod | null },
  assumed: Delivery | null,
): Delivery | null {
  const { delivery_date: date, delivery_method: method } = recorded
  if (date === null && method === null) return assumed
  return { date, isMailed: method === null ? (assumed?.isMailed ?? null) : method === 'Mailed' }
}

/** What holds for every contract of an administrator, as far as it has said so. */
export function assumptions(settings: Pick<SettingValues, (typeof assumptionKeys)[number]>): Assumptions {
  const { newMaxOdometer, contractDelivery, sellerKind, holidays } = settings
  return {
    newMaxOdometer,
    delivery: contractDelivery === 'Unknown' ? null : { date: null, isMailed: contractDelivery === 'Mailed' },
    sellerKind: sellerKind === 'Unknown' ? null : sellerKind,
    holidays: holidays?.split(',').map((date) => date.trim()) ?? [],
  }
}
