import type { CustomFieldValue } from '../../domain/custom-fields/custom-fields.ts'
import type { Cents, RoundMode } from '../../domain/money.ts'
import type { QuoteInputs } from '../../rates/quotes/quote-rates.ts'
import type { ContractInput } from './input.ts'
import type { ItemInput } from './item.ts'
import type { ContractModel } from './models.ts'

// The JSON documents of a contract's row.

/** A plan, a term and a deductible. */
export interface SaleChoice {
  readonly planId: number
  readonly termId: number
  readonly deductibleId: number
}

/** The sale as stored with a contract or with a pending change. Its rate can be computed again from it. */
export interface SaleDraft extends SaleChoice {
  readonly inputs: QuoteInputs
  readonly retail: Cents
  readonly item: ItemInput
}

/** A change to what the rate depends on. It takes effect when the contract is refinalized. */
export interface PendingChanges {
  /** The fields as the caller sent them, for people to read. */
  readonly fields: Readonly<Record<string, unknown>>
  /** The sale as it will be. */
  readonly sale: SaleDraft
  /** Its VIN may be that of another contract of the product type: someone with contracts:override allowed it. */
  readonly allowsDuplicate?: true
}

/** The sales tax of a contract. Amounts are as they are answered. */
export interface StoredTax {
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
    /** Absent in contracts that were sold before rules had one: HalfUp. */
    readonly roundMode?: RoundMode
  }[]
  readonly calculatedAt: string
}

/** The financing of the deal. Of the account number only the last four digits are in it; the number itself is sealed. */
export type StoredFinancing = Omit<
  NonNullable<ContractInput['financing']>,
  'accountNumber' | 'lienHolderId'
> & { readonly accountLast4?: string | undefined }

/** A person as stored with a contract, with the birth date masked. */
export type StoredPerson = NonNullable<ContractModel['cobuyer']>

/** The values of custom fields by code. */
export type CustomFieldValues = Readonly<Record<string, CustomFieldValue>>

export interface ExternalReference {
  readonly system: string
  readonly key: string
  readonly value: string
  readonly url: string | null
}
