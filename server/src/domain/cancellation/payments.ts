import { SALES_TAX } from '../ledger/rows.ts'
import { allocate, type Cents, minus, sumCents, ZERO } from '../money.ts'
import type { CancelFacts, CancelTerms, Party, RefundMethod, RefundPayer } from './facts.ts'
import { matchingPayee, type Payee, payeeFromTerms } from './payee.ts'

// What is paid out of a refund: one payment to the payee, unless it is split, or the dealer refunds the customer.

export interface PlannedPayment {
  readonly payee: Party
  readonly payeeName: string
  /** Where the dealer passes the money on: to whom. */
  readonly forPayeeName: string | null
  readonly amount: Cents
  readonly method: RefundMethod
  readonly isLienHolder: boolean
  /** What the payment is made of; they sum to it. The fee is what it lacks. */
  readonly lines: readonly PaymentLine[]
}

export interface PaymentLine {
  readonly disbursementCode: string
  readonly amount: Cents
}

/** The codes of rows that are no line of the contract. */
export const SHORTFALL = 'SHORTFALL'
export const CANCEL_FEE = 'CANCELFEE'
export const REFUND = 'REFUND'

export type PaymentRefusal =
  | { readonly code: 'PaymentsDoNotSum'; readonly totalRefund: Cents }
  | { readonly code: 'PayeeNotAllowed'; readonly payee: Payee; readonly field: string }
  | { readonly code: 'UnknownReference'; readonly field: string }

/** The dealer still holds the customer's money while the contract is not funded. */
export const refundPayerFor = (
  { contract, settings }: CancelFacts,
  { override }: Pick<CancelTerms, 'override'>,
): RefundPayer => override?.refundPayer ?? (contract.isDealerOwing ? 'Dealer' : settings.refundPayer)

export interface RefundToPay {
  readonly total: Cents
  readonly payer: RefundPayer
  readonly payee: Payee
  /** What the refund is made of, without what is nothing. */
  readonly rows: readonly PaymentLine[]
}

/** What a refund is made of: lines net of claims, the shortfall, the tax, less the fee. */
export const refundRows = (refund: {
  readonly lines: readonly PaymentLine[]
  readonly shortfall: Cents
  readonly cancelFee: Cents
  readonly salesTaxRefund: Cents
}): PaymentLine[] =>
  [
    ...refund.lines,
    { disbursementCode: SHORTFALL, amount: refund.shortfall },
    { disbursementCode: CANCEL_FEE, amount: minus(ZERO, refund.cancelFee) },
    { disbursementCode: SALES_TAX, amount: refund.salesTaxRefund },
  ].filter(({ amount }) => amount !== 0)

/** The payments, or why they cannot be these. Nothing is paid where nothing is left. */
export function planPayments(
  { contract }: CancelFacts,
  terms: CancelTerms,
  refund: RefundToPay,
): { readonly payments: readonly PlannedPayment[]; readonly refusals: readonly PaymentRefusal[] } {
  const { total, payee, payer } = refund
  const split = terms.payments ?? []
  const refusals: PaymentRefusal[] = []
  const wanted = split.flatMap(({ payee: named, method, amount }, at) => {
    const chosen = payeeFromTerms(named, contract, terms)
    const found = terms.mayChoosePayee ? chosen : chosen && matchingPayee(chosen, payee)
    const field = `/payments/${at}/payee`
    if (!chosen) refusals.push({ code: 'UnknownReference', field })
    else if (!found) refusals.push({ code: 'PayeeNotAllowed', payee, field })
    return found ? [{ payee: found, method, amount }] : []
  })
  const isWhole = sumCents(split.map(({ amount }) => amount)) === total
  if (terms.payments !== null && (!isWhole || split.some(({ amount }) => amount <= 0)))
    refusals.push({ code: 'PaymentsDoNotSum', totalRefund: total })
  if (refusals.length > 0 || total === 0) return { payments: [], refusals }
  const parts = wanted.length > 0 ? wanted : [{ payee, method: 'Check' as const, amount: total }]
  if (payer === 'Dealer') return { payments: [throughDealer(contract, parts, refund)], refusals }
  const lines = splitRows(
    refund.rows,
    parts.map(({ amount }) => amount),
  )
  const payments = parts.map(({ payee: to, method, amount }, at) => ({
    payee: to.accountHolder,
    payeeName: to.name,
    forPayeeName: null,
    amount,
    method,
    isLienHolder: to.type === 'LienHolder',
    lines: lines[at] ?? [],
  }))
  return { payments, refusals }
}

/** One credit to the dealer, however the dealer divides it. What is not funded is netted against what the dealer owes. */
function throughDealer(
  { dealer, isDealerOwing }: CancelFacts['contract'],
  parts: readonly { readonly payee: Payee; readonly method: RefundMethod }[],
  { total, rows }: RefundToPay,
): PlannedPayment {
  const others = parts.filter(({ payee }) => payee.accountHolder.id !== dealer.id)
  return {
    payee: dealer,
    payeeName: dealer.name,
    forPayeeName: others.length === 0 ? null : others.map(({ payee }) => payee.name).join(', '),
    amount: total,
    method: isDealerOwing ? 'Netting' : (parts[0]?.method ?? 'Check'),
    isLienHolder: false,
    lines: rows,
  }
}

/** Rows shared over payments by their amounts: every payment has its sum, and every row is used up. */
function splitRows(rows: readonly PaymentLine[], amounts: readonly Cents[]): PaymentLine[][] {
  let left = rows.map(({ amount }) => amount)
  return amounts.map((amount, at) => {
    const shares = at === amounts.length - 1 ? left : allocate(amount, left)
    left = left.map((one, row) => minus(one, shares[row] ?? ZERO))
    return rows
      .map(({ disbursementCode }, row) => ({ disbursementCode, amount: shares[row] ?? ZERO }))
      .filter((line) => line.amount !== 0)
  })
}
