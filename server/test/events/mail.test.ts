import pino from 'pino'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { queueAlert } from '../../src/db/mail-outbox.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { sendDueMails } from '../../src/events/mail/send-mails.ts'
import { openSmtp } from '../../src/events/mail/smtp.ts'
import { quoteOf, step } from '../support/builders/cancel-requests.ts'
import { act, cancelled, soldR1 } from '../support/builders/cancels.ts'
import { laborFor, openClaims } from '../support/builders/claims.ts'
import { inDatabase } from '../support/builders/database.ts'
import { haveFailed } from '../support/builders/guesses.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import { anna, usersOf } from '../support/builders/users.ts'
import type { Answer } from '../support/service/api.ts'
import { startService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { holderId, sandboxOf } from '../support/service/sandbox.ts'
import { startSmtpServer } from '../support/service/smtp-server.ts'

// Who gets mail, and what it says, as the sandbox keeps it.

const logged: string[] = []
const service = await startService({
  environment: { BULWARK_PUBLIC_URL: 'https://summit.example' },
  onLog: (line) => logged.push(line),
})
const admin = service.api.as('sandbox-admin')
const users = usersOf(service)
const PASSWORD = 'correct horse battery'
const NOW = '2024-03-15T15:00:00.000Z'

afterAll(async () => {
  await service.app.server.close()
  await service.databases.close()
})

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers and asserts on it.
type Any = any

/** The mails that came since the last look, the newest first. */
let seen = 0
async function newMails(): Promise<Any[]> {
  const { status, text, body } = await admin.get('/sandbox/mails')
  expect(status, text).toBe(200)
  const fresh = body.filter(({ id }: Any) => id > seen)
  seen = body[0]?.id ?? seen
  return fresh
}
const setPassword = (invitation: string, password = PASSWORD): Promise<Answer> =>
  service.api.anonymous.put('/me/password', { invitation, new: password })
const codeIn = (text: string): string => /^ {4}(\d+\.\S+)$/m.exec(text)?.[1] ?? ''
/** What the page of the portal reads from the link. */
const codeInLink = (text: string): string => {
  const [, link = ''] = /^ {4}(https:\S+)$/m.exec(text) ?? []
  const { origin, pathname, hash } = new URL(link)
  expect(origin + pathname).toBe('https://summit.example/app/invitation')
  return decodeURIComponent(hash.slice(1))
}

beforeEach(async () => {
  await newMails()
})

describe('an invitation', () => {
  test('is mailed to the new user, and is answered as well', async () => {
    await setClock(service, NOW)
    const { body } = await users.make({ userName: 'anna.invited' })
    const mails = await newMails()
    expect(mails).toMatchObject([
      {
        ...{ to: 'anna@berg.example', subject: 'Your invitation from Summit Protection Administrators' },
        ...{ attachments: [], at: NOW },
      },
    ])
    expect(codeIn(mails[0].text)).toBe(body.invitation)
    expect(codeInLink(mails[0].text)).toBe(body.invitation)
    expect(mails[0].text).toContain('anna.invited')
    expect((await setPassword(codeIn(mails[0].text))).status).toBe(204)
    expect((await users.signIn('anna.invited', PASSWORD)).answer.status).toBe(200)
    await admin.put('/sandbox/clock', { now: null })
  })

  test('is not mailed with a password, to an inactive user, in a dry run, when refused, or twice', async () => {
    await users.make({ userName: 'anna.known', password: PASSWORD })
    await users.make({ userName: 'anna.locked', status: 'Locked' })
    await users.make({ userName: 'anna.tried' }, '/v2/Users?dryRun=true')
    expectProblem(await users.make({ userName: 'anna.known' }), 'DuplicateNumber')
    expect(await newMails()).toEqual([])
    for (const _ of ['first', 'again'])
      await admin.post('/v2/Users', { ...anna, userName: 'anna.once' }, { 'idempotency-key': 'anna once' })
    expect(await newMails()).toHaveLength(1)
  })
})

describe('a password reset', () => {
  const ask = (userName: string) => service.api.anonymous.post('/session/password-resets', { userName })
  let people = 0
  const person = async (more: object = {}) => {
    people += 1
    const userName = `person-${people}`
    const { body } = await users.make({ userName, password: PASSWORD, ...more })
    return { id: body.id as number, userName }
  }
  const mailedCode = async (userName: string) => {
    expect((await ask(userName)).status).toBe(202)
    const [mail] = await newMails()
    const code = codeIn(mail.text)
    expect(codeInLink(mail.text)).toBe(code)
    return code
  }

  test('mails a code that sets a new password once, and ends the sessions', async () => {
    const { userName } = await person()
    const session = await users.signIn(userName, PASSWORD)
    const code = await mailedCode(userName.toUpperCase())
    expect(code).toMatch(/^1\.[\w-]{43}$/)
    expect((await setPassword(code, 'short')).body.code).toBe('PasswordTooWeak')
    expect((await setPassword(code, 'another long password')).status).toBe(204)
    expect((await session.caller.get('/me')).status).toBe(401)
    expect((await users.signIn(userName, PASSWORD)).answer.status).toBe(401)
    expect((await users.signIn(userName, 'another long password')).answer.status).toBe(200)
    expect((await setPassword(code)).status).toBe(401)
  })

  test('ends the code before, after an hour, and with a change of the user', async () => {
    const { id, userName } = await person()
    const [first, second] = [await mailedCode(userName), await mailedCode(userName)]
    expect((await setPassword(first)).status).toBe(401)
    await inDatabase(service, `update app_user set reset_until = now() - interval '1 second' where id = $1`, [
      id,
    ])
    expect((await setPassword(second)).status).toBe(401)
    const third = await mailedCode(userName)
    await admin.put(`/v2/Users/${id}`, { ...anna, userName, email: 'other@berg.example' })
    expect((await setPassword(third)).status).toBe(401)
  })

  test('answers the same, as slowly, whether the user exists or not; only an active user gets mail', async () => {
    const { userName } = await person()
    const { userName: locked } = await person({ status: 'Locked' })
    const external = { provider: 'https://login.example', subject: 'x' }
    const { userName: elsewhere } = await person({ password: undefined, externalIdentity: external })
    await newMails()
    const answers = await Promise.all(
      [userName, locked, elsewhere, 'nobody at all', ''].map(async (name) => {
        const start = performance.now()
        const { status, text } = await ask(name)
        return { status, text, isSlow: performance.now() - start > 245 }
      }),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 202, isSlow: true })
    expect(await newMails()).toHaveLength(1)
  })

  test('can be asked for five times, then after a wait, and does not stop sign-in', async () => {
    const { userName } = await person()
    for (const name of [userName, 'nobody']) {
      // As four requests leave it.
      await haveFailed(service, `reset pair 127.0.0.1 ${name}`, 4)
      expect((await ask(name.toUpperCase())).status).toBe(202)
      const { status, headers } = await ask(name)
      expect([status, Number(headers.get('retry-after')) > 20]).toEqual([429, true])
    }
    expect((await users.signIn(userName, PASSWORD)).answer.status).toBe(200)
  })

  test('is in the audit without the code', async () => {
    const { id, userName } = await person()
    const code = await mailedCode(userName)
    const records = await inDatabase<Any>(service, 'select * from audit_record where subject = $1', [
      `users/${id}`,
    ])
    expect(records.at(-1)).toMatchObject({
      actor_kind: 'Anonymous',
      operation: 'POST /session/password-resets',
    })
    expect(JSON.stringify(records)).not.toContain(code)
    const [row] = await inDatabase<Any>(service, 'select * from app_user where id = $1', [id])
    expect(JSON.stringify(row)).not.toContain(code)
  })
})

