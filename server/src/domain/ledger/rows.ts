import { addMonths, type CalendarDate } from '../dates.ts'
import { type Cents, minus, ZERO } from '../money.ts'

// A ledger row says who owes whom how much, and for what.

export const ledgerTypes = [
  'ContractDisbursement',
  'Refinalize',
  'Cancel',
  'CancelFee',
  'Reinstatement',
  'Claim',
  'InspectionFee',
  'TransferFee',
  'SalesTax',
  'Adjustment',
  'Penalty',
  'CashOverShort',
] as const
export type LedgerType = (typeof ledgerTypes)[number]

export const ledgerStatuses = ['Pending', 'Open', 'Held', 'InProcess', 'Paid', 'Voided'] as const
export type LedgerStatus = (typeof ledgerStatuses)[number]

/** `Finalize`: not in the books yet. `Funding`: in the books, and opens when the contract is funded. */
export const ledgerWaits = ['Finalize', 'Funding'] as const
export type WaitsFor = (typeof ledgerWaits)[number]

/** `Receive`: they owe the administrator. `Pay`: the administrator owes them. */
export const directions = ['Receive', 'Pay'] as const
export type Direction = (typeof directions)[number]
export const opposite = (direction: Direction): Direction => (direction === 'Pay' ? 'Receive' : 'Pay')

export const payWhens = ['OnFinalize', 'WhenFunded'] as const
export type PayWhen = (typeof payWhens)[number]

/** The facts of a row, which never change. */
interface RowFacts {
  readonly ledgerType: LedgerType
  readonly direction: Direction
  readonly accountHolderId: number
  readonly contractId: number | null
  readonly claimId: number | null
  readonly cancelId: number | null
  readonly productId: number | null
  readonly disbursementCode: string | null
  readonly disbursementGroup: string | null
  /** A memo row is never paid. It is stored for calculations. */
  readonly isMemo: boolean
  /** The dealer's side of a line of dealer cost. Dealers see only these rows of the cost, as one sum. */
  readonly isDealerCost: boolean
  /** Only for payables. */
  readonly payWhen: PayWhen | null
  /** The row that this one offsets. */
  readonly offsetOfLedgerId: number | null
}

/** The part of a row that can change. */
export interface RowState {
  readonly status: LedgerStatus
  readonly waitsFor: WaitsFor | null
  readonly amount: Cents
  readonly paidAmount: Cents
  readonly effectiveDate: CalendarDate
  readonly accountingDate: CalendarDate
  readonly dueDate: CalendarDate
  readonly reason: string | null
  readonly holdId: number | null
  readonly inProcessCashTransactionId: number | null
}

export interface LedgerRow extends RowFacts, RowState {
  readonly id: number
  /** The id of the first row of its line. A row without a line has its own id here. */
  readonly lineId: number
}

/** A row to write. `line` is the other row of its line: the id of a stored row, or another new row of the plan. */
export interface NewLedgerRow extends RowFacts, RowState {
  readonly line: number | NewLedgerRow | null
}

/** The amount that is still owed. */
export const openAmount = (row: Pick<LedgerRow, 'isMemo' | 'status' | 'amount' | 'paidAmount'>): Cents =>
  row.isMemo || row.status === 'Voided' ? ZERO : minus(row.amount, row.paidAmount)

/** Whether a row is in the books. Rows that wait for the finalize are not, and neither are voided rows. */
export const isInBooks = ({ status, waitsFor }: RowState): boolean =>
  status !== 'Voided' && waitsFor !== 'Finalize'

/** Dealers pay for the contracts of a month by the 15th of the next month. */
export const dealerDueDate = (date: CalendarDate): CalendarDate => `${addMonths(date, 1).slice(0, 7)}-15`

/** Dealer markup: the part of the retail price that the dealer keeps. */
export const MARKUP = 'MARKUP'
export const SALES_TAX = 'SALESTAX'
export const TRANSFER_FEE = 'TRANSFERFEE'

/** The dealer's markup follows from the other lines and cannot be corrected on its own. */
export const isMarkup = (row: Pick<LedgerRow, 'isMemo' | 'disbursementCode'>): boolean =>
  row.isMemo && row.disbursementCode === MARKUP
