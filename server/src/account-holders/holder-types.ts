export { isClosed } from '../domain/closed-holders.ts'

/** One of the types in `kinds.ts`, `Customer` or `AdminCompany`. */
export type AccountHolderType = string

export const holderStatuses = ['Active', 'Inactive', 'Suspended', 'Expired', 'Pending'] as const
