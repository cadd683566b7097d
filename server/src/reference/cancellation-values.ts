import type { Value } from './named-values.ts'

const HOLDER = ['Customer', 'Dealer', 'LienHolder']

interface CancelReasonFacts {
  readonly requestedBy: readonly string[]
  readonly requiredDocuments?: readonly string[]
  readonly forcesFlat?: boolean
  readonly payeeRule?: 'Standard' | 'LienHolderSole' | 'Dealer'
}

function cancelReason(code: string, name: string, facts: CancelReasonFacts): Value {
  const { requestedBy, requiredDocuments = [], forcesFlat = false, payeeRule = 'Standard' } = facts
  return { code, name, details: { requestedBy, forcesFlat, requiredDocuments, payeeRule } }
}

export const cancelReasons: readonly Value[] = [
  cancelReason('CUSTREQ', 'Customer request', { requestedBy: HOLDER, requiredDocuments: ['CancelForm'] }),
  cancelReason('PAYOFF', 'Loan paid off', {
    requestedBy: [...HOLDER, 'Administrator'],
    requiredDocuments: ['CancelForm', 'PayoffLetter'],
  }),
  cancelReason('TRADE', 'Traded or sold', {
    requestedBy: ['Customer', 'Dealer'],
    requiredDocuments: ['CancelForm', 'OdometerStatement'],
  }),
  cancelReason('TOTALLOSS', 'Total loss', {
    requestedBy: [...HOLDER, 'Insurer'],
    requiredDocuments: ['InsuranceSettlement'],
    payeeRule: 'LienHolderSole',
  }),
  cancelReason('REPO', 'Repossession', {
    requestedBy: ['LienHolder', 'Dealer'],
    requiredDocuments: ['RepossessionLetter'],
    payeeRule: 'LienHolderSole',
  }),
  cancelReason('UNWIND', 'Deal unwound', {
    requestedBy: ['Dealer', 'Administrator'],
    requiredDocuments: ['CancelForm'],
    forcesFlat: true,
    payeeRule: 'Dealer',
  }),
  cancelReason('NONPAY', 'Non-payment', {
    requestedBy: ['Dealer', 'LienHolder', 'Administrator', 'Insurer'],
  }),
  cancelReason('DUPGAP', 'Superseded GAP contract', { requestedBy: ['Administrator'] }),
  cancelReason('DLRERR', 'Dealer error', { requestedBy: ['Dealer', 'Administrator'], forcesFlat: true }),
  cancelReason('FRAUD', 'Fraud or misrepresentation', { requestedBy: ['Administrator', 'Insurer'] }),
  cancelReason('REFI', 'Refinanced', { requestedBy: HOLDER, requiredDocuments: ['CancelForm'] }),
  cancelReason('DECEASED', 'Holder deceased', {
    requestedBy: ['Customer', 'Dealer'],
    requiredDocuments: ['Other'],
  }),
  cancelReason('ADMINCXL', 'Cancelled by the administrator', { requestedBy: ['Administrator', 'Insurer'] }),
  cancelReason('BREACH', 'Breach of duties under the contract', {
    requestedBy: ['Administrator', 'Insurer'],
  }),
]

/** With every method, a started month counts as unused, in the customer's favor. */
const cancelMethod = (code: string, name: string, formula: string, refundPercent = 100): Value => ({
  code,
  name,
  details: { formula, monthRule: 'Ignore', refundPercent },
})

export const cancelMethods: readonly Value[] = [
  cancelMethod('FLAT', 'Flat', 'the full price'),
  cancelMethod('PRORATA_DAYS', 'Pro rata by days', 'days left / days of the term'),
  cancelMethod(
    'PRORATA_DAYS_INCL',
    'Pro rata by days, the last day refunded',
    '(days left + 1) / days of the term',
  ),
  cancelMethod('PRORATA_MONTHS', 'Pro rata by months', 'months left / months of the term'),
  cancelMethod('PRORATA_MILES', 'Pro rata by miles', 'miles left / miles of the term'),
  cancelMethod(
    'PRORATA_LESSER',
    'Pro rata by the greater use',
    'the lesser of days left / days of the term and miles left / miles of the term',
  ),
  cancelMethod(
    'PRORATA_GREATER',
    'Pro rata by the lesser use',
    'the greater of days left / days of the term and miles left / miles of the term',
  ),
  cancelMethod(
    'RULE78',
    'Rule of 78',
    'months left x (months left + 1) / (months of the term x (months of the term + 1))',
  ),
  cancelMethod(
    'RULE78_BALANCE',
    'Rule of 78 by balances',
    'sum of the scheduled balances left / sum of all scheduled balances',
  ),
  cancelMethod('SHORTRATE', 'Short rate', 'refund percent x months left / months of the term', 90),
  cancelMethod(
    'SERVICES',
    'By unused services',
    'value of the services not used / value of all services, at the prices of the contract',
  ),
  cancelMethod('NONE', 'No refund', 'no refund'),
]
