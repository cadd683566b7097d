/** Everyone whom money flows to or from. */
export const holderTypes = [
  'AdminCompany',
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
export type HolderType = (typeof holderTypes)[number]

export const holderStatuses = ['Active', 'Inactive', 'Suspended', 'Expired', 'Pending'] as const
export type HolderStatus = (typeof holderStatuses)[number]

/** Nothing new is tied to an account holder of such a status; what exists stays. */
export const isClosed = (status: string) =>
  status === 'Inactive' || status === 'Suspended' || status === 'Expired'
