import type { ProblemTexts } from '../http/problems.ts'

/** The meaning of the problem codes of this room, and what a caller should do. */
export const cancellationProblems = {
  NotCancellable: {
    title: 'The contract cannot be cancelled',
    meaning:
      'Only a contract that is active, or on hold while active, can be cancelled. Its status is `contractStatus`. A GAP contract with a claim is used up.',
    remedy: 'Void a contract that is not active yet. A contract that has ended needs no cancel.',
  },
  CancelRulesMoved: {
    title: 'The cancel rules have changed',
    meaning:
      'The file was compared with other rules than those that are in force now: `basis` names the present ones. Nothing was changed.',
    remedy: 'Compare the file again, look at the changes, and apply it with the `basis` of that comparison.',
  },
  CancelRulesUnchanged: {
    title: 'The cancel rules already match the file',
    meaning: 'The file changes nothing.',
    remedy: 'Nothing needs to be done. If a change is missing, check that the right file was sent.',
  },
  CancelRulesInvalid: {
    title: 'The file of cancel rules has faults',
    meaning: 'The list `faults` has every fault with its line. Nothing was changed.',
    remedy: 'Correct the file. POST /cancelrules/checks lists the faults without applying anything.',
  },
  OpenCancelRequest: {
    title: 'A cancel request is already open',
    meaning: 'A contract can have one open cancel request at a time. The open one is `cancelRequestId`.',
    remedy: 'Update, execute, deny or withdraw the open request.',
  },
  CancelDateOutOfRange: {
    title: 'The cancel date is out of range',
    meaning:
      'The cancel date must be between `earliest` (the sale, the last transfer, or the day after the last paid loss) and `latest` (today or the expiration date; a quote may be somewhat later).',
    remedy: 'Send a cancel date between `earliest` and `latest`.',
  },
  NoticeDateOutOfRange: {
    title: 'The notice date is out of range',
    meaning: 'The notice must be received between the sale date, `earliest`, and today, `latest`.',
    remedy: 'Send the day on which the notice was received.',
  },
  CancelDateTooOld: {
    title: 'The cancel date is too far before the notice',
    meaning:
      'The cancel date may not be before `earliest`, unless the reason is one that is usually reported late, such as a total loss.',
    remedy: 'Send a later cancel date, or have a user with cancels:override send it.',
  },
  OdometerRequired: {
    title: 'An odometer reading is required',
    meaning: 'The refund depends on mileage, and the mileage is never estimated.',
    remedy: 'Send `cancelOdometer`.',
  },
  RequesterNotAllowed: {
    title: 'The requester may not cancel for this reason',
    meaning:
      'Only the requesters in `allowed` may use this reason. A limited caller may not act for the provider.',
    remedy: 'Send another reason, or the actual requester.',
  },
  ReasonNotAllowed: {
    title: 'The provider may not cancel for this reason',
    meaning:
      'After a number of days, the state allows the provider to cancel only for the reasons in `allowed`.',
    remedy: 'Send one of these reasons, if it applies.',
  },
  PayeeNotAllowed: {
    title: 'The money belongs to another payee',
    meaning:
      'By the rules a refund goes to `payee`. Another payee, or another name on the check, needs the permission cancels:override. A limited caller may not redirect a lender’s refund. A total loss is paid to the lender, and a claim to no customer or lender of another contract.',
    remedy:
      'Leave out the payee or its address, or have a user with cancels:override set it. For a claim, send a payee of its contract.',
  },
  OverrideOutOfRange: {
    title: 'A value in the override is out of range',
    meaning:
      'Amounts may not be negative, the refund may not exceed the price, and factors must be between 0 and 1.',
    remedy: 'Correct the values at the pointers in `errors`.',
  },
  OverrideDoesNotSum: {
    title: 'The figures in the override do not add up',
    meaning: 'Gross refund less claims less fee must be the net refund, which would be `netRefund`.',
    remedy: 'Leave one of the figures out, and it is calculated.',
  },
  LinesDoNotSum: {
    title: 'The lines do not add up to the refund',
    meaning:
      'The lines must include every line of the contract once and sum to `grossRefund`. The lines in `missing` were left out.',
    remedy: 'Send all lines, or none to divide the refund in proportion.',
  },
  PaymentsDoNotSum: {
    title: 'The payments do not add up to the refund',
    meaning: 'Each payment must be more than zero, and together they must be `totalRefund`.',
    remedy: 'Divide the whole refund, or leave the payments out for a single payment.',
  },
  QuoteExpired: {
    title: 'The quote has expired',
    meaning: 'A quote can be submitted until `validUntil`.',
    remedy: 'Create a new quote.',
  },
  NeedsInfo: {
    title: 'Information is missing',
    meaning: 'The request cannot be approved or executed until the items in `missing` are there.',
    remedy: 'Update the request with the missing items.',
  },
  AmountsChanged: {
    title: 'The amounts have changed since the request',
    meaning:
      'Something has changed since the request was made: a claim was paid, a service was used, or the contract was refinalized. `calculation` has the current amounts.',
    remedy: 'Send `acceptRecalculated: true` to execute with the current amounts, or update the request.',
  },
  AlreadyExecuted: {
    title: 'The request was already executed',
    meaning: 'The request has cancelled the contract. The cancel is `cancelId`.',
    remedy: 'Read that cancel.',
  },
  ExecutionDateOutOfRange: {
    title: 'The execution date is out of range',
    meaning: 'A cancel is booked between the cancel date, `earliest`, and today, `latest`.',
    remedy: 'Send a date between `earliest` and `latest`, or none for today.',
  },
  AlreadyReversed: {
    title: 'The cancel was already reversed',
    meaning: 'A cancel can be reversed once. Nothing more can be done with it.',
    remedy: 'Read the contract again.',
  },
  NotLastCancel: {
    title: 'The contract was cancelled again later',
    meaning: 'Only the last cancel of a contract can be reversed.',
    remedy: 'Reinstate the last cancel (GET /contracts/{contractId}/cancels).',
  },
  RefundAlreadyPaid: {
    title: 'The refund was already paid',
    meaning: 'The payments in `paymentIds` were paid in whole or in part.',
    remedy:
      'To reinstate, send in `recoveryAccountId` the account holder that owes the money back. To change the payee, void the cash first.',
  },
  LedgerInOtherBatch: {
    title: 'A payment is in process',
    meaning: 'A ledger row that would change is in a payment batch.',
    remedy: 'Process or delete the batch and try again.',
  },
  ReinstateDateOutOfRange: {
    title: 'The reinstatement date is out of range',
    meaning:
      'The date must be between the cancel date, `earliest`, and `latest`, which is today or the expiration date.',
    remedy: 'Send a date between `earliest` and `latest`, or none for today.',
  },
  GapDaysOutOfRange: {
    title: 'The number of gap days is out of range',
    meaning: 'The gap may not exceed the days from the cancel to the reinstatement, which are `most`.',
    remedy: 'Send a number between 0 and `most`.',
  },
  NotConfirmable: {
    title: 'The payment cannot be confirmed',
    meaning:
      'Only a refund that a dealer passes on to the customer can be confirmed, and only while it is owed.',
    remedy: 'Read the payments of the cancel again.',
  },
  AlreadyConfirmed: {
    title: 'The refund was already confirmed',
    meaning: 'The customer received the money on `confirmedDate`.',
    remedy: 'Ask the administrator to correct the date if it is wrong.',
  },
} as const satisfies ProblemTexts
