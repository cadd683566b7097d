import type { CalendarDate } from '../dates.ts'
import { type Cents, ZERO } from '../money.ts'
import { type Account, type NewPosting, only, payable, posting, receivable } from './journal.ts'
import type { PostingDates } from './periods.ts'
import { type LedgerPlan, ledgerPlan } from './plan.ts'
import { type Direction, type LedgerRow, type NewLedgerRow, TRANSFER_FEE } from './rows.ts'

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
  entryType: 'Manual' | 'TransferFee',
  row: NewLedgerRow,
  dates: PostingDates,
): LedgerPlan {
  const { contractId, claimId } = row
  const postings = [standalonePosting(row, row.amount, row)]
  return ledgerPlan({ insert: [row], journal: [{ entryType, ...dates, contractId, claimId, postings }] })
}

/** A row without a line is booked against adjustments or other income. */
export function standalonePosting(
  { direction, accountHolderId, ledgerType }: Pick<LedgerRow, 'direction' | 'accountHolderId' | 'ledgerType'>,
  amount: Cents,
  ledger: NewPosting['ledger'],
): NewPosting {
  const against: Account = only(ledgerType === 'Adjustment' ? 'Adjustments' : 'OtherIncome')
  return direction === 'Receive'
    ? posting(receivable(accountHolderId), against, amount, ledger)
    : posting(against, payable(accountHolderId), amount, ledger)
}
