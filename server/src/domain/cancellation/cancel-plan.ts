import {
  type Account,
  earned,
  type NewEntry,
  type NewPosting,
  only,
  payable,
  posting,
  receivable,
  unearned,
} from '../ledger/journal.ts'
import { ledgerLines } from '../ledger/lines.ts'
import type { PostingDates } from '../ledger/periods.ts'
import { type LedgerPlan, ledgerPlan, mergePlans } from '../ledger/plan.ts'
import { type LedgerRow, type NewLedgerRow, SALES_TAX } from '../ledger/rows.ts'
import { type Cents, minus, ZERO } from '../money.ts'
import { RESERVE } from '../refund/lines.ts'
import type { ShortfallAccount } from './facts.ts'
import { CANCEL_FEE, REFUND, SHORTFALL } from './payments.ts'
import type { CancelCalculation, CancelLineRefund } from './results.ts'

/** A cancellation to book. */
export interface CancelToBook {
  readonly contractId: number
  readonly productId: number | null
  readonly cancelId: number
  readonly dealerId: number
  /** The administrator's own account, which gets the fee as income. */
  readonly feeAccountId: number
  readonly shortfallAccount: ShortfallAccount
  readonly calculation: CancelCalculation
  /** The unearned amount of an internal line in the books. Earnings are posted up to the cancel date first. */
  readonly unearned: (code: string) => Cents
  readonly dates: PostingDates
}

/** Money that a cancellation moves: its account in the books, and its ledger row. */
interface Flow {
  readonly account: Account
  readonly amount: Cents
  readonly row: NewLedgerRow
}

/**
 * Books a cancellation. Each account holder that got a part of the price gives back its share. The money goes to the
 * payees and, as the fee, to the administrator. Over all rows, the money in equals the money out. Afterwards nothing of
 * the contract is unearned.
 */
export function cancelPlan(cancel: CancelToBook, rows: readonly LedgerRow[]): LedgerPlan {
  const { calculation, contractId, cancelId, dates } = cancel
  const internalCodes = new Set(
    calculation.lines.filter(({ chargeback }) => !chargeback).map(({ code }) => code),
  )
  const shares = ledgerLines(rows).map(({ share }) => share)
  const sources = [
    ...taxSource(cancel),
    ...calculation.lines.flatMap((line) => lineSource(cancel, line, shares)),
    ...shortfallFlow(cancel, 'Receive'),
  ]
  const payments = [...paymentSinks(cancel), ...shortfallFlow(cancel, 'Pay')]
  const fee = feeSink(cancel)
  const { before, after } = earningPostings(cancel, internalCodes)
  const postings = matchPostings(sources, [...payments, ...fee])
  const isFee = ({ credit }: NewPosting) => credit.kind === 'CancelFeeIncome'
  const entry = (entryType: NewEntry['entryType'], entryPostings: readonly NewPosting[]): NewEntry => ({
    ...{ entryType, ...dates, contractId, cancelId, postings: entryPostings },
  })
  return mergePlans(
    ledgerPlan({
      insert: [...sources, ...payments, ...fee].map(({ row }) => row),
      journal: [
        entry('Cancel', [...before, ...postings.filter((line) => !isFee(line)), ...after]),
        entry('CancelFee', postings.filter(isFee)),
      ],
    }),
  )
}

/** Posts the sources to the sinks in order. The fee is the last sink: it takes what is left after the payees. */
function matchPostings(sources: readonly Flow[], sinks: readonly Flow[]): NewPosting[] {
  const postings: NewPosting[] = []
  const left = sinks.map(({ amount }) => amount as number)
  let current = 0
  for (const { account, amount, row } of sources) {
    let open: number = amount
    while (open > 0) {
      const sink = sinks[current]
      if (!sink) throw new Error('The cancellation does not balance: it receives more than it pays.')
      const part = Math.min(open, left[current] ?? 0)
      if (part > 0) postings.push(posting(account, sink.account, part as Cents, row))
      open -= part
      left[current] = (left[current] ?? 0) - part
      if (left[current] === 0) current += 1
    }
  }
  if (left.some((amount) => amount > 0))
    throw new Error('The cancellation does not balance: it pays more than it receives.')
  return postings
}

const ROW_DEFAULTS = {
  claimId: null,
  disbursementGroup: null,
  isMemo: false,
  isDealerCost: false,
  payWhen: null,
  offsetOfLedgerId: null,
  status: 'Open',
  waitsFor: null,
  paidAmount: ZERO,
  reason: null,
  holdId: null,
  inProcessCashTransactionId: null,
  line: null,
} as const

const cancelRow = (
  { contractId, productId, cancelId, dates }: CancelToBook,
  row: Pick<NewLedgerRow, 'ledgerType' | 'direction' | 'accountHolderId' | 'disbursementCode' | 'amount'> &
    Partial<NewLedgerRow>,
): NewLedgerRow => ({
  ...ROW_DEFAULTS,
  ...{ contractId, productId, cancelId, ...dates, dueDate: dates.effectiveDate },
  ...row,
})

