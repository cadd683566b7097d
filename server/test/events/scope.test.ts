import { expect, test } from 'vitest'
import { kinds } from '../../src/account-holders/kinds.ts'
import { type Db, run } from '../../src/db/database.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { unitOf } from '../../src/db/unit-of-work.ts'
import { closeWrite } from '../../src/db/write-record.ts'
import { catalogue, type EventType, eventTypes } from '../../src/domain/events/catalogue.ts'
import { permissions } from '../../src/domain/permissions.ts'
import { readAllEvents } from '../support/builders/events.ts'
import { claimToInspect, orderInspection } from '../support/builders/inspections.ts'
import type { Caller } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { holderId, sandboxOf } from '../support/service/sandbox.ts'

const service = await testService()
const { db } = await sandboxOf(service)
const admin = service.api.as('sandbox-admin')

/** Records of a kind, at most a dozen from all over the table, with the account holder that an event would name. */
const samples: Readonly<Record<string, string>> = {
  contracts: `(select c.id from contract c join account_holder h on h.id = c.dealer_id where h.number = 'D1001'
    order by c.id limit 4) union (select id from contract order by id limit 8)`,
  claims: 'select id from claim',
  inspections: 'select id from claim_inspection',
  cashtransactions: 'select id from cash_transaction',
  inprocesscashtransactions:
    'select id, account_holder_id as holder, direction from in_process_cash_transaction',
  ledgers: 'select id from ledger',
  accountholders: 'select id, type from account_holder',
  users: 'select id from app_user',
  apikeys: 'select id from api_key',
  statementrequests: 'select id, account_holder_id as holder from statement_request',
  availablepaymentmethods: 'select id from payment_method where account_holder_id is not null',
  generalsettings: 'select 1 as id',
  achfiles: 'select 1 as id',
  achreturns: 'select 1 as id',
  bankfiles: 'select 1 as id',
  disbursements: 'select 1 as id',
}

interface Sample {
  readonly subject: string
  readonly type: string | undefined
}

/** Writes an event of some type for each sample: which type it is makes no difference. */
async function writeSamples(database: Db): Promise<Sample[]> {
  const typeOf = (kind: string) =>
    eventTypes.find((type) => catalogue[type].subject.startsWith(`${kind}/`)) as EventType
  const rows = await Promise.all(
    Object.entries(samples).map(async ([kind, from]) => {
      const found = await run<{ id: number; holder?: number; direction?: string; type?: string }>(
        database,
        `select * from (${from}) s where $1 order by md5(id::text) limit 12`,
        [true],
      )
      expect(found.length, kind).toBeGreaterThan(0)
      return found.map((row) => ({ ...row, subject: `${kind}/${row.id}`, kind }))
    }),
  )
  await inTransaction(database, async (tx) => {
    // Not by emit: the data of these events is not what their type declares.
    for (const { subject, kind, id, holder, direction } of rows.flat())
      unitOf(tx).events.push({
        ...{ subject, type: typeOf(kind), data: { id, accountHolderId: holder, direction } },
      })
    await closeWrite(tx, service.keys, {
      ...{ at: new Date(), actorKind: 'Client', actorId: 1, actorName: 'test', address: '127.0.0.1' },
      ...{ operation: 'TEST', subject: 'events', requestId: 'test', changes: [] },
    })
  })
  return rows.flat().map(({ subject, type }) => ({ subject, type }))
}

/** Whether the caller can read the subject itself. */
async function canRead(caller: Caller, { subject, type }: Sample): Promise<boolean> {
  const [kind = '', id = ''] = subject.split('/')
  const listed = async (path: string) => {
    const { status, body } = await caller.get(`${path}?pageSize=200`)
    return status === 200 && (body as { id: number }[]).some((row) => String(row.id) === id)
  }
  switch (kind) {
    case 'apikeys':
      return listed('/apikeys')
    case 'availablepaymentmethods':
      return listed('/availablePaymentMethods')
    case 'inspections':
      return (await caller.get(`/claims/inspections/${id}`)).status === 200
    case 'users':
      return (await caller.get(`/v2/users/${id}`)).status === 200
    case 'accountholders': {
      const path = type === 'Customer' ? '/customers' : kinds.find((one) => one.type === type)?.path
      return (await caller.get(`${path}/${id}`)).status === 200
    }
    case 'generalsettings':
    case 'disbursements':
    case 'achreturns':
      // About the administrator as a whole, whoever may read what is behind them.
      return false
    default:
      return (await caller.get(`/${subject}`)).status === 200
  }
}

