import { groupBy } from '../group-by.ts'
import { onStoredRows, planFunding } from '../ledger/funding.ts'
import {
  type NewEntry,
  type NewPosting,
  only,
  payable,
  posting,
  receivable,
  unapplied,
} from '../ledger/journal.ts'
import type { PostingDates } from '../ledger/periods.ts'
import { type LedgerPlan, type LedgerUpdate, ledgerPlan, mergePlans, rowsAfter } from '../ledger/plan.ts'
import type { LedgerRow } from '../ledger/rows.ts'
import { type Cents, minus, plus } from '../money.ts'
import type { Application, CashType } from './cash.ts'

// What cash does to the ledger and the books. Cash of an account holder always passes its unapplied account, so that
// netting, part payments and money that comes early need no rules of their own.

export interface CashFacts {
  readonly cashTransactionId: number
  readonly type: CashType
  readonly accountHolderId: number
  readonly amount: Cents
}

/** Books the money itself. A netting of 0.00 moves none. */
export function planMoney(cash: CashFacts, dates: PostingDates): LedgerPlan {
  return mergePlans(ledgerPlan({ journal: [cashEntry(cash, dates, null, moneyPostings(cash))] }))
}

/** Takes the money out of the books again, on the day of the void or return. */
export function planMoneyBack(cash: CashFacts, dates: PostingDates): LedgerPlan {
  const postings = moneyPostings(cash).map(swapped)
  return mergePlans(ledgerPlan({ journal: [cashEntry(cash, dates, null, postings)] }))
}

function moneyPostings({ type, accountHolderId, amount }: CashFacts): NewPosting[] {
  if (amount === 0) return []
  const [money, holder] = [only('Cash'), unapplied(accountHolderId)]
  return [type === 'Receipt' ? posting(money, holder, amount, null) : posting(holder, money, amount, null)]
}

/**
 * Pays rows. `contracts` are all rows of the contracts that the paid rows belong to: one that is funded by it opens the
 * payables that waited for the dealer's money.
 */
export function planApplications(
  cash: CashFacts,
  applications: readonly Application[],
  contracts: readonly LedgerRow[],
  dates: PostingDates,
): LedgerPlan {
  const update = applications.map(({ row, amount }): LedgerUpdate => {
    const paidAmount = plus(row.paidAmount, amount)
    return { row, changes: { paidAmount, ...stateAfterPayment(row, paidAmount) } }
  })
  const plan = ledgerPlan({ update, journal: applicationEntries(cash, applications, dates) })
  return withFundingOf(contracts, plan, () => () => false)
}

/** Which price of its contract a row belongs to: 0 is the price of the finalize, and each later price has a higher number. */
export type PriceOf = (row: LedgerRow) => number

/** Takes applications back. The rows are open again with what they had. */
export function planApplicationsBack(
  cash: CashFacts,
  applications: readonly Application[],
  contracts: readonly LedgerRow[],
  { dates, priceOf }: { readonly dates: PostingDates; readonly priceOf: PriceOf },
): LedgerPlan {
  const update = applications.map(({ row, amount }): LedgerUpdate => {
    const status = row.status === 'Paid' ? 'Open' : row.status
    return { row, changes: { paidAmount: minus(row.paidAmount, amount), status } }
  })
  const journal = applicationEntries(cash, applications, dates).map((entry) => ({
    ...entry,
    postings: entry.postings.map(swapped),
  }))
  return withFundingOf(contracts, ledgerPlan({ update, journal }), (rows) =>
    mayWaitAgain(rows, applications, priceOf),
  )
}

/** A row that is not in the books yet keeps waiting. Its finalize will find it paid. */
function stateAfterPayment(row: LedgerRow, paidAmount: Cents): LedgerUpdate['changes'] {
  if (row.waitsFor === 'Finalize') return { status: 'Pending', inProcessCashTransactionId: null }
  const status = paidAmount === row.amount ? 'Paid' : 'Open'
  return { status, inProcessCashTransactionId: null }
}

/** Money for rows that are not in the books stays unapplied there until the finalize. */
function applicationEntries(
  cash: CashFacts,
  applications: readonly Application[],
  dates: PostingDates,
): NewEntry[] {
  const booked = applications.filter(({ row }) => row.waitsFor !== 'Finalize')
  return [...groupBy(booked, ({ row }) => row.contractId)].map(([contractId, ofContract]) =>
    cashEntry(cash, dates, contractId, ofContract.map(applicationPosting)),
  )
}

function applicationPosting({ row, amount }: Application): NewPosting {
  const { accountHolderId, direction, id } = row
  const holder = unapplied(accountHolderId)
  return direction === 'Receive'
    ? posting(holder, receivable(accountHolderId), amount, id)
    : posting(payable(accountHolderId), holder, amount, id)
}

const swapped = (one: NewPosting): NewPosting => ({ ...one, debit: one.credit, credit: one.debit })

const cashEntry = (
  { cashTransactionId }: CashFacts,
  dates: PostingDates,
  contractId: number | null,
  postings: readonly NewPosting[],
): NewEntry => ({ entryType: 'Cash', ...dates, contractId, cashTransactionId, postings })

/**
 * Which payables wait again when cash is taken back and their contract is not funded: those that the money opened, and
 * those that are open again themselves. Money that paid rows of a price has opened the payables of that price and of the
 * later ones. The payables of the prices before were open already. Money that paid a row in part has opened none.
 */
function mayWaitAgain(
  rows: readonly LedgerRow[],
  applications: readonly Application[],
  priceOf: PriceOf,
): (row: LedgerRow) => boolean {
  const reversed = new Set(applications.map(({ row }) => row.id))
  const wholly = rows.filter(
    ({ id, isDealerCost, direction, paidAmount, amount }) =>
      reversed.has(id) && isDealerCost && direction === 'Receive' && paidAmount === amount,
  )
  const first = Math.min(...wholly.map(priceOf))
  return (row) => reversed.has(row.id) || priceOf(row) >= first
}

/** Payables of a contract open when it is funded. When it is not, those that may wait wait. */
export function withFundingOf(
  contracts: readonly LedgerRow[],
  plan: LedgerPlan,
  mayWait: (rows: readonly LedgerRow[]) => (row: LedgerRow) => boolean,
): LedgerPlan {
  const after = groupBy(rowsAfter(contracts, plan), ({ contractId }) => contractId)
  const funding = [...groupBy(contracts, ({ contractId }) => contractId)].map(([contractId, rows]) =>
    onStoredRows(rows, planFunding(after.get(contractId) ?? [], mayWait(rows))),
  )
  return mergePlans(plan, ...funding)
}