describe('a statement', () => {
  const statements = service.app.services.statements
  const ask = async (holder: number, more: object = {}) => {
    const days = { fromDate: '2024-02-01', toDate: '2024-02-29', format: 'Csv' }
    const asked = await admin.post(`/accountholders/${holder}/statementrequests`, { ...days, ...more })
    expect(asked.status, asked.text).toBe(202)
    return asked.body.documentId as number
  }

  test('is mailed once to an account holder that wants it by mail, with the document', async () => {
    const dealer = await holderId(service, 'Dealer', 'D1001')
    const other = await holderId(service, 'Dealer', 'D1002')
    await admin.patch(`/dealers/${dealer}`, { email: 'office@hillcountry.example' })
    await admin.patch(`/dealers/${other}`, { email: null })
    const documentId = await ask(dealer, { delivery: 'Email' })
    await ask(dealer, { delivery: 'Portal', toDate: '2024-02-28' })
    await ask(other, { delivery: 'Email' })
    // Two services make them at once, and later again.
    await Promise.all([statements.makeAll(), statements.makeAll()])
    await statements.makeAll()
    const fileName = 'statement-D1001-2024-02-01-2024-02-29.csv'
    const mails = await newMails()
    expect(mails).toMatchObject([
      {
        to: 'office@hillcountry.example',
        subject: 'Your statement from 2024-02-01 to 2024-02-29',
        attachments: [{ fileName, documentId }],
      },
    ])
    const { body: document } = await admin.get(`/documents/${documentId}`)
    expect(document.versions).toHaveLength(1)

    // An administrator that is no sandbox sends it.
    const server = await startSmtpServer()
    await inDatabase(service, `update mail set status = 'Queued', next_attempt_at = now() where id = $1`, [
      mails[0].id,
    ])
    const { db, tenant } = await sandboxOf(service)
    await sendDueMails({
      ...{ db, tenant, keys: service.keys, files: service.app.services.files, domain: 'summit.example' },
      ...{ log: pino({ level: 'silent' }), send: openSmtp(server.settings), milliseconds: 10_000 },
      stopping: new AbortController().signal,
    })
    void server.close()
    expect(server.received).toMatchObject([{ to: ['office@hillcountry.example'] }])
    const { content = '' } = server.received[0] ?? {}
    expect(content).toContain(`filename=${fileName}`)
    expect(content.replaceAll('\r\n', '')).toContain(document.documentData)
  })
})

