import type { Seals } from '../../account-holders/seals.ts'
import type { QuoteServices } from '../../rates/quotes/quotes.ts'

/** What contracts are made and kept with. */
export interface ContractServices extends QuoteServices {
  readonly seals: Seals
}
