import type { CalendarDate } from '../dates.ts'
import { type Cents, minus, plus, smaller, sumCents, ZERO } from '../money.ts'
import type { ClaimType, DetailStatus } from './claim.ts'

// Whether a payment can be requested, and which details it is for.

export type PayeeType = 'ClaimPayee' | 'RepairFacility' | 'Customer' | 'LienHolder' | 'Dealer'

export interface PayableDetail {
  readonly id: number
  readonly status: DetailStatus
  readonly authorizedAmount: Cents | null
  readonly requestedPayments: Cents
}

export interface PaymentFacts {
  readonly today: CalendarDate
  readonly claimType: ClaimType
  readonly authorizedUntil: CalendarDate | null
  /** In sequence. */
  readonly details: readonly PayableDetail[]
  readonly detailIds: readonly number[] | null
  readonly amount: Cents | null
  readonly invoiceAmount: Cents | null
  readonly invoiceTolerance: Cents
  readonly payee: {
    readonly type: PayeeType
    readonly id: number
    readonly isActive: boolean
    readonly isBlocked: boolean
    readonly is1099: boolean
    readonly hasTaxId: boolean
    readonly hasW9: boolean
  }
  /** Of the contract. */
  readonly customerId: number | null
  readonly lienHolderId: number | null
  /** A request for the same invoice of the same payee. */
  readonly duplicate: { readonly claimId: number; readonly paymentRequestId: number } | null
}

export type PaymentRefusal =
  | { readonly code: 'NothingAuthorized' | 'AuthorizationExpired' | 'PayeeNotAllowed' | 'PayeeBlocked' }
  | { readonly code: 'TaxIdMissing' }
  | { readonly code: 'DuplicateInvoice'; readonly claimId: number; readonly paymentRequestId: number }
  | { readonly code: 'InvoiceAboveAuthorized'; readonly remaining: Cents; readonly invoiceAmount: Cents }
  | { readonly code: 'AmountAboveInvoice'; readonly invoiceAmount: Cents; readonly requested: Cents }
  | {
      readonly code: 'OverAuthorized'
      readonly authorized: Cents
      readonly requested: Cents
      readonly remaining: Cents
    }

export interface PlannedPayment {
  readonly amount: Cents
  readonly shares: readonly { readonly detailId: number; readonly amount: Cents }[]
}

/** The payment with the share of each detail, or the first reason against it. */
export function planPayment(facts: PaymentFacts): PlannedPayment | { readonly refused: PaymentRefusal } {
  const chosen = facts.details.filter(
    ({ id, status }) => status === 'Authorized' && (facts.detailIds === null || facts.detailIds.includes(id)),
  )
  const remaining = sumCents(chosen.map(left))
  const refused = refusePayee(facts, remaining) ?? refuseAmounts(facts, chosen, remaining)
  if (refused) return { refused }
  const amount = facts.amount ?? remaining
  return { amount, shares: sharesOf(chosen, amount) }
}

const left = ({ authorizedAmount, requestedPayments }: PayableDetail): Cents =>
  minus(authorizedAmount ?? ZERO, requestedPayments)

function refusePayee(facts: PaymentFacts, remaining: Cents): PaymentRefusal | undefined {
  const { payee } = facts
  if (remaining <= 0) return { code: 'NothingAuthorized' }
  if (facts.authorizedUntil !== null && facts.today > facts.authorizedUntil)
    return { code: 'AuthorizationExpired' }
  if (!isAllowed(facts)) return { code: 'PayeeNotAllowed' }
  if (payee.isBlocked || !payee.isActive) return { code: 'PayeeBlocked' }
  if (payee.is1099 && !payee.hasTaxId && !payee.hasW9) return { code: 'TaxIdMissing' }
  return facts.duplicate ? { code: 'DuplicateInvoice', ...facts.duplicate } : undefined
}

/** A waiver pays the lender. A customer is paid for the customer's own contract. */
function isAllowed({ claimType, payee, customerId, lienHolderId }: PaymentFacts): boolean {
  if (claimType === 'GAP') return payee.type === 'LienHolder' && payee.id === lienHolderId
  if (payee.type === 'Customer') return payee.id === customerId
  return payee.type !== 'LienHolder' || payee.id === lienHolderId
}

function refuseAmounts(
  { amount, invoiceAmount, invoiceTolerance }: PaymentFacts,
  chosen: readonly PayableDetail[],
  remaining: Cents,
): PaymentRefusal | undefined {
  if (invoiceAmount !== null && invoiceAmount > plus(remaining, invoiceTolerance))
    return { code: 'InvoiceAboveAuthorized', remaining, invoiceAmount }
  const requested = amount ?? remaining
  if (invoiceAmount !== null && requested > invoiceAmount)
    return { code: 'AmountAboveInvoice', invoiceAmount, requested }
  if (requested > remaining) {
    const authorized = sumCents(chosen.map(({ authorizedAmount }) => authorizedAmount ?? ZERO))
    return { code: 'OverAuthorized', authorized, requested, remaining }
  }
  return undefined
}

/** The amount is used up by the details in sequence. */
function sharesOf(chosen: readonly PayableDetail[], amount: Cents): PlannedPayment['shares'] {
  let rest = amount
  return chosen.flatMap((detail) => {
    const share = smaller(left(detail), rest)
    rest = minus(rest, share)
    return share > 0 ? [{ detailId: detail.id, amount: share }] : []
  })
}
