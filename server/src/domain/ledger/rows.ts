import { addMonths, type CalendarDate } from '../dates.ts'
import { type Cents, minus, ZERO } from '../money.ts'

// A ledger row is an open item: who owes whom, how much, for what.

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

/** `Finalize`: not in the books yet. `Funding`: in the books, and open once the contract is funded. */
export const ledgerWaits = ['Finalize', 'Funding'] as const
export type WaitsFor = (typeof ledgerWaits)[number]

/** `Receive`: they owe the administrator. `Pay`: the administrator owes them. */
export const directions = ['Receive', 'Pay'] as const
export type Direction = (typeof directions)[number]
export const opposite = (direction: Direction): Direction => (direction === 'Pay' ? 'Receive' : 'Pay')

export const payWhens = ['OnFinalize', 'WhenFunded'] as const
export type PayWhen = (typeof payWhens)[number]

/** What a row is about; fixed once it is written. */
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
  /** Never paid: it is kept for what is computed from it. */
  readonly isMemo: boolean
  /** The dealer's side of a line of dealer cost: together they are all that a dealer sees of the cost. */
  readonly isDealerCost: boolean
  /** Of what is paid out. */
  readonly payWhen: PayWhen | null
  /** The row that this one undoes. */
  readonly offsetOfLedgerId: number | null
}

/** How a row stands. */
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
  /** The id of the first row of the line that it is part of; its own where it stands alone. */
  readonly lineId: number
}

/** A row that is to be written. `line` is the row it makes a line with: one that stands, or another of the plan. */
export interface NewLedgerRow extends RowFacts, RowState {
  readonly line: number | NewLedgerRow | null
}

/** What is still owed. */
export const openAmount = (row: Pick<LedgerRow, 'isMemo' | 'status' | 'amount' | 'paidAmount'>): Cents =>
  row.isMemo || row.status === 'Voided' ? ZERO : minus(row.amount, row.paidAmount)

/** Whether a row is in the books: what waits for the finalize is not, and what is voided no more. */
export const isInBooks = ({ status, waitsFor }: RowState): boolean =>
  status !== 'Voided' && waitsFor !== 'Finalize'

/** Dealers pay for a month's contracts in the middle of the next. */
export const dealerDueDate = (date: CalendarDate): CalendarDate => `${addMonths(date, 1).slice(0, 7)}-15`

/** Dealer markup: what of the retail price stays with the dealer. */
export const MARKUP = 'MARKUP'
export const SALES_TAX = 'SALESTAX'
export const TRANSFER_FEE = 'TRANSFERFEE'

/** The dealer's markup follows from the other lines and is not corrected on its own. */
export const isMarkup = (row: Pick<LedgerRow, 'isMemo' | 'disbursementCode'>): boolean =>
  row.isMemo && row.disbursementCode === MARKUP