/** The account holder of a line gives back its refund, less the claims deduction. */
function lineSource(cancel: CancelToBook, line: CancelLineRefund, shares: readonly LedgerRow[]): Flow[] {
  const amount = minus(line.refund, line.claimsDeduction)
  if (amount === 0) return []
  const { code, accountHolder, chargeback } = line
  const own = shares.filter(
    (share) => share.disbursementCode === code && share.accountHolderId === accountHolder.id,
  )
  // If the account holder is paid only after funding, it also gives back only after funding.
  const waits =
    chargeback && own.some(({ status, waitsFor }) => status === 'Pending' && waitsFor === 'Funding')
  const row = cancelRow(cancel, {
    ...{ ledgerType: 'Cancel', direction: 'Receive', accountHolderId: accountHolder.id },
    ...{ disbursementCode: code, amount, isMemo: !chargeback },
    disbursementGroup: own[0]?.disbursementGroup ?? null,
    ...(waits ? { status: 'Pending', waitsFor: 'Funding', payWhen: 'WhenFunded' } : {}),
  })
  return [{ account: chargeback ? receivable(accountHolder.id) : unearned(code), amount, row }]
}

/** The dealer collected and remitted the tax, and takes the credit for it. */
function taxSource(cancel: CancelToBook): Flow[] {
  const { calculation, dealerId } = cancel
  const amount = calculation.salesTaxRefund
  if (amount === 0) return []
  const row = cancelRow(cancel, {
    ...{ ledgerType: 'SalesTax', direction: 'Receive', accountHolderId: dealerId },
    ...{ disbursementCode: SALES_TAX, amount },
  })
  return [{ account: receivable(dealerId), amount, row }]
}

/** One account pays the part of the refund that the lines do not cover. If they give back too much, it gets the rest. */
function shortfallFlow(cancel: CancelToBook, direction: 'Receive' | 'Pay'): Flow[] {
  const { calculation, shortfallAccount } = cancel
  const short = minus(calculation.shortfall, calculation.shortfallClaims)
  if (short === 0 || short > 0 !== (direction === 'Receive')) return []
  const amount = Math.abs(short) as Cents
  const { id, number, isInternal } = shortfallAccount
  const row = cancelRow(cancel, {
    ...{ ledgerType: 'Cancel', direction, accountHolderId: id, disbursementCode: SHORTFALL, amount },
    ...{ isMemo: isInternal, payWhen: direction === 'Pay' && !isInternal ? 'OnFinalize' : null },
  })
  const outside = direction === 'Receive' ? receivable(id) : payable(id)
  return [{ account: isInternal ? earned(number ?? '') : outside, amount, row }]
}

const paymentSinks = (cancel: CancelToBook): Flow[] =>
  cancel.calculation.payments.map(({ payee, amount }) => ({
    account: payable(payee.id),
    amount,
    row: cancelRow(cancel, {
      ...{ ledgerType: 'Cancel', direction: 'Pay', accountHolderId: payee.id },
      ...{ disbursementCode: REFUND, amount, payWhen: 'OnFinalize' },
    }),
  }))

function feeSink(cancel: CancelToBook): Flow[] {
  const amount = cancel.calculation.cancelFee
  if (amount === 0) return []
  const row = cancelRow(cancel, {
    ...{ ledgerType: 'CancelFee', direction: 'Pay', accountHolderId: cancel.feeAccountId },
    ...{ disbursementCode: CANCEL_FEE, amount, isMemo: true },
  })
  return [{ account: only('CancelFeeIncome'), amount, row }]
}

/** Clears the unearned amounts of internal lines: they are refunded, cover paid claims, or become earned. */
function earningPostings(
  { calculation, unearned: unearnedAmount }: CancelToBook,
  internalCodes: ReadonlySet<string>,
): { readonly before: readonly NewPosting[]; readonly after: readonly NewPosting[] } {
  const lines = calculation.lines.filter(({ code }) => internalCodes.has(code))
  const onCancel = earnedOnCancel(lines, unearnedAmount)
  return {
    // More was earned than stays earned: the difference becomes unearned again before it is refunded.
    before: onCancel
      .filter((line) => line.earnedOnCancel < 0)
      .map((line) =>
        posting(earned(line.code), unearned(line.code), minus(line.refund, line.unearned), null),
      ),
    after: [
      ...lines
        .filter(({ code, claimsDeduction }) => code === RESERVE && claimsDeduction > 0)
        .map((line) =>
          posting(
            unearned(line.code),
            { kind: 'ClaimsRecovered', code: line.code },
            minus(refundLeavingLine(line), minus(line.refund, line.claimsDeduction)),
            null,
          ),
        ),
      ...onCancel
        .filter((line) => line.earnedOnCancel > 0)
        .map((line) => posting(unearned(line.code), earned(line.code), line.earnedOnCancel, null)),
    ],
  }
}

/** The earnings of a line on cancellation: its unearned amount is refunded or recognized on that day. */
export interface EarnedOnCancel {
  readonly code: string
  readonly unearned: Cents
  readonly refund: Cents
  /** Negative if more was earned before than stays earned. */
  readonly earnedOnCancel: Cents
}

/**
 * The amount that leaves a line with a refund. The reserve gives all of its refund, because claims were paid out of it.
 * Other lines keep the claims deduction as earned.
 */
export const refundLeavingLine = ({ code, refund, claimsDeduction }: CancelLineRefund): Cents =>
  code === RESERVE ? refund : minus(refund, claimsDeduction)

export const earnedOnCancel = (
  lines: readonly CancelLineRefund[],
  unearnedAmount: (code: string) => Cents,
): EarnedOnCancel[] =>
  lines.map((line) => {
    const [amount, refund] = [unearnedAmount(line.code), refundLeavingLine(line)]
    return { code: line.code, unearned: amount, refund, earnedOnCancel: minus(amount, refund) }
  })
