import type { SettingValues } from '../settings.ts'
import type { CancelledContract, CancelSettings } from './facts.ts'

/** The settings that stand in for what a contract does not record. */
export const assumptionKeys = ['newMaxOdometer', 'contractDelivery', 'sellerKind', 'holidays'] as const

export interface Assumptions extends Pick<CancelledContract, 'delivery' | 'sellerKind'> {
  readonly newMaxOdometer: number
  readonly holidays: CancelSettings['holidays']
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
