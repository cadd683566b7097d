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
import { type LedgerEdit, type LedgerPlan, ledgerPlan, mergePlans } from '../ledger/plan.ts'
import type { LedgerRow, NewLedgerRow } from '../ledger/rows.ts'
import { type Cents, minus, ZERO } from '../money.ts'
import { REFUND } from './payments.ts'

/** A journal posting of a cancellation that is not reversed yet. `ledgerId` is null if it belongs to no ledger row. */
export type CancelPosting = Omit<Posting, 'ledgerId'> & { readonly ledgerId: number | null }

export interface CancelToReverse {
  readonly contractId: number
  readonly cancelId: number
  /** The account that owes the refund that was already paid out. Null if nothing of it was paid. */
  readonly recoveryAccountId: number | null
  readonly reason: string
  readonly dates: PostingDates
}

export type ReverseRefusal = 'LedgerInOtherBatch' | 'RefundAlreadyPaid'

/**
 * Reverses a cancellation: every row gets an offsetting row. Unpaid rows are voided together with their offset. Rows that
 * were paid, in part or in full, stay, and their offset is open: the same account holder gets back what it gave, or gives
 * back what it got. Only a refund is claimed from another account, so of one that was paid in part only that part stays, and
 * the rest is not paid any more. Late penalties stay, because the refund was late.
 */
export function reinstatePlan(
  cancel: CancelToReverse,
  rows: readonly LedgerRow[],
  booked: readonly CancelPosting[],
): LedgerPlan | { readonly refused: ReverseRefusal } {
  const { contractId, cancelId, recoveryAccountId, dates } = cancel
  const undone = undoneIn(rows)
  const active = rows.filter(
    (row) =>
      row.cancelId === cancelId &&
      row.ledgerType !== 'Penalty' &&
      row.offsetOfLedgerId === null &&
      row.status !== 'Voided' &&
      !undone.has(row.id),
  )
  if (active.some(({ status }) => status === 'InProcess')) return { refused: 'LedgerInOtherBatch' }
  if (recoveryAccountId === null && active.some(isRefunded)) return { refused: 'RefundAlreadyPaid' }
  const postings = reversedPostings(active, booked, recoveryAccountId)
  return mergePlans(
    ...active.map((row) => reversalPlan(row, cancel)),
    ledgerPlan({ journal: [{ entryType: 'Reinstatement', ...dates, contractId, cancelId, postings }] }),
  )
}

const isPaid = ({ paidAmount }: LedgerRow) => paidAmount > 0

/** A payment of the refund that went out, in part or in full. */
const isRefunded = (row: LedgerRow) =>
  row.direction === 'Pay' && row.disbursementCode === REFUND && isPaid(row)

/** The rest is still to be paid. */
const isPartRefunded = (row: LedgerRow) => isRefunded(row) && row.paidAmount < row.amount

/** The account holder that stands in the offset of a row. */
const offsetHolderId = (row: LedgerRow, recoveryAccountId: number | null) =>
  isRefunded(row) ? (recoveryAccountId ?? row.accountHolderId) : row.accountHolderId

function reversalPlan(row: LedgerRow, cancel: CancelToReverse): LedgerPlan {
  const { dates, reason, recoveryAccountId } = cancel
  if (isPartRefunded(row)) {
    const paid = { ...row, amount: row.paidAmount }
    return mergePlans(endPayment(row, cancel), ledgerPlan({ insert: reversalPlan(paid, cancel).insert }))
  }
  const voided = planVoidRow(row, dates, reason)
  const insert = voided.insert.map(
    (offset): NewLedgerRow => ({
      ...offset,
      ledgerType: 'Reinstatement',
      accountHolderId: offsetHolderId(row, recoveryAccountId),
      ...(isPaid(row) ? { status: 'Open' } : {}),
    }),
  )
  return ledgerPlan({ insert, update: isPaid(row) ? [] : voided.update })
}

/** The row keeps what was paid of it, and nothing of it is open. */
function endPayment(row: LedgerRow, { dates, reason }: CancelToReverse): LedgerPlan {
  const { effectiveDate: date, accountingDate } = dates
  const edit: LedgerEdit = {
    ...{ kind: 'Edit', ledgerId: row.id, contractId: null, disbursementCode: null, date, accountingDate },
    ...{ oldAmount: row.amount, newAmount: row.paidAmount, by: minus(row.paidAmount, row.amount), reason },
  }
  const changes = { amount: row.paidAmount, status: 'Paid', reason } as const
  return ledgerPlan({ update: [{ row, changes }], edits: [edit] })
}

/**
 * The reversed journal postings. A paid amount has left its account, so it is booked to the account of the open offset:
 * money that was given back is owed to its account holder again, a refund that was paid out is owed by the recovery account,
 * and other money that was paid out by who got it.
 */
function reversedPostings(
  active: readonly LedgerRow[],
  booked: readonly CancelPosting[],
  recoveryAccountId: number | null,
): NewPosting[] {
  const byId = new Map(active.map((row) => [row.id, row]))
  const paidOut = payables(active, recoveryAccountId)
  return booked
    .flatMap((line) => {
      const source = line.ledgerId === null ? undefined : byId.get(line.ledgerId)
      const isGivenBack = line.debit.kind === 'Receivable' && source !== undefined && isPaid(source)
      const credit = isGivenBack ? payable(source.accountHolderId) : line.debit
      return paidOut.take(line).map(({ amount, owedBy }): NewPosting => {
        const debit = owedBy === null ? line.credit : receivable(owedBy)
        const isPlain = amount === line.amount && debit === line.credit && credit === line.debit
        return { debit, credit, amount, ledger: line.ledgerId, reversesId: isPlain ? line.id : null }
      })
    })
    .filter(({ debit, credit }) => accountText(debit) !== accountText(credit))
}

interface Taken {
  readonly amount: Cents
  /** Who owes it now, because it was paid. Null if it was not paid. */
  readonly owedBy: number | null
}

/** The amounts that went to each payee, in booking order, each with who owes it now. */
function payables(
  active: readonly LedgerRow[],
  recoveryAccountId: number | null,
): {
  take(booked: { readonly credit: Account; readonly amount: Cents }): readonly Taken[]
} {
  const queues = new Map<string, { left: number; readonly owedBy: number | null }[]>()
  for (const row of active.filter(({ direction, isMemo }) => direction === 'Pay' && !isMemo)) {
    const account = accountText(payable(row.accountHolderId))
    const unpaid = isPartRefunded(row) ? minus(row.amount, row.paidAmount) : ZERO
    queues.set(account, [
      ...(queues.get(account) ?? []),
      {
        left: minus(row.amount, unpaid),
        owedBy: isPaid(row) ? offsetHolderId(row, recoveryAccountId) : null,
      },
      { left: unpaid, owedBy: null },
    ])
  }
  return {
    take({ credit, amount }) {
      const queue = queues.get(accountText(credit)) ?? []
      const taken: Taken[] = []
      let left: number = amount
      for (const row of queue) {
        const part = Math.min(left, row.left)
        if (part > 0) taken.push({ amount: part as Cents, owedBy: row.owedBy })
        row.left -= part
        left -= part
      }
      return left > 0 ? [...taken, { amount: left as Cents, owedBy: null }] : taken
    },
  }
}
