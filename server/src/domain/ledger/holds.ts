import { fundingStatus } from './funding.ts'
import { isOfLine } from './lines.ts'
import { type LedgerPlan, type LedgerUpdate, ledgerPlan } from './plan.ts'
import type { LedgerRow } from './rows.ts'

/** A hold on the payables of some disbursements or of all. */
export interface PayablesHold {
  readonly holdId: number
  readonly codes: readonly string[] | 'all'
}

const isNamed = ({ codes }: PayablesHold, { disbursementCode }: LedgerRow) =>
  codes === 'all' || (disbursementCode !== null && codes.includes(disbursementCode))

/** Holds the payables of these disbursements until the hold is resolved. Rows that are already in a payment are paid. */
export function planPayablesHold(rows: readonly LedgerRow[], hold: PayablesHold): LedgerPlan {
  const update = rows
    .filter((row) => isOfLine(row) && row.direction === 'Pay' && !row.isMemo && isNamed(hold, row))
    .filter(({ status, waitsFor }) => status === 'Open' || (status === 'Pending' && waitsFor === 'Funding'))
    .map((row) => ({ row, changes: { status: 'Held', waitsFor: null, holdId: hold.holdId } }) as const)
  return ledgerPlan({ update })
}

/** Releases the rows that no open hold names any longer. */
export function planPayablesRelease(rows: readonly LedgerRow[], open: readonly PayablesHold[]): LedgerPlan {
  const isFunded = fundingStatus(rows) === 'Funded'
  return ledgerPlan({
    update: rows.flatMap((row): LedgerUpdate[] => {
      if (row.status !== 'Held') return []
      const holds = open.filter((hold) => isNamed(hold, row))
      if (holds.some(({ holdId }) => holdId === row.holdId)) return []
      const [other] = holds
      if (other) return [{ row, changes: { holdId: other.holdId } }]
      const waits = row.payWhen === 'WhenFunded' && !isFunded
      const changes = waits
        ? ({ status: 'Pending', waitsFor: 'Funding', holdId: null } as const)
        : ({ status: 'Open', waitsFor: null, holdId: null } as const)
      return [{ row, changes }]
    }),
  })
}
