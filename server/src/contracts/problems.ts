import type { ProblemTexts } from '../http/problems.ts'

/** What the problem codes of this room mean, and what a caller does about them. */
export const contractProblems = {
  RateInvalid: {
    title: 'The rate id is none of ours',
    meaning:
      'A rate id is sealed by the service. This one was not, or is of another administrator, or of a dealer outside the caller’s scope.',
    remedy: 'Ask for a quote again and use a rate id of its answer.',
  },
  RateInputMismatch: {
    title: 'The sale says otherwise than its quote',
    meaning:
      'What a quote was given may be repeated and completed, not contradicted. `errors` names the fields.',
    remedy: 'Send what was quoted, or ask for a quote with the new values.',
  },
  RateChanged: {
    title: 'The rate is another by now',
    meaning: 'The quote has expired, and the same rate costs something else. `old` and `new` tell both.',
    remedy: 'Ask for a quote again.',
  },
  Ineligible: {
    title: 'It is not offered for this',
    meaning:
      'The plan, term and deductible are not sold for this item, deal, dealer or day. `reasons` says what failed, as a quote does.',
    remedy: 'Correct the input where it is at fault, or choose what a quote offers.',
  },
  RetailOutOfRange: {
    title: 'The price is not one it may be sold at',
    meaning: 'The price to the customer is below `min` or above `max`.',
    remedy: 'Sell it at a price between both; null is without bound.',
  },
  DuplicateContract: {
    title: 'The vehicle has such a contract',
    meaning:
      'Another contract of the same type of product on this VIN is pending, active or on hold: `contractId`, null where the caller does not see it.',
    remedy:
      'Void or cancel the other, or send `allowDuplicate: true` with the permission contracts:override.',
  },
  NotVoidable: {
    title: 'The contract cannot be voided any more',
    meaning:
      'The window after the sale has passed, it has claims, or something was paid out, was paid, or is being paid: `reason` says which.',
    remedy: 'Cancel it instead, or undo what stands in the way.',
  },
  OpenHold: {
    title: 'The contract is on hold',
    meaning: 'A contract with an open hold is neither finalized nor refinalized.',
    remedy: 'Resolve its holds first.',
  },
  NothingToRefinalize: {
    title: 'There is no change to refinalize',
    meaning: 'Refinalize applies a pending change of what the rate rests on, and there is none.',
    remedy: 'Change the contract first, or leave it.',
  },
  MissingDocuments: {
    title: 'Documents are missing',
    meaning:
      'The program asks for documents before a contract is finalized, and a cancellation may ask for proof. `documents` lists their types.',
    remedy: 'Add the documents to the contract.',
  },
  NotFunded: {
    title: 'The contract is not paid for',
    meaning: 'The administrator finalizes contracts only once the dealer has paid for them.',
    remedy: 'Process the dealer’s payment first.',
  },
  FinalizeDateOutOfRange: {
    title: 'The day is not one it can be finalized on',
    meaning: 'A contract is finalized between the day of its sale and today.',
    remedy: 'Send a day between both, or none for today.',
  },
  HoldExists: {
    title: 'It is on hold for that reason already',
    meaning: 'A contract has at most one open hold for a reason.',
    remedy: 'Resolve the open hold, or hold it for another reason.',
  },
  HoldDateOutOfRange: {
    title: 'The hold cannot begin on that day',
    meaning: 'A hold begins between the day of the sale and today.',
    remedy: 'Send a day between both, or none for today.',
  },
  ResolveDateOutOfRange: {
    title: 'The hold cannot end on that day',
    meaning: 'A hold ends between the day it began and today.',
    remedy: 'Send a day between both, or none for today.',
  },
  AlreadyResolved: {
    title: 'The hold is resolved',
    meaning: 'A hold is resolved once.',
    remedy: 'Read the contract’s holds again.',
  },
  NotTransferable: {
    title: 'The contract cannot be transferred',
    meaning: 'Its program is not one whose contracts pass to another owner.',
    remedy: 'Cancel it instead.',
  },
  TransferWindowPassed: {
    title: 'It is too late, or too early, for this transfer',
    meaning:
      'A contract is transferred within some days of the day the vehicle changed hands, which is not in the future.',
    remedy: 'Check the date of the transfer.',
  },
  AlreadyTransferred: {
    title: 'The contract was transferred before',
    meaning: 'A contract passes to another owner once; in some states more often.',
    remedy: 'Cancel it instead.',
  },
  TransferFeeTooHigh: {
    title: 'The fee is more than may be asked for',
    meaning: 'The state of the sale limits the fee of a transfer to `max`.',
    remedy: 'Ask for at most that.',
  },
  OdometerBelowLastKnown: {
    title: 'The odometer shows less than before',
    meaning: 'A reading is not below the last one known, `lastKnown`.',
    remedy: 'Check the reading; an earlier one that is wrong is corrected with contracts:override.',
  },
  CobuyerExists: {
    title: 'The contract has a cobuyer',
    meaning: 'There is at most one.',
    remedy: 'Remove the cobuyer first.',
  },
  NotEligible: {
    title: 'The contract does not qualify',
    meaning: 'The automatic step is not for this contract, or no longer. `reasons` says why.',
    remedy: 'Leave it; the step is counted as skipped.',
  },
  AsOfDateOutOfRange: {
    title: 'Earnings are not posted ahead',
    meaning: 'What is posted is what is earned by a day that has come. `latest` is today.',
    remedy: 'Ask for a day up to `latest`; what will be earned is in earningdetails.',
  },
} as const satisfies ProblemTexts
