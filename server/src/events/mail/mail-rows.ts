import { askAll } from '../../db/ask-all.ts'
import { instant, int, json, storedList, text } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import type { MailAttachment } from '../../db/mail-outbox.ts'
import { quoted } from '../../db/migrations.ts'
import { command, statement } from '../../db/statement.ts'
import type { Databases, Tenant } from '../../db/tenants.ts'
import { inTransaction } from '../../db/transaction.ts'
import { BODY_DAYS } from '../../domain/mail/retries.ts'

const columns = {
  ...{ id: int, kind: text, recipient: text, subject: text, body: text },
  ...{ attachments: json(storedList<MailAttachment>()), attempts: int, createdAt: instant },
}
const SELECT = `select id, kind, recipient, subject, body, attachments, attempts, created_at as "createdAt" from mail`

/** Longer than any attempt takes. If the service dies meanwhile, the mail is tried again after it. */
const CLAIM_MINUTES = 5

/** The mail that has been due longest. It is claimed: others do not take it for some minutes. */
export const claimDueMail = (db: Db) =>
  inTransaction(db, async (tx) => {
    const mail = await LOCK_DUE.first(tx, [])
    if (mail) await CLAIM.run(tx, [mail.id])
    return mail && { ...mail, attempts: mail.attempts + 1 }
  })
export type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claimDueMail>>>

const LOCK_DUE = statement(
  columns,
  `${SELECT} where status = 'Queued' and next_attempt_at <= now() order by next_attempt_at, id limit 1
   for update skip locked`,
)
const CLAIM = command(
  `update mail set attempts = attempts + 1, next_attempt_at = now() + interval '${CLAIM_MINUTES} minutes' where id = $1`,
)

export const markSent = (db: Db, id: number) => SENT.run(db, [id])
export const markRetry = (db: Db, id: number, seconds: number, error: string) =>
  RETRY.run(db, [id, seconds, error])
export const markFailed = (db: Db, id: number, error: string) => FAILED.run(db, [id, error])

const SENT = command(
  `update mail set status = 'Sent', sent_at = now(), next_attempt_at = null, last_error = null
   where id = $1 and status = 'Queued'`,
)
const RETRY = command(
  `update mail set next_attempt_at = now() + make_interval(secs => $2), last_error = $3
   where id = $1 and status = 'Queued'`,
)
const FAILED = command(
  `update mail set status = 'Failed', next_attempt_at = null, last_error = $2 where id = $1 and status = 'Queued'`,
)

/** Empties what was sent, or given up, long ago. That there was a mail, and to whom, is kept. */
export const emptyOldBodies = (db: Db) => EMPTY.run(db, [])

const EMPTY = command(
  `update mail set body = '' where status in ('Sent', 'Failed') and body <> ''
   and coalesce(sent_at, created_at) < now() - interval '${BODY_DAYS} days'`,
)

const conditions = {
  due: `status = 'Queued' and next_attempt_at <= now()`,
  queued: `status = 'Queued'`,
  failed: `status = 'Failed'`,
} as const
for (const condition of Object.values(conditions))
  statement({ value: int }, `select count(*) as value from mail where ${condition}`)

/** How many mails of each administrator are so. */
export async function countMails(
  databases: Pick<Databases, 'platformPool' | 'tenants'>,
  which: keyof typeof conditions,
): Promise<{ readonly tenant: Tenant; readonly value: number }[]> {
  const sending = (await databases.tenants()).filter(({ isSandbox }) => !isSandbox)
  const { rows, reached } = await askAll<{ id: number; value: number }>(
    databases,
    sending,
    ({ id, schema }) => `select ${Number(id)}::bigint as id, count(*)::bigint as value
      from ${quoted(schema)}.mail where ${conditions[which]}`,
  )
  return reached.map((tenant) => ({ tenant, value: rows.find(({ id }) => id === tenant.id)?.value ?? 0 }))
}
