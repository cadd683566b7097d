import type { CashTransaction } from '../../../sdk/src/types.gen.ts'

/** A cash transaction as it was read, with what shows that nobody has changed it since. */
export interface CashProps {
  readonly cash: CashTransaction
  readonly etag: string | undefined
}

export const cashMethods = ['Check', 'ACH', 'Wire', 'CreditCard', 'Netting', 'Cash'] as const
export type CashMethod = (typeof cashMethods)[number]
export const cashStatuses = ['Posted', 'Cleared', 'Voided', 'Returned'] as const
export const cashTypes = ['Receipt', 'Payment'] as const
export type CashType = (typeof cashTypes)[number]

/** Whether it still stands for money: it was neither voided nor returned. */
export const isLive = ({ status }: Pick<CashTransaction, 'status'>): boolean =>
  status === 'Posted' || status === 'Cleared'
