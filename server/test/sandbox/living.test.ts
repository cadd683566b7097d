import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import { addDays } from '../../src/domain/dates.ts'
import { planSeed, planStart, type SeedPlan } from '../../src/sandbox/seed.ts'
import { pristineSchema } from '../../src/sandbox/seed-tables.ts'
import { brokenReferences } from '../support/builders/broken-references.ts'
import { faultsIn } from '../support/builders/contract-books.ts'
import { ownSandbox, seedAgain } from '../support/builders/own-sandbox.ts'
import { checksums, seedSums } from '../support/service/checksums.ts'
import { signIn } from '../support/service/portal.ts'
import { reopenSandbox } from '../support/service/reopen-sandbox.ts'
import { sandboxOf } from '../support/service/sandbox.ts'
import { isSoak } from '../support/service/trials.ts'

// A sandbox that was started for the first time on a day: besides what is the same everywhere, it has the twelve months
// before that day.

const STARTED_AT = new Date('2026-11-16T17:00:00Z')
const TODAY = '2026-11-16'

/** The soak seeds everything. To whoever runs this file by itself a part of it shows the same. */
function plan(): SeedPlan {
  const whole = planSeed(STARTED_AT)
  if (isSoak || !whole.living) return whole
  return {
    ...whole,
    steps: whole.steps.filter(({ contract }) => contract % 5 === 1),
    living: { ...whole.living, steps: whole.living.steps.filter(({ contract }) => contract % 3 !== 1) },
  }
}

const sandbox = await ownSandbox()
const { service, admin, tenant, query, close } = sandbox
const { db } = await sandboxOf(service)
let fixed = 0

beforeAll(async () => {
  const own = plan()
  fixed = new Set(own.steps.map(({ contract }) => contract)).size
  await seedAgain(sandbox, own, STARTED_AT)
}, 180_000)
afterAll(close)

/** Numbers of rows, by a text. */
const tally = async (text: string): Promise<Record<string, number>> => {
  const rows = await run<{ name: string; n: number }>(db, text, [])
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}

