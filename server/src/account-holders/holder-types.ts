/** One of the types in `kinds.ts`, `Customer` or `AdminCompany`. */
export type AccountHolderType = string

export const holderStatuses = ['Active', 'Inactive', 'Suspended', 'Expired', 'Pending'] as const

/** An account holder with such a status cannot get new links. Existing links stay. */
export const isClosed = (status: string) =>
  status === 'Inactive' || status === 'Suspended' || status === 'Expired'
