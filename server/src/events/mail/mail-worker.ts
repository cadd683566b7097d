import type { Logger } from 'pino'
import { z } from 'zod'
import { forEachReached } from '../../db/ask-all.ts'
import { type Job, job, queueJob } from '../../db/jobs.ts'
import type { Keys } from '../../db/keys.ts'
import { SENDING, SENDING_QUEUE } from '../../db/mail-outbox.ts'
import type { Databases } from '../../db/tenants.ts'
import type { Files } from '../../documents/files.ts'
import type { RoomGauge } from '../../http/metrics.ts'
import { countMails, emptyOldBodies } from './mail-rows.ts'
import { sendDueMails } from './send-mails.ts'
import { openSmtp, type SmtpSettings } from './smtp.ts'

interface MailParts {
  readonly databases: Databases
  readonly keys: Pick<Keys, 'data'>
  readonly files: Pick<Files, 'contentOf'>
  readonly log: Logger
  /** Absent: mail waits. */
  readonly smtp: SmtpSettings | undefined
  readonly answerMilliseconds?: number
}

/** A job does not go on for longer, so that a service that stops need not wait for it. */
const SLICE_MILLISECONDS = 5_000

/** Sends the mail of all administrators that are not a sandbox. */
export function mailJobs(parts: MailParts): readonly Job<unknown>[] {
  const { databases, log, smtp } = parts
  const send = smtp && openSmtp(smtp, parts.answerMilliseconds)
  let isWarned = false

  const sending = job({
    ...SENDING,
    payload: z.object({ tenantId: z.number() }),
    async run({ tenantId }, stopping) {
      const tenant = await databases.tenant(tenantId)
      if (!tenant || tenant.isSandbox || !send) return
      const db = databases.of(tenant)
      const domain = smtp.from.split('@')[1] ?? ''
      const slice = { ...{ milliseconds: SLICE_MILLISECONDS, stopping, domain }, ...{ db, tenant, send } }
      // A server that does not answer must not keep the service from stopping. The claim ends by itself.
      if (await orAborted(sendDueMails({ ...parts, ...slice }), stopping)) await wake(tenantId)
    },
  })
  const wake = (tenantId: number) =>
    queueJob(databases.platform, sending, { tenantId }, `${tenantId}`, { queue: SENDING_QUEUE })

  const looking = job({
    name: 'mail:look',
    payload: z.object({}),
    schedule: '* * * * *',
    async run() {
      const due = (await countMails(databases, 'due')).filter(({ value }) => value > 0)
      if (due.length > 0 && !smtp && !isWarned) {
        isWarned = true
        log.warn({ event: 'mail waits', message: 'Mail is waiting, because BULWARK_SMTP_URL is not set.' })
      }
      if (smtp) for (const { tenant } of due) await wake(tenant.id)
    },
  })
  const tidying = job({
    name: 'mail:tidy',
    payload: z.object({}),
    schedule: '41 * * * *',
    run: async () => {
      const sending = (await databases.tenants()).filter(({ isSandbox }) => !isSandbox)
      await forEachReached(sending, (tenant) => emptyOldBodies(databases.of(tenant)))
    },
  })
  return [sending, looking, tidying]
}

/** The result of the work; undefined if the signal is aborted before. */
async function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result | undefined> {
  const over = new AbortController()
  const aborting = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined)
    signal.addEventListener('abort', () => resolve(undefined), { signal: over.signal })
  })
  try {
    return await Promise.race([work, aborting])
  } finally {
    over.abort()
  }
}

const watched = [
  { name: 'mails_queued', which: 'queued', help: 'Mails that wait to be sent.' },
  { name: 'mails_failed', which: 'failed', help: 'Mails that were given up after days of failed attempts.' },
] as const

export const mailGauges = (databases: Databases, log: Logger): RoomGauge[] =>
  watched.map(({ name, which, help }) => ({
    ...{ name, help, label: 'administrator' },
    async read() {
      try {
        const counts = await countMails(databases, which)
        return counts.map(({ tenant, value }) => ({ label: tenant.number, value }))
      } catch (error) {
        // The other metrics are needed most while the database cannot be reached.
        log.warn({ err: error, event: 'mail gauge not read' })
        return []
      }
    },
  }))
