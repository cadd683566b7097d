import pino from 'pino'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import { openJobRunner } from '../../src/db/jobs.ts'
import { type NewMail, queueMail } from '../../src/db/mail-outbox.ts'
import { createTenant } from '../../src/db/tenants.ts'
import { inTransaction, inTrial } from '../../src/db/transaction.ts'
import { emptyOldBodies } from '../../src/events/mail/mail-rows.ts'
import { mailGauges, mailJobs } from '../../src/events/mail/mail-worker.ts'
import { sendDueMails } from '../../src/events/mail/send-mails.ts'
import { openSmtp, type SendMail } from '../../src/events/mail/smtp.ts'
import { Chance } from '../support/hostile/chance.ts'
import { startService } from '../support/service/app.ts'
import { type Behavior, startSmtpServer } from '../support/service/smtp-server.ts'
import { trialSeed, trials } from '../support/service/trials.ts'

// An administrator that is no sandbox sends its mail to a server that fails, hangs and dies.

const service = await startService()
const { databases, keys } = service
const tenant = await createTenant(databases, keys, {
  ...{ number: 'ADM2', name: 'Harbor Administrators', timeZone: 'America/New_York' },
  ...{ isSandbox: false, createdAt: new Date('2024-03-15T15:00:00Z') },
})
const db = databases.of(tenant)
const servers: { close(): Promise<unknown> }[] = []
const logged: string[] = []
const log = pino({}, { write: (line: string) => logged.push(line) })

afterAll(async () => {
  await service.app.server.close()
  await databases.close()
  for (const server of servers) void server.close()
})
beforeEach(async () => {
  await run(db, 'delete from mail', [])
  logged.length = 0
})

const startServer = async (...behave: Parameters<typeof startSmtpServer>) => {
  const server = await startSmtpServer(...behave)
  servers.push(server)
  return server
}
const mailTo = (to: string, more: Partial<NewMail> = {}): NewMail => ({
  ...{ kind: 'Alert', to, subject: `For ${to}`, text: `Hello ${to},\n\nwe wrote to you.\n`, ...more },
})
const queue = (to: string, more: Partial<NewMail> = {}) =>
  inTransaction(db, (tx) => queueMail(tx, keys, mailTo(to, more)))
const sending = (send: SendMail) => ({
  ...{ db, tenant, keys, log, send, domain: 'summit.example', milliseconds: 60_000 },
  ...{ files: service.app.services.files, stopping: new AbortController().signal },
})
const mails = () =>
  run<{ status: string; attempts: number; last_error: string | null; waits: boolean; body: string }>(
    db,
    'select status, attempts, last_error, next_attempt_at > now() as waits, body from mail order by id',
    [],
  )
const ANSWER_MILLISECONDS = 100

