import { z } from 'zod'
import type { Tx } from '../../db/database.ts'
import { type MailAttachment, queueMail } from '../../db/mail-outbox.ts'
import type { FormParty } from '../../domain/contract-form/form.ts'
import { isMailAddress } from '../../domain/mail/addresses.ts'
import { letterMail } from '../../domain/mail/texts.ts'
import { type Acting, isLimited } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import { text } from '../../http/schemas.ts'
import type { FormServices } from './write-form.ts'

/** Whether, and to whom, a letter is also mailed. */
export const LetterMail = z
  .strictObject({
    to: text(254)
      .refine(isMailAddress, 'an email address looks like name@example.com')
      .optional()
      .describe('If absent, the customer.'),
  })
  .describe('For Letter: the letter is mailed as well.')
  .meta({ id: 'LetterMailData', example: {} })
export type LetterMail = z.output<typeof LetterMail>

/** The address that the letter goes to; undefined if it is not mailed. A limited caller mails to the customer only. */
export function letterAddress(
  { caller }: Pick<Acting, 'caller'>,
  mail: LetterMail | undefined,
  customer: FormParty,
): string | undefined {
  if (mail === undefined) return undefined
  if (mail.to !== undefined && isLimited(caller))
    throw new Problem('Forbidden', 'You can mail the letter to the customer only. Leave out `to`.', {
      members: { permission: 'unlimited' },
    })
  const to = mail.to ?? customer.email ?? ''
  if (isMailAddress(to)) return to
  const message = 'The customer has no email address. Add one to the customer, or send `to`.'
  throw new Problem('NoMailAddress', message, {
    errors: [{ pointer: '/mail/to', code: 'NoMailAddress', message }],
  })
}

interface MailedLetter {
  readonly to: string | undefined
  readonly customer: FormParty
  /** Such as `claim CL-100`. */
  readonly about: string
  readonly attachment: MailAttachment
}

/** Mails the letter, if it has an address. */
export async function mailLetter(
  tx: Tx,
  { keys }: Pick<FormServices, 'keys'>,
  { caller, now }: Acting,
  { to, customer, about, attachment }: MailedLetter,
): Promise<void> {
  if (to === undefined) return
  const words = letterMail({ administrator: caller.tenant.name, name: customer.name, about })
  await queueMail(tx, keys, { ...words, kind: 'Letter', to, attachments: [attachment], now })
}