describe('the sandbox on the day of its first start', () => {
  test('has no contract that is Active past its end', async () => {
    const late = await run(db, `select id from contract where status = 'Active' and expiration_date < $1`, [
      TODAY,
    ])
    expect(late).toEqual([])
    const ended = await run<{ end: string; at: Date; reason: string }>(
      db,
      `select expiration_date as end, updated_at as at, status_reason as reason from contract
       where status = 'Expired' and expiration_date between '2024-07-01' and $1`,
      [addDays(TODAY, -1)],
    )
    expect(ended.length).toBeGreaterThan(5)
    for (const { end, at, reason } of ended) {
      if (reason !== 'ExpirationDate') continue
      expect(new Date(at).toISOString().slice(0, 10)).toBe(addDays(end, 1))
    }
  })

  test('has sold for twelve months, after the contracts that are the same everywhere', async () => {
    const sold = await run<{ id: number; sale_date: string; number: string }>(
      db,
      `select c.id, c.sale_date, d.number from contract c join account_holder d on d.id = c.dealer_id order by c.id`,
      [],
    )
    const [old, later] = [sold.slice(0, fixed), sold.slice(fixed)]
    expect(old.every(({ sale_date }) => sale_date < '2024-07-01')).toBe(true)
    expect(later.length).toBeGreaterThan(100)
    expect(new Set(later.map(({ sale_date }) => sale_date.slice(0, 7))).size).toBeGreaterThanOrEqual(12)
    for (const { sale_date, number } of later) {
      expect(sale_date > addDays(TODAY, -365) && sale_date <= TODAY).toBe(true)
      expect(number).toMatch(/^D(60\d\d|5001)$/)
    }
  })

  test('has contracts in every state, cancels, claims, money, an open batch', async () => {
    const later = `select id from contract where sale_date >= '2025-01-01'`
    const states = await tally(
      `select status as name, count(*)::int as n from contract where id in (${later}) group by 1`,
    )
    for (const status of ['Active', 'Cancelled', 'OnHold', 'Pending', 'Quote', 'Voided'])
      expect(states[status], status).toBeGreaterThan(0)
    const all = Object.values(states).reduce((sum, n) => sum + n, 0)
    const count = async (text: string) =>
      (await tally(`select 'all' as name, count(*)::int as n ${text}`)).all ?? 0
    const cancels = await count(`from cancel where contract_id in (${later})`)
    expect(cancels / all).toBeGreaterThan(0.05)
    expect(cancels / all).toBeLessThan(0.2)
    const claims = await count(`from claim where contract_id in (${later})`)
    expect(claims / all).toBeGreaterThan(0.08)
    expect(claims / all).toBeLessThan(0.25)
    const cash = await tally(
      `select type as name, count(*)::int as n from cash_transaction where cash_date >= '2025-11-01' group by 1`,
    )
    expect(cash.Receipt).toBeGreaterThan(20)
    expect(cash.Payment).toBeGreaterThan(10)
    expect(
      await count(`from in_process_cash_transaction where status = 'Ready' and created_date >= '2026-01-01'`),
    ).toBeGreaterThan(0)
    const statuses = await tally(
      `select status as name, count(*)::int as n from claim where contract_id in (${later}) group by 1`,
    )
    expect(Object.keys(statuses).length).toBeGreaterThan(3)
  })

  test('writes nothing later than its first start', async () => {
    for (const table of ['contract', 'ledger', 'cash_transaction', 'claim', 'cancel', 'document']) {
      const [{ last } = { last: '' }] = await run<{ last: Date | string }>(
        db,
        `select max(created_at) as last from ${table}`,
        [],
      )
      expect(new Date(last) <= STARTED_AT, table).toBe(true)
    }
  })

  test.each(['dealer-d6041', 'group-g100', 'agent-a100', 'lienholder-l100'])(
    'has contracts that sandbox-%s can see',
    async (name) => {
      const caller = service.api.as(`sandbox-${name}`)
      const { body } = await caller.get('/v2/contracts?pageSize=3')
      expect(body.totalCount).toBeGreaterThan(10)
      expect((await caller.get(`/contracts/${body.items[0].id}`)).status).toBe(200)
    },
  )

  test('gives the dealer to begin with a portal user, while D1001 still sells nothing', async () => {
    const { answer } = await signIn(service.api, { userName: 'sandbox-dealer-d6041@sandbox.example' })
    expect(answer.status).toBe(200)
    expect((await admin.get('/v2/contracts?dealerNumber=D1001')).body.totalCount).toBe(0)
  })

  test('has a history and a signed copy for every contract that was finalized', async () => {
    const unsigned = await run(
      db,
      `select c.id from contract c where c.sale_date >= '2025-01-01' and c.finalized_at is not null and not exists (
         select from document d where d.entity_type = 'Contract' and d.entity_id = c.id and d.versions = 1)`,
      [],
    )
    expect(unsigned).toEqual([])
    const { body } = await service.api
      .as('sandbox-dealer-d6041')
      .get('/v2/contracts?status=Active&pageSize=1')
    const [{ id }] = body.items
    const { body: documents } = await admin.get(`/contracts/${id}/documents`)
    const { body: read } = await admin.get(`/documents/${documents[0].id}`)
    expect(Buffer.from(read.documentData, 'base64').toString('latin1')).toMatch(/^%PDF/)
    const { body: history } = await admin.get(`/contracts/${id}/history`)
    expect((history.items ?? history).length).toBeGreaterThan(1)
  })

  test('has statements of the last months, whose documents can be read', async () => {
    const statements = await run<{ id: number; document_id: number; from_date: string; lines_total: number }>(
      db,
      'select id, document_id, from_date, lines_total from statement_request order by id',
      [],
    )
    expect(new Set(statements.map(({ from_date }) => from_date))).toEqual(
      new Set(['2026-08-01', '2026-09-01', '2026-10-01']),
    )
    const [first] = statements.filter(({ lines_total }) => lines_total > 0)
    const { body } = await admin.get(`/statementrequests/${first?.id}`)
    expect(body).toMatchObject({ status: 'Completed', format: 'Csv' })
    const { openingBalance, newBusiness, cancels, claims, other, cash, closingBalance } = body
    const sum = openingBalance + newBusiness + cancels + claims + other - cash
    expect(Math.round(sum * 100)).toBe(Math.round(closingBalance * 100))
    const { body: document } = await admin.get(`/documents/${first?.document_id}`)
    const csv = Buffer.from(document.documentData, 'base64').toString()
    expect(csv.split('\r\n').filter(Boolean)).toHaveLength((first?.lines_total ?? 0) + 3)
  })

  test('has books without a fault, and every reference points to a row', async () => {
    expect(await faultsIn(db)).toEqual([])
    expect(await brokenReferences(service.databases.platformPool, pristineSchema(tenant))).toEqual([])
  })

  test('comes back with a reset', async () => {
    await admin.post('/sandbox/reset')
    const seed = await checksums(service)
    const { body } = await service.api
      .as('sandbox-dealer-d6041')
      .get('/v2/contracts?status=Pending&pageSize=1')
    const id =
      body.items[0]?.id ?? (await admin.get('/v2/contracts?status=Pending&pageSize=1')).body.items[0].id
    expect((await admin.patch(`/contracts/${id}`, { notes: 'Another note' })).status).toBe(200)
    await admin.post('/sandbox/reset')
    expect(await checksums(service)).toEqual(seed)
  })

  if (isSoak)
    test('is the same if the part with fixed dates comes from the seed file, as at a first start', async () => {
      await admin.post('/sandbox/reset')
      const made = await checksums(service)
      await query(`comment on schema ${pristineSchema(tenant)} is 'an older version'`)
      const fromFile = await planStart(STARTED_AT)
      expect(fromFile).toHaveProperty('file')
      expect(await reopenSandbox(service, { plan: fromFile })).toEqual(['Seeding the sandbox …'])
      expect(seedSums(await checksums(service), tenant)).toEqual(seedSums(made, tenant))
    })
})

describe('with the clock set to another day', () => {
  afterAll(() => admin.put('/sandbox/clock', { now: null }))

  test.each(['2024-03-15T15:00:00Z', '2031-05-05T15:00:00Z'])('%s the sandbox can be used', async (now) => {
    await admin.put('/sandbox/clock', { now })
    for (const path of [
      ...['/v2/contracts?pageSize=5', '/claims?pageSize=5', '/trialBalance', '/dealers?pageSize=5'],
      ...['/cashtransactions?pageSize=5', '/accountingperiods'],
    ])
      expect((await admin.get(path)).status, path).toBe(200)
    expect(await faultsIn(db)).toEqual([])
  })
})
