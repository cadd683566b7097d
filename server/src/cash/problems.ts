import type { ProblemTexts } from '../http/problems.ts'

/** What the problem codes of this room mean, and what a caller does about them. */
export const cashProblems = {
  ClearedBeforeCash: {
    title: 'The bank saw it before its date',
    meaning: 'Cash clears on its own date or later.',
    remedy:
      'Send the day on which the bank statement has it. If the date of the cash is wrong, void it and enter it again.',
  },
  AmountMismatch: {
    title: 'The amounts do not add up',
    meaning:
      'The amount of the cash must equal what is applied. It may be more only when the rest may stay unapplied.',
    remedy:
      'Correct the amount or the rows, or send allowUnapplied when the rest is to be applied later. The message has both amounts.',
  },
  LedgerNotOpen: {
    title: 'A ledger row is not open',
    meaning:
      'Rows that are held, paid, voided, memo, or payable but not due yet cannot be paid. `ledgerIds` names them.',
    remedy: 'Leave these rows out, or pay them once they are open (GET /ledgers/{ledgerId}).',
  },
  OverApplied: {
    title: 'More is applied than is open',
    meaning: 'The amount for a row is more than its open amount.',
    remedy: 'Apply at most the openAmount of each row.',
  },
  LedgerOfOther: {
    title: 'A ledger row belongs to another account holder',
    meaning: 'Cash pays only rows of the account holder that it belongs to. `ledgerIds` names the others.',
    remedy: 'Leave these rows out, or enter separate cash for their account holder.',
  },
  DateInFuture: {
    title: 'The date is in the future',
    meaning: 'Cash is entered on the day it moves or later, never before.',
    remedy: 'Send today or an earlier date.',
  },
  DuplicateCheckNumber: {
    title: 'The check number is used already',
    meaning: 'Another check that is not voided has this number.',
    remedy: 'Send the number that is printed on the check, or void the other check first.',
  },
  DirectionMismatch: {
    title: 'A row does not fit the direction of the batch',
    meaning: 'A Receive batch takes rows to receive, a Pay batch rows to pay. `ledgerIds` names the others.',
    remedy: 'Leave these rows out, or use the direction Net.',
  },
  NothingSelected: {
    title: 'No ledger row was selected',
    meaning: 'The batch would have no rows.',
    remedy: 'Name at least one open row, or widen the filter.',
  },
  PaymentMethodNotUsable: {
    title: 'The payment method cannot be used',
    meaning: 'It does not belong to the account holder, is inactive, or is for the other direction.',
    remedy: 'Choose one of GET /availablePaymentMethods?accountHolderId=, or add one.',
  },
  AlreadyProcessed: {
    title: 'The batch is processed',
    meaning: 'A processed batch cannot be deleted or processed again. `cashTransactionIds` names its cash.',
    remedy: 'Read the cash transactions that it made. To undo them, void them.',
  },
  AmountChanged: {
    title: 'The amount of the batch is another',
    meaning: 'The confirmed amount is not the net amount of the batch, which is `netAmount`.',
    remedy: 'Read the batch again, check it, and confirm its net amount without a sign.',
  },
  DifferenceTooLarge: {
    title: 'The difference is too large to write off',
    meaning: 'A difference is written off only up to the setting overShortTolerance.',
    remedy: 'Leave out writeOffDifference, or correct the amount received.',
  },
  RoutingNumberInvalid: {
    title: 'The routing number is not valid',
    meaning: 'A routing number has nine digits, and the last one checks the others.',
    remedy: 'Copy the nine digits from a check or from the bank.',
  },
  AccountNumberInvalid: {
    title: 'The account number is not valid',
    meaning: 'An account number has 4 to 17 letters or digits.',
    remedy: 'Send the account number without spaces or dashes.',
  },
  InUse: {
    title: 'The payment method is in use',
    meaning: 'A batch that is not processed yet names it.',
    remedy: 'Process or delete the batch first (GET /inprocesscashtransactions).',
  },
  AlreadyInAchFile: {
    title: 'A cash transaction is in an ACH file already',
    meaning:
      'Each cash transaction is sent to the bank once. `cashTransactionIds` names those that were sent.',
    remedy: 'Leave them out.',
  },
  NotAch: {
    title: 'A cash transaction cannot be sent by ACH',
    meaning:
      'Its method is not ACH, it is voided or returned, or its account holder has no active ACH method. `cashTransactionIds` names them.',
    remedy: 'Leave them out, or add an ACH method (POST /availablePaymentMethods).',
  },
  NothingToSend: {
    title: 'There is nothing to send',
    meaning: 'No cash transaction or payment method waits for an ACH file.',
    remedy: 'Process a batch with the method ACH first.',
  },
  EffectiveDateInvalid: {
    title: 'The effective entry date is not possible',
    meaning: 'Banks settle on weekdays, today or later.',
    remedy: 'Send a weekday that is not in the past, or leave the date out.',
  },
  DuplicateReturnFile: {
    title: 'The return file was read already',
    meaning: 'A file with the same content was applied before; `id` names it.',
    remedy: 'Nothing is left to do.',
  },
  AchFileInvalid: {
    title: 'The ACH file cannot be read',
    meaning:
      'The file is torn or is no NACHA return file. `line` and `reason` say what is wrong. Nothing was applied.',
    remedy: 'Download the file from the bank again.',
  },
  DuplicateBankFile: {
    title: 'The bank file was read already',
    meaning: 'A file with the same content was read before; `id` names it.',
    remedy: 'Read it with GET /bankfiles/{bankFileId}.',
  },
  BankFileInvalid: {
    title: 'The bank file cannot be used',
    meaning:
      'The file cannot be read, or its opening balance and its lines do not add up to its closing balance.',
    remedy: 'Download the file from the bank again, and check the format and the balances.',
  },
  NotCheck: {
    title: 'The cash transaction is not a check of ours',
    meaning: 'Only a payment by check can be printed.',
    remedy: 'Choose a cash transaction with the type Payment and the method Check.',
  },
  PeriodNotReady: {
    title: 'The month is not ready to be closed',
    meaning:
      'The books must agree, no batch of the month may be waiting, and earnings must be posted to its last day. `reasons` names what is missing.',
    remedy: 'Do what `reasons` names, then close the month.',
  },
} as const satisfies ProblemTexts
