import type { Tx } from '../../db/database.ts'
import type { Acting } from '../../http/caller.ts'
import { type CancelInput, decideRequest } from '../decide/decide-cancel.ts'
import type { RequestActionInput } from '../decide/inputs.ts'
import { requireOverrideFor } from '../decide/rights.ts'
import { decidedColumns } from './create-request.ts'
import { inputFromRequest, requireTransition } from './move-request.ts'
import { type LockedRequest, updateRequest } from './rows.ts'

/** Changes what a request asks for. It is computed again, and has to be approved again. */
export async function updateAsked(
  tx: Tx,
  acting: Acting,
  { contract, request }: LockedRequest,
  changes: RequestActionInput,
): Promise<void> {
  requireOverrideFor(acting.caller, { said: changes.override, set: request.override })
  requireTransition(request, 'Update', acting)
  const input = merged(inputFromRequest(request), changes)
  const decided = await decideRequest(tx, acting, contract, input, request.id)
  await updateRequest(tx, acting, request.id, {
    ...decidedColumns(decided),
    status: decided.calculation ? 'Requested' : 'NeedsInfo',
    payee: input.payee ?? null,
    override: input.override ?? null,
    document_ids: input.documentIds ?? [],
    note: input.note ?? null,
  })
}

/** What is sent takes the place of what was there, null included; a reason is named anew by either of its names. */
function merged(asked: CancelInput, changes: RequestActionInput): CancelInput {
  const { cancelReasonId, cancelReasonCode, ...others } = changes
  const given = Object.entries(others).filter(([, value]) => value !== undefined)
  const isNamed = cancelReasonId !== undefined || cancelReasonCode !== undefined
  return {
    ...asked,
    ...(Object.fromEntries(given) as Partial<CancelInput>), // The names are those of its fields, and `action`.
    ...(isNamed ? { cancelReasonId, cancelReasonCode } : {}),
  }
}
