import type { Logger } from 'pino'
import type { Db } from '../../db/database.ts'
import { decrypt, type Keys } from '../../db/keys.ts'
import type { MailAttachment } from '../../db/mail-outbox.ts'
import type { Tenant } from '../../db/tenants.ts'
import type { Files } from '../../documents/files.ts'
import { acceptedFileFromRow, findDocument, findFile } from '../../documents/queries.ts'
import { retrySeconds } from '../../domain/mail/retries.ts'
import type { Content } from '../../http/route-specs.ts'
import { type ClaimedMail, claimDueMail, markFailed, markRetry, markSent } from './mail-rows.ts'
import type { OutgoingMail, SendingFault, SendMail } from './smtp.ts'

export interface Sending {
  readonly db: Db
  readonly tenant: Tenant
  readonly keys: Pick<Keys, 'data'>
  readonly files: Pick<Files, 'contentOf'>
  readonly log: Logger
  readonly send: SendMail
  /** The domain of the sender, for the ids of messages. */
  readonly domain: string
  /** For how long it goes on. */
  readonly milliseconds: number
  readonly stopping: AbortSignal
}

/**
 * Sends what is due, one mail at a time: claims it, sends it, marks it. If the service dies between sending and marking, the
 * mail is sent again with the same Message-ID. Answers true if there may be more to send now.
 */
export async function sendDueMails(sending: Sending): Promise<boolean> {
  const end = performance.now() + sending.milliseconds
  while (!sending.stopping.aborted) {
    if (performance.now() > end) return true
    const mail = await claimDueMail(sending.db)
    if (!mail) return false
    const fault = await sendOne(sending, mail)
    if (fault?.isServerDown) return false
  }
  return false
}

async function sendOne(sending: Sending, mail: ClaimedMail): Promise<SendingFault | undefined> {
  const { db, log, tenant, send } = sending
  const fault = await outgoing(sending, mail).then(send, unreadable)
  if (!fault) {
    await markSent(db, mail.id)
    return undefined
  }
  const seconds = retrySeconds(mail.attempts)
  if (seconds === undefined) await markFailed(db, mail.id, fault.message)
  else await markRetry(db, mail.id, seconds, fault.message)
  // The server's answer may repeat the recipient's address. It is in the table, not in the log.
  const { id, kind, attempts } = mail
  log[seconds === undefined ? 'error' : 'warn']({
    event: seconds === undefined ? 'mail given up' : 'mail not sent',
    ...{ administrator: tenant.number, mailId: id, kind, attempts, code: fault.code },
  })
  return fault
}

/** The body or an attachment cannot be read. Other mails may still be sent. */
const unreadable = (error: unknown): SendingFault => ({
  ...{ code: 'Unreadable', message: (error as Error).message, isServerDown: false },
})

async function outgoing(sending: Sending, mail: ClaimedMail): Promise<OutgoingMail> {
  const { tenant, keys, domain } = sending
  return {
    messageId: `<${tenant.id}.${mail.id}.${mail.createdAt.getTime()}@${domain}>`,
    senderName: tenant.name,
    ...{ to: mail.recipient, subject: mail.subject, date: mail.createdAt },
    text: decrypt(keys.data, mail.body),
    attachments: await Promise.all(mail.attachments.map((each) => contentOf(sending, each))),
  }
}

/** The newest version of a document, under the name that the mail gives it. */
async function contentOf({ db, files }: Sending, { documentId, fileName }: MailAttachment): Promise<Content> {
  const document = await findDocument(db, documentId)
  const file = document && (await findFile(db, document.versions.at(-1)?.fileId ?? 0))
  if (!file) throw new Error(`Document ${documentId} has no file.`)
  return { ...files.contentOf(acceptedFileFromRow(file)), fileName }
}
