import { lockContract } from '../../contracts/record/change-state.ts'
import type { ContractRow } from '../../contracts/record/rows.ts'
import type { Tx } from '../../db/database.ts'
import { emit } from '../../db/unit-of-work.ts'
import { beginClosing } from '../../db/write-record.ts'
import { calculateAlternatives, refundDueDateFor } from '../../domain/cancellation/calculation.ts'
import { addDays } from '../../domain/dates.ts'
import type { Acting } from '../../http/caller.ts'
import { found } from '../../http/problems.ts'
import {
  type DecidedQuote,
  decideQuote,
  decideRequest,
  type RequestAwaitingOdometer,
} from '../decide/decide-cancel.ts'
import type { NewCancelRequest } from '../decide/inputs.ts'
import type { CancelRequestModel } from '../decide/models.ts'
import { requireOverride } from '../decide/rights.ts'
import { requestAnswer } from './answer.ts'
import { recordRequest } from './record-requests.ts'
import { insertRequest, type NewRequest, type RequestRead, type StoredAlternative } from './rows.ts'

/** The number of days for which a quote can be submitted. */
const VALID_DAYS = 30

/** Creates a quote or a request. */
export async function createRequest(
  tx: Tx,
  acting: Acting,
  contractId: number,
  body: NewCancelRequest,
): Promise<CancelRequestModel> {
  if (body.override) requireOverride(acting.caller)
  const read = await (body.isQuoteOnly ? quote : request)(tx, acting, contractId, body)
  recordRequest(tx, read)
  return requestAnswer(read, acting)
}

/** A quote changes nothing on the contract, so it takes no lock. It emits no events, so its end is prepared with its facts. */
async function quote(
  tx: Tx,
  acting: Acting,
  contractId: number,
  body: NewCancelRequest,
): Promise<RequestRead> {
  const deciding = decideQuote(tx, acting, contractId, body)
  beginClosing(tx)
  const decided = await deciding
  return save(tx, acting, decided, body, {
    status: 'Quote',
    valid_until: addDays(acting.today, VALID_DAYS),
    alternatives: alternativesFor(decided, body.alternatives ?? []),
  })
}

/** The alternatives of a quote. One that is not possible has its refusal codes and does not affect the others. */
function alternativesFor(
  { factsOn, guardsOn, terms }: DecidedQuote,
  wanted: NonNullable<NewCancelRequest['alternatives']>,
): StoredAlternative[] {
  return calculateAlternatives(factsOn, terms, wanted).map(({ cancelDate, method, result: outcome }) => {
    const refusals = [...guardsOn(cancelDate), ...('refused' in outcome ? outcome.refused : [])]
    const isPossible = refusals.length === 0 && !('refused' in outcome)
    return {
      ...{ cancelDate, method, calculation: isPossible ? outcome : null },
      refused: refusals.map(({ code }) => code),
    }
  })
}

async function request(
  tx: Tx,
  acting: Acting,
  contractId: number,
  body: NewCancelRequest,
): Promise<RequestRead> {
  const row = await lockContract(tx, acting, contractId)
  const decided = await decideRequest(tx, acting, row, body)
  const status = decided.calculation ? 'Requested' : 'NeedsInfo'
  const saved = save(tx, acting, decided, body, { status, valid_until: null, alternatives: [] })
  emitRequest(tx, 'contract.cancelRequested', row, saved.id)
  return saved
}

/** Emits what happened to a request. `status` is the contract's, as in every contract event. */
export function emitRequest(
  tx: Tx,
  type: 'contract.cancelRequested' | 'contract.cancelRequestUpdated' | 'contract.cancelRequestApproved',
  { id, number, status }: ContractRow,
  cancelRequestId: number,
): void {
  const data = { id, number, status, cancelRequestId }
  emit(tx, { subject: `contracts/${id}`, type, data })
}

function save(
  tx: Tx,
  acting: Acting,
  decided: DecidedQuote | RequestAwaitingOdometer,
  body: NewCancelRequest,
  how: Pick<NewRequest, 'status' | 'valid_until' | 'alternatives'>,
): RequestRead {
  const saved = insertRequest(tx, acting, {
    ...how,
    ...decidedColumns(decided),
    id: found(decided.newId, 'id for a new request'),
    contract_id: decided.contract.id,
    is_quote_only: body.isQuoteOnly,
    requested_at: acting.now,
    requested_date: acting.today,
    payee: body.payee ?? null,
    override: body.override ?? null,
    document_ids: body.documentIds ?? [],
    note: body.note ?? null,
    deny_reason: null,
    cancel_id: null,
  })
  // `missing` was determined with the current documents, so there are no others to look for.
  return {
    ...saved,
    ...{ contract_number: decided.contract.number, reason: decided.reason, document_types: [] },
    odometer_unit: decided.odometerUnit,
  }
}

/** The decision as it is stored with the request. */
export const decidedColumns = ({
  facts,
  terms,
  reason,
  calculation,
  missing,
  cancelOdometer,
}: DecidedQuote | RequestAwaitingOdometer) => ({
  requested_by: terms.requestedBy,
  notice_received_date: terms.noticeReceivedDate,
  cancel_date: terms.cancelDate,
  cancel_odometer: cancelOdometer,
  reason_id: reason.id,
  lien_paid_off: terms.lienPaidOff,
  refund_due_date: refundDueDateFor(facts, terms),
  calculation,
  // For the queue of the desk, which sorts by it.
  total_refund: calculation?.totalRefund ?? null,
  missing,
})
