import type { ProblemTexts } from '../http/problems.ts'

/** What the problem codes of this room mean, and what a caller does about them. */
export const cancellationProblems = {
  NotCancellable: {
    title: 'The contract cannot be cancelled',
    meaning:
      'Only a contract that is in force, or on hold while in force, is cancelled; its status is `contractStatus`. A GAP contract that has a claim is used up.',
    remedy: 'Void what is not in force yet; leave what has ended.',
  },
  OpenCancelRequest: {
    title: 'A cancel request is open',
    meaning: 'A contract has one open cancel request at a time: `cancelRequestId`.',
    remedy: 'Execute, deny or withdraw the other, or update it.',
  },
  CancelDateOutOfRange: {
    title: 'It cannot be cancelled as of that day',
    meaning:
      'A contract is cancelled as of a day from `earliest` (the sale, a transfer, the day after the last loss that was paid) to `latest` (today, or its expiration; quotes may lie somewhat ahead).',
    remedy: 'Choose a day in between.',
  },
  NoticeDateOutOfRange: {
    title: 'The notice cannot have come then',
    meaning: 'The notice came between the sale, `earliest`, and today, `latest`.',
    remedy: 'Say when the notice came.',
  },
  CancelDateTooOld: {
    title: 'The day lies too far before the notice',
    meaning:
      'Unless the reason is one that is heard of late, a cancellation does not lie further back from its notice than `earliest`.',
    remedy: 'Choose a later day, or have somebody with cancels:override ask for it.',
  },
  OdometerRequired: {
    title: 'The odometer is needed',
    meaning: 'The refund goes by miles, and what the odometer shows is not guessed.',
    remedy: 'Send `cancelOdometer`.',
  },
  RequesterNotAllowed: {
    title: 'Not everybody can cancel for this reason',
    meaning: 'The reason is open to those in `allowed`, and limited callers do not speak for the provider.',
    remedy: 'Name another reason, or who really asks.',
  },
  ReasonNotAllowed: {
    title: 'The provider may not cancel for this reason',
    meaning:
      'The law of the state leaves the provider the reasons in `allowed` from some day of the contract on.',
    remedy: 'Name one of these reasons, where it is one.',
  },
  PayeeNotAllowed: {
    title: 'The refund belongs to somebody else',
    meaning:
      'By the rules it goes to `payee`. Another one, or another name on the cheque, takes the permission cancels:override; where the money of a lender goes is not for limited callers to say.',
    remedy: 'Leave the payee or its address out, or have it overridden.',
  },
  OverrideOutOfRange: {
    title: 'What is set lies outside what is possible',
    meaning: 'Nothing is negative, nobody gets back more than the price, and factors are from 0 to 1.',
    remedy: 'Correct the values at the pointers in `errors`.',
  },
  OverrideDoesNotSum: {
    title: 'The figures that are set do not sum',
    meaning: 'Gross less claims less fee is net: `netRefund` is what it would be.',
    remedy: 'Leave one of them out, and it follows.',
  },
  LinesDoNotSum: {
    title: 'The lines that are set do not sum to the refund',
    meaning: 'They name every line once and sum to `grossRefund`; `missing` names those left out.',
    remedy: 'Send all lines, or none: then the refund is divided in proportion.',
  },
  PaymentsDoNotSum: {
    title: 'The payments do not sum to the refund',
    meaning: 'Each is above nothing, and together they are `totalRefund`.',
    remedy: 'Divide all of the refund, or leave the payments out: then it is one.',
  },
  QuoteExpired: {
    title: 'The quote has expired',
    meaning: 'A quote can be submitted until `validUntil`.',
    remedy: 'Ask for a quote again.',
  },
  NeedsInfo: {
    title: 'Something is missing that the refund needs',
    meaning: 'Until what `missing` names is there, nothing is approved or executed.',
    remedy: 'Update the request with it.',
  },
  AmountsChanged: {
    title: 'The refund is another by now',
    meaning:
      'What the request was agreed on has changed since: a claim was paid, a service used, the contract refinalized. `calculation` is what it comes to now.',
    remedy: 'Send `acceptRecalculated: true` to execute that, or update the request.',
  },
  AlreadyExecuted: {
    title: 'The request is executed already',
    meaning: 'The contract was cancelled by it: `cancelId`.',
    remedy: 'Read that cancel.',
  },
  ExecutionDateOutOfRange: {
    title: 'It cannot be carried out on that day',
    meaning: 'A cancellation is in the books from its own day, `earliest`, to today, `latest`.',
    remedy: 'Send a day between both, or none for today.',
  },
  AlreadyReversed: {
    title: 'The cancel is taken back already',
    meaning: 'A cancel is reversed once; nothing of it is to be done any more.',
    remedy: 'Read the contract again.',
  },
  NotLastCancel: {
    title: 'The contract was cancelled again since',
    meaning: 'Only the last cancel of a contract is taken back.',
    remedy: 'Reinstate the last one (GET /contracts/{contractId}/cancels).',
  },
  RefundAlreadyPaid: {
    title: 'The refund is paid',
    meaning: 'The payments in `paymentIds` went out, whole or in part.',
    remedy:
      'To reinstate, name with `recoveryAccountId` who owes the money now; to pay somebody else, void the cash first.',
  },
  LedgerInOtherBatch: {
    title: 'A payment is being processed',
    meaning: 'A ledger row that would change is in a batch that is being paid.',
    remedy: 'Process the batch, or delete it, and try again.',
  },
  ReinstateDateOutOfRange: {
    title: 'It cannot be reinstated on that day',
    meaning:
      'A contract is reinstated from `earliest`, the day of the cancel, to `latest`, which is today or its end.',
    remedy: 'Send a day between both, or none for today.',
  },
  GapDaysOutOfRange: {
    title: 'So many days were not without cover',
    meaning: 'The days without cover are those from the cancel to the reinstatement, `most` in all.',
    remedy: 'Send a number from 0 to that.',
  },
  NotConfirmable: {
    title: 'There is nothing to confirm of this payment',
    meaning: 'Only a refund that a dealer passes on to the customer is confirmed, and only while it is owed.',
    remedy: 'Read the payments of the cancel again.',
  },
  AlreadyConfirmed: {
    title: 'The refund is confirmed',
    meaning: 'When the customer had the money is said already: `confirmedDate`.',
    remedy: 'What was said wrongly is corrected by the administrator.',
  },
} as const satisfies ProblemTexts
