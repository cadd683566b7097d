import type { CalendarDate } from '../dates.ts'
import { type Cents, ZERO } from '../money.ts'
import {
  type Account,
  claimsExpense,
  type NewPosting,
  only,
  type Posting,
  payable,
  posting,
  receivable,
} from './journal.ts'
import { planPayBack, planVoidRow, reversals, type Undone } from './lines.ts'
import type { PostingDates } from './periods.ts'
import { type LedgerPlan, ledgerPlan, mergePlans } from './plan.ts'
import { type Direction, type LedgerRow, type NewLedgerRow, opposite, TRANSFER_FEE } from './rows.ts'

// Rows without a line: manual rows and fees.

export interface ManualRow {
  readonly accountHolderId: number
  readonly direction: Direction
  readonly amount: Cents
  readonly reason: string
  readonly contractId: number | null
  readonly claimId: number | null
  readonly productId: number | null
  readonly disbursementCode: string | null
  readonly dueDate: CalendarDate | null
}

/** A manual row. */
export function planManualRow(manual: ManualRow, dates: PostingDates): LedgerPlan {
  const { direction } = manual
  const row: NewLedgerRow = {
    ...WITHOUT_LINE,
    ...manual,
    ...dates,
    ledgerType: 'Adjustment',
    disbursementGroup: null,
    payWhen: direction === 'Pay' ? 'OnFinalize' : null,
    dueDate: manual.dueDate ?? dates.effectiveDate,
  }
  return planBookedRow('Manual', row, dates)
}

/** The fee for a transfer, which the new owner, the old owner or the dealer pays. */
export function planTransferFee(
  fee: Pick<ManualRow, 'accountHolderId' | 'amount' | 'productId'> & { readonly contractId: number },
  dates: PostingDates,
): LedgerPlan {
  const row: NewLedgerRow = {
    ...WITHOUT_LINE,
    ...fee,
    ...dates,
    ledgerType: 'TransferFee',
    direction: 'Receive',
    claimId: null,
    disbursementCode: TRANSFER_FEE,
    disbursementGroup: null,
    payWhen: null,
    reason: null,
    dueDate: dates.effectiveDate,
  }
  return planBookedRow('TransferFee', row, dates)
}

type ClaimOwed = Pick<ManualRow, 'accountHolderId' | 'amount' | 'productId' | 'reason'> & {
  readonly contractId: number
  readonly claimId: number
}

/** The code of what inspecting claims costs. */
export const INSPECTION = 'INSPECTION'

/** The fee of an inspection company. It does not wait for the dealer's funding: the company has done its work. */
export function planInspectionFee(fee: ClaimOwed, dates: PostingDates): LedgerPlan {
  return planClaimRow('InspectionFee', INSPECTION, fee, dates)
}

/** Claims are paid out of the reserve. */
export const RESERVE = 'RESERVE'

/** What a claim pays. It does not wait for the dealer's money: the promise is to the customer. */
export function planClaimPayment(
  payment: ClaimOwed & Pick<ManualRow, 'dueDate'>,
  dates: PostingDates,
): LedgerPlan {
  return planClaimRow('Claim', RESERVE, payment, dates)
}

/** What is owed for a claim to somebody outside. */
function planClaimRow(
  ledgerType: 'Claim' | 'InspectionFee',
  disbursementCode: string,
  owed: ClaimOwed & { readonly dueDate?: ManualRow['dueDate'] },
  dates: PostingDates,
): LedgerPlan {
  const row: NewLedgerRow = {
    ...WITHOUT_LINE,
    ...owed,
    ...dates,
    ledgerType,
    direction: 'Pay',
    disbursementCode,
    disbursementGroup: null,
    payWhen: 'OnFinalize',
    dueDate: owed.dueDate ?? dates.effectiveDate,
  }
  return planBookedRow(ledgerType, row, dates)
}

/** Takes a payment of a claim back that was not made. */
export function planClaimPaymentBack(
  row: LedgerRow,
  standing: readonly Posting[],
  dates: PostingDates,
): LedgerPlan {
  const { contractId, claimId } = row
  const postings = reversals(standing, row.lineId)
  const journal = [{ entryType: 'Claim' as const, ...dates, contractId, claimId, postings }]
  return mergePlans(planVoidRow(row, dates, null), ledgerPlan({ journal }))
}

