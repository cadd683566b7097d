import {
  type DataOf,
  date,
  type Fields,
  flag,
  integer,
  listOf,
  money,
  oneOf,
  orNull,
  text,
  uuid,
} from './fields.ts'

// Every type of event, as data. An event says what happened and to which record; whoever needs more reads the record. So
// data holds ids, numbers, statuses and a few amounts, and never bank numbers, tax ids, birth dates or the parts of dealer
// cost: events reach people who must not see them.

/** A type of event. */
export interface EventDeclaration<Subject extends string = string, Data extends Fields = Fields> {
  /** The resource that it happened to, as its path is written: `contracts/{id}`. */
  readonly subject: Subject
  readonly description: string
  readonly data: Data
}

const about = <const Subject extends string, Data extends Fields>(
  subject: Subject,
  description: string,
  data: Data,
): EventDeclaration<Subject, Data> => ({ subject, description, data })

// A quote has no number yet.
const contract = { id: integer, number: orNull(text), status: text }
const contracts = 'contracts/{id}'
const request = { ...contract, cancelRequestId: integer }
const refund = { ...contract, cancelId: integer, cancelPaymentId: integer }

const claim = { id: integer, number: text, status: text }
const claims = 'claims/{id}'
const claimPayment = { ...claim, paymentRequestId: integer, amount: money }

const inspection = { id: integer, number: text, status: text, claimId: integer }
const inspections = 'inspections/{id}'

const cash = { id: integer, number: text, status: text }
const cashTransactions = 'cashtransactions/{id}'

const batch = { id: integer, status: text, direction: text, accountHolderId: integer }
const batches = 'inprocesscashtransactions/{id}'

const ledger = { id: integer, status: text }
const ledgers = 'ledgers/{id}'

const holder = { id: integer, number: text, status: text }
const holders = 'accountholders/{id}'

const run = { id: uuid, processType: text, status: text }
const runs = 'automatic-process-runs/{guid}'

const user = { id: integer, number: text, status: text }
const users = 'users/{id}'

const disbursement = { id: integer, auditLogId: integer, programId: integer }
const disbursements = 'disbursements/{id}'

const webhook = { id: integer, reason: text }

