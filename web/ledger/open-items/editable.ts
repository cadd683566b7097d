import type { Ledger } from '../../../sdk/src/types.gen.ts'

/** Why a row cannot be corrected or voided by hand. */
export type NotEditable =
  | 'Voided'
  | 'Paid'
  | 'PartPaid'
  | 'InProcess'
  | 'OfClaim'
  | 'OfCancel'
  | 'OfCash'
  | 'Offset'

type Row = Pick<Ledger, 'ledgerStatus' | 'ledgerType' | 'paidAmount' | 'cancel' | 'offsetOfLedgerId'>

const undoneElsewhere: Readonly<Partial<Record<Ledger['ledgerType'], NotEditable>>> = {
  Claim: 'OfClaim',
  InspectionFee: 'OfClaim',
  Cancel: 'OfCancel',
  CancelFee: 'OfCancel',
  Reinstatement: 'OfCancel',
  CashOverShort: 'OfCash',
}

/** What is known to forbid it before the service is asked. The service also looks at the other row of the line. */
export function notEditable(row: Row): NotEditable | undefined {
  if (row.ledgerStatus === 'Voided') return 'Voided'
  if (row.ledgerStatus === 'Paid') return 'Paid'
  if (row.paidAmount > 0) return 'PartPaid'
  if (row.ledgerStatus === 'InProcess') return 'InProcess'
  if (row.cancel !== null) return 'OfCancel'
  if (row.offsetOfLedgerId !== null) return 'Offset'
  return undoneElsewhere[row.ledgerType]
}
