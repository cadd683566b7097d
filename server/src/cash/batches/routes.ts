import type { ContractServices } from '../../contracts/record/change-state.ts'
import { type Route, route } from '../../http/route.ts'
import { batchList, batchSearch, lockAndReadBatch, readBatch } from './answer.ts'
import { Batch, NewBatch, ProcessRequest } from './models.ts'
import { deleteBatch, processBatch } from './process-batch.ts'
import { STAGES } from './rights.ts'
import { stageBatch } from './stage-batch.ts'

const tag = 'InProcessCashTransaction'
const path = '/inprocesscashtransactions/{inProcessCashTransactionId}'
const subject = 'inprocesscashtransactions/{inProcessCashTransactionId}'

/** Batches: rows that are chosen, checked, and paid together. */
export const batchRoutes = (services: ContractServices): readonly Route[] => [
  route.list({
    path: '/inprocesscashtransactions',
    tag,
    summary: 'List batches of ledger rows to pay',
    description:
      'A limited caller sees the batches of its own accounts. Without cash:write, such as a dealer’s office, it sees only those to receive.',
    permission: STAGES,
    form: 'array',
    row: Batch,
    search: batchSearch,
    list: ({ caller }) => batchList(caller),
  }),
  route.write({
    method: 'POST',
    path: '/inprocesscashtransactions',
    tag,
    summary: 'Put ledger rows in a batch',
    description:
      'Each row is in one batch at most. A dealer may stage what it remits, also for contracts that are not finalized.',
    permission: STAGES,
    body: NewBatch,
    answer: Batch,
    status: 201,
    subject: 'inprocesscashtransactions/{id}',
    location: '/inprocesscashtransactions/{id}',
    problems: [
      ...(['LedgerInOtherBatch', 'LedgerNotOpen', 'LedgerOfOther', 'DirectionMismatch'] as const),
      ...(['NothingSelected', 'PaymentMethodNotUsable', 'UnknownReference'] as const),
    ],
    handler: ({ tx, body, ...acting }) => stageBatch(tx, services, acting, body),
  }),
  route.read({
    path,
    tag,
    summary: 'Read a batch',
    permission: STAGES,
    answer: Batch,
    handler: ({ db, caller, params: { inProcessCashTransactionId } }) =>
      readBatch(db, caller, inProcessCashTransactionId),
  }),
  route.write({
    method: 'DELETE',
    path,
    tag,
    summary: 'Delete a batch that is not processed',
    description: 'Its rows are what they were before.',
    permission: STAGES,
    subject,
    model: Batch,
    problems: ['AlreadyProcessed'],
    current: ({ tx, caller, params: { inProcessCashTransactionId } }) =>
      lockAndReadBatch(tx, caller, inProcessCashTransactionId),
    handler: ({ tx, params: { inProcessCashTransactionId }, ...acting }) =>
      deleteBatch(tx, services, acting, inProcessCashTransactionId),
  }),
  route.write({
    method: 'POST',
    path: `${path}/processrequests`,
    tag,
    summary: 'Process a batch: pay its rows',
    description:
      'When less came than is due, the rows with the oldest due dates are paid first and the others are open again. When more came, the rest stays unapplied.',
    permission: 'cash:write',
    moves: 'money',
    body: ProcessRequest,
    answer: Batch,
    subject,
    problems: [
      ...(['AlreadyProcessed', 'AmountChanged', 'AmountMismatch', 'DifferenceTooLarge'] as const),
      ...(['DateInFuture', 'DuplicateCheckNumber', 'PaymentMethodNotUsable'] as const),
    ],
    current: ({ tx, caller, params: { inProcessCashTransactionId } }) =>
      lockAndReadBatch(tx, caller, inProcessCashTransactionId),
    handler: ({ tx, params: { inProcessCashTransactionId }, body, ...acting }) =>
      processBatch(tx, services, acting, inProcessCashTransactionId, body),
  }),
]
