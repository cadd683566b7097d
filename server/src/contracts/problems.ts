import type { ProblemTexts } from '../http/problems.ts'

/** What the problem codes of this room mean, and what a caller does about them. */
export const contractProblems = {
  RateInvalid: {
    title: 'The rate id is not valid',
    meaning:
      'The service seals its rate ids. This one was not sealed by the service, belongs to another administrator, or is for a dealer outside the caller’s scope.',
    remedy: 'Request a new quote and use a rate id from its answer.',
  },
  RateInputMismatch: {
    title: 'The sale differs from its quote',
    meaning:
      'A sale may repeat and complete the inputs of its quote, but not contradict them. `errors` names the fields.',
    remedy: 'Send the quoted values, or request a quote with the new values.',
  },
  RateChanged: {
    title: 'The rate has changed since the quote',
    meaning:
      'The quote has expired, and the same rate now costs a different amount. `old` and `new` show both.',
    remedy: 'Request a new quote.',
  },
  Ineligible: {
    title: 'No rate was found for this sale',
    meaning:
      'The plan, term and deductible are not sold for this item, deal, dealer or date. `reasons` says what failed, as in a quote.',
    remedy: 'Correct the input, or choose a rate from a quote.',
  },
  RetailOutOfRange: {
    title: 'The price is out of range',
    meaning: 'The price to the customer is below `min` or above `max`.',
    remedy: 'Send a price between `min` and `max`; null means no limit.',
  },
  DuplicateContract: {
    title: 'The vehicle already has a contract of this type',
    meaning:
      'Another contract of the same product type on this VIN is pending, active or on hold: `contractId`, which is null if the caller may not see it.',
    remedy:
      'Void or cancel the other contract, or send `allowDuplicate: true` with the permission contracts:override. For a pending change send it with the VIN in a change of the contract, and refinalize again.',
  },
  NotVoidable: {
    title: 'The contract can no longer be voided',
    meaning:
      'The period for voiding has passed, the contract has claims, or a payment was made or is in process. `reason` says which.',
    remedy: 'Cancel the contract instead, or reverse what prevents the void.',
  },
  OpenHold: {
    title: 'The contract is on hold',
    meaning: 'A contract with an open hold cannot be finalized or refinalized.',
    remedy: 'Resolve its holds first.',
  },
  NothingToRefinalize: {
    title: 'The contract has no pending change',
    meaning: 'Refinalize applies a pending change to what the rate depends on. This contract has none.',
    remedy: 'Change the contract first.',
  },
  MissingDocuments: {
    title: 'Documents are missing',
    meaning:
      'The program requires documents before a contract is finalized, or a cancel requires proof. `documents` lists their types.',
    remedy: 'Upload the documents to the contract.',
  },
  NotFunded: {
    title: 'The contract is not funded',
    meaning: 'The administrator finalizes contracts only after the dealer has paid for them.',
    remedy: 'Process the dealer’s payment first.',
  },
  FinalizeDateOutOfRange: {
    title: 'The finalize date is out of range',
    meaning: 'The finalize date must be between the sale date and today.',
    remedy: 'Send a date in that range, or leave it out for today.',
  },
  HoldExists: {
    title: 'The contract is already on hold for this reason',
    meaning: 'A contract can have only one open hold for each reason.',
    remedy: 'Resolve the open hold, or use another reason.',
  },
  HoldDateOutOfRange: {
    title: 'The hold date is out of range',
    meaning: 'The hold date must be between the sale date and today.',
    remedy: 'Send a date in that range, or leave it out for today.',
  },
  ResolveDateOutOfRange: {
    title: 'The resolve date is out of range',
    meaning: 'The resolve date must be between the hold date and today.',
    remedy: 'Send a date in that range, or leave it out for today.',
  },
  AlreadyResolved: {
    title: 'The hold is already resolved',
    meaning: 'A hold can be resolved only once.',
    remedy: 'Read the contract’s holds again.',
  },
  NotTransferable: {
    title: 'The contract cannot be transferred',
    meaning: 'The program of the contract does not allow transfers.',
    remedy: 'Cancel the contract instead.',
  },
  TransferWindowPassed: {
    title: 'The transfer date is out of range',
    meaning:
      'A transfer must be requested within a set number of days after the vehicle changed owners. The transfer date cannot be in the future or before the sale.',
    remedy: 'Check the transfer date.',
  },
  AlreadyTransferred: {
    title: 'The contract has already been transferred',
    meaning: 'A contract can be transferred once; some states allow more transfers.',
    remedy: 'Cancel the contract instead.',
  },
  TransferFeeTooHigh: {
    title: 'The transfer fee is too high',
    meaning: 'The state of the sale limits the transfer fee to `max`.',
    remedy: 'Send a fee of at most `max`.',
  },
  OdometerBelowLastKnown: {
    title: 'The odometer reading is too low',
    meaning: 'The reading is below the last known reading, `lastKnown`.',
    remedy:
      'Check the reading. If the earlier reading was wrong, correct it with the permission contracts:override.',
  },
  CobuyerExists: {
    title: 'The contract already has a cobuyer',
    meaning: 'A contract can have only one cobuyer.',
    remedy: 'Remove the cobuyer first.',
  },
  NotEligible: {
    title: 'The record does not qualify',
    meaning: 'The automatic step does not apply to this record, or no longer does. `reasons` says why.',
    remedy: 'Skip the record; the step counts as skipped.',
  },
  NoMailAddress: {
    title: 'There is no email address',
    meaning: 'A letter should be mailed to the customer, but the customer has no email address.',
    remedy:
      'Add an email address to the customer, send `mail.to`, or leave out `mail` and send the letter by post.',
  },
  AsOfDateOutOfRange: {
    title: 'Earnings cannot be posted ahead',
    meaning: 'The as-of date of earnings cannot be later than today. `latest` is today.',
    remedy: 'Send a date up to `latest`. Future earnings are in earningdetails.',
  },
} as const satisfies ProblemTexts
