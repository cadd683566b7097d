import { z } from 'zod'
import { CalendarDate, Id, text } from '../../http/schemas.ts'
import { PaymentInput } from '../decide/inputs.ts'

// What is done to a cancellation, and what goes with it.

export const cancelActions = ['Reinstate', 'ConfirmRefund', 'ChangePayee', 'Letter'] as const
export type CancelAction = (typeof cancelActions)[number]

const fields = {
  reason: text(2_000).optional().describe('Required to reinstate.'),
  reinstateDate: CalendarDate.optional().describe(
    'From the day of the cancel to today, which it is by itself.',
  ),
  gapDays: z
    .int()
    .optional()
    .describe('Days without cover, which the contract gets back at its end. None by itself.'),
  recoveryAccountId: Id.nullable().optional().describe('Who owes what of the refund was already paid out.'),
  paymentId: Id.optional().describe('Required to confirm a refund and to change its payee.'),
  paidDate: CalendarDate.optional().describe(
    'When the customer had the money. Required to confirm a refund.',
  ),
  reference: text(200).nullable().optional(),
  documentIds: z.array(Id).max(100).optional(),
  payments: z.array(PaymentInput).min(1).max(20).optional().describe('Required to change the payee.'),
  lienPaidOff: z
    .boolean()
    .optional()
    .describe('Absent: true where the contract has a PayoffLetter, else as it was said before.'),
}
type Field = keyof typeof fields

/** What goes with an action; the first names are required. */
const taken: Readonly<
  Record<CancelAction, { readonly needs: readonly Field[]; readonly may: readonly Field[] }>
> = {
  Reinstate: { needs: ['reason'], may: ['reinstateDate', 'gapDays', 'recoveryAccountId'] },
  ConfirmRefund: { needs: ['paymentId', 'paidDate'], may: ['reference', 'documentIds'] },
  ChangePayee: { needs: ['paymentId', 'payments'], may: ['reason', 'lienPaidOff'] },
  Letter: { needs: [], may: [] },
}

/** Also when another field is wrong, so that all faults are listed at once. */
const always = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null }

export const CancelActionData = z
  .strictObject({ action: z.enum(cancelActions), ...fields })
  .superRefine((body, context) => {
    const goes = (taken as Record<string, (typeof taken)[CancelAction] | undefined>)[body.action]
    if (!goes) return
    const fault = (name: string, code: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], params: { code }, message })
    for (const name of goes.needs)
      if (body[name] === undefined) fault(name, 'Required', `${body.action} needs ${name}.`)
    for (const name of Object.keys(fields) as Field[])
      if (body[name] !== undefined && ![...goes.needs, ...goes.may].includes(name))
        fault(name, 'Unknown', `${name} does not go with ${body.action}.`)
  }, always)
  .meta({
    id: 'CancelActionData',
    example: { action: 'Reinstate', reason: 'Cancelled in error', reinstateDate: '2025-10-01', gapDays: 0 },
  })
export type CancelActionInput = z.output<typeof CancelActionData>
