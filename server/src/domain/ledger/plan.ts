import type { CalendarDate } from '../dates.ts'
import type { Cents } from '../money.ts'
import type { NewEntry } from './journal.ts'
import type { LedgerRow, NewLedgerRow, RowState } from './rows.ts'

/** What a business event does to the ledger, decided whole before anything of it is written. */
export interface LedgerPlan {
  readonly insert: readonly NewLedgerRow[]
  readonly update: readonly LedgerUpdate[]
  readonly journal: readonly NewEntry[]
  readonly edits: readonly LedgerEdit[]
}

export interface LedgerUpdate {
  /** As it stands, locked. */
  readonly row: LedgerRow
  readonly changes: Partial<RowState>
}

/** A line of a contract in force that was corrected by hand: what it earns follows from that day on. */
export interface LedgerEdit {
  readonly kind: 'Edit' | 'Delete'
  readonly ledgerId: number
  readonly contractId: number
  readonly disbursementCode: string
  readonly date: CalendarDate
  readonly oldAmount: Cents
  /** 0 for a line that was voided. */
  readonly newAmount: Cents
  /** What the line has more, or, below zero, less: a row that takes back lowers it when it grows. */
  readonly by: Cents
  readonly reason: string
}

export const ledgerPlan = (parts: Partial<LedgerPlan>): LedgerPlan => ({
  insert: [],
  update: [],
  journal: [],
  edits: [],
  ...parts,
})

/** Several plans as one. Of one row the later change counts, and entries without rows are none. */
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

/** The rows as the plan leaves them; those that it adds are not among them. */
export function rowsAfter(rows: readonly LedgerRow[], { update }: LedgerPlan): LedgerRow[] {
  const changes = new Map(update.map((one) => [one.row.id, one.changes]))
  return rows.map((row) => ({ ...row, ...changes.get(row.id) }))
}
