import { nextRequestState, type RequestTrigger } from '../../domain/cancellation/request-states.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import type { CancelInput } from '../decide/decide-cancel.ts'
import { missingNow } from './answer.ts'
import type { RequestRead } from './rows.ts'

/** Where a step leads; what the table of a request's states does not have is refused. */
export function requireTransition(request: RequestRead, trigger: RequestTrigger, { today }: Acting) {
  const standing = { status: request.status, validUntil: request.valid_until }
  const result = nextRequestState(standing, trigger, today)
  if (!('refused' in result)) return result.to
  switch (result.refused) {
    case 'QuoteExpired':
      throw new Problem('QuoteExpired', `The quote was good until ${request.valid_until}.`, {
        members: { validUntil: request.valid_until },
      })
    case 'NeedsInfo': {
      const missing = missingNow(request)
      throw new Problem('NeedsInfo', `Missing: ${missing.join(', ')}.`, { members: { missing } })
    }
    case 'AlreadyExecuted':
      throw new Problem('AlreadyExecuted', `The request was executed by cancel ${request.cancel_id}.`, {
        members: { cancelId: request.cancel_id },
      })
    case 'InvalidTransition': {
      const { from, to } = result
      throw new Problem('InvalidTransition', `A request that is ${from} does not become ${to}.`, {
        members: { from, to },
      })
    }
    default:
      return result satisfies never
  }
}

/** What a request asks for, as it was sent. */
export const inputFromRequest = (request: RequestRead): CancelInput => ({
  cancelDate: request.cancel_date,
  cancelReasonId: request.reason_id,
  requestedBy: request.requested_by,
  noticeReceivedDate: request.notice_received_date,
  cancelOdometer: request.cancel_odometer,
  payee: request.payee,
  lienPaidOff: request.lien_paid_off,
  documentIds: request.document_ids,
  note: request.note,
  override: request.override,
})
