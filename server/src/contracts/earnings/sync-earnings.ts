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

/** Posts the missing earnings of a contract up to a date. One that was voided before its finalize has ended, with nothing to post. */
export async function syncEarnings(
  tx: Tx,
  acting: Acting,
  contractId: number,
  { asOfDate = acting.today, rebuild }: { readonly asOfDate?: string | undefined; readonly rebuild: boolean },
): Promise<EarningResultModel> {
  const row = await lockContract(tx, acting, contractId)
  if (row.finalize_date === null && row.status !== 'Voided')
    throw new Problem('InvalidTransition', neverFinalized(row.status), {
      members: { from: row.status, to: row.status },
    })
  requirePast(asOfDate, acting)
  const lines = await postEarnings(tx, acting, row, asOfDate, { rebuild })
  return earningResult(contractId, asOfDate, earnedLinesFor(acting.caller, lines))
}

export const latestDateMessage = (today: string) => `The as-of date cannot be later than today, ${today}.`

export const neverFinalized = (status: string) =>
  `The contract is ${status} and was never finalized, so it has no earnings.`

/** Earnings cannot be posted for future dates. */
export function requirePast(asOfDate: string, { today }: Pick<Acting, 'today'>): void {
  if (asOfDate <= today) return
  const message = latestDateMessage(today)
  throw new Problem('AsOfDateOutOfRange', message, {
    errors: [{ pointer: '/asOfDate', code: 'AsOfDateOutOfRange', message }],
    members: { latest: today },
  })
}

/** The lines that the caller may see. A caller with limited cost visibility gets all lines but the markup as one sum. */
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

/** The answer for one contract. */
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
