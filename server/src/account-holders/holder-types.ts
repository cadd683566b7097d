/** What kind of account holder it is: one of those in `kinds.ts`, a Customer, or the AdminCompany itself. */
export type HolderType = string

export const holderStatuses = ['Active', 'Inactive', 'Suspended', 'Expired', 'Pending'] as const
export type HolderStatus = (typeof holderStatuses)[number]

/** Nothing new is tied to an account holder of such a status; what exists stays. */
export const isClosed = (status: string) =>
  status === 'Inactive' || status === 'Suspended' || status === 'Expired'
