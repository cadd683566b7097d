import { releaseCancelHolds } from '../../claims/decide/release-cancel-holds.ts'
import type { FormServices } from '../../contracts/form/write-form.ts'
import type { Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { together } from '../../db/together.ts'
import { emit } from '../../db/unit-of-work.ts'
import { changedAmounts } from '../../domain/cancellation/calculation.ts'
import {
  nextRequestState,
  type RequestTrigger,
  requestStatusOn,
} from '../../domain/cancellation/request-states.ts'
import { comparableOrNull } from '../../domain/odometer-unit.ts'
import type { Acting, Caller } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import { loadSettings } from '../../reference/settings.ts'
import { executeCancel, possiblePayees } from '../cancels/execute-cancel.ts'
import { writeCancelLetter } from '../cancels/write-letter.ts'
import { calculationAnswer } from '../decide/calculation-answer.ts'
import { type DecidedCancel, decideCancel, decideRequest, requireDocuments } from '../decide/decide-cancel.ts'
import type { CancelInput, RequestAction, RequestActionInput } from '../decide/inputs.ts'
import type { ActedCancelRequestModel } from '../decide/models.ts'
import { loadAddresses } from '../decide/payment-rows.ts'
import { requireDesk, requireOverrideFor } from '../decide/rights.ts'
import { missingNow, requestAnswer } from './answer.ts'
import { decidedColumns, emitRequest } from './create-request.ts'
import { recordRequest } from './record-requests.ts'
import {
  type LockedRequest,
  loadRequest,
  lockRequest,
  type ReadWithRequest,
  type RequestRead,
  updateRequest,
} from './rows.ts'

// Every action on a cancel request, one function each.

/** Applies an action to a request and answers the request as it is afterwards, read together with what the caller needs. */
export async function actOnRequest(
  tx: Tx,
  services: FormServices,
  acting: Acting,
  id: number,
  input: RequestActionInput,
  readAlso?: ReadWithRequest['read'],
): Promise<ActedCancelRequestModel> {
  requireRequestAction(acting.caller, input.action)
  const locked = await lockRequest(tx, acting, id)
  if (input.action === 'Letter')
    return writeRequestLetter(tx, services, acting, { ...locked, mail: input.mail })
  await act(tx, services, acting, locked, { ...input, action: input.action })
  const [read] = await together(tx, (own) =>
    runAll([loadRequest(own, acting.caller, id), readAlso?.(own, locked.contract.id)]),
  )
  recordRequest(tx, read)
  return requestAnswer(read, acting)
}

function act(
  tx: Tx,
  services: FormServices,
  acting: Acting,
  locked: LockedRequest,
  input: RequestActionInput & { readonly action: Exclude<RequestAction, 'Letter'> },
): Promise<void> {
  const { action } = input
  switch (action) {
    case 'Submit':
      return submitRequest(tx, acting, locked, input)
    case 'Update':
      return updateTerms(tx, acting, locked, input)
    case 'Approve':
      return approveRequest(tx, acting, locked, input)
    case 'Execute':
      return executeRequest(tx, services, acting, locked, input)
    case 'Deny':
    case 'Withdraw':
      return closeRequest(tx, services, acting, locked, { ...input, action })
    default:
      return action satisfies never
  }
}

const deskActions: readonly RequestAction[] = ['Approve', 'Execute', 'Deny']

export function requireRequestAction(caller: Caller, action: RequestAction): void {
  if (deskActions.includes(action)) requireDesk(caller)
}

/** Turns a quote into a request. It is checked and calculated again. */
async function submitRequest(
  tx: Tx,
  acting: Acting,
  { contract, request }: LockedRequest,
  input: RequestActionInput,
): Promise<void> {
  requireTransition(request, 'Submit', acting)
  const decided = await decideRequest(tx, acting, contract, inputFromRequest(request), request.id)
  await updateRequest(tx, acting, request.id, {
    ...decidedColumns(decided),
    status: decided.calculation ? 'Requested' : 'NeedsInfo',
    is_quote_only: false,
    requested_at: acting.now,
    requested_date: acting.today,
    valid_until: null,
    alternatives: [],
    ...noteColumn(input),
  })
  emitRequest(tx, 'contract.cancelRequested', contract, request.id)
}

const noteColumn = ({ note }: RequestActionInput) => (note === undefined ? {} : { note })

/** Changes the terms of a request. It is calculated again and must be approved again. */
async function updateTerms(
  tx: Tx,
  acting: Acting,
  { contract, request }: LockedRequest,
  changes: RequestActionInput,
): Promise<void> {
  requireOverrideFor(acting.caller, { sent: changes.override, stored: request.override })
  requireTransition(request, 'Update', acting)
  const input = mergeInput(inputFromRequest(request), changes)
  const decided = await decideRequest(tx, acting, contract, input, request.id)
  await updateRequest(tx, acting, request.id, {
    ...decidedColumns(decided),
    status: decided.calculation ? 'Requested' : 'NeedsInfo',
    payee: input.payee ?? null,
    override: input.override ?? null,
    document_ids: input.documentIds ?? [],
    note: input.note ?? null,
  })
  emitRequest(tx, 'contract.cancelRequestUpdated', contract, request.id)
}

/** Values that are sent replace the stored ones, null included. The reason may be sent by id or by code. */
function mergeInput(stored: CancelInput, changes: RequestActionInput): CancelInput {
  const { cancelReasonId, cancelReasonCode, cancelOdometerUnit, ...rest } = changes
  const sent = Object.entries(rest).filter(([, value]) => value !== undefined)
  const hasReason = cancelReasonId !== undefined || cancelReasonCode !== undefined
  return {
    ...stored,
    ...(Object.fromEntries(sent) as Partial<CancelInput>), // The names are those of its fields, and `action`.
    ...(hasReason ? { cancelReasonId, cancelReasonCode } : {}),
    // The stored odometer is in the unit of the contract.
    ...(changes.cancelOdometer === undefined ? {} : { cancelOdometerUnit }),
  }
}

/** Approves a request, which can then be executed. */
async function approveRequest(
  tx: Tx,
  acting: Acting,
  { contract, request }: LockedRequest,
  input: RequestActionInput,
): Promise<void> {
  requireTransition(request, 'Approve', acting)
  const { requireCancelDocuments } = await loadSettings(tx, ['requireCancelDocuments'])
  requireDocuments({ missing: missingNow(request), requiresDocuments: requireCancelDocuments })
  await updateRequest(tx, acting, request.id, { status: 'Approved', ...noteColumn(input) })
  emitRequest(tx, 'contract.cancelRequestApproved', contract, request.id)
}

/** Executes a request. It is calculated again as of its own cancel date and must give the agreed amounts. */
async function executeRequest(
  tx: Tx,
  services: FormServices,
  acting: Acting,
  { contract, request }: LockedRequest,
  action: RequestActionInput,
): Promise<void> {
  requireOverrideFor(acting.caller, { sent: action.override, stored: request.override })
  requireTransition(request, 'Execute', acting)
  const requested: CancelInput = {
    ...inputFromRequest(request),
    ...{ payments: action.payments, executionDate: action.executionDate },
    note: action.note === undefined ? request.note : action.note,
  }
  const decide = (own: Tx, input: CancelInput) =>
    decideCancel(own, acting, contract, input, 'execute', request.id)
  // An override that is sent now changes the amounts on purpose. Only other changes are compared with the request.
  const hasOverride = action.override !== undefined
  const input = hasOverride ? { ...requested, override: action.override } : requested
  const [agreed, addresses] = await together(tx, (own) =>
    runAll([
      decide(own, hasOverride ? { ...requested, payments: undefined } : requested),
      loadAddresses(own, possiblePayees(contract, input)),
    ]),
  )
  if (action.acceptRecalculated !== true) requireSameAmounts(request, agreed, acting)
  const decided = hasOverride ? await decide(tx, input) : agreed
  requireDocuments(decided)
  await executeCancel(tx, services, acting, decided, {
    ...{ cancelRequestId: request.id, input, addresses },
    alsoWrite: (own, cancelId) =>
      updateRequest(own, acting, request.id, {
        ...decidedColumns(decided),
        ...{ status: 'Executed', cancel_id: cancelId },
        ...{ override: input.override ?? null, note: input.note ?? null },
      }),
  })
  await releaseCancelHolds(tx, services, acting, contract.id)
}

function requireSameAmounts(request: RequestRead, { calculation }: DecidedCancel, { caller }: Acting): void {
  const changed = request.calculation ? changedAmounts(request.calculation, calculation) : []
  if (changed.length === 0) return
  // The names of lines would reveal the parts of dealer cost, but only the desk can execute.
  throw new Problem('AmountsChanged', `The amounts have changed since the request: ${changed.join(', ')}.`, {
    members: { changed, calculation: calculationAnswer(calculation, caller) },
  })
}

/** Denies or withdraws a request. The contract stays as it was. */
async function closeRequest(
  tx: Tx,
  services: FormServices,
  acting: Acting,
  { contract, request }: LockedRequest,
  input: RequestActionInput & { readonly action: 'Deny' | 'Withdraw' },
): Promise<void> {
  requireTransition(request, input.action, acting)
  const requestStatus = input.action === 'Deny' ? ('Denied' as const) : ('Withdrawn' as const)
  await updateRequest(tx, acting, request.id, {
    ...{ status: requestStatus, deny_reason: input.denyReason ?? null },
    ...noteColumn(input),
  })
  await releaseCancelHolds(tx, services, acting, contract.id)
  const { id, number, status } = contract
  // `status` is the contract's, as in every contract event.
  const data = { id, number, status, cancelRequestId: request.id, requestStatus }
  emit(tx, { subject: `contracts/${id}`, type: 'contract.cancelRequestClosed', data })
}

/** Refuses an action that the request's status does not allow. */
function requireTransition(request: RequestRead, trigger: RequestTrigger, { today }: Acting): void {
  const result = nextRequestState({ status: request.status, validUntil: request.valid_until }, trigger, today)
  if (!('refused' in result)) return
  switch (result.refused) {
    case 'QuoteExpired':
      throw new Problem('QuoteExpired', `The quote was valid until ${request.valid_until}.`, {
        members: { validUntil: request.valid_until },
      })
    case 'NeedsInfo': {
      const missing = missingNow(request)
      throw new Problem('NeedsInfo', `These items are missing: ${missing.join(', ')}.`, {
        members: { missing },
      })
    }
    case 'AlreadyExecuted':
      throw new Problem(
        'AlreadyExecuted',
        `The request was already executed as cancel ${request.cancel_id}.`,
        {
          members: { cancelId: request.cancel_id },
        },
      )
    case 'InvalidTransition': {
      const { from, to } = result
      throw new Problem('InvalidTransition', `A request with status ${from} cannot become ${to}.`, {
        members: { from, to },
      })
    }
    default:
      result satisfies never
  }
}

/** The stored request as an input. */
const inputFromRequest = (request: RequestRead): CancelInput => ({
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

/** Writes the worksheet as a letter to the customer. The letter says nothing about single lines. */
async function writeRequestLetter(
  tx: Tx,
  services: FormServices,
  acting: Acting,
  { request, mail }: Pick<LockedRequest, 'request'> & Pick<RequestActionInput, 'mail'>,
): Promise<ActedCancelRequestModel> {
  const generatedDocument = await writeCancelLetter(tx, services, acting, {
    contractId: request.contract_id,
    number: request.number,
    status: requestStatusOn({ status: request.status, validUntil: request.valid_until }, acting.today),
    requestedBy: request.requested_by,
    reason: request.reason,
    noticeReceivedDate: request.notice_received_date,
    cancelDate: request.cancel_date,
    cancelOdometer: comparableOrNull(request.cancel_odometer, request.odometer_unit),
    calculation: request.calculation,
    missing: missingNow(request),
    validUntil: request.valid_until,
    denyReason: request.deny_reason,
    cancelId: request.cancel_id,
    reinstateDate: null,
    payments: [],
    mail,
  })
  return { ...requestAnswer(request, acting), generatedDocument }
}