const rights = permissions.filter((name) => name.endsWith(':read'))
const all = [...rights, 'cash:receive', 'statements:write', 'webhooks:manage'] as const

async function keyFor(name: string, scopes: readonly object[], allowed: readonly string[] = all) {
  const { status, body, text } = await admin.post('/apikeys', { name, permissions: allowed, scopes })
  if (status !== 201) throw new Error(text)
  return service.api.with(body.key)
}

const scope = async (type: string, number: string) => ({ type, id: await holderId(service, type, number) })

/** What the seed has none of, or only of one dealer. */
async function addSubjects(): Promise<void> {
  const made = async (path: string, body: object) => {
    const { status, text, body: answer } = await admin.post(path, body)
    if (status >= 300) throw new Error(`${path}: ${text}`)
    return answer
  }
  for (const number of ['D1001', 'D2001']) {
    const accountHolderId = await holderId(service, 'Dealer', number)
    await made('/availablePaymentMethods', { accountHolderId, paymentMethod: { type: 'Wire' } })
    const range = { fromDate: '2024-01-01', toDate: '2024-01-31' }
    await made(`/accountholders/${accountHolderId}/statementrequests`, range)
    for (const direction of ['Receive', 'Pay']) {
      const { id } = await made('/ledgers', { accountHolderId, direction, amount: 10, reason: 'Supplies' })
      await made('/inprocesscashtransactions', { accountHolderId, direction, ledgerIds: [id] })
    }
  }
  const search = 'status=Active&productTypeCode=VSC&pageSize=1'
  const claim = await claimToInspect(service, (await admin.get(`/contracts?${search}`)).body[0].id)
  const company = await holderId(service, 'InspectionCompany', 'IC100')
  const { status, text } = await orderInspection(admin, claim.id, company)
  if (status !== 201) throw new Error(text)
}

await addSubjects()
const callers = new Map<string, Caller>([
  ['a dealer', await keyFor('Dealer', [await scope('Dealer', 'D1001')])],
  ['a dealer of another group', await keyFor('Other', [await scope('Dealer', 'D2001')])],
  ['a dealer group', await keyFor('Group', [await scope('DealerGroup', 'G100')])],
  ['an agent', await keyFor('Agent', [await scope('Agent', 'A100')])],
  ['a lien holder', await keyFor('Lender', [await scope('LienHolder', 'L100')])],
  ['a repair facility', await keyFor('Shop', [await scope('RepairFacility', 'RF100')])],
  ['an inspection company', await keyFor('Inspector', [await scope('InspectionCompany', 'IC100')])],
  [
    'a dealer that reads contracts only',
    await keyFor('Few rights', [await scope('Dealer', 'D1001')], ['events:read', 'contracts:read']),
  ],
])
const written = await writeSamples(db)

test.each([...callers])('%s sees the events of what it can read', async (name, caller) => {
  const { items } = await readAllEvents(caller)
  const subjects = new Set(written.map(({ subject }) => subject))
  const seen = new Set(items.map(({ subject }) => subject).filter((subject) => subjects.has(subject)))
  const readable: string[] = []
  for (const sample of written) if (await canRead(caller, sample)) readable.push(sample.subject)
  expect([...seen].sort()).toEqual([...new Set(readable)].sort())
  if (!name.endsWith('only')) expect(seen.size).toBeGreaterThan(0)
})

test('staff see every event, and what a caller does not see it does not find by its id', async () => {
  const { items } = await readAllEvents(admin)
  const subjects = new Set(items.map(({ subject }) => subject))
  expect(written.filter(({ subject }) => !subjects.has(subject))).toEqual([])
  const dealer = callers.get('a dealer') as Caller
  const own = new Set((await readAllEvents(dealer)).items.map(({ id }) => id))
  const [seen, hidden] = [items.find(({ id }) => own.has(id)), items.find(({ id }) => !own.has(id))]
  expect((await dealer.get(`/events/${seen?.id}`)).status).toBe(200)
  expectProblem(await dealer.get(`/events/${hidden?.id}`), 'NotFound')
})

test('a page of a limited caller is bounded, and its cursor moves on over what it does not see', async () => {
  const { next } = await readAllEvents(admin)
  await run(
    db,
    `insert into event (id, subject, sequence, type, time, data)
     select gen_random_uuid(), 'generalsettings/77', n, 'setting.changed', now(), '{}'
     from generate_series(1, $1::bigint) n`,
    [12_000],
  )
  const dealer = callers.get('a dealer') as Caller
  const { items, next: end } = await readAllEvents(dealer, next)
  expect(items).toEqual([])
  expect(end).toBe((await readAllEvents(admin)).next)
})
