import type { CalendarDate } from '../dates.ts'
import type { Cents } from '../money.ts'
import type { RefundTerm } from '../refund/clock.ts'
import type { LineCancelRule } from '../refund/lines.ts'
import type { CancelMethod, MethodCode, RefundService } from '../refund/methods.ts'
import type { ChargedTax } from '../refund/tax.ts'
import type { SellerKind } from '../seller-kinds.ts'
import type { Delivery } from './law-terms.ts'
import type { CancelReason } from './reasons.ts'
import type { CancelRule, Requester } from './rules.ts'

// The input of a cancellation: the contract on the cancel date, the administrator's settings, and the terms of the
// request.

/** An account holder, as a payment shows it. */
export interface Party {
  readonly type: string
  readonly id: number
  readonly number: string | null
  readonly name: string
}

export interface CancelLine {
  readonly code: string
  /** The amount in effect on the cancel date. Lines are in sequence order and sum to retail. */
  readonly amount: Cents
  readonly accountHolder: Party
  /** The account belongs to the administrator itself. */
  readonly isInternal: boolean
  readonly cancelRule: LineCancelRule
  /** For the cancel rule OwnMethod. */
  readonly cancelMethodCode: MethodCode | null
}

export interface CancelledContract {
  readonly stateOfSale: string
  readonly productTypeCode: string
  readonly programId: number
  /** The method if the rule names none. */
  readonly programMethod: MethodCode
  readonly term: RefundTerm
  readonly effectiveOdometer: number | null
  /** Null: unlimited. */
  readonly expirationOdometer: number | null
  /** The unit of the odometer: hours for boats. */
  readonly odometerUnit: 'miles' | 'hours'
  readonly isTransferred: boolean
  /** How the contract reached the customer. Null: not known. */
  readonly delivery: Delivery | null
  /** Null: not known. */
  readonly sellerKind: SellerKind | null
  /** The finance charges on the price, if it is financed. Null: not known. */
  readonly financeCharge: Cents | null
  /** Used, and no manufacturer's warranty was in force on the sale date. */
  readonly isUsedWithoutWarranty: boolean
  readonly retail: Cents
  readonly lines: readonly CancelLine[]
  readonly taxes: readonly ChargedTax[]
  readonly services: readonly RefundService[]
  readonly balances: readonly Cents[] | null
  readonly customer: Party
  readonly cobuyerName: string | null
  readonly dealer: Party
  /** Null if the customer paid in cash. */
  readonly lienHolder: Party | null
  /** The dealer still owes money for the contract itself, apart from the differences of a refinalize. */
  readonly isDealerOwing: boolean
  readonly claims: { readonly paid: Cents; readonly authorized: Cents }
  /** A claim was made that was neither denied nor voided. */
  readonly hasClaim: boolean
  /** The document types that the contract has. */
  readonly documents: readonly string[]
}

export type RefundPayer = 'Administrator' | 'Dealer'

export interface CancelSettings {
  /** The fee before the limits of the rule. */
  readonly fee: Cents
  readonly claimsDeductMode: 'Paid' | 'PaidAndAuthorized'
  /** The days in which a refund is due if the rule says none. */
  readonly refundDays: number
  /** The setting of the dealer. */
  readonly refundPayer: RefundPayer
  readonly shortfallAccount: ShortfallAccount
  /** Days that are no business days besides weekends and federal holidays. */
  readonly holidays: readonly CalendarDate[]
  /** Refunds are rounded to the dollar where the rule allows it. */
  readonly roundsToDollars: boolean
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

/** The payee of a request. Without an account holder, it is the contract's own party of that type. */
export interface PayeeTerms {
  readonly type: PayeeType
  readonly accountHolder: Party | null
  /** The name on the check. Null: the name by the rules. */
  readonly name: string | null
}

export type RefundMethod = 'Check' | 'ACH' | 'Wire' | 'Netting'

export interface PaymentTerms {
  readonly payee: PayeeTerms
  readonly method: RefundMethod
  readonly amount: Cents
}

/** Values that an authorized user sets in place of those by the rules, with the reason. */
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
  /** Without an override it must be the payee by the rules. */
  readonly payee: PayeeTerms | null
  readonly override: CancelOverride | null
  /** How the refund is split. Null: one payment. */
  readonly payments: readonly PaymentTerms[] | null
  /** A payment may go to another payee than the one by the rules. */
  readonly mayChoosePayee: boolean
}
