import type { Tx } from '../../db/database.ts'
import { requestStatusOn } from '../../domain/cancellation/request-states.ts'
import type { Acting, Caller } from '../../http/caller.ts'
import { writeCancelLetter } from '../cancels/write-letter.ts'
import type { RequestAction, RequestActionInput } from '../decide/inputs.ts'
import type { ActedCancelRequestModel } from '../decide/models.ts'
import { requireDesk } from '../decide/rights.ts'
import type { CancelServices } from '../decide/services.ts'
import { missingNow, requestAnswer } from './answer.ts'
import { approveRequest, closeRequest } from './close-request.ts'
import { executeRequest } from './execute-request.ts'
import { recordRequest } from './record-requests.ts'
import { type LockedRequest, loadRequest, lockRequest } from './rows.ts'
import { submitRequest } from './submit-request.ts'
import { updateAsked } from './update-request.ts'

/** Does something to a request, and answers it as it is then. */
export async function actOnRequest(
  tx: Tx,
  services: CancelServices,
  acting: Acting,
  id: number,
  said: RequestActionInput,
): Promise<ActedCancelRequestModel> {
  requireRequestAction(acting.caller, said.action)
  const locked = await lockRequest(tx, acting, id)
  if (said.action === 'Letter') return letterOf(tx, services, acting, locked)
  await act(tx, acting, locked, { ...said, action: said.action })
  const read = await loadRequest(tx, acting.caller, id)
  recordRequest(tx, read)
  return requestAnswer(read, acting)
}

function act(
  tx: Tx,
  acting: Acting,
  locked: LockedRequest,
  said: RequestActionInput & { readonly action: Exclude<RequestAction, 'Letter'> },
): Promise<void> {
  const { action } = said
  switch (action) {
    case 'Submit':
      return submitRequest(tx, acting, locked, said.note)
    case 'Update':
      return updateAsked(tx, acting, locked, said)
    case 'Approve':
      return approveRequest(tx, acting, locked, said)
    case 'Execute':
      return executeRequest(tx, acting, locked, said)
    case 'Deny':
    case 'Withdraw':
      return closeRequest(tx, acting, locked, { ...said, action })
    default:
      return action satisfies never
  }
}

/** What the desk decides is not for those who are limited, whatever their credential has. */
const ofDesk: readonly RequestAction[] = ['Approve', 'Execute', 'Deny']

export function requireRequestAction(caller: Caller, action: RequestAction): void {
  if (ofDesk.includes(action)) requireDesk(caller)
}

/** The worksheet as a letter to the customer, without anything of the lines. */
async function letterOf(
  tx: Tx,
  services: CancelServices,
  acting: Acting,
  { request }: LockedRequest,
): Promise<ActedCancelRequestModel> {
  const generatedDocument = await writeCancelLetter(tx, services, acting, {
    contractId: request.contract_id,
    number: request.number,
    status: requestStatusOn({ status: request.status, validUntil: request.valid_until }, acting.today),
    requestedBy: request.requested_by,
    reason: request.reason,
    noticeReceivedDate: request.notice_received_date,
    cancelDate: request.cancel_date,
    cancelOdometer: request.cancel_odometer,
    calculation: request.calculation,
    missing: missingNow(request),
    validUntil: request.valid_until,
    denyReason: request.deny_reason,
    cancelId: request.cancel_id,
    reinstateDate: null,
    payments: [],
  })
  return { ...requestAnswer(request, acting), generatedDocument }
}
