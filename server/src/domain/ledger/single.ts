import type { CalendarDate } from '../dates.ts'
import { type Cents, ZERO } from '../money.ts'
import { type Account, type NewPosting, only, payable, posting, receivable } from './journal.ts'
import type { PostingDates } from './periods.ts'
import { type LedgerPlan, ledgerPlan } from './plan.ts'
import { type Direction, type LedgerRow, type NewLedgerRow, TRANSFER_FEE } from './rows.ts'

// Rows that stand alone: what is added by hand, and fees.

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

/** A row that a user adds by hand. */
export function planManualRow(manual: ManualRow, dates: PostingDates): LedgerPlan {
  const { direction } = manual
  const row: NewLedgerRow = {
    ...ALONE,
    ...manual,
    ...dates,
    ledgerType: 'Adjustment',
    disbursementGroup: null,
    payWhen: direction === 'Pay' ? 'OnFinalize' : null,
    dueDate: manual.dueDate ?? dates.effectiveDate,
  }
  return booked('Manual', row, dates)
}

/** What the new or the old owner of a contract, or the dealer, pays for passing it on. */
export function planTransferFee(
  fee: Pick<ManualRow, 'accountHolderId' | 'amount' | 'productId'> & { readonly contractId: number },
  dates: PostingDates,
): LedgerPlan {
  const row: NewLedgerRow = {
    ...ALONE,
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
  return booked('TransferFee', row, dates)
}

const ALONE = {
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

function booked(entryType: 'Manual' | 'TransferFee', row: NewLedgerRow, dates: PostingDates): LedgerPlan {
  const { contractId, claimId } = row
  const postings = [standalonePosting(row, row.amount, row)]
  return ledgerPlan({ insert: [row], journal: [{ entryType, ...dates, contractId, claimId, postings }] })
}

/** How a row that stands alone is booked: against what it is income or expense of. */
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
