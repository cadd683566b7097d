import type { FormServices } from '../../contracts/form/write-form.ts'
import { seeContract } from '../../contracts/record/rows.ts'
import { type Route, route } from '../../http/route.ts'
import { ContractCancelData } from '../decide/inputs.ts'
import { ActedCancel, Cancel } from '../decide/models.ts'
import { requireDesk } from '../decide/rights.ts'
import { actOnCancel, requireCancelAction } from './act-on-cancel.ts'
import { cancelList, cancelSearch, readCancel } from './answer.ts'
import { cancelContract } from './execute-cancel.ts'
import { CancelActionData, movedByCancelAction } from './inputs.ts'
import { recordedCancels } from './record-cancels.ts'
import { loadContractIdOfCancel } from './rows.ts'

const tag = 'Cancels'
const subject = 'contracts/{contractId}'

/** Executed cancels, and the actions on them. */
export const cancelRoutes = (services: FormServices): readonly Route[] => [
  route.list({
    path: '/contracts/{contractId}/cancels',
    tag: 'Contracts',
    summary: 'List the cancels of a contract',
    description: 'The newest first.',
    permission: 'contracts:read',
    form: 'array',
    row: Cancel,
    search: cancelSearch,
    async list({ db, params: { contractId }, ...acting }) {
      await seeContract(db, acting.caller, contractId)
      return cancelList(acting, contractId)
    },
  }),
  route.write({
    method: 'POST',
    path: '/contracts/{contractId}/cancels',
    tag: 'Contracts',
    summary: 'Cancel a contract in one step',
    description: 'Decides and executes the cancellation at once, without a request.',
    permission: 'contracts:cancel',
    body: ContractCancelData,
    answer: Cancel,
    status: 201,
    subject,
    location: '/cancels/{id}',
    moves: 'money',
    problems: [
      ...(['NotCancellable', 'OpenCancelRequest', 'CancelDateOutOfRange', 'CancelDateTooOld'] as const),
      ...(['NoticeDateOutOfRange', 'OdometerRequired', 'OdometerBelowLastKnown'] as const),
      ...(['RequesterNotAllowed', 'ReasonNotAllowed', 'PayeeNotAllowed', 'UnknownReference'] as const),
      ...(['OverrideOutOfRange', 'OverrideDoesNotSum', 'LinesDoNotSum', 'PaymentsDoNotSum'] as const),
      ...(['ExecutionDateOutOfRange', 'MissingDocuments', 'Locked'] as const),
    ],
    recorded({ tx, params: { contractId }, ...acting }) {
      requireDesk(acting.caller)
      return recordedCancels(tx, services, acting, contractId)
    },
    handler: ({ tx, params: { contractId }, body, ...acting }) =>
      cancelContract(tx, services, acting, contractId, body),
  }),
  route.read({
    path: '/cancels/{cancelId}',
    tag,
    summary: 'Read a cancel',
    permission: 'contracts:read',
    answer: Cancel,
    handler: ({ db, params: { cancelId }, ...acting }) => readCancel(db, acting, cancelId),
  }),
  route.write({
    method: 'POST',
    path: '/cancels/{cancelId}',
    tag,
    summary: 'Reinstate a contract, confirm or redirect its refund, or write the letter',
    description:
      'Reinstate reverses the cancel. ConfirmRefund records the day on which the customer received the money from the dealer. ChangePayee redirects a refund that is not paid yet. Letter writes the worksheet as a letter to the customer, and with `mail` sends it.',
    permission: ['contracts:cancel', 'contracts:reinstate'],
    body: CancelActionData,
    answer: ActedCancel,
    model: Cancel,
    subject,
    moves: ({ action }) => movedByCancelAction[action],
    problems: [
      ...(['AlreadyReversed', 'NotLastCancel', 'RefundAlreadyPaid', 'LedgerInOtherBatch'] as const),
      ...(['DuplicateContract', 'ReinstateDateOutOfRange', 'GapDaysOutOfRange', 'UnknownReference'] as const),
      ...(['NotConfirmable', 'AlreadyConfirmed', 'DateRangeInvalid', 'InvalidTransition'] as const),
      ...(['PayeeNotAllowed', 'PaymentsDoNotSum', 'Locked', 'NoMailAddress'] as const),
      'PreconditionRequired',
    ],
    async recorded({ tx, params: { cancelId }, body, ...acting }) {
      requireCancelAction(acting.caller, body.action)
      return recordedCancels(tx, services, acting, await loadContractIdOfCancel(tx, acting.caller, cancelId))
    },
    handler: ({ tx, params: { cancelId }, body, ...acting }) =>
      actOnCancel(tx, services, acting, cancelId, body),
  }),
]
