import {
  type Application,
  type ApplyRefusal,
  appliedAmount,
  applyRefusal,
  type CashType,
} from '../../domain/cash/cash.ts'
import type { LedgerRow } from '../../domain/ledger/rows.ts'
import { amountOf, type Cents, centsOf } from '../../domain/money.ts'
import { type Fault, Problem, type ProblemCode } from '../../http/problems.ts'
import type { CashDetails } from './models.ts'

// Whether an account holder's cash can pay the rows that a request names.

const messages: Readonly<Record<ApplyRefusal, (row: LedgerRow) => string>> = {
  LedgerOfOther: ({ id }) => `Ledger row ${id} belongs to another account holder.`,
  LedgerInOtherBatch: ({ id, inProcessCashTransactionId }) =>
    `Ledger row ${id} is in batch ${inProcessCashTransactionId}. Process or delete the batch first.`,
  LedgerNotOpen: (row) => `Ledger row ${row.id} is ${describe(row)}; it must be Open.`,
  OverApplied: ({ id, amount, paidAmount }) =>
    `Ledger row ${id} has ${amountOf((amount - paidAmount) as Cents)} open. Apply at most that.`,
}

export const describe = ({ isMemo, status, waitsFor }: LedgerRow): string =>
  isMemo ? 'a memo row, which is never paid' : waitsFor ? `${status}, waiting for ${waitsFor}` : status

/** The applications that the details name, all of them possible. Otherwise every fault is told at once. */
export function checkDetails(
  accountHolderId: number,
  details: CashDetails,
  rows: ReadonlyMap<number, LedgerRow>,
  member: 'details' | 'applyDetails',
): Application[] {
  const faults: (Fault & { readonly code: ProblemCode; readonly ledgerId: number })[] = []
  const applications = details.flatMap(({ ledgerId, amount }, at): Application[] => {
    const pointer = `/${member}/${at}`
    const row = rows.get(ledgerId)
    if (!row) {
      const message = `There is no ledger row ${ledgerId}.`
      faults.push({ ledgerId, code: 'UnknownReference', pointer: `${pointer}/ledgerId`, message })
      return []
    }
    const application = { row, amount: centsOf(amount) }
    const refusal = applyRefusal(accountHolderId, application)
    if (!refusal) return [application]
    const field = refusal === 'OverApplied' ? 'amount' : 'ledgerId'
    faults.push({ ledgerId, code: refusal, pointer: `${pointer}/${field}`, message: messages[refusal](row) })
    return []
  })
  const [first] = faults
  if (!first) return applications
  const ledgerIds = faults.filter(({ code }) => code === first.code).map(({ ledgerId }) => ledgerId)
  const errors = faults.map(({ pointer, code, message }) => ({ pointer, code, message }))
  throw new Problem(first.code, first.message, { errors, members: { ledgerIds } })
}

/** What the applications use up. It is refused when it is more than there is, or nothing in the other direction. */
export function requireEnough(
  type: CashType,
  applications: readonly Application[],
  { available, mayBeLess }: { readonly available: Cents; readonly mayBeLess: boolean },
): Cents {
  const applied = appliedAmount(type, applications)
  const fits = applied <= available && applied >= 0 && (mayBeLess || applied === available)
  if (fits) return applied
  const rule = mayBeLess ? `at most ${amountOf(available)}` : `exactly ${amountOf(available)}`
  throw new Problem('AmountMismatch', `The rows come to ${amountOf(applied)}; they must come to ${rule}.`, {
    members: { applied: amountOf(applied), amount: amountOf(available) },
  })
}
