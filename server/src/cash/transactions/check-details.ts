import { payAll, payOldestFirst } from '../../domain/cash/allot.ts'
import {
  type Application,
  type ApplyRefusal,
  appliedAmount,
  applyRefusal,
  type CashType,
  isPayable,
} from '../../domain/cash/cash.ts'
import { type LedgerRow, openAmount } from '../../domain/ledger/rows.ts'
import { amountOf, type Cents, centsOf, sumCents, ZERO } from '../../domain/money.ts'
import { type Fault, Problem, type ProblemCode } from '../../http/problems.ts'
import type { CashDetails } from './models.ts'
import { type NamedRows, rowsNamed } from './named-rows.ts'

// Whether an account holder's cash can pay the rows that a request names.

/** An id that the request names, and the rows behind it: one, or the dealer cost of a contract for a limited caller. */
interface Named {
  readonly id: number
  readonly row: LedgerRow
  readonly open: Cents
}

const messages: Readonly<Record<ApplyRefusal, (named: Named) => string>> = {
  LedgerOfOther: ({ id }) => `Ledger row ${id} belongs to another account holder.`,
  LedgerInOtherBatch: ({ id, row }) =>
    `Ledger row ${id} is in batch ${row.inProcessCashTransactionId}. Process or delete the batch first.`,
  LedgerNotOpen: ({ id, row }) => `Ledger row ${id} is ${describe(row)}; it must be Open.`,
  OverApplied: ({ id, open }) => `Ledger row ${id} has ${amountOf(open)} open. Apply at most that.`,
}

export const describe = ({ isMemo, status, waitsFor }: LedgerRow): string =>
  isMemo ? 'a memo row, which is never paid' : waitsFor ? `${status}, waiting for ${waitsFor}` : status

/** The applications that the details name, all of them possible. Otherwise every fault is told at once. */
export function checkDetails(
  accountHolderId: number,
  details: CashDetails,
  { named, rows }: { readonly named: NamedRows; readonly rows: ReadonlyMap<number, LedgerRow> },
  member: 'details' | 'applyDetails',
): Application[] {
  const faults: (Fault & { readonly code: ProblemCode; readonly ledgerId: number })[] = []
  const applications = details.flatMap(({ ledgerId, amount }, at): Application[] => {
    const pointer = `/${member}/${at}`
    const behind = rowsNamed(ledgerId, named, rows)
    const row = decidingRow(behind)
    if (!row) {
      const message = `There is no ledger row ${ledgerId}.`
      faults.push({ ledgerId, code: 'UnknownReference', pointer: `${pointer}/ledgerId`, message })
      return []
    }
    const payable = behind.length === 1 ? behind : behind.filter(isPayable)
    const open = sumCents(payable.map(openAmount))
    const refusal = refusalOf(accountHolderId, { row, open }, centsOf(amount))
    if (!refusal) return payOldestFirst(payAll(payable), centsOf(amount))
    const field = refusal === 'OverApplied' ? 'amount' : 'ledgerId'
    const message = messages[refusal]({ id: ledgerId, row, open })
    faults.push({ ledgerId, code: refusal, pointer: `${pointer}/${field}`, message })
    return []
  })
  const [first] = faults
  if (!first) return applications
  const ledgerIds = faults.filter(({ code }) => code === first.code).map(({ ledgerId }) => ledgerId)
  const errors = faults.map(({ pointer, code, message }) => ({ pointer, code, message }))
  throw new Problem(first.code, first.message, { errors, members: { ledgerIds } })
}

/** Of rows that a caller sees as one: the one in a batch, else one that can be paid, else the first. */
export const decidingRow = (rows: readonly LedgerRow[]): LedgerRow | undefined =>
  rows.find(({ status }) => status === 'InProcess') ?? rows.find(isPayable) ?? rows[0]

function refusalOf(
  accountHolderId: number,
  { row, open }: Pick<Named, 'row' | 'open'>,
  amount: Cents,
): ApplyRefusal | undefined {
  const refusal = applyRefusal(accountHolderId, { row, amount: ZERO })
  return refusal ?? (amount > open ? 'OverApplied' : undefined)
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
