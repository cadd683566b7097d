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
import { earnedOnCancel, refundLeavingLine } from './earnings.ts'
import type { ShortfallAccount } from './facts.ts'
import { CANCEL_FEE, REFUND, SHORTFALL } from './payments.ts'
import type { CancelCalculation, CancelLineRefund } from './results.ts'

/** A cancellation that is to be booked. */
export interface CancelToBook {
  readonly contractId: number
  readonly productId: number | null
  readonly cancelId: number
  readonly dealerId: number
  /** The administrator's own account, which the fee is income of. */
  readonly feeAccountId: number
  readonly shortfallAccount: ShortfallAccount
  readonly calculation: CancelCalculation
  /** What the books have as unearned of an internal line, earnings posted up to the day of the cancellation. */
  readonly unearned: (code: string) => Cents
  readonly dates: PostingDates
}

/** Money that a cancellation moves: whose it is, where it comes from in the books or goes to, and the row that says so. */
interface Flow {
  readonly account: Account
  readonly amount: Cents
  readonly row: NewLedgerRow
}

/**
 * What a cancellation does to the ledger. Everybody who got something of the price gives back their part, and it goes to
 * the payees and, as the fee, to the administrator: over all rows what comes in is what goes out. Afterwards nothing of
 * the contract is unearned.
 */
export function cancelPlan(cancel: CancelToBook, rows: readonly LedgerRow[]): LedgerPlan {
  const { calculation, contractId, cancelId, dates } = cancel
  const isUnearned = new Set(
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
  const { before, after } = earnings(cancel, isUnearned)
  const moved = matched(sources, [...payments, ...fee])
  const isFee = ({ credit }: NewPosting) => credit.kind === 'CancelFeeIncome'
  const entry = (entryType: NewEntry['entryType'], postings: readonly NewPosting[]): NewEntry => ({
    ...{ entryType, ...dates, contractId, cancelId, postings },
  })
  return mergePlans(
    ledgerPlan({
      insert: [...sources, ...payments, ...fee].map(({ row }) => row),
      journal: [
        entry('Cancel', [...before, ...moved.filter((one) => !isFee(one)), ...after]),
        entry('CancelFee', moved.filter(isFee)),
      ],
    }),
  )
}

/** What comes in is led to where it goes, in order: the fee comes last, out of what is left when the payees have theirs. */
function matched(sources: readonly Flow[], sinks: readonly Flow[]): NewPosting[] {
  const postings: NewPosting[] = []
  const left = sinks.map(({ amount }) => amount as number)
  let at = 0
  for (const { account, amount, row } of sources) {
    let toGive: number = amount
    while (toGive > 0) {
      const sink = sinks[at]
      if (!sink) throw new Error('A cancellation takes in more than it gives.')
      const part = Math.min(toGive, left[at] ?? 0)
      if (part > 0) postings.push(posting(account, sink.account, part as Cents, row))
      toGive -= part
      left[at] = (left[at] ?? 0) - part
      if (left[at] === 0) at += 1
    }
  }
  if (left.some((one) => one > 0)) throw new Error('A cancellation gives more than it takes in.')
  return postings
}

const SINGLE = {
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

const rowOf = (
  { contractId, productId, cancelId, dates }: CancelToBook,
  row: Pick<NewLedgerRow, 'ledgerType' | 'direction' | 'accountHolderId' | 'disbursementCode' | 'amount'> &
    Partial<NewLedgerRow>,
): NewLedgerRow => ({
  ...SINGLE,
  ...{ contractId, productId, cancelId, ...dates, dueDate: dates.effectiveDate },
  ...row,
})

/** The holder of a line gives back its refund, less what of it is not given because of claims. */
function lineSource(cancel: CancelToBook, line: CancelLineRefund, shares: readonly LedgerRow[]): Flow[] {
  const amount = minus(line.refund, line.claimsDeduction)
  if (amount === 0) return []
  const { code, accountHolder, chargeback } = line
  const own = shares.filter(
    (share) => share.disbursementCode === code && share.accountHolderId === accountHolder.id,
  )
  // Who was not paid yet need not give back either, until they are.
  const waits =
    chargeback && own.some(({ status, waitsFor }) => status === 'Pending' && waitsFor === 'Funding')
  const row = rowOf(cancel, {
    ...{ ledgerType: 'Cancel', direction: 'Receive', accountHolderId: accountHolder.id },
    ...{ disbursementCode: code, amount, isMemo: !chargeback },
    disbursementGroup: own[0]?.disbursementGroup ?? null,
    ...(waits ? { status: 'Pending', waitsFor: 'Funding', payWhen: 'WhenFunded' } : {}),
  })
  return [{ account: chargeback ? receivable(accountHolder.id) : unearned(code), amount, row }]
}

/** The dealer has collected and remitted the tax, and takes the credit for it. */
function taxSource(cancel: CancelToBook): Flow[] {
  const { calculation, dealerId } = cancel
  const amount = calculation.salesTaxRefund
  if (amount === 0) return []
  const row = rowOf(cancel, {
    ...{ ledgerType: 'SalesTax', direction: 'Receive', accountHolderId: dealerId },
    ...{ disbursementCode: SALES_TAX, amount },
  })
  return [{ account: receivable(dealerId), amount, row }]
}

/** What the lines lack of the refund is borne by one account; what they give too much, it gets. */
function shortfallFlow(cancel: CancelToBook, direction: 'Receive' | 'Pay'): Flow[] {
  const { calculation, shortfallAccount } = cancel
  const short = minus(calculation.shortfall, calculation.shortfallClaims)
  if (short === 0 || short > 0 !== (direction === 'Receive')) return []
  const amount = Math.abs(short) as Cents
  const { id, number, isInternal } = shortfallAccount
  const row = rowOf(cancel, {
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
    row: rowOf(cancel, {
      ...{ ledgerType: 'Cancel', direction: 'Pay', accountHolderId: payee.id },
      ...{ disbursementCode: REFUND, amount, payWhen: 'OnFinalize' },
    }),
  }))

function feeSink(cancel: CancelToBook): Flow[] {
  const amount = cancel.calculation.cancelFee
  if (amount === 0) return []
  const row = rowOf(cancel, {
    ...{ ledgerType: 'CancelFee', direction: 'Pay', accountHolderId: cancel.feeAccountId },
    ...{ disbursementCode: CANCEL_FEE, amount, isMemo: true },
  })
  return [{ account: only('CancelFeeIncome'), amount, row }]
}

/** What is unearned of internal lines leaves the books: to the refund, for claims that were paid, and as earned. */
function earnings(
  { calculation, unearned: left }: CancelToBook,
  isInternal: ReadonlySet<string>,
): { readonly before: readonly NewPosting[]; readonly after: readonly NewPosting[] } {
  const lines = calculation.lines.filter(({ code }) => isInternal.has(code))
  const onCancel = earnedOnCancel(lines, left)
  return {
    // More was earned than stays: it is taken back before it can be given.
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
