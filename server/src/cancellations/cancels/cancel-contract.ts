import { lockContract } from '../../contracts/record/change-state.ts'
import type { Tx } from '../../db/database.ts'
import type { Acting } from '../../http/caller.ts'
import { decideCancel } from '../decide/decide-cancel.ts'
import type { ContractCancel } from '../decide/inputs.ts'
import type { CancelModel } from '../decide/models.ts'
import { requireDocuments } from '../decide/require-documents.ts'
import { requireOverride } from '../decide/rights.ts'
import { readCancel } from './answer.ts'
import { executeCancel } from './execute-cancel.ts'

/** Cancels a contract in one step, without a request. */
export async function cancelContract(
  tx: Tx,
  acting: Acting,
  contractId: number,
  input: ContractCancel,
): Promise<CancelModel> {
  if (input.override) requireOverride(acting.caller)
  const row = await lockContract(tx, acting, contractId)
  const decided = await decideCancel(tx, acting, row, input, 'cancel')
  requireDocuments(decided)
  const cancelId = await executeCancel(tx, acting, decided, { cancelRequestId: null, input })
  return readCancel(tx, acting, cancelId)
}
