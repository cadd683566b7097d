import { z } from 'zod'
import type { FormServices } from '../../contracts/form/write-form.ts'
import { type Route, route } from '../../http/route.ts'
import { below, twins } from '../../http/twins.ts'
import { CanceRequestExecutionData, movedByRequestAction, NewCancelRequestData } from '../decide/inputs.ts'
import { ActedCancelRequest, CancelRequest } from '../decide/models.ts'
import { cancelRequestPath, contractPath, visibleContractPath } from '../decide/paths.ts'
import { actOnRequest, requireRequestAction } from './act-on-request.ts'
import { readRequest, requestAnswer, requestList, requestSearch } from './answer.ts'
import { createRequest } from './create-request.ts'
import { QueuedCancelRequest, queueList, queueSearch } from './desk-queue.ts'
import { readToExecute, readToRecord, recordedNew, recordedRequest } from './record-requests.ts'
import { lockRequest } from './rows.ts'

const tag = 'CancelRequests'
const subject = 'contracts/{contractId}'
const identifier = z.string().min(1).max(200)

const decisionProblems = [
  ...(['NotCancellable', 'OpenCancelRequest', 'CancelDateOutOfRange', 'CancelDateTooOld'] as const),
  ...(['NoticeDateOutOfRange', 'OdometerBelowLastKnown', 'OdometerRequired', 'RequesterNotAllowed'] as const),
  ...(['ReasonNotAllowed', 'PayeeNotAllowed', 'UnknownReference', 'OverrideOutOfRange'] as const),
  ...(['OverrideDoesNotSum', 'LinesDoNotSum', 'Locked'] as const),
]

/** Quotes and cancel requests, in both versions. */
export const requestRoutes = (services: FormServices): readonly Route[] => [
  route.list({
    path: '/v2/cancelrequests',
    tag,
    summary: 'List the cancel requests on the cancel desk',
    description:
      'By the day that the law wants the refund, the most urgent first. Without `status`: the requests that wait for the desk. Quotes are not listed.',
    permission: 'contracts:read',
    form: 'wrapped',
    row: QueuedCancelRequest,
    search: queueSearch,
    list: ({ query, ...acting }) => queueList(acting, query),
  }),
  ...twins.list(
    { ...below(visibleContractPath, '/cancelrequests'), identifier },
    {
      tag: 'Contracts',
      summary: 'List the cancel requests of a contract',
      description: 'The newest first.',
      permission: 'contracts:read',
      row: CancelRequest,
      search: requestSearch,
      list: (acting, contractId) => requestList(acting, contractId),
    },
  ),
  ...twins.write(
    { ...below(contractPath, '/cancelrequests'), identifier },
    {
      method: 'POST',
      tag: 'Contracts',
      summary: 'Quote or request the cancellation of a contract',
      description:
        'A quote (`isQuoteOnly`) calculates the refund and changes nothing; it can be submitted until `validUntil`. A request waits for approval by the cancel desk, and for the odometer if the refund depends on it.',
      permission: 'contracts:cancel',
      body: NewCancelRequestData,
      answer: CancelRequest,
      status: 201,
      subject,
      location: '/cancelrequests/{id}',
      v2: { location: '/v2/cancelrequests/{id}' },
      problems: decisionProblems,
      recorded: recordedNew,
      handler: ({ tx, body, ...acting }, contractId) => createRequest(tx, acting, contractId, body),
    },
  ),
  ...twins.read(
    { ...cancelRequestPath, identifier },
    {
      tag,
      summary: 'Read a cancel request',
      permission: 'contracts:read',
      answer: CancelRequest,
      handler: async ({ db, ...acting }, findId) => readRequest(db, acting, await findId()),
    },
  ),
  ...twins.write(
    { ...cancelRequestPath, identifier },
    {
      method: 'POST',
      tag,
      summary: 'Submit, update, approve, execute, deny or withdraw a cancel request',
      description:
        'Submit turns a quote into a request. Update changes the terms and calculates again. Approve, Execute and Deny are for the cancel desk. Execute calculates again as of the cancel date and is refused if the amounts have changed. Letter writes the worksheet as a letter to the customer, and with `mail` sends it.',
      permission: 'contracts:cancel',
      moves: ({ action }) => movedByRequestAction[action],
      body: CanceRequestExecutionData,
      answer: ActedCancelRequest,
      model: CancelRequest,
      subject,
      problems: [
        ...decisionProblems,
        ...(['InvalidTransition', 'NeedsInfo', 'QuoteExpired', 'AlreadyExecuted', 'AmountsChanged'] as const),
        ...(['MissingDocuments', 'PaymentsDoNotSum', 'ExecutionDateOutOfRange', 'NoMailAddress'] as const),
        'PreconditionRequired',
      ],
      async current({ tx, body, ...acting }, findId) {
        requireRequestAction(acting.caller, body.action)
        const more = body.action === 'Execute' ? readToExecute(services, acting) : undefined
        return requestAnswer((await lockRequest(tx, acting, await findId(), more)).request, acting)
      },
      async recorded({ tx, body, ...acting }, findId) {
        const { request } = await lockRequest(tx, acting, await findId())
        return recordedRequest(tx, services, acting, { request, isExecution: body.action === 'Execute' })
      },
      handler: async ({ tx, body, ...acting }, findId) =>
        actOnRequest(
          ...([tx, services, acting, await findId(), body] as const),
          body.action === 'Execute' ? readToRecord(services, acting) : undefined,
        ),
    },
  ),
]