describe('a mail', () => {
  test('is sent once, as it was written', async () => {
    const server = await startServer()
    await queue('anna@summit.example', { subject: 'Grüße', text: 'Line one\n.\nÜber alles\n' })
    expect((await mails())[0]?.body).not.toContain('Line')
    const send = openSmtp(server.settings)
    expect(await sendDueMails(sending(send))).toBe(false)
    await sendDueMails(sending(send))
    expect(server.received).toHaveLength(1)
    const [mail] = server.received
    expect(mail).toMatchObject({ from: 'no-reply@summit.example', to: ['anna@summit.example'] })
    expect(mail?.headers).toMatch(/^From: "?Harbor Administrators"? <no-reply@summit\.example>$/m)
    expect(mail?.headers).toMatch(/^To: <?anna@summit\.example>?$/m)
    expect(mail?.headers).toMatch(/^Subject: =\?UTF-8\?/m)
    expect(mail?.headers).toContain('Auto-Submitted: auto-generated')
    expect(mail?.content).toContain('Line one\r\n..\r\n=C3=9Cber alles')
    expect(await mails()).toMatchObject([{ status: 'Sent', attempts: 1, waits: null }])
  })

  test('of a rolled-back transaction, of a dry run and to no address is never sent', async () => {
    const server = await startServer()
    await inTrial(db, (tx) => queueMail(tx, keys, mailTo('trial@summit.example')))
    const failed = inTransaction(db, async (tx) => {
      await queueMail(tx, keys, mailTo('failed@summit.example'))
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await queue('anna@summit.example\r\nRCPT TO:<evil@evil.example>')).toBe(false)
    expect(await queue('anna@summit.example, evil@evil.example')).toBe(false)
    expect(await mails()).toEqual([])
    await sendDueMails(sending(openSmtp(server.settings)))
    expect(server.received).toEqual([])
  })

  test('cannot get another header or recipient by what was typed', async () => {
    const server = await startServer()
    const evil = 'Hello\r\nBcc: evil@evil.example\r\n\r\nBuy this'
    await queue('anna@summit.example', { subject: evil })
    // Even if such a row were in the table.
    await queue('bob@summit.example')
    await run(db, `update mail set subject = $1 where recipient like 'bob%'`, [evil])
    await queue('carl@summit.example')
    const address = 'carl@summit.example>\r\nRCPT TO:<evil@evil.example'
    await run(db, `update mail set recipient = $1 where recipient like 'carl%'`, [address])
    await sendDueMails(sending(openSmtp(server.settings)))
    expect(server.received.map(({ to }) => to)).toEqual([['anna@summit.example'], ['bob@summit.example']])
    for (const { headers } of server.received) {
      expect(headers).toMatch(/^Subject: Hello Bcc: evil@evil\.example Buy this$/m)
      expect(headers).not.toMatch(/^(Bcc|Cc):/im)
    }
    expect((await mails())[2]).toMatchObject({ status: 'Queued', attempts: 1, waits: true })
  })

  test('is tried again for days, and then given up; the log does not name the recipient', async () => {
    const server = await startServer(() => 'refuse')
    await queue('anna@summit.example')
    const send = openSmtp(server.settings)
    await sendDueMails(sending(send))
    expect(await mails()).toMatchObject([{ status: 'Queued', attempts: 1, waits: true }])
    expect((await mails())[0]?.last_error).toContain('451')
    await run(db, 'update mail set attempts = 11, next_attempt_at = now()', [])
    await sendDueMails(sending(send))
    expect(await mails()).toMatchObject([{ status: 'Failed', attempts: 12 }])
    expect(logged.join()).toContain('mail given up')
    expect(logged.join()).not.toContain('anna')
    const gauges = mailGauges(databases, log).map(async (gauge) => [gauge.name, await gauge.read()])
    expect(Object.fromEntries(await Promise.all(gauges))).toEqual({
      mails_queued: [{ label: 'ADM2', value: 0 }],
      mails_failed: [{ label: 'ADM2', value: 1 }],
    })
  })

  test('keeps its text for thirty days after it was sent', async () => {
    await queue('anna@summit.example')
    await queue('bob@summit.example')
    await run(
      db,
      `update mail set status = 'Sent', next_attempt_at = null, sent_at = now() - interval '29 days'`,
      [],
    )
    await run(db, `update mail set sent_at = now() - interval '31 days' where recipient like 'bob%'`, [])
    await emptyOldBodies(db)
    expect((await mails()).map(({ body }) => body === '')).toEqual([false, true])
  })
})

describe('a mail server', () => {
  test('that is down is not asked for every mail', async () => {
    const server = await startServer(() => 'die')
    for (const name of ['anna', 'bob', 'carl']) await queue(`${name}@summit.example`)
    await sendDueMails(sending(openSmtp(server.settings)))
    expect((await mails()).map(({ attempts }) => attempts)).toEqual([1, 0, 0])
  })

  test('that fails, hangs and dies loses no mail, and repeats have the same Message-ID', async () => {
    const MAILS = trials(1_000)
    const chance = new Chance(trialSeed('mail', 'BULWARK_MAIL_SEED'))
    const troubles: Behavior[] = ['refuse', 'refuse', 'refuse', 'hang', 'die', 'forget']
    const server = await startServer(() => chance.maybe(50, troubles) ?? 'accept')
    for (let mail = 0; mail < MAILS; mail += 1) {
      await queue(`kept-${mail}@summit.example`)
      await inTrial(db, (tx) => queueMail(tx, keys, mailTo(`gone-${mail}@summit.example`)))
    }
    const real = openSmtp(server.settings, ANSWER_MILLISECONDS)
    // Now and then the sender is killed right after it has sent a mail.
    const send: SendMail = async (mail) => {
      const fault = await real(mail)
      if (!fault && chance.is(10)) throw new Error('killed')
      return fault
    }
    for (let round = 0; (await mails()).some(({ status }) => status === 'Queued'); round += 1) {
      expect(round).toBeLessThan(20 * MAILS)
      // Two services at once.
      await Promise.allSettled([sendDueMails(sending(send)), sendDueMails(sending(send))])
      await run(db, `update mail set attempts = 1, next_attempt_at = now() where status = 'Queued'`, [])
    }
    const got = new Map<string, Set<string>>()
    for (const { to, messageId } of server.received)
      for (const address of to) got.set(address, (got.get(address) ?? new Set()).add(messageId))
    expect([...got.keys()].sort()).toEqual(
      Array.from({ length: MAILS }, (_, mail) => `kept-${mail}@summit.example`).sort(),
    )
    expect([...got.values()].map((ids) => ids.size)).toEqual(Array(MAILS).fill(1))
    expect(new Set([...got.values()].flatMap((ids) => [...ids])).size).toBe(MAILS)
    expect((await mails()).every(({ status }) => status === 'Sent')).toBe(true)
  })

  test('that works gets each mail once from two services', async () => {
    const server = await startServer()
    for (let mail = 0; mail < 12; mail += 1) await queue(`mail-${mail}@summit.example`)
    const send = openSmtp(server.settings)
    await Promise.all([sendDueMails(sending(send)), sendDueMails(sending(send))])
    expect(new Set(server.received.map(({ to }) => to.join())).size).toBe(12)
    expect(server.received).toHaveLength(12)
  })
})

describe('the service', () => {
  const jobsWith = (parts: Partial<Parameters<typeof mailJobs>[0]>) =>
    mailJobs({ databases, keys, files: service.app.services.files, log, smtp: undefined, ...parts })

  test('sends a mail right after its transaction, and looks for waiting ones each minute', async () => {
    const server = await startServer()
    const jobs = jobsWith({ smtp: server.settings })
    const runner = openJobRunner(databases, pino({ level: 'silent' }), jobs)
    runner.start()
    await queue('anna@summit.example')
    await expect.poll(() => server.received.length, { timeout: 20_000 }).toBe(1)
    // A mail whose job was lost. A job that is already running is left alone: without its row its queue would stay locked.
    await queue('bob@summit.example')
    await run(
      db,
      `delete from graphile_worker._private_jobs where key like 'mail:send%' and locked_at is null`,
      [],
    )
    await jobs.find(({ name }) => name === 'mail:look')?.run({}, new AbortController().signal)
    await expect.poll(() => server.received.length, { timeout: 20_000 }).toBe(2)
    await runner.stop()
  })

  test('does not wait for a server that hangs when it stops', async () => {
    const server = await startServer(() => 'hang')
    await queue('anna@summit.example')
    const stopping = new AbortController()
    const [job] = jobsWith({ smtp: server.settings })
    const running = job?.run({ tenantId: tenant.id }, stopping.signal)
    await expect.poll(async () => (await mails())[0]?.attempts).toBe(1)
    stopping.abort()
    await running
    expect(await mails()).toMatchObject([{ status: 'Queued', waits: true }])
  })

  test('without a mail server keeps mail waiting, and says so once', async () => {
    await queue('anna@summit.example')
    const jobs = jobsWith({})
    const { signal } = new AbortController()
    for (const name of ['mail:look', 'mail:send', 'mail:look', 'mail:tidy'])
      await jobs.find((job) => job.name === name)?.run({ tenantId: tenant.id }, signal)
    expect(await mails()).toMatchObject([{ status: 'Queued', attempts: 0, waits: false }])
    expect(logged.filter((line) => line.includes('BULWARK_SMTP_URL'))).toHaveLength(1)
  })
})
