import type { Cents } from '../../domain/money.ts'
import type { QuoteInputs } from '../../rates/quotes/quote-rates.ts'
import type { ItemInput } from './item.ts'

// What a contract's row keeps as JSON documents.

/** A plan, a term and a deductible. */
export interface Choice {
  readonly planId: number
  readonly termId: number
  readonly deductibleId: number
}

/** A sale as it is kept with a contract, or with a change of one that waits: its rate can be computed from it again. */
export interface SaleDraft extends Choice {
  readonly inputs: QuoteInputs
  readonly retail: Cents
  readonly item: ItemInput
}

/** A change of what the rate rests on, that waits for refinalize. */
export interface PendingChanges {
  /** As it was sent, for people. */
  readonly fields: Readonly<Record<string, unknown>>
  /** The sale as it will be. */
  readonly sale: SaleDraft
}

/** The sales tax of a contract, as it is kept and answered. */
export interface KeptTax {
  readonly jurisdiction: {
    readonly state: string
    readonly county: string | null
    readonly city: string | null
  }
  readonly taxable: number
  readonly totalTax: number
  readonly details: readonly {
    readonly taxTypeCode: string
    readonly ruleId: number
    readonly taxable: number
    readonly rate: number
    readonly tax: number
    readonly refundable: boolean
  }[]
  readonly calculatedAt: string
}
