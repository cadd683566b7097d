import { lockContract } from '../contracts/change-state.ts'
import type { Tx } from '../db/database.ts'
import type { Acting } from '../http/caller.ts'
import { readCancel } from './cancel-answer.ts'
import { decideCancel } from './decide-cancel.ts'
import { executeCancel } from './execute-cancel.ts'
import type { ContractCancel } from './inputs.ts'
import type { CancelModel } from './models.ts'
import { requireDocuments } from './require-documents.ts'
import { requireOverride } from './rights.ts'

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
