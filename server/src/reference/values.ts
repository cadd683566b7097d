import type { Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { setRulesVersion } from './cancel-rules-cache.ts'
import { cancelMethods, cancelReasons } from './cancellation-values.ts'
import { causes, complaints, complaintTypes, corrections, saveCombinations } from './complaint-values.ts'
import { named, type Value } from './named-values.ts'
import { saveCancelRules } from './save-cancel-rules.ts'

// A dealer's default must not suspend the customer's coverage.
const COVERED_WHILE_HELD = new Set(['OVERPAID', 'LIENMISS', 'NONPAY', 'PAYRETURN'])
// These holds are resolved automatically when the money arrives.
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

/** The reference lists that every administrator starts with. The order fixes the ids. */
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
  CancelMethod: cancelMethods,
  CCCType: complaintTypes,
  Complaint: complaints,
  Cause: causes,
  Correction: corrections,
}

/** Values of later versions. They are saved last, so that the ids of the others stay as they were. */
const addedLater: readonly string[] = ['CancelReason BREACH']

/** Saves the reference lists of a new administrator, and the rules that refer to them. */
export async function saveReferenceValues(tx: Tx): Promise<void> {
  const all = Object.entries(referenceValues).flatMap(([list, values]) =>
    values.map((value) => ({ list, value, isLater: addedLater.includes(`${list} ${value.code}`) })),
  )
  for (const isLater of [false, true])
    for (const { list, value } of all.filter((one) => one.isLater === isLater))
      await saveValue(tx, list, value)
  await saveCombinations(tx)
  await saveCancelRules(tx)
  await setRulesVersion(tx)
}

/** A value that is there already stays as it is. Who saves cancel methods stores the new version of the rules. */
export async function saveValue(
  tx: Tx,
  list: string,
  { code, name, productTypeCodes = [], details = {} }: Value,
): Promise<void> {
  await sql`insert into reference_value (list, code, name, product_type_codes, details)
    values (${list}, ${code}, ${name}, ${productTypeCodes}, ${JSON.stringify(details)})
    on conflict do nothing`.execute(tx)
}