describe('a letter', () => {
  test('about a cancellation is mailed on request, to the customer or to another address', async () => {
    const contract = await soldR1(service)
    const desk = service.api.as('sandbox-cancels')
    const dealer = service.api.as('sandbox-dealer-d1001')
    const { body: quote } = await quoteOf(dealer, contract.id)
    const mailed = await step(dealer, quote.id, 'Letter', { mail: {} })
    expect(mailed.status, mailed.text).toBe(200)
    expect(await newMails()).toMatchObject([
      {
        to: 'dana@example.com',
        subject: `Our letter about the cancellation of contract ${contract.number}`,
        attachments: [
          { fileName: `${quote.number}-letter.pdf`, documentId: mailed.body.generatedDocument.documentId },
        ],
      },
    ])
    const cancel = await cancelled(service, contract.id)
    const mail = { to: 'lawyer@example.com' }
    expect((await act(desk, cancel.id, { action: 'Letter', mail })).status).toBe(200)
    expect(await newMails()).toMatchObject([mail])
    // A limited caller cannot have it sent anywhere it likes.
    expectProblem(await act(dealer, cancel.id, { action: 'Letter', mail }), 'Forbidden')
    for (const to of ['no address', 'a@b.example, c@d.example', 'a@b.example\r\nBcc: c@d.example'])
      expectProblem(await act(desk, cancel.id, { action: 'Letter', mail: { to } }), 'ValidationFailed')
    await inDatabase(
      service,
      `update account_holder set email = null where id = (select customer_id from contract where id = $1)`,
      [contract.id],
    )
    expectProblem(await act(desk, cancel.id, { action: 'Letter', mail: {} }), 'NoMailAddress')
    expect(await newMails()).toEqual([])
  })

  test('about a claim is mailed on request', async () => {
    const claims = await openClaims(service)
    const contractId = await claims.sellVsc()
    const claim = await claims.done(claims.enter(contractId, { details: [laborFor(300)] }), 201)
    const letter = await claims.done(claims.change(claim.id, { action: 'Letter', mail: {} }))
    expect(await newMails()).toMatchObject([
      {
        ...{ to: 'dana@example.com', subject: `Our letter about claim ${claim.number}` },
        attachments: [{ fileName: `${claim.number}-decision.pdf`, documentId: letter.generatedDocument.id }],
      },
    ])
    expectProblem(await claims.change(claim.id, { action: 'Close', mail: {} }), 'ValidationFailed')
    expectProblem(await claims.change(claim.id, { mail: {} }), 'ValidationFailed')
  })
})

test('an alert goes to the address in alertEmail, if there is one', async () => {
  const { db } = await sandboxOf(service)
  const alert = () =>
    inTransaction(db, (tx) =>
      queueAlert(tx, service.keys, { subject: 'Refunds are due', text: 'Two refunds are due.' }),
    )
  await alert()
  expect(await newMails()).toEqual([])
  await inDatabase(
    service,
    `insert into general_setting (key, value, updated_at, updated_by) values ('alertEmail', $1, now(), 'test')`,
    [JSON.stringify('office@summit.example')],
  )
  await alert()
  expect(await newMails()).toMatchObject([{ to: 'office@summit.example', subject: 'Alert: Refunds are due' }])
})

test('only an Admin of the sandbox reads mails, and a reset removes them', async () => {
  for (const name of ['sandbox-dealer-d1001', 'sandbox-auditor', 'sandbox-supervisor'])
    expectProblem(await service.api.as(name).get('/sandbox/mails'), 'Forbidden')
  expectProblem(await service.api.anonymous.get('/sandbox/mails'), 'Unauthenticated')
  await users.make({ userName: 'anna.last' })
  const [{ text }] = await newMails()
  const [row] = await inDatabase<Any>(service, 'select body, status from mail order by id desc limit 1')
  expect(row.status).toBe('Kept')
  expect(row.body).not.toContain('anna')
  // Neither addresses nor codes are in the log.
  const log = logged.join()
  for (const word of [codeIn(text), 'berg.example', 'dana@example.com', 'office@'])
    expect(log).not.toContain(word)
  await admin.post('/sandbox/reset')
  expect((await service.api.as('sandbox-admin').get('/sandbox/mails')).body).toEqual([])
})
