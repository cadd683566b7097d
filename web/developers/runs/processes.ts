import type { AutomaticProcessRun, AutomaticProcessRunAddRequest } from '../../../sdk/src/types.gen.ts'

export type ProcessType = AutomaticProcessRun['processType']

/** The processes, those that people start first. */
export const processTypes: readonly ProcessType[] = [
  'AutoExpire',
  'AutoVoid',
  'AutoCancelGap',
  'AccountHolderAutoExpire',
  'EarningsUpdate',
  'LedgerPayReceive',
  'Statements',
  'QuoteExpiry',
  'RefundDeadlines',
  'DisbursementChanges',
  'WebhookDeliveryCleanup',
  'IdempotencyCleanup',
  'FileSweep',
]

/** Those that work as of a day. */
const dated: ReadonlySet<ProcessType> = new Set<ProcessType>([
  'AutoExpire',
  'AutoVoid',
  'AutoCancelGap',
  'AccountHolderAutoExpire',
  'EarningsUpdate',
  'LedgerPayReceive',
  'Statements',
  'RefundDeadlines',
])

export const takesDay = (type: ProcessType): boolean => dated.has(type)

/** Those whose records have no numbers as ids. A run counts them and lists none. */
const counted: ReadonlySet<ProcessType> = new Set<ProcessType>([
  'QuoteExpiry',
  'IdempotencyCleanup',
  'FileSweep',
])

export const isCounted = (type: ProcessType): boolean => counted.has(type)

/** Those whose candidates are contracts, each with the operation that does its step. */
export const stepOperations = {
  AutoExpire: 'POST /contracts/autoexpire/{contractId}',
  AutoVoid: 'POST /contracts/autovoidable/{contractId}',
  AutoCancelGap: 'POST /contracts/autocancelgap/{contractId}',
} as const

export const candidateLists = {
  AutoExpire: 'GET /contracts/autoexpire',
  AutoVoid: 'GET /contracts/autovoidable',
  AutoCancelGap: 'GET /contracts/autocancelgap',
} as const

export type ContractProcess = keyof typeof stepOperations

export const isOfContracts = (type: string): type is ContractProcess => Object.hasOwn(stepOperations, type)

/** The day that a run was told, if it was told one. */
export function dayOf(parameters: AutomaticProcessRun['parameters']): string {
  const { asOfDate } = parameters as { readonly asOfDate?: unknown }
  return typeof asOfDate === 'string' ? asOfDate : ''
}

/** The body that starts a run which the service works on. */
export const newRun = (
  processType: ProcessType,
  asOfDate: string,
  dryRun: boolean,
): AutomaticProcessRunAddRequest => ({
  processType,
  ...(takesDay(processType) && asOfDate !== '' ? { parameters: { asOfDate } } : {}),
  dryRun,
  execute: true,
})
