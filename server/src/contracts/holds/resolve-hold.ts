import type { Tx } from '../../db/database.ts'
import { addDays } from '../../domain/dates.ts'
import { resolveEffect } from '../../domain/earning/holds.ts'
import { planPayablesRelease } from '../../domain/ledger/holds.ts'
import type { Acting } from '../../http/caller.ts'
import { found, Problem } from '../../http/problems.ts'
import { applyPlan } from '../../ledger/apply-plan.ts'
import { lockContractLedger } from '../../ledger/load-ledger.ts'
import { loadEarningFacts } from '../earnings/facts.ts'
import { recordAndPost } from '../earnings/post-earnings.ts'
import {
  type ContractServices,
  emitAndRead,
  lockContract,
  nextState,
  stateColumns,
} from '../record/change-state.ts'
import type { ResolveAnswer } from '../record/hold-answer.ts'
import { updateContract } from '../record/rows.ts'
import type { HoldRow } from '../record/tables.ts'
import { insertResolve, loadHolds, payablesHolds } from './rows.ts'

interface ResolveRequest {
  readonly resolution: ResolveAnswer['resolution']
  readonly resolveDate?: string | undefined
  readonly note?: string | null | undefined
}

/** Resolves a hold. When it was the last open one, the contract returns to its status before the hold. */
export async function resolveHold(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  { contractId, holdId }: { readonly contractId: number; readonly holdId: number },
  { resolution, resolveDate = acting.today, note }: ResolveRequest,
): Promise<ResolveAnswer> {
  const row = await lockContract(tx, acting, contractId)
  const holds = await loadHolds(tx, contractId)
  const hold = found(
    holds.find(({ id }) => id === holdId),
    `hold ${holdId} of contract ${contractId}`,
  )
  if (hold.status === 'Resolved') throw new Problem('AlreadyResolved', 'The hold is already resolved.')
  const state = nextState(row, 'resolve')
  requireDay(hold, resolveDate, acting.today)
  const [facts, rows] = await Promise.all([loadEarningFacts(tx, row), lockContractLedger(tx, contractId)])
  const effect = resolveEffect(facts.contract, facts.events, { holdId, date: resolveDate })
  const { catchUp, extendsExpirationDays: days } = effect
  const open = holds.filter((other) => other.status === 'Open' && other !== hold)
  const resolveId = await insertResolve(tx, acting, {
    ...{ hold_id: holdId, resolve_date: resolveDate, resolution, catch_up: catchUp },
    note: note ?? null,
    extends_days: hold.mode === 'Suspend' ? days : null,
  })
  await applyPlan(tx, planPayablesRelease(rows, payablesHolds(open)), acting)
  // Earnings subtract the days of all resolves, this one too, from the end. So they need the end that it sets.
  const expiration_date = addDays(row.expiration_date, days)
  const extended = { ...row, expiration_date }
  await recordAndPost(tx, acting, extended, {
    ...{ kind: 'Resolve', date: resolveDate, subjectId: holdId, details: { resolveId, extendsDays: days } },
  })
  await updateContract(tx, acting, contractId, {
    ...(open.length === 0 ? stateColumns(state) : {}),
    open_holds: open.length,
    expiration_date,
  })
  const shown = await emitAndRead(tx, services, acting, contractId, 'resolved')
  return found(
    shown.holds.flatMap(({ resolves }) => resolves).find(({ id }) => id === resolveId),
    `resolve ${resolveId}`,
  )
}

function requireDay({ hold_date }: HoldRow, day: string, today: string): void {
  if (day >= hold_date && day <= today) return
  const message = `The resolve date must be between ${hold_date} and ${today}.`
  throw new Problem('ResolveDateOutOfRange', message, {
    errors: [{ pointer: '/resolveDate', code: 'ResolveDateOutOfRange', message }],
  })
}
