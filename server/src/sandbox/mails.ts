import { z } from 'zod'
import { instant, int, json, storedList, text } from '../db/columns.ts'
import type { Db } from '../db/database.ts'
import { decrypt, type Keys } from '../db/keys.ts'
import type { MailAttachment } from '../db/mail-outbox.ts'
import { statement } from '../db/statement.ts'
import { Id, Instant } from '../http/schemas.ts'

/** A mail that would have been sent. */
export const SandboxMail = z
  .object({
    id: Id,
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    attachments: z.array(z.object({ fileName: z.string(), documentId: Id })),
    at: Instant,
  })
  .meta({ id: 'SandboxMail' })

const MAILS_AT_MOST = 1_000

/** What a sandbox would have sent, the newest first. */
export async function readMails(db: Db, keys: Pick<Keys, 'data'>): Promise<z.input<typeof SandboxMail>[]> {
  const rows = await NEWEST.rows(db, [MAILS_AT_MOST])
  return rows.map(({ body, at, attachments, ...mail }) => ({
    ...mail,
    text: body === '' ? '' : decrypt(keys.data, body),
    attachments: [...attachments],
    at: at.toISOString(),
  }))
}

const NEWEST = statement(
  {
    ...{ id: int, to: text, subject: text, body: text },
    ...{ attachments: json(storedList<MailAttachment>()), at: instant },
  },
  `select id, recipient as "to", subject, body, attachments, created_at as at from mail
   where status = 'Kept' order by id desc limit $1`,
)
