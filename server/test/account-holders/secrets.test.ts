import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customer } from '../../src/account-holders/customers.ts'
import { createHolder } from '../../src/account-holders/save-holders.ts'
import { createSeals } from '../../src/account-holders/seals.ts'
import { createShape } from '../../src/account-holders/shapes.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import type { Acting } from '../../src/http/caller.ts'
import type { Caller } from '../support/service/api.ts'
import { startService, type TestService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'

// Digits that stand nowhere by chance.
const TAX_ID = '918273645'
const ACCOUNT = '55443322110099'
const BIRTH_DATE = '1971-07-23'
const OTHER_TAX_ID = '827364519'
const address = { line1: '1 Main Street', city: 'Waco', state: 'TX', zip: '76701' }

let service: TestService
let admin: Caller
const log: string[] = []
let dealerId = 0

beforeAll(async () => {
  service = await startService({ onLog: (line) => log.push(line) })
  admin = service.api.as('sandbox-admin')
  const made = await admin.post(
    '/dealers',
    {
      number: 'SECRET',
      name: 'Secretive Motors',
      address,
      taxId: `${TAX_ID.slice(0, 2)}-${TAX_ID.slice(2)}`,
      contacts: [{ lastName: 'Keeper', birthDate: BIRTH_DATE }],
      paymentMethods: [
        { type: 'ACH', ach: { routingNumber: '111000025', accountNumber: ACCOUNT, holderName: 'Keeper' } },
      ],
    },
    { 'idempotency-key': 'secret-1' },
  )
  dealerId = made.body.id
  await admin.patch(`/dealers/${dealerId}`, { taxId: OTHER_TAX_ID, contacts: [{ lastName: 'Keeper' }] })
  await admin.patch(`/dealers/${dealerId}`, {
    taxId: TAX_ID,
    contacts: [{ lastName: 'K', birthDate: BIRTH_DATE }],
  })
  await admin.get(`/accountholders?taxId=${TAX_ID}`)
  await admin.post('/dealers', { number: 'SECRET', name: 'Refused', address, taxId: OTHER_TAX_ID })
  await admin.post('/dealers', {
    number: 'X',
    taxId: `${TAX_ID}9`,
    contacts: [{ birthDate: `${BIRTH_DATE}x` }],
  })
  const [tenant] = await service.databases.tenants()
  if (!tenant) throw new Error('There is no sandbox.')
  const acting = {
    caller: { name: 'test', scopes: [] },
    now: new Date(),
    today: '2024-03-15',
  } as unknown as Acting
  await inTransaction(service.databases.of(tenant), (tx) =>
    createHolder(
      tx,
      acting,
      { kind: customer, seals: createSeals(service.keys) },
      createShape(customer).parse({ firstName: 'Ada', lastName: 'Lopez', birthDate: BIRTH_DATE, address }),
    ),
  )
})
afterAll(() => service.app.server.close())

/** Everything that the database holds, as text. */
async function dump(): Promise<string> {
  const pool = service.databases.platformPool
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await pool.query<{ text: string }>(`select t::text as text from ${name} as t`)
      return rows.map(({ text }) => text).join('\n')
    }),
  )
  return texts.join('\n')
}

const secrets = [
  TAX_ID,
  `${TAX_ID.slice(0, 2)}-${TAX_ID.slice(2)}`,
  OTHER_TAX_ID,
  ACCOUNT,
  BIRTH_DATE,
  BIRTH_DATE.replaceAll('-', ''),
]

describe('tax ids, birth dates and account numbers', () => {
  test('are never stored in clear text, as bytes or in base64', async () => {
    const everything = await dump()
    expect(everything).toContain('Secretive Motors')
    for (const secret of secrets) {
      expect(everything).not.toContain(secret)
      expect(everything).not.toContain(Buffer.from(secret).toString('hex'))
      expect(everything).not.toContain(Buffer.from(secret).toString('base64url'))
    }
  })

  test('are not in the log', () => {
    expect(log.length).toBeGreaterThan(5)
    // What is sent in a URL is not logged either: a tax id is searched by.
    for (const secret of secrets) expect(log.join('\n')).not.toContain(secret)
  })

  test('are masked in answers and in repeated answers', async () => {
    const { body, text } = await admin.get(`/dealers/${dealerId}`)
    expect(body).toMatchObject({
      taxId: `*****${TAX_ID.slice(-4)}`,
      contacts: [{ birthDate: '****-**-**' }],
      paymentMethods: [{ ach: { accountLast4: ACCOUNT.slice(-4) } }],
    })
    for (const secret of secrets) expect(text).not.toContain(secret)
    const [someone] = (await admin.get('/customers?lastName=Lopez&firstName=Ada')).body
    expect((await admin.get(`/customers/${someone.id}`)).body.birthDate).toBe('****-**-**')
  })

  test('are in no event', async () => {
    const { body } = await admin.patch(`/dealers/${dealerId}?dryRun=true`, { taxId: '135792468' })
    expect(body.effects.events).toHaveLength(1)
    expect(JSON.stringify(body.effects)).not.toContain('135792468')
  })
})

describe('the filter taxId', () => {
  test('matches the whole number and ignores dashes', async () => {
    for (const value of [TAX_ID, `${TAX_ID.slice(0, 3)}-${TAX_ID.slice(3, 5)}-${TAX_ID.slice(5)}`])
      expect((await admin.get(`/accountholders?taxId=${value}`)).body).toMatchObject([
        { id: dealerId, type: 'Dealer' },
      ])
    for (const value of [OTHER_TAX_ID, '000000000'])
      expect((await admin.get(`/accountholders?taxId=${value}`)).body).toEqual([])
  })

  test('refuses part of a number', async () => {
    for (const value of ['3645', '*****3645', 'abcdefghi', '1234567890'])
      expectProblem(await admin.get(`/accountholders?taxId=${encodeURIComponent(value)}`), 'ValidationFailed')
  })
})
