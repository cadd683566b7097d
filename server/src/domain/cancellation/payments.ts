import { SALES_TAX } from '../ledger/rows.ts'
import { allocate, type Cents, minus, sumCents, ZERO } from '../money.ts'
import type { CancelFacts, CancelTerms, Party, RefundMethod, RefundPayer } from './facts.ts'
import { matchingPayee, payeeFromTerms, type RefundPayee } from './payee.ts'

// The payments of a refund: one payment to the payee, unless the refund is split or the dealer passes it on.

export interface PlannedPayment {
  readonly payee: Party
  readonly payeeName: string
  /** The final payee, if the dealer passes the refund on. */
  readonly forPayeeName: string | null
  readonly amount: Cents
  readonly method: RefundMethod
  readonly isLienHolder: boolean
  /** The parts of the payment. They sum to its amount; the fee is negative. */
  readonly lines: readonly PaymentLine[]
}

export interface PaymentLine {
  readonly disbursementCode: string
  readonly amount: Cents
}

/** Codes of ledger rows that are not lines of the contract. */
export const SHORTFALL = 'SHORTFALL'
export const CANCEL_FEE = 'CANCELFEE'
export const REFUND = 'REFUND'

export type PaymentRefusal =
  | { readonly code: 'PaymentsDoNotSum'; readonly totalRefund: Cents }
  | { readonly code: 'PayeeNotAllowed'; readonly payee: RefundPayee; readonly field: string }
  | { readonly code: 'UnknownReference'; readonly field: string }

/** Until the contract is funded, the dealer still has the customer's money and pays the refund. */
export const refundPayerFor = (
  { contract, settings }: CancelFacts,
  { override }: Pick<CancelTerms, 'override'>,
): RefundPayer => override?.refundPayer ?? (contract.isDealerOwing ? 'Dealer' : settings.refundPayer)

export interface RefundToPay {
  readonly total: Cents
  readonly payer: RefundPayer
  readonly payee: RefundPayee
  /** The parts of the refund, without zero amounts. */
  readonly rows: readonly PaymentLine[]
}

/** The parts of a refund: lines net of claims, the shortfall and the tax, less the fee. */
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

/** The payments or their refusals. There are no payments if the total is zero. */
export function planPayments(
  { contract }: CancelFacts,
  terms: CancelTerms,
  refund: RefundToPay,
): { readonly payments: readonly PlannedPayment[]; readonly refusals: readonly PaymentRefusal[] } {
  const { total, payee, payer } = refund
  const split = terms.payments ?? []
  const refusals: PaymentRefusal[] = []
  const wanted = split.flatMap(({ payee: named, method, amount }, index) => {
    const chosen = payeeFromTerms(named, contract, terms)
    const found = terms.mayChoosePayee ? chosen : chosen && matchingPayee(chosen, payee)
    const field = `/payments/${index}/payee`
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
  const payments = parts.map(({ payee: to, method, amount }, index) => ({
    payee: to.accountHolder,
    payeeName: to.name,
    forPayeeName: null,
    amount,
    method,
    isLienHolder: to.type === 'LienHolder',
    lines: lines[index] ?? [],
  }))
  return { payments, refusals }
}

/** One credit to the dealer, even if the dealer splits it. If the contract is not funded, it is netted with the dealer's debt. */
function throughDealer(
  { dealer, isDealerOwing }: CancelFacts['contract'],
  parts: readonly { readonly payee: RefundPayee; readonly method: RefundMethod }[],
  { total, rows }: RefundToPay,
): PlannedPayment {
  const finalPayees = parts.filter(({ payee }) => payee.accountHolder.id !== dealer.id)
  return {
    payee: dealer,
    payeeName: dealer.name,
    forPayeeName: finalPayees.length === 0 ? null : finalPayees.map(({ payee }) => payee.name).join(', '),
    amount: total,
    method: isDealerOwing ? 'Netting' : (parts[0]?.method ?? 'Check'),
    isLienHolder: false,
    lines: rows,
  }
}

/** Splits the rows over the payments. The parts of each payment sum to its amount, and each row is used up. */
function splitRows(rows: readonly PaymentLine[], amounts: readonly Cents[]): PaymentLine[][] {
  let left = rows.map(({ amount }) => amount)
  return amounts.map((amount, index) => {
    const shares = index === amounts.length - 1 ? left : allocate(amount, left)
    left = left.map((rest, row) => minus(rest, shares[row] ?? ZERO))
    return rows
      .map(({ disbursementCode }, row) => ({ disbursementCode, amount: shares[row] ?? ZERO }))
      .filter((line) => line.amount !== 0)
  })
}
