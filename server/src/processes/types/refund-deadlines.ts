import { refundsToWarn, warnOfRefund } from '../../cancellations/cancels/warn-refund.ts'
import type { Keys } from '../../db/keys.ts'
import type { StepProcess } from '../process.ts'
import { asOfDate, asOfParameter } from './as-of.ts'

/** The administrator is warned of refunds: once before they are due, and once when they are late. */
export const refundDeadlines = ({ keys }: { readonly keys: Pick<Keys, 'data'> }): StepProcess => ({
  ...asOfParameter,
  kind: 'steps',
  type: 'RefundDeadlines',
  candidates: (db, _, parameters, page) => refundsToWarn(db, asOfDate(parameters), page),
  step: (tx, acting, parameters, id) => warnOfRefund(tx, keys, acting, id, asOfDate(parameters)),
  subject: (id) => `cancelpayments/${id}`,
})