export const catalogue = {
  'contract.created': about(
    contracts,
    'A contract was sold, or a quote was saved. A saved quote that is sold later has it again, with its number.',
    contract,
  ),
  'contract.updated': about(
    contracts,
    'A contract was changed: its own fields, its customer, its cobuyer, its lines or its documents.',
    contract,
  ),
  'contract.finalized': about(contracts, 'A contract came into force.', contract),
  'contract.refinalized': about(
    contracts,
    'The waiting changes of a contract in force were posted.',
    contract,
  ),
  'contract.held': about(contracts, 'A contract was put on hold.', contract),
  'contract.resolved': about(contracts, 'A hold of a contract was resolved.', contract),
  'contract.rerated': about(
    contracts,
    'A contract was rated again, and the difference was applied.',
    contract,
  ),
  'contract.cancelRequested': about(contracts, 'Somebody asked to cancel a contract.', request),
  'contract.cancelRequestUpdated': about(contracts, 'The terms of a cancel request were changed.', request),
  'contract.cancelRequestApproved': about(contracts, 'A cancel request was approved.', request),
  'contract.cancelRequestClosed': about(contracts, 'A cancel request was denied or withdrawn.', {
    ...request,
    requestStatus: oneOf(['Denied', 'Withdrawn']),
  }),
  'contract.cancelled': about(contracts, 'A contract was cancelled.', {
    ...{ ...contract, cancelId: integer, netRefund: money },
  }),
  'contract.reinstated': about(contracts, 'A cancelled contract came into force again.', {
    ...{ ...contract, cancelId: integer },
  }),
  'contract.refundPayeeChanged': about(contracts, 'A refund goes to somebody else.', refund),
  'contract.refundConfirmed': about(
    contracts,
    'The customer has received a refund that a dealer passes on.',
    {
      ...{ ...refund, paidDate: date },
    },
  ),
  'contract.refundDue': about(contracts, 'A refund is due soon, or overdue.', {
    ...{ ...contract, cancelId: integer, dueDate: date, isOverdue: flag },
  }),
  'contract.voided': about(contracts, 'A contract was voided: it was never in force.', contract),
  'contract.expired': about(
    contracts,
    'A contract ended by its term, its mileage or a paid total loss.',
    contract,
  ),
  'contract.transferred': about(contracts, 'A contract was transferred to another owner.', contract),
  'contract.funded': about(contracts, 'The dealer has paid for a contract in full.', contract),
  'contract.unfunded': about(contracts, 'A contract that was paid for in full no longer is.', contract),

  'claim.opened': about(claims, 'A claim was entered.', { ...claim, contractId: integer }),
  'claim.updated': about(claims, 'A claim was changed: its details, its notes or its documents.', claim),
  'claim.held': about(claims, 'A claim was put on hold.', claim),
  'claim.released': about(claims, 'A hold of a claim ended.', claim),
  'claim.authorized': about(claims, 'Details of a claim were authorized.', { ...claim, amount: money }),
  'claim.approvalNeeded': about(claims, 'The amount of a claim needs an approval.', {
    ...claim,
    amount: money,
  }),
  'claim.denied': about(claims, 'Details of a claim, or all of it, were denied.', {
    ...{ ...claim, deniedReasonCode: text },
  }),
  'claim.reopened': about(claims, 'A decision about details of a claim was taken back.', claim),
  'claim.voided': about(claims, 'A claim was voided: it was entered by mistake.', claim),
  'claim.closed': about(claims, 'A claim was closed.', claim),
  'claim.paymentRequested': about(claims, 'A payment was requested for a claim.', claimPayment),
  'claim.paymentVoided': about(claims, 'A payment request of a claim was voided.', claimPayment),
  'claim.paid': about(claims, 'A payment request of a claim was paid.', {
    ...{ ...claimPayment, cashTransactionId: orNull(integer) },
  }),

  'inspection.ordered': about(inspections, 'An inspection was ordered.', inspection),
  'inspection.taken': about(inspections, 'The inspection company took the order.', inspection),
  'inspection.rejected': about(inspections, 'The inspection company rejected the order.', inspection),
  'inspection.scheduled': about(inspections, 'The inspection has a date.', inspection),
  'inspection.completed': about(inspections, 'The inspection was done and reported.', inspection),
  'inspection.reviewed': about(inspections, 'The administrator reviewed the report.', inspection),
  'inspection.cancelled': about(inspections, 'The inspection was cancelled.', inspection),
  'inspection.fileAdded': about(inspections, 'A photo or another file was added.', inspection),
  'inspection.updated': about(inspections, 'An inspection was changed.', inspection),

  'cashTransaction.posted': about(cashTransactions, 'Money came in or went out.', {
    ...{ ...cash, amount: money, type: text },
  }),
  'cashTransaction.cleared': about(cashTransactions, 'The bank has seen the money.', cash),
  'cashTransaction.voided': about(cashTransactions, 'Cash was voided. What it paid is open again.', {
    ...{ ...cash, returnCode: orNull(text) },
  }),
  'cashTransaction.returned': about(
    cashTransactions,
    'The bank sent cash back. What it paid is open again.',
    {
      ...{ ...cash, returnCode: orNull(text) },
    },
  ),
  'cashTransaction.applied': about(cashTransactions, 'Cash that was left over paid open items.', {
    ...{ ...cash, amount: money },
  }),
  'cashTransaction.updated': about(
    cashTransactions,
    'The words or the check number of cash were changed, or it is Posted again because the bank did not see it.',
    cash,
  ),

  'inProcessCashTransaction.created': about(
    batches,
    'Open items were put in a batch, to be paid together.',
    batch,
  ),
  'inProcessCashTransaction.deleted': about(batches, 'A batch was deleted. Its items are open again.', batch),
  'inProcessCashTransaction.processed': about(batches, 'A batch was processed: its items are paid.', {
    ...{ ...batch, cashTransactionIds: listOf(integer) },
  }),

  'ledger.created': about(ledgers, 'An open item was entered by hand.', ledger),
  'ledger.edited': about(ledgers, 'An open item was corrected by hand.', ledger),
  'ledger.voided': about(ledgers, 'An open item was voided by hand.', ledger),

  'accountHolder.created': about(holders, 'An account holder was entered.', holder),
  'accountHolder.updated': about(holders, 'An account holder, or how it is paid, was changed.', holder),
  'accountHolder.expired': about(holders, 'An account holder ended on its expiration date.', holder),

  'run.started': about(runs, 'A run of an automatic process began.', run),
  'run.completed': about(runs, 'A run of an automatic process ended, whichever way.', {
    ...{ ...run, candidates: integer, succeeded: integer, skipped: integer, failed: integer },
  }),

  'webhook.disabled': about(
    'webhooks/{id}',
    'A webhook was switched off: its receiver answered 410, or failed for days.',
    webhook,
  ),

  'user.created': about(users, 'A user was entered.', { ...user, isInvited: flag }),
  'user.updated': about(users, 'A user, its rights or its password was changed.', user),
  'apiKey.created': about('apikeys/{id}', 'An API key was made.', { id: integer }),
  'apiKey.revoked': about('apikeys/{id}', 'An API key was revoked.', { id: integer }),

  'audit.anchored': about(
    'audit/{name}',
    'The ends of the audit lanes were noted outside the database. Whoever keeps the digest can tell if the audit is ever put back to an earlier state.',
    { records: integer, digest: text },
  ),

  'setting.changed': about('generalsettings/{id}', 'A setting was changed or set back.', {
    ...{ id: integer, key: text },
  }),

  'paymentMethod.created': about(
    'availablepaymentmethods/{id}',
    'A payment method was entered. No account holder has it yet.',
    { id: integer, type: text },
  ),
  'paymentMethod.deactivated': about(
    'availablepaymentmethods/{id}',
    'A payment method is no longer used: the bank says that the account is closed or does not exist.',
    { id: integer, accountHolderId: orNull(integer) },
  ),

  'statement.requested': about(
    'statementrequests/{id}',
    'A statement was asked for, or its cycle asked for it.',
    {
      ...{ id: integer, accountHolderId: integer, fromDate: date, toDate: date, documentId: integer },
    },
  ),
  'statement.completed': about('statementrequests/{id}', 'A statement was made and can be read.', {
    ...{ id: integer, accountHolderId: integer, documentId: integer, delivery: text },
  }),

  'achFile.created': about('achfiles/{id}', 'A file of payments for the bank was made.', {
    ...{ id: integer, fileName: text, entryCount: integer },
  }),
  'achReturns.applied': about('achreturns/{id}', 'A file of returned payments was read.', {
    ...{ id: integer, returned: integer, corrections: integer, unmatched: integer },
  }),
  'bankFile.created': about('bankfiles/{id}', "A bank's statement was read and matched.", {
    ...{ id: integer, matched: integer, unmatched: integer },
  }),

  'rateBook.applied': about('ratebooks/{version}', 'A rate book was put in force.', {
    ...{ version: integer, name: text, previousVersion: orNull(integer) },
  }),
  'cancelRules.applied': about('cancelrules/{layer}', "The administrator's own cancel rules were changed.", {
    ...{ added: integer, changed: integer, removed: integer },
  }),

  'rateDisbursement.requested': about(disbursements, 'A change of a line of prices was asked for.', {
    ...{ ...disbursement, disbursementCode: text, accountHolderId: orNull(integer) },
  }),
  'rateDisbursement.changed': about(disbursements, 'A change of a line of prices was applied.', disbursement),
  'rateDisbursement.failed': about(disbursements, 'A change of a line of prices was refused.', disbursement),
} as const satisfies Readonly<Record<string, EventDeclaration>>

export type EventType = keyof typeof catalogue

/** The data of a type of event. */
export type EventData<Type extends EventType> = Type extends EventType
  ? DataOf<(typeof catalogue)[Type]['data']>
  : never

/** `contracts/{id}` with any id in the place of the name. */
type Filled<Subject extends string> = Subject extends `${infer Kind}/{${string}}`
  ? `${Kind}/${string}`
  : never
export type EventSubject<Type extends EventType> = Type extends EventType
  ? Filled<(typeof catalogue)[Type]['subject']>
  : never

/** The kinds of subjects: the first part of a subject. */
type KindIn<Subject extends string> = Subject extends `${infer Kind}/{${string}}` ? Kind : never
export type SubjectKind = KindIn<(typeof catalogue)[EventType]['subject']>

/** All types, in the order of the catalogue. */
export const eventTypes = Object.keys(catalogue) as readonly EventType[] // The keys are those of the type.
