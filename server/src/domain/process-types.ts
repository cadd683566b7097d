// The automatic processes, as data.

/** Processes whose steps an outside scheduler can do as well, one candidate at a time. */
export const openProcessTypes = [
  'AutoExpire',
  'AutoVoid',
  'AutoCancelGap',
  'AccountHolderAutoExpire',
  'EarningsUpdate',
  'LedgerPayReceive',
  'Statements',
] as const

/** Processes that only the service runs. */
export const ownProcessTypes = [
  'QuoteExpiry',
  'RefundDeadlines',
  'DisbursementChanges',
  'WebhookDeliveryCleanup',
  'IdempotencyCleanup',
  'FileSweep',
] as const

export const processTypes = [...openProcessTypes, ...ownProcessTypes] as const
export type ProcessType = (typeof processTypes)[number]
