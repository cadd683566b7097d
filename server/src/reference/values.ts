import type { Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** One row of a reference list. */
interface Value {
  readonly code: string
  readonly name: string
  /** None: for every product type. */
  readonly productTypeCodes?: readonly string[]
  readonly details?: Readonly<Record<string, unknown>>
}

const named = (names: Readonly<Record<string, string>>): Value[] =>
  Object.entries(names).map(([code, name]) => ({ code, name }))

// A dealer's default must not suspend the customer's cover.
const COVERED_WHILE_HELD = new Set(['OVERPAID', 'LIENMISS', 'NONPAY', 'PAYRETURN'])
// These end by themselves, when the money has come.
const ENDS_WITH_PAYMENT = new Set(['UNDERPAID', 'NONPAY', 'PAYRETURN'])

const contractHoldReasons = named({
  UNDERPAID: 'Underpaid',
  OVERPAID: 'Overpaid',
  NONPAY: 'The dealer has not paid',
  CUSTNONPAY: 'The holder is behind with the payment plan',
  MISSIGN: 'Missing signature',
  MISDOC: 'Missing document',
  VINERR: 'VIN in error',
  ODOERR: 'Odometer in error',
  INELIG: 'Vehicle not eligible',
  DUP: 'Duplicate contract',
  LIENMISS: 'Lien holder missing',
  PAYRETURN: 'Payment returned',
  UWREVIEW: 'Underwriting review',
}).map((value) => ({
  ...value,
  details: {
    blocksClaims: !COVERED_WHILE_HELD.has(value.code),
    freezesPayables: true,
    defaultMode: value.code === 'CUSTNONPAY' ? 'Suspend' : 'Freeze',
    autoResolve: ENDS_WITH_PAYMENT.has(value.code),
  },
}))

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

const cancelReasons: readonly Value[] = [
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
]

/** What every administrator starts with, list by list; the order fixes the ids. */
export const referenceValues: Readonly<Record<string, readonly Value[]>> = {
  ContractHoldReason: contractHoldReasons,
  ClaimHoldReason: named({
    INSPPEND: 'Inspection pending',
    DIAGPEND: 'Diagnosis pending',
    TEARDOWN: 'Teardown needed',
    MAINTREC: 'Maintenance records needed',
    ESTPEND: 'Estimate pending',
    SUPAPPR: 'Supervisor approval',
    CXLPEND: 'Cancellation pending',
    PAYOFFPEND: 'Payoff amount pending',
    INSSETTPEND: 'Insurance settlement pending',
    POLICEPEND: 'Police report pending',
  }),
  DeniedReason: [
    ...named({
      NOTCOV: 'Component not covered',
      EXCL: 'Excluded by the contract',
      MFRWTY: 'Covered by the manufacturer',
      PREEX: 'Pre-existing condition',
      WAIT: 'In the waiting period',
      EXPDATE: 'Expired by date',
      EXPMILES: 'Expired by miles',
      NOMAINT: 'Maintenance not shown',
      ABUSE: 'Abuse or neglect',
      NOAUTH: 'Repaired without authorisation',
      MODIFIED: 'Vehicle modified',
      LIMIT: 'Limit of liability reached',
      NOINFORCE: 'Contract not in force',
    }),
    { code: 'NOTTOTAL', name: 'Not a total loss', productTypeCodes: ['GAP'] },
    ...named({ DUPCLM: 'Duplicate claim', LATE: 'Reported too late' }),
  ],
  InspectionReason: named({
    VERIFY: 'Verify the failure',
    HIGHCOST: 'High cost',
    EARLYCLM: 'Early claim',
    TEARDOWN: 'Teardown',
    REPEAT: 'Repeated repair',
    FRAUD: 'Suspected fraud',
  }),
  RejectInspectionReason: named({
    OUTAREA: 'Outside the service area',
    NOCAP: 'No capacity',
    CONFLICT: 'Conflict of interest',
    BADADDR: 'Address in error',
    VEHGONE: 'Vehicle no longer there',
  }),
  CancelReason: cancelReasons,
}

/** Gives a new administrator its reference lists. */
export async function saveReferenceValues(tx: Tx): Promise<void> {
  for (const [list, values] of Object.entries(referenceValues))
    for (const { code, name, productTypeCodes = [], details = {} } of values)
      await sql`insert into reference_value (list, code, name, product_type_codes, details)
        values (${list}, ${code}, ${name}, ${productTypeCodes}, ${JSON.stringify(details)})`.execute(tx)
}
