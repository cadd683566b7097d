import { z } from 'zod'
import { secCodes } from '../domain/bank-numbers.ts'
import { optionalText, text } from '../http/schemas.ts'
import { AddressAnswer } from './people.ts'

export const methodTypes = ['Check', 'ACH', 'Wire', 'CreditCard', 'Cash', 'Netting'] as const
export type MethodType = (typeof methodTypes)[number]

export const prenoteStatuses = ['None', 'Sent', 'Confirmed', 'Failed'] as const

/** What a payment method is for: to pay the account holder, or to receive from it. */
export const methodDirections = ['Pay', 'Receive'] as const
export type MethodDirection = (typeof methodDirections)[number]

export const Card = z
  .strictObject({ brand: text(40), last4: text(4), token: text(200), expiry: text(10) })
  .meta({ id: 'PaymentCard' })

/** What a bank account has besides its numbers. */
export const bankAccountFields = {
  holderName: text(100),
  secCode: z.enum(secCodes).default('CCD'),
  bankName: optionalText(100).default(null),
}

export const PaymentMethod = z
  .object({
    id: z.int(),
    type: z.enum(methodTypes),
    isDefault: z.boolean(),
    ach: z
      .object({
        routingNumber: z.string(),
        accountLast4: z.string(),
        accountType: z.string(),
        holderName: z.string(),
        secCode: z.string(),
        bankName: z.string().nullable(),
        prenoteStatus: z.enum(prenoteStatuses),
        isActive: z.boolean(),
        effectiveFrom: z.string().nullable(),
      })
      .meta({ id: 'PaymentMethodACH' })
      .nullable(),
    card: Card.nullable(),
    payeeName: z.string().nullable(),
    mailTo: AddressAnswer.nullable(),
  })
  .meta({ id: 'PaymentMethod' })

/** The bank account as it is answered, from the columns of `payment_method p`. */
export const BANK_ACCOUNT = `p.ach || jsonb_build_object('isActive', p.is_active, 'prenoteStatus', p.prenote_status)`
