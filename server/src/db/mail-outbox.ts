import { headerText, isMailAddress } from '../domain/mail/addresses.ts'
import { alertMail } from '../domain/mail/texts.ts'
import { anyJson, flag, int, orNull, text } from './columns.ts'
import type { Tx } from './database.ts'
import { type Job, queueJob } from './jobs.ts'
import { encrypt, type Keys } from './keys.ts'
import { statement } from './statement.ts'

// Mail is written where its cause is, in the same transaction, and sent afterwards (events/mail). If the transaction is
// rolled back, or was a dry run, there is no mail.

export const mailKinds = ['Invitation', 'PasswordReset', 'Statement', 'Letter', 'Alert'] as const
type MailKind = (typeof mailKinds)[number]

/** A document that is sent with a mail. Its newest version is read when the mail is sent. */
export interface MailAttachment {
  readonly fileName: string
  readonly documentId: number
}

export interface NewMail {
  readonly kind: MailKind
  /** One address. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly attachments?: readonly MailAttachment[]
  /** By the service's clock. Absent: real time. */
  readonly now?: Date
}

/** The job that sends what is queued. It is declared where mail is sent. */
export interface SendingPayload {
  readonly tenantId: number
}
export const SENDING: Pick<Job<SendingPayload>, 'name'> = { name: 'mail:send' }
/** Mail of all administrators is sent one after the other, so that a slow mail server holds up one job, not all. */
export const SENDING_QUEUE = 'mail'

/**
 * Queues a mail with the transaction. Any room may call it. The mail of a sandbox is kept and never sent. Answers false, and
 * writes nothing, if mail cannot be sent to the address.
 */
export async function queueMail(tx: Tx, keys: Pick<Keys, 'data'>, mail: NewMail): Promise<boolean> {
  if (!isMailAddress(mail.to)) return false
  // The schema of a seed that is being made belongs to no administrator. Nothing is sent from it either.
  const administrator = await loadAdministrator(tx)
  const isSent = administrator !== undefined && !administrator.isSandbox
  const saved = await SAVE.first(tx, [
    ...[mail.kind, mail.to, headerText(mail.subject), encrypt(keys.data, mail.text)],
    JSON.stringify((mail.attachments ?? []).map(({ fileName, documentId }) => ({ fileName, documentId }))),
    ...[isSent ? 'Queued' : 'Kept', isSent, mail.now ?? new Date()],
  ])
  if (isSent && saved)
    // Each mail has its own key: with a shared one, writes would wait for each other until they commit.
    await queueJob(tx, SENDING, { tenantId: administrator.id }, `${administrator.id} ${saved.id}`, {
      queue: SENDING_QUEUE,
    })
  return true
}

/**
 * Queues an alert to the address in the setting `alertEmail`, signed with the administrator's name. Does nothing if the
 * setting is empty or is not an address. Any room may call it.
 */
export async function queueAlert(
  tx: Tx,
  keys: Pick<Keys, 'data'>,
  alert: Pick<NewMail, 'subject' | 'text' | 'now'>,
): Promise<void> {
  const to = (await ALERT_EMAIL.first(tx, []))?.value
  if (typeof to !== 'string' || to === '') return
  const administrator = (await loadAdministrator(tx))?.name ?? ''
  await queueMail(tx, keys, {
    ...alert,
    ...alertMail({ ...alert, administrator }),
    kind: 'Alert',
    to: to.trim(),
  })
}

/** The administrator whose schema the transaction works in. */
export const loadAdministrator = (tx: Tx) => ADMINISTRATOR.first(tx, [])

const ADMINISTRATOR = statement(
  { id: int, name: text, isSandbox: flag },
  `select id, name, is_sandbox as "isSandbox" from platform.tenant where schema_name = current_schema()`,
)
const SAVE = statement(
  { id: int },
  `insert into mail (kind, recipient, subject, body, attachments, status, next_attempt_at, created_at)
   values ($1, $2, $3, $4, $5::jsonb, $6, case when $7::boolean then now() end, $8) returning id`,
)
const ALERT_EMAIL = statement(
  { value: orNull(anyJson) },
  `select value from general_setting where key = 'alertEmail'`,
)
