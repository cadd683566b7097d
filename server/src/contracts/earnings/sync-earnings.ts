import { costVisibility } from '../../access/cost-visibility.ts'
import type { Tx } from '../../db/database.ts'
import { DEALER_COST, visibleLines } from '../../domain/ledger/cost-visibility.ts'
import { MARKUP } from '../../domain/ledger/rows.ts'
import { amountOf, minus, sumCents } from '../../domain/money.ts'
import type { Acting, Caller } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import { lockContract } from '../record/change-state.ts'
import type { EarningResultModel } from './models.ts'
import { type EarnedLine, postEarnings } from './post-earnings.ts'

/** Posts what is missing of a contract's earnings up to a day. */
export async function syncEarnings(
  tx: Tx,
  acting: Acting,
  contractId: number,
  { asOfDate = acting.today, rebuild }: { readonly asOfDate?: string | undefined; readonly rebuild: boolean },
): Promise<EarningResultModel> {
  const row = await lockContract(tx, acting, contractId)
  if (row.finalize_date === null)
    throw new Problem('InvalidTransition', `A contract that is ${row.status} has earned nothing.`, {
      members: { from: row.status, to: row.status },
    })
  requirePast(asOfDate, acting)
  const lines = await postEarnings(tx, acting, row, asOfDate, { rebuild })
  return earningResult(contractId, asOfDate, earnedLinesFor(acting.caller, lines))
}

/** Nothing is posted ahead. */
export function requirePast(asOfDate: string, { today }: Pick<Acting, 'today'>): void {
  if (asOfDate <= today) return
  const message = `Earnings are posted up to ${today} at most.`
  throw new Problem('AsOfDateOutOfRange', message, {
    errors: [{ pointer: '/asOfDate', code: 'AsOfDateOutOfRange', message }],
    members: { latest: today },
  })
}

/** The lines as this caller may see them: for limited callers all but the markup are one sum. */
export function earnedLinesFor(
  caller: Caller,
  lines: readonly EarnedLine[],
): Omit<EarnedLine, 'accountHolderId'>[] {
  const { merged, shown } = visibleLines(costVisibility(caller), lines, {
    line: (line) => line,
    isCost: ({ code }) => code !== MARKUP,
  })
  if (!merged || merged.length === 0) return [...shown]
  const before = sumCents(merged.map((line) => line.before))
  const after = sumCents(merged.map((line) => line.after))
  return [{ code: DEALER_COST, before, after }, ...shown]
}

/** What was posted, as it is answered. */
export const earningResult = (
  contractId: number,
  asOfDate: string,
  lines: readonly Pick<EarnedLine, 'code' | 'before' | 'after'>[],
): EarningResultModel => ({
  ...{ contractId, asOfDate, status: 'Ok', code: null, message: null },
  lines: lines.map(({ code, before, after }) => ({
    code,
    earnedBefore: amountOf(before),
    earnedAfter: amountOf(after),
    delta: amountOf(minus(after, before)),
  })),
})
