import type { Tx } from '../../db/database.ts'
import { changedAmounts } from '../../domain/cancellation/changes.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import { executeCancel } from '../cancels/execute-cancel.ts'
import { calculationAnswer } from '../decide/calculation-answer.ts'
import { type CancelInput, type DecidedCancel, decideCancel } from '../decide/decide-cancel.ts'
import type { RequestActionInput } from '../decide/inputs.ts'
import { requireDocuments } from '../decide/require-documents.ts'
import { requireOverrideFor } from '../decide/rights.ts'
import { decidedColumns } from './create-request.ts'
import { inputFromRequest, requireTransition } from './move-request.ts'
import { type LockedRequest, type RequestRead, updateRequest } from './rows.ts'

/** Carries a request out. It is computed again as of its own day, and has to come to what was agreed. */
export async function executeRequest(
  tx: Tx,
  acting: Acting,
  { contract, request }: LockedRequest,
  said: RequestActionInput,
): Promise<void> {
  requireOverrideFor(acting.caller, { said: said.override, set: request.override })
  requireTransition(request, 'Execute', acting)
  const asked: CancelInput = {
    ...inputFromRequest(request),
    ...{ payments: said.payments, executionDate: said.executionDate },
    note: said.note === undefined ? request.note : said.note,
  }
  const decide = (input: CancelInput) => decideCancel(tx, acting, contract, input, 'execute', request.id)
  // What somebody sets at this moment is no surprise: only what changed by itself is held against the request.
  const isSet = said.override !== undefined
  const agreed = await decide(isSet ? { ...asked, payments: undefined } : asked)
  if (said.acceptRecalculated !== true) requireAgreed(request, agreed, acting)
  const input = isSet ? { ...asked, override: said.override } : asked
  const decided = isSet ? await decide(input) : agreed
  requireDocuments(decided)
  const cancelId = await executeCancel(tx, acting, decided, {
    cancelRequestId: request.id,
    input,
  })
  await updateRequest(tx, acting, request.id, {
    ...decidedColumns(decided),
    ...{ status: 'Executed', cancel_id: cancelId },
    ...{ override: input.override ?? null, note: input.note ?? null },
  })
}

function requireAgreed(request: RequestRead, { calculation }: DecidedCancel, { caller }: Acting): void {
  const changed = request.calculation ? changedAmounts(request.calculation, calculation) : []
  if (changed.length === 0) return
  // Which line it is would tell what dealer cost is made of; only the desk comes here.
  throw new Problem('AmountsChanged', `Others by now: ${changed.join(', ')}.`, {
    members: { changed, calculation: calculationAnswer(calculation, caller) },
  })
}
