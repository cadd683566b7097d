/** The words of the API that lists are narrowed by. */
export const directions = ['Receive', 'Pay'] as const
export type Direction = (typeof directions)[number]

export const ledgerStatuses = ['Pending', 'Open', 'Held', 'InProcess', 'Paid', 'Voided'] as const

export const ledgerTypes = [
  'ContractDisbursement',
  'Refinalize',
  'Cancel',
  'CancelFee',
  'Reinstatement',
  'Claim',
  'InspectionFee',
  'TransferFee',
  'SalesTax',
  'Adjustment',
  'Penalty',
  'CashOverShort',
] as const

export const holderTypes = [
  'Agent',
  'ClaimPayee',
  'Customer',
  'Dealer',
  'DealerGroup',
  'DisbursementAccount',
  'InspectionCompany',
  'Insurer',
  'LienHolder',
  'RepairFacility',
] as const
