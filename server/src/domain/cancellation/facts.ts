import type { CalendarDate } from '../dates.ts'
import type { Cents } from '../money.ts'
import type { RefundTerm } from '../refund/clock.ts'
import type { LineCancelRule } from '../refund/lines.ts'
import type { CancelMethod, MethodCode, RefundService } from '../refund/methods.ts'
import type { ChargedTax } from '../refund/tax.ts'
import type { CancelReason } from './reasons.ts'
import type { CancelRule, Requester } from './rules.ts'

// What a cancellation is decided on: the contract as it stands on the day, what the administrator has set, and what is
// asked for.

/** Somebody with an account, as a payment names them. */
export interface Party {
  readonly type: string
  readonly id: number
  readonly number: string | null
  readonly name: string
}

export interface CancelLine {
  readonly code: string
  /** In effect on the day of the cancellation. Lines are in the order of their sequence and sum to retail. */
  readonly amount: Cents
  readonly accountHolder: Party
  /** An account of the administrator's own. */
  readonly isInternal: boolean
  readonly cancelRule: LineCancelRule
  /** With the cancel rule OwnMethod. */
  readonly cancelMethodCode: MethodCode | null
}

export interface CancelledContract {
  readonly stateOfSale: string
  readonly productTypeCode: string
  readonly programId: number
  /** Where no rule says another. */
  readonly programMethod: MethodCode
  readonly term: RefundTerm
  readonly effectiveOdometer: number | null
  /** Null: unlimited. */
  readonly expirationOdometer: number | null
  /** What the odometer counts: hours for boats. */
  readonly odometerUnit: 'miles' | 'hours'
  readonly isTransferred: boolean
  /** Used, and no warranty of the maker was open on the date of sale. */
  readonly isUsedWithoutWarranty: boolean
  readonly retail: Cents
  readonly lines: readonly CancelLine[]
  readonly taxes: readonly ChargedTax[]
  readonly services: readonly RefundService[]
  readonly balances: readonly Cents[] | null
  readonly customer: Party
  readonly cobuyerName: string | null
  readonly dealer: Party
  /** None on a deal that was paid in cash. */
  readonly lienHolder: Party | null
  /** Whether the dealer still owes something for the contract itself, differences of a refinalize aside. */
  readonly isDealerOwing: boolean
  readonly claims: { readonly paid: Cents; readonly authorized: Cents }
  /** Names of the types of the documents that the contract has. */
  readonly documents: readonly string[]
}

export type RefundPayer = 'Administrator' | 'Dealer'

export interface CancelSettings {
  /** The fee where no rule says less. */
  readonly fee: Cents
  readonly claimsDeductMode: 'Paid' | 'PaidAndAuthorized'
  /** The dealer's own. */
  readonly refundPayer: RefundPayer
  readonly shortfallAccount: ShortfallAccount
  readonly rules: readonly CancelRule[]
  readonly methods: readonly CancelMethod[]
}

export interface ShortfallAccount extends Party {
  readonly isInternal: boolean
}

export interface CancelFacts {
  readonly contract: CancelledContract
  readonly settings: CancelSettings
}

export type PayeeType = 'Customer' | 'LienHolder' | 'Dealer' | 'Other'

/** A payee as it is asked for; without an account holder it is the contract's own of that type. */
export interface PayeeTerms {
  readonly type: PayeeType
  readonly accountHolder: Party | null
  /** On the cheque; absent: as the rules say. */
  readonly name: string | null
}

export type RefundMethod = 'Check' | 'ACH' | 'Wire' | 'Netting'

export interface PaymentTerms {
  readonly payee: PayeeTerms
  readonly method: RefundMethod
  readonly amount: Cents
}

/** What somebody with the right to it sets in place of what the rules say, and why. */
export interface CancelOverride {
  readonly reason: string
  readonly cancelMethodCode?: MethodCode | undefined
  readonly unearnedFactor?: number | undefined
  readonly grossRefund?: Cents | undefined
  readonly claimsDeduction?: Cents | undefined
  readonly cancelFee?: Cents | undefined
  readonly netRefund?: Cents | undefined
  readonly disbursements?: readonly { readonly code: string; readonly refund: Cents }[] | undefined
  readonly payee?: PayeeTerms | undefined
  readonly refundPayer?: RefundPayer | undefined
}

export interface CancelTerms {
  readonly cancelDate: CalendarDate
  readonly cancelOdometer: number | null
  readonly reason: CancelReason
  readonly requestedBy: Requester
  readonly noticeReceivedDate: CalendarDate
  readonly lienPaidOff: boolean | null
  /** Outside an override it has to be whom the rules name. */
  readonly payee: PayeeTerms | null
  readonly override: CancelOverride | null
  /** How the refund is split; null: one payment. */
  readonly payments: readonly PaymentTerms[] | null
  /** Whether a payment may go to others than the rules name. */
  readonly mayChoosePayee: boolean
}
