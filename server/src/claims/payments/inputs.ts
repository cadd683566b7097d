import { z } from 'zod'
import { centsOf } from '../../domain/money.ts'
import { CalendarDate, Id, Money, optionalText, text } from '../../http/schemas.ts'
import { payeeTypes, paymentMethods } from '../record/tables.ts'

const price = Money.min(0.01).max(100_000_000).transform(centsOf)

export const NewPaymentRequest = z
  .strictObject({
    payee: z.strictObject({ type: z.enum(payeeTypes), id: Id }),
    invoiceNumber: text(80),
    invoiceDate: CalendarDate,
    invoiceAmount: price.optional().describe('What the invoice asks of us.'),
    paymentMethod: z.enum(paymentMethods).default('Check'),
    detailIds: z.array(Id).min(1).max(100).optional().describe('Default: all authorized details.'),
    amount: price
      .optional()
      .describe(
        'Default: what is authorized for these details and not yet requested. It is used up in sequence.',
      ),
    odometerOut: z.int().min(0).max(10_000_000).nullable().optional(),
    documentIds: z.array(Id).max(50).optional(),
    note: optionalText(2_000).optional(),
  })
  .meta({
    id: 'ClaimPaymentRequestCreateData',
    example: {
      payee: { type: 'RepairFacility', id: 41 },
      detailIds: [901],
      invoiceNumber: 'RO-7781',
      invoiceDate: '2025-03-20',
      invoiceAmount: 957.96,
      paymentMethod: 'Check',
    },
  })
export type NewPaymentRequest = z.output<typeof NewPaymentRequest>
