import { z } from 'zod'
import { LetterMail } from '../../contracts/form/mail-letter.ts'
import type { Moves } from '../../http/route-specs.ts'
import { CalendarDate, Id, text } from '../../http/schemas.ts'
import { PaymentInput } from '../decide/inputs.ts'

// The actions on a cancel, and the members that go with each.

const cancelActions = ['Reinstate', 'ConfirmRefund', 'ChangePayee', 'Letter'] as const
export type CancelAction = (typeof cancelActions)[number]

const fields = {
  reason: text(2_000).optional().describe('Required to reinstate.'),
  reinstateDate: CalendarDate.optional().describe('Between the cancel date and today. If absent, today.'),
  gapDays: z
    .int()
    .optional()
    .describe('Days without coverage, which are added to the end of the term. If absent, 0.'),
  recoveryAccountId: Id.nullable()
    .optional()
    .describe('The account holder that owes back the refund already paid.'),
  paymentId: Id.optional().describe('Required to confirm a refund and to change its payee.'),
  paidDate: CalendarDate.optional().describe(
    'The day on which the customer received the money. Required to confirm a refund.',
  ),
  reference: text(200).nullable().optional(),
  documentIds: z.array(Id).max(100).optional(),
  payments: z.array(PaymentInput).min(1).max(20).optional().describe('Required to change the payee.'),
  lienPaidOff: z
    .boolean()
    .optional()
    .describe('If absent: true if the contract has a PayoffLetter, otherwise as in the cancel.'),
  mail: LetterMail.optional(),
}
type Field = keyof typeof fields

/** The members that each action needs and accepts. */
const accepted: Readonly<
  Record<CancelAction, { readonly needs: readonly Field[]; readonly may: readonly Field[] }>
> = {
  Reinstate: { needs: ['reason'], may: ['reinstateDate', 'gapDays', 'recoveryAccountId'] },
  ConfirmRefund: { needs: ['paymentId', 'paidDate'], may: ['reference', 'documentIds'] },
  ChangePayee: { needs: ['paymentId', 'payments'], may: ['reason', 'lienPaidOff'] },
  Letter: { needs: [], may: ['mail'] },
}

/** What each action moves. A letter moves nothing. */
export const movedByCancelAction: Readonly<Record<CancelAction, Moves | undefined>> = {
  Reinstate: 'money',
  ConfirmRefund: 'state',
  ChangePayee: 'money',
  Letter: undefined,
}

/** Runs even if another field is wrong, so that all faults are listed at once. */
const always = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null }

export const CancelActionData = z
  .strictObject({ action: z.enum(cancelActions), ...fields })
  .superRefine((body, context) => {
    const members = (accepted as Record<string, (typeof accepted)[CancelAction] | undefined>)[body.action]
    if (!members) return
    const fault = (name: string, code: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], params: { code }, message })
    for (const name of members.needs)
      if (body[name] === undefined) fault(name, 'Required', `${name} is required for ${body.action}.`)
    for (const name of Object.keys(fields) as Field[])
      if (body[name] !== undefined && ![...members.needs, ...members.may].includes(name))
        fault(name, 'Unknown', `${name} is not allowed with ${body.action}.`)
  }, always)
  .meta({
    id: 'CancelActionData',
    example: { action: 'Reinstate', reason: 'Cancelled in error', reinstateDate: '2025-10-01', gapDays: 0 },
  })
export type CancelActionInput = z.output<typeof CancelActionData>
