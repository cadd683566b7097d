import { z } from 'zod'
import type { FormServices } from '../../contracts/form/write-form.ts'
import { findContractId } from '../../contracts/record/read-contract.ts'
import { seeContract } from '../../contracts/record/rows.ts'
import { type Route, route } from '../../http/route.ts'
import { findRequestId } from '../decide/find-request.ts'
import { CanceRequestExecutionData, NewCancelRequestData } from '../decide/inputs.ts'
import { ActedCancelRequest, CancelRequest } from '../decide/models.ts'
import { actOnRequest, requireRequestAction } from './act-on-request.ts'
import { readRequest, requestAnswer, requestList, requestSearch } from './answer.ts'
import { createRequest } from './create-request.ts'
import { recordedNew, recordedRequest } from './record-requests.ts'
import { lockRequest } from './rows.ts'

const tag = 'CancelRequests'
const ofContract = '/contracts/{contractId}/cancelrequests'
const subject = 'contracts/{contractId}'
const identifier = { identifier: z.string().min(1).max(200) }

const guarded = [
  ...(['NotCancellable', 'OpenCancelRequest', 'CancelDateOutOfRange', 'CancelDateTooOld'] as const),
  ...(['NoticeDateOutOfRange', 'OdometerBelowLastKnown', 'OdometerRequired', 'RequesterNotAllowed'] as const),
  ...(['ReasonNotAllowed', 'PayeeNotAllowed', 'UnknownReference', 'OverrideOutOfRange'] as const),
  ...(['OverrideDoesNotSum', 'LinesDoNotSum', 'Locked'] as const),
]

const create = {
  method: 'POST',
  tag: 'Contracts',
  description:
    'A quote (`isQuoteOnly`) says what a cancellation comes to and changes nothing; it can be submitted until `validUntil`. A request waits for the desk, and for the odometer where the refund needs it.',
  permission: 'contracts:cancel',
  body: NewCancelRequestData,
  answer: CancelRequest,
  status: 201,
  subject,
  location: '/cancelrequests/{id}',
  problems: guarded,
} as const

const act = {
  method: 'POST',
  tag,
  description:
    'Submit makes a request of a quote. Update changes what is asked for, and computes it again. Approve, Execute and Deny are the desk’s. Execute computes again as of the day of the cancellation, and refuses where it comes to something else. Letter writes the worksheet to the customer.',
  permission: 'contracts:cancel',
  keyRequired: true,
  body: CanceRequestExecutionData,
  answer: ActedCancelRequest,
  model: CancelRequest,
  subject,
  problems: [
    ...guarded,
    ...(['InvalidTransition', 'NeedsInfo', 'QuoteExpired', 'AlreadyExecuted', 'AmountsChanged'] as const),
    ...(['MissingDocuments', 'PaymentsDoNotSum', 'ExecutionDateOutOfRange'] as const),
  ],
} as const

const list = {
  tag: 'Contracts',
  permission: 'contracts:read',
  row: CancelRequest,
  search: requestSearch,
} as const

/** Quotes of cancellations, and the wish for them on their way through the desk; both versions. */
export const requestRoutes = (services: FormServices): readonly Route[] => [
  route.list({
    ...list,
    path: ofContract,
    summary: 'List the cancel requests of a contract',
    description: 'The newest first.',
    successor: '/v2/contracts/{contractId}/cancelrequests',
    form: 'array',
    async list({ db, params: { contractId }, ...acting }) {
      await seeContract(db, acting.caller, contractId)
      return requestList(acting, contractId)
    },
  }),
  route.list({
    ...list,
    path: '/v2/contracts/{identifier}/cancelrequests',
    summary: 'List the cancel requests of a contract, page by page',
    description: 'The newest first.',
    params: identifier,
    form: 'wrapped',
    list: async ({ db, params, ...acting }) =>
      requestList(acting, await findContractId(db, acting.caller, params.identifier)),
  }),
  route.write({
    ...create,
    path: ofContract,
    summary: 'Quote a cancellation, or ask for it',
    successor: '/v2/contracts/{contractId}/cancelrequests',
    recorded: recordedNew,
    handler: ({ tx, params: { contractId }, body, ...acting }) => createRequest(tx, acting, contractId, body),
  }),
  route.write({
    ...create,
    path: '/v2/contracts/{identifier}/cancelrequests',
    summary: 'Quote a cancellation, or ask for it, by the contract’s id or number',
    params: identifier,
    location: '/v2/cancelrequests/{id}',
    recorded: recordedNew,
    handler: async ({ tx, params, body, ...acting }) =>
      createRequest(tx, acting, await findContractId(tx, acting.caller, params.identifier), body),
  }),
  route.read({
    path: '/cancelrequests/{cancelRequestId}',
    tag,
    summary: 'Read a cancel request',
    permission: 'contracts:read',
    answer: CancelRequest,
    successor: '/v2/cancelrequests/{cancelRequestId}',
    handler: ({ db, params: { cancelRequestId }, ...acting }) => readRequest(db, acting, cancelRequestId),
  }),
  route.read({
    path: '/v2/cancelrequests/{identifier}',
    tag,
    summary: 'Read a cancel request by its id or number',
    permission: 'contracts:read',
    params: identifier,
    answer: CancelRequest,
    handler: async ({ db, params, ...acting }) =>
      readRequest(db, acting, await findRequestId(db, acting.caller, params.identifier)),
  }),
  route.write({
    ...act,
    path: '/cancelrequests/{cancelRequestId}',
    summary: 'Submit, change, approve, execute, deny or withdraw a cancel request',
    successor: '/v2/cancelrequests/{cancelRequestId}',
    async current({ tx, params: { cancelRequestId }, body, ...acting }) {
      requireRequestAction(acting.caller, body.action)
      return requestAnswer((await lockRequest(tx, acting, cancelRequestId)).request, acting)
    },
    async recorded({ tx, params: { cancelRequestId }, body, ...acting }) {
      const { request } = await lockRequest(tx, acting, cancelRequestId)
      return recordedRequest(tx, services, acting, { request, isExecution: body.action === 'Execute' })
    },
    handler: ({ tx, params: { cancelRequestId }, body, ...acting }) =>
      actOnRequest(tx, services, acting, cancelRequestId, body),
  }),
  route.write({
    ...act,
    path: '/v2/cancelrequests/{identifier}',
    summary: 'The same for a cancel request by its id or number',
    params: identifier,
    async current({ tx, params, body, ...acting }) {
      requireRequestAction(acting.caller, body.action)
      const id = await findRequestId(tx, acting.caller, params.identifier)
      return requestAnswer((await lockRequest(tx, acting, id)).request, acting)
    },
    async recorded({ tx, params, body, ...acting }) {
      const id = await findRequestId(tx, acting.caller, params.identifier)
      const { request } = await lockRequest(tx, acting, id)
      return recordedRequest(tx, services, acting, { request, isExecution: body.action === 'Execute' })
    },
    handler: async ({ tx, params, body, ...acting }) =>
      actOnRequest(tx, services, acting, await findRequestId(tx, acting.caller, params.identifier), body),
  }),
]
