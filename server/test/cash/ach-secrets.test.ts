import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cashByAch, originator, payeeByAch, set } from '../support/builders/ach.ts'
import { inBase64, returnFile } from '../support/builders/return-files.ts'
import { readNacha } from '../support/oracle/nacha.ts'
import type { Answer, Caller } from '../support/service/api.ts'
import { startService, type TestService } from '../support/service/app.ts'

// A bank account is entered, refused, given, paid, returned and corrected. Its number stands in the file for the bank and
// nowhere else: in no answer, record, event, stored answer or log line.

// Numbers that stand nowhere by chance.
const ACCOUNT = '84736251908'
const CORRECTED = '73625190847'
const REFUSED = '62519084736-5'

let service: TestService
const log: string[] = []
const answers: Answer[] = []
let content = ''

/** The same caller, with its answers kept. */
function watched(caller: Caller): Caller {
  const send: Caller['send'] = async (method, path, call) => {
    const answer = await caller.send(method, path, call)
    if (!path.endsWith('/content')) answers.push(answer)
    return answer
  }
  return {
    send,
    get: (path, call) => send('GET', path, call),
    post: (path, body, headers = {}) => send('POST', path, { body, headers }),
    put: (path, body, headers = {}) => send('PUT', path, { body, headers }),
    patch: (path, body, headers = {}) => send('PATCH', path, { body, headers }),
    delete: (path, headers = {}) => send('DELETE', path, { headers }),
  }
}

beforeAll(async () => {
  service = await startService({ onLog: (line) => log.push(line) })
  const admin = watched(service.api.as('sandbox-admin'))
  await admin.put('/sandbox/clock', { now: '2024-04-12T15:30:00Z' })
  await set(admin, originator)
  const method = '/availablePaymentMethods/paymentMethod'
  const ach = {
    ...{ routingNumber: '011401533', accountNumber: ACCOUNT, accountType: 'Checking', holderName: 'Shop' },
  }
  const keyed = { 'idempotency-key': 'a bank account' }
  await admin.post(method, { type: 'ACH', ach }, keyed)
  await admin.post(method, { type: 'ACH', ach }, keyed)
  await admin.post(`${method}?dryRun=true`, { type: 'ACH', ach })
  await admin.post(
    method,
    { type: 'ACH', ach: { ...ach, accountNumber: REFUSED } },
    { 'idempotency-key': 'refused' },
  )
  await admin.post(method, { type: 'ACH', ach: { ...ach, accountType: ACCOUNT } })
  const { holderId } = await payeeByAch(admin, { accountNumber: ACCOUNT })
  await admin.get(`/availablePaymentMethods?accountHolderId=${holderId}`)
  await admin.get('/availablePaymentMethods', { headers: { accept: 'text/csv' } })
  await admin.get(`/claimpayees/${holderId}`)
  await admin.patch(`/claimpayees/${holderId}`, { notes: 'Changed' })
  const [prenotes, cash] = [
    await admin.post('/achfiles', { prenotes: true }, { 'idempotency-key': 'prenotes' }),
    await cashByAch(admin, holderId, { amount: 12.34 }),
  ]
  expect(prenotes.status, prenotes.text).toBe(201)
  const file = await admin.post(
    '/achfiles',
    { cashTransactionIds: [cash] },
    { 'idempotency-key': 'the file' },
  )
  content = (await admin.get(`/achfiles/${file.body.id}/content`)).text
  const trace = readNacha(content).batches[0]?.entries[0]?.trace ?? ''
  const corrections = [{ trace, code: 'C01', data: CORRECTED }]
  const returns = returnFile([{ trace, cents: 1_234, code: 'R03' }], corrections)
  const sent = { fileName: 'returns.ach', data: inBase64(returns) }
  const applied = await admin.post('/achfiles/returns', sent, { 'idempotency-key': 'returns' })
  expect(applied.status, applied.text).toBe(201)
  await admin.post('/achfiles/returns', sent)
  // Lines that lost some characters have the account number where the amount should be.
  for (const shift of [1, 5, 10, 14]) {
    const torn = returns
      .split('\n')
      .map((line) => (line.startsWith('6') ? `${line[0]}${line.slice(1 + shift)}${' '.repeat(shift)}` : line))
      .join('\n')
      .replaceAll('000123456789', ACCOUNT.padEnd(12))
    const refused = await admin.post(
      '/achfiles/returns',
      { fileName: 'torn.ach', data: inBase64(torn) },
      { 'idempotency-key': `torn ${shift}` },
    )
    expect(refused.body.code, refused.text).toBe('AchFileInvalid')
  }
  await admin.get(`/claimpayees/${holderId}`)
})
afterAll(() => service.app.server.close())

const secrets = [ACCOUNT, CORRECTED, REFUSED]
const written = secrets.flatMap((secret) => [
  secret,
  Buffer.from(secret).toString('hex'),
  // As it stands in the middle of base64, whatever comes before it.
  ...[0, 1, 2].map((shift) =>
    Buffer.from('.'.repeat(shift) + secret)
      .toString('base64')
      .slice(4, -4),
  ),
])

describe('account numbers', () => {
  test('are in the file', () => {
    expect(content).toContain(ACCOUNT)
  })

  test('are in no other answer', () => {
    expect(answers.length).toBeGreaterThan(25)
    for (const { text } of answers) for (const secret of written) expect(text).not.toContain(secret)
  })

  test('are stored nowhere in clear text', async () => {
    const pool = service.databases.platformPool
    const { rows: tables } = await pool.query<{ name: string }>(
      `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const names = tables.map(({ name }) => name)
    for (const part of ['audit_record', 'event', 'idempotency', 'ach_file', 'ach_return_file'])
      expect(names.some((name) => name.endsWith(`.${part}`))).toBe(true)
    for (const name of names) {
      const { rows } = await pool.query<{ text: string }>(`select t::text as text from ${name} as t`)
      const all = rows.map(({ text }) => text).join('\n')
      for (const secret of written) expect(all.includes(secret), `${secret} in ${name}`).toBe(false)
    }
  })

  test('are not in the log', () => {
    expect(log.length).toBeGreaterThan(20)
    for (const secret of written) expect(log.join('\n')).not.toContain(secret)
  })
})
