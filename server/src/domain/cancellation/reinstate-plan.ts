import {
  type Account,
  accountText,
  type NewPosting,
  type Posting,
  payable,
  receivable,
} from '../ledger/journal.ts'
import { planVoidRow, undoneIn } from '../ledger/lines.ts'
import type { PostingDates } from '../ledger/periods.ts'
import { type LedgerPlan, ledgerPlan, mergePlans } from '../ledger/plan.ts'
import type { LedgerRow, NewLedgerRow } from '../ledger/rows.ts'
import type { Cents } from '../money.ts'

/** A row of the journal of a cancellation that was not taken back yet. What is about no row of the ledger has none. */
export type CancelPosting = Omit<Posting, 'ledgerId'> & { readonly ledgerId: number | null }

export interface CancelToReverse {
  readonly contractId: number
  readonly cancelId: number
  /** Who owes what was already paid out; null where nothing was. */
  readonly recoveryAccountId: number | null
  readonly reason: string
  readonly dates: PostingDates
}

export type ReverseRefusal = 'LedgerInOtherBatch' | 'RefundAlreadyPaid'

/**
 * Takes a cancellation back: every row of it gets its like the other way. What was not paid is voided with it; what was
 * stays, and its like is open. Penalties for a late refund stay: it was late.
 */
export function reinstatePlan(
  cancel: CancelToReverse,
  rows: readonly LedgerRow[],
  booked: readonly CancelPosting[],
): LedgerPlan | { readonly refused: ReverseRefusal } {
  const { contractId, cancelId, recoveryAccountId, dates } = cancel
  const undone = undoneIn(rows)
  const standing = rows.filter(
    (row) =>
      row.cancelId === cancelId &&
      row.ledgerType !== 'Penalty' &&
      row.offsetOfLedgerId === null &&
      row.status !== 'Voided' &&
      !undone.has(row.id),
  )
  if (standing.some(({ status }) => status === 'InProcess')) return { refused: 'LedgerInOtherBatch' }
  if (recoveryAccountId === null && standing.some(isPaidOut)) return { refused: 'RefundAlreadyPaid' }
  const postings = reversed(standing, booked, recoveryAccountId)
  return mergePlans(
    ...standing.map((row) => opposed(row, cancel)),
    ledgerPlan({ journal: [{ entryType: 'Reinstatement', ...dates, contractId, cancelId, postings }] }),
  )
}

const isPaid = ({ paidAmount }: LedgerRow) => paidAmount > 0
const isPaidOut = (row: LedgerRow) => row.direction === 'Pay' && isPaid(row)

function opposed(row: LedgerRow, { dates, reason, recoveryAccountId }: CancelToReverse): LedgerPlan {
  const voided = planVoidRow(row, dates, reason)
  const insert = voided.insert.map(
    (like): NewLedgerRow => ({
      ...like,
      ledgerType: 'Reinstatement',
      ...(isPaid(row) ? { status: 'Open' } : {}),
      ...(isPaidOut(row) && recoveryAccountId !== null ? { accountHolderId: recoveryAccountId } : {}),
    }),
  )
  return ledgerPlan({ insert, update: isPaid(row) ? [] : voided.update })
}

/**
 * The journal the other way. What was paid of a row is out of its account: it is booked where its like now stands, so that
 * what somebody gave is owed to them, and what somebody got is owed by them.
 */
function reversed(
  standing: readonly LedgerRow[],
  booked: readonly CancelPosting[],
  recoveryAccountId: number | null,
): NewPosting[] {
  const byId = new Map(standing.map((row) => [row.id, row]))
  const paidOut = payables(standing)
  return booked
    .flatMap((one) => {
      const source = one.ledgerId === null ? undefined : byId.get(one.ledgerId)
      const isGiven = one.debit.kind === 'Receivable' && source !== undefined && isPaid(source)
      const credit = isGiven ? payable(source.accountHolderId) : one.debit
      return paidOut.take(one).map(({ amount, isPaid: isOut }): NewPosting => {
        const debit = isOut && recoveryAccountId !== null ? receivable(recoveryAccountId) : one.credit
        const isPlain = amount === one.amount && debit === one.credit && credit === one.debit
        return { debit, credit, amount, ledger: one.ledgerId, reversesId: isPlain ? one.id : null }
      })
    })
    .filter(({ debit, credit }) => accountText(debit) !== accountText(credit))
}

interface Taken {
  readonly amount: Cents
  readonly isPaid: boolean
}

/** What went to each payee, row by row in the order in which it was booked, with whether that row was paid. */
function payables(standing: readonly LedgerRow[]): {
  take(booked: { readonly credit: Account; readonly amount: Cents }): readonly Taken[]
} {
  const queues = new Map<string, { left: number; readonly isPaid: boolean }[]>()
  for (const row of standing.filter((one) => one.direction === 'Pay' && !one.isMemo)) {
    const account = accountText(payable(row.accountHolderId))
    queues.set(account, [...(queues.get(account) ?? []), { left: row.amount, isPaid: isPaid(row) }])
  }
  return {
    take({ credit, amount }) {
      const queue = queues.get(accountText(credit)) ?? []
      const taken: Taken[] = []
      let left: number = amount
      for (const row of queue) {
        const part = Math.min(left, row.left)
        if (part > 0) taken.push({ amount: part as Cents, isPaid: row.isPaid })
        row.left -= part
        left -= part
      }
      return left > 0 ? [...taken, { amount: left as Cents, isPaid: false }] : taken
    },
  }
}