/** The code of the fee for a returned check or debit. */
export const NSF_FEE = 'NSFFEE'

/** The fee that an account holder owes when its bank returns a receipt. */
export function planNsfFee(
  fee: Pick<ManualRow, 'accountHolderId' | 'amount' | 'reason'>,
  dates: PostingDates,
): LedgerPlan {
  const row: NewLedgerRow = {
    ...WITHOUT_LINE,
    ...fee,
    ...dates,
    ...NO_SUBJECT,
    ledgerType: 'Penalty',
    direction: 'Receive',
    disbursementCode: NSF_FEE,
    payWhen: null,
    dueDate: dates.effectiveDate,
  }
  return planBookedRow('Nsf', row, dates)
}

/**
 * The difference between what was owed and what came, which is written off. `Pay`: too little came, and the row stands for
 * what is missing. `Receive`: too much came.
 */
export function planOverShort(
  difference: Pick<ManualRow, 'accountHolderId' | 'amount' | 'direction'>,
  dates: PostingDates,
): LedgerPlan {
  const row: NewLedgerRow = {
    ...WITHOUT_LINE,
    ...difference,
    ...dates,
    ...NO_SUBJECT,
    ledgerType: 'CashOverShort',
    disbursementCode: null,
    payWhen: difference.direction === 'Pay' ? 'OnFinalize' : null,
    reason: null,
    dueDate: dates.effectiveDate,
  }
  return planBookedRow('CashOverShort', row, dates)
}

/** Takes the written-off difference out of the books when its cash is voided. The row is no longer paid. */
export function planOverShortBack(
  row: LedgerRow,
  standing: readonly Posting[],
  dates: PostingDates,
): LedgerPlan {
  const postings = reversals(standing, row.lineId)
  const journal = [{ entryType: 'CashOverShort' as const, ...dates, contractId: null, postings }]
  return mergePlans(planVoidRow(row, dates, null), ledgerPlan({ journal }))
}

/** Undoes a row without a line: an unpaid row is voided, a paid one is paid back. */
export function undoSingle(row: LedgerRow, standing: readonly Posting[], dates: PostingDates): Undone {
  if (row.paidAmount === 0)
    return { plan: planVoidRow(row, dates, null), postings: reversals(standing, row.lineId) }
  const back = standalonePosting({ ...row, direction: opposite(row.direction) }, row.amount, row.lineId)
  return { plan: planPayBack(row, dates, null), postings: [back] }
}

const NO_SUBJECT = { contractId: null, claimId: null, productId: null, disbursementGroup: null } as const

const WITHOUT_LINE = {
  status: 'Open',
  waitsFor: null,
  cancelId: null,
  isMemo: false,
  isDealerCost: false,
  paidAmount: ZERO,
  holdId: null,
  inProcessCashTransactionId: null,
  offsetOfLedgerId: null,
  line: null,
} as const

function planBookedRow(
  entryType: 'Manual' | 'TransferFee' | 'InspectionFee' | 'Claim' | 'Nsf' | 'CashOverShort',
  row: NewLedgerRow,
  dates: PostingDates,
): LedgerPlan {
  const { contractId, claimId } = row
  const postings = [standalonePosting(row, row.amount, row)]
  return ledgerPlan({ insert: [row], journal: [{ entryType, ...dates, contractId, claimId, postings }] })
}

const against: Readonly<Partial<Record<LedgerRow['ledgerType'], Account>>> = {
  Adjustment: only('Adjustments'),
  CashOverShort: only('OverShort'),
  InspectionFee: claimsExpense(INSPECTION),
  Claim: claimsExpense(RESERVE),
}

/** A row without a line is booked against adjustments, over and short, what claims cost, or other income. */
export function standalonePosting(
  { direction, accountHolderId, ledgerType }: Pick<LedgerRow, 'direction' | 'accountHolderId' | 'ledgerType'>,
  amount: Cents,
  ledger: NewPosting['ledger'],
): NewPosting {
  const other = against[ledgerType] ?? only('OtherIncome')
  return direction === 'Receive'
    ? posting(receivable(accountHolderId), other, amount, ledger)
    : posting(other, payable(accountHolderId), amount, ledger)
}
