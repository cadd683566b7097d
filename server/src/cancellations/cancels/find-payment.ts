import { unknownReference } from '../../http/problems.ts'
import type { ReadPayment } from '../decide/payment-rows.ts'
import type { CancelRead } from './rows.ts'

/** The payment of a cancel that a request names. */
export function requirePayment({ payments, number }: CancelRead, paymentId: number): ReadPayment {
  const payment = (payments ?? []).find(({ id }) => id === paymentId)
  if (!payment) throw unknownReference('/paymentId', `payment ${paymentId} of ${number}`)
  return payment
}
