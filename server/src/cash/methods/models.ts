import { z } from 'zod'
import {
  bankAccountFields,
  Card,
  methodDirections,
  methodTypes,
  PaymentMethod,
} from '../../account-holders/payment-method-models.ts'
import { AddressInput } from '../../account-holders/people.ts'
import { bankAccountTypes } from '../../domain/bank-numbers.ts'
import { Id, optionalText } from '../../http/schemas.ts'

/** The numbers are checked by the use case, because each has a problem code of its own. */
const BankAccountInput = z
  .strictObject({
    routingNumber: z.string().max(40).describe('Nine digits with a valid check digit.'),
    accountNumber: z.string().max(40).describe('Write only. 4 to 17 letters or digits.'),
    accountType: z.enum(bankAccountTypes),
    ...bankAccountFields,
  })
  .meta({
    id: 'PaymentMethodACHData',
    example: {
      ...{ routingNumber: '021000021', accountNumber: '000123456789', accountType: 'Checking' },
      holderName: 'Lien Bank NA',
    },
  })
export type BankAccountData = z.output<typeof BankAccountInput>

const payee = {
  payeeName: optionalText(200).default(null),
  mailTo: AddressInput.nullable().default(null),
}

/** What a payment method of a type cannot do without. */
const required = { ACH: 'ach', CreditCard: 'card' } as const

export const NewPaymentMethod = z
  .strictObject({
    type: z.enum(methodTypes),
    ach: BankAccountInput.nullable().default(null),
    card: Card.nullable().default(null),
    ...payee,
  })
  .superRefine((method, context) => {
    const { type } = method
    if (type !== 'ACH' && type !== 'CreditCard') return
    const name = required[type]
    if (method[name]) return
    context.addIssue({
      code: 'custom',
      path: [name],
      params: { code: 'Required' },
      message: `A payment method of type ${type} requires ${name === 'ach' ? 'a bank account' : 'a card'}.`,
    })
  })
  .meta({
    id: 'PaymentMethodCreateData',
    example: {
      type: 'ACH',
      ach: {
        ...{ routingNumber: '021000021', accountNumber: '000123456789', accountType: 'Checking' },
        holderName: 'Lien Bank NA',
      },
    },
  })
export type NewPaymentMethodData = z.output<typeof NewPaymentMethod>

export const AddedPaymentMethod = z
  .object({
    paymentMethodId: Id,
    type: z.enum(methodTypes),
    accountLast4: z.string().nullable(),
  })
  .meta({ id: 'PaymentMethodCreated' })

/** Types that need no numbers of a bank or a card. */
const plainTypes = ['Check', 'Wire', 'Cash', 'Netting'] as const

export const NewAvailableMethod = z
  .strictObject({
    accountHolderId: Id,
    paymentMethodId: Id.optional().describe('A payment method that was entered before.'),
    paymentMethod: z
      .strictObject({ type: z.enum(plainTypes), ...payee })
      .meta({ id: 'PlainPaymentMethodData', example: { type: 'Check' } })
      .optional()
      .describe('A new payment method that needs no bank account.'),
    directions: z
      .array(z.enum(methodDirections))
      .min(1)
      .max(2)
      .default([...methodDirections])
      .transform((sent) => methodDirections.filter((direction) => sent.includes(direction)))
      .describe('Pay: we pay the account holder. Receive: it pays us.'),
    isDefault: z.boolean().optional().describe('Default: as it is. False for a new one.'),
  })
  .superRefine(({ paymentMethodId, paymentMethod }, context) => {
    if ((paymentMethodId === undefined) !== (paymentMethod === undefined)) return
    const isMissing = paymentMethodId === undefined
    context.addIssue({
      code: 'custom',
      path: ['paymentMethodId'],
      params: { code: isMissing ? 'Required' : 'Format' },
      message: 'Send either paymentMethodId or paymentMethod.',
    })
  })
  .meta({
    id: 'AvailablePaymentMethodData',
    example: { accountHolderId: 12, paymentMethodId: 5, directions: ['Pay'], isDefault: true },
  })
export type NewAvailableMethodData = z.output<typeof NewAvailableMethod>

export const AvailablePaymentMethod = z
  .object({
    id: Id,
    accountHolderId: Id,
    paymentMethod: PaymentMethod,
    directions: z.array(z.enum(methodDirections)),
    isDefault: z.boolean(),
    isActive: z.boolean(),
  })
  .meta({ id: 'AvailablePaymentMethod' })
export type AvailablePaymentMethodModel = z.input<typeof AvailablePaymentMethod>
