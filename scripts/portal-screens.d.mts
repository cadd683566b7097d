// What the tests use of portal-screens.mjs, which plain scripts use as well.
import type { Page } from 'playwright-core'

export interface Seller {
  readonly user: string
  readonly number: string
}
export interface ScreenRecords {
  readonly seller: string
  readonly active: string
  readonly ofDealer: string
  readonly pending: string
  readonly request: string
  readonly claim: string
  readonly dealer: number
  readonly customer: number
  readonly ledger: number
  readonly month: string
}
export interface PortalScreen {
  readonly name: string
  readonly path: string
  readonly user?: string
  readonly isPhone?: boolean
  readonly act?: (page: Page) => Promise<void>
  readonly fails?: string
  readonly refused?: number
}
export function portalScreens(records: ScreenRecords): PortalScreen[]
// biome-ignore lint/suspicious/noExplicitAny: it reads whatever the service answers.
export function findRecords(read: (path: string) => Promise<any>, seller?: Seller): Promise<ScreenRecords>
