import type { CalendarDate } from '../dates.ts'
import type { Cents } from '../money.ts'
import type { NewEntry } from './journal.ts'
import type { LedgerRow, NewLedgerRow, RowState } from './rows.ts'

/** All changes that a business event makes to the ledger, decided before anything is written. */
export interface LedgerPlan {
  readonly insert: readonly NewLedgerRow[]
  readonly update: readonly LedgerUpdate[]
  readonly journal: readonly NewEntry[]
  readonly edits: readonly LedgerEdit[]
}

export interface LedgerUpdate {
  /** The stored row, locked. */
  readonly row: LedgerRow
  readonly changes: Partial<RowState>
}

/** A manual correction of a row that is in the books, with what its amount was before. */
export interface LedgerEdit {
  readonly kind: 'Edit' | 'Delete'
  readonly ledgerId: number
  /** The line of a contract that was corrected. Null for a row without a line. */
  readonly contractId: number | null
  readonly disbursementCode: string | null
  readonly date: CalendarDate
  readonly accountingDate: CalendarDate
  readonly oldAmount: Cents
  /** 0 for a voided line. */
  readonly newAmount: Cents
  /** The change of the line's net amount. When a row that reduces the line grows, this is negative. */
  readonly by: Cents
  readonly reason: string
}

/** The correction of a line of a contract in force. Its earnings follow the new amount from that date on. */
export interface LineEdit extends LedgerEdit {
  readonly contractId: number
  readonly disbursementCode: string
}

export const isLineEdit = (edit: LedgerEdit): edit is LineEdit =>
  edit.contractId !== null && edit.disbursementCode !== null

export const ledgerPlan = (parts: Partial<LedgerPlan>): LedgerPlan => ({
  insert: [],
  update: [],
  journal: [],
  edits: [],
  ...parts,
})

/** Several plans as one. The later change of a row wins, and journal entries without rows are dropped. */
export function mergePlans(...plans: readonly LedgerPlan[]): LedgerPlan {
  const updates = new Map<number, LedgerUpdate>()
  for (const { row, changes } of plans.flatMap(({ update }) => update))
    updates.set(row.id, { row, changes: { ...updates.get(row.id)?.changes, ...changes } })
  return {
    insert: plans.flatMap(({ insert }) => insert),
    update: [...updates.values()],
    journal: plans.flatMap(({ journal }) => journal).filter(({ postings }) => postings.length > 0),
    edits: plans.flatMap(({ edits }) => edits),
  }
}

/** The rows after the plan's changes, without the rows that it adds. */
export function rowsAfter(rows: readonly LedgerRow[], { update }: LedgerPlan): LedgerRow[] {
  const changes = new Map(update.map((change) => [change.row.id, change.changes]))
  return rows.map((row) => ({ ...row, ...changes.get(row.id) }))
}
