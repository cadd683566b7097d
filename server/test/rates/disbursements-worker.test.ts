import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { openClock } from '../../src/db/clock.ts'
import { run } from '../../src/db/database.ts'
import { openDatabases } from '../../src/db/tenants.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { applyBook } from '../../src/rates/book/apply-book.ts'
import { type Disbursements, flat, openDisbursements } from '../support/builders/disbursements.ts'
import { edited, read } from '../support/builders/rate-books.ts'
import { limits } from '../support/hostile/limits.ts'
import type { Answer } from '../support/service/api.ts'
import { expectProblem } from '../support/service/problem.ts'
import { within5Seconds } from '../support/service/sandbox.ts'

let world: Disbursements
let agent: number
beforeEach(async () => {
  world = await openDisbursements()
  agent = await world.holder('Agent', 'A100')
})
const worker = () => world.service.app.jobs
afterEach(() => worker().stop())

const agree = (facts: object = {}) =>
  world.caller.post(`/Rates/Disbursements/AccountHolder/${agent}`, {
    programId: world.programId,
    disbursementCode: 'AGENT',
    calculation: flat(90),
    effectiveFrom: '2024-04-01',
    ...facts,
  })
const logPath = ({ body }: Answer) => `/Rates/Disbursements/AuditLog/${body.auditLogId}`
const isCompleted = ({ body }: Answer) => body.status === 'Completed'

/** Makes a book with one text replaced the live one. */
async function apply(file: string, from: string | RegExp, to: string): Promise<void> {
  const ready = read(edited(file, from, to))
  if ('faults' in ready) throw new Error(JSON.stringify(ready.faults))
  await inTransaction(world.db, (tx) => applyBook(tx, ready, { at: new Date(), by: 'test' }))
}
const VSC = 'programs/VSC-STD/program.yaml'

describe('a change', () => {
  test('is pending, then completed', async () => {
    const requested = await agree()
    expect((await world.caller.get(logPath(requested))).body).toEqual({
      ...{ id: 1, action: 'Add', status: 'Queued', reason: null, affectedRates: 0, changes: [], errors: [] },
      ...{ requestedBy: 'sandbox-rates', requestedAt: '2024-03-15T15:00:00.000Z', completedAt: null },
    })
    expect(await world.forSale('2024-04-01')).toEqual([])
    expect(await world.apply()).toBe(1)
    expect((await world.caller.get(logPath(requested))).body).toMatchObject({
      ...{ status: 'Completed', completedAt: '2024-03-15T15:00:00.000Z', affectedRates: 105 },
    })
    // At once on the instance that applied it.
    expect(await world.forSale('2024-04-01')).toHaveLength(1)
    expect(await world.apply()).toBe(0)
  })

  test('is applied right away, even if the clock is stopped', async () => {
    worker().start()
    const requested = await agree()
    await within5Seconds(world.caller, logPath(requested), isCompleted)
  })

  test('left behind by a stopped instance is applied at the next start', async () => {
    const requested = await agree()
    worker().start()
    await within5Seconds(world.caller, logPath(requested), isCompleted)
  })

  test('is applied once by several workers', async () => {
    for (const month of ['04', '05', '06', '07'])
      await agree({ effectiveFrom: `2024-${month}-01`, effectiveTo: `2024-${month}-28` })
    const counts = await Promise.all([world.apply(), world.apply(), world.apply()])
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(4)
    const { body } = await world.caller.get(`/Rates/Disbursements/AccountHolder/${agent}`)
    expect(body).toHaveLength(4)
  })

  test('takes earlier pending changes into account', async () => {
    const [{ disbursementId: id }] = (await world.completed(agree())).changes
    const body = { calculation: flat(100), effectiveFrom: '2024-08-01' }
    expect((await world.caller.patch(`/Rates/Disbursements/${id}`, body)).status).toBe(202)
    // From August on there will be another one.
    const late = { calculation: flat(110), effectiveFrom: '2024-09-01', effectiveTo: null }
    const refused = await world.caller.patch(`/Rates/Disbursements/${id}`, late)
    const { id: next } = expectProblem(refused, 'OverlappingRange').overlapping ?? { id: 0 }
    const early = { calculation: flat(95), effectiveFrom: '2024-06-01' }
    expect((await world.caller.patch(`/Rates/Disbursements/${id}`, early)).status).toBe(202)
    expect(await world.apply()).toBe(2)
    await world.completed(world.caller.patch(`/Rates/Disbursements/${next}`, late))
    const amounts = async (day: string) =>
      (await world.forSale(day)).map(({ calculation }) => calculation.type === 'Flat' && calculation.amount)
    expect(await amounts('2024-05-31')).toEqual([9000])
    expect(await amounts('2024-07-31')).toEqual([9500])
    expect(await amounts('2024-08-31')).toEqual([10000])
    expect(await amounts('2024-09-01')).toEqual([11000])
  })

  test('that cannot be computed with the new book fails and has no effect', async () => {
    const narrow = await agree({ deductibleId: 5 })
    const requested = await agree({ calculation: { type: 'PercentOf', percent: 5, percentBase: ['ADMIN'] } })
    // The next book makes ADMIN a percent of AGENT.
    await apply(VSC, '{ type: Flat, amount: 125.00 }', '{ type: PercentOf, percent: 5, base: [AGENT] }')
    expect(await world.apply()).toBe(2)
    expect((await world.caller.get(logPath(requested))).body).toMatchObject({
      ...{ status: 'Failed', affectedRates: 0, changes: [], completedAt: expect.any(String) },
      errors: [{ code: 'CalculationInvalid', message: expect.stringContaining('in a circle') }],
    })
    expect((await world.caller.get(logPath(narrow))).body.status).toBe('Completed')
    const { body } = await world.caller.get(`/Rates/Disbursements/AccountHolder/${agent}`)
    expect(body).toHaveLength(1)
    const events = await run<{ type: string }>(
      world.db,
      `select type from event where data->>'auditLogId' = '2' order by sequence`,
      [],
    )
    expect(events.map(({ type }) => type)).toEqual(['rateDisbursement.requested', 'rateDisbursement.failed'])
    // What failed is not in the way.
    await world.completed(agree())
  })
})

describe('later books', () => {
  test('keep overrides, matched by the codes of program and line', async () => {
    const [{ disbursementId: id }] = (await world.completed(agree())).changes
    const lineId = await world.lineId('AGENT')
    await apply(VSC, 'amount: 75.00', 'amount: 80.00')
    world.service.app.services.books.clear()
    expect((await world.caller.get(`/Rates/Disbursements/${lineId}`)).body.disbursement.amount).toBe(80)
    expect((await world.caller.get(`/Rates/Disbursements/${id}`)).body.disbursement.amount).toBe(90)
    expect(await world.forSale('2024-04-01')).toHaveLength(1)
  })

  test('never reuse the id of an override for a line', async () => {
    const [{ disbursementId: id }] = (await world.completed(agree())).changes
    await apply(
      VSC,
      '  - code: ROADSIDE\n    label: Roadside Assistance',
      '  - code: REINSFEE\n    to: DisbursementAccount ADMIN\n    calculation: { type: Flat, amount: 1.00 }\n    earningMethodCode: IMMEDIATE\n  - code: ROADSIDE\n    label: Roadside Assistance',
    )
    expect(await world.lineId('REINSFEE')).toBe(id + 1)
  })

  test('without the line do not show its override', async () => {
    const [{ disbursementId: id }] = (await world.completed(agree({ disbursementCode: 'ROADSIDE' }))).changes
    await apply(VSC, / {2}- code: ROADSIDE(.|\n)*?(?= {2}- code: AGENT)/, '')
    world.service.app.services.books.clear()
    expectProblem(await world.caller.get(`/Rates/Disbursements/${id}`), 'NotFound')
    const body = { calculation: flat(1), effectiveFrom: '2024-04-01' }
    expectProblem(await world.caller.patch(`/Rates/Disbursements/${id}`, body), 'NotFound')
    expect((await world.caller.get(`/Rates/Disbursements/AccountHolder/${agent}`)).body).toEqual([])
    expect(await world.forSale('2024-04-01')).toEqual([])
  })

  test('apply an override to each successive line within its dates', async () => {
    await apply(
      VSC,
      '    calculation: { type: Flat, amount: 18.00 }\n    earningMethodCode: PRORATA_DAYS\n',
      '    calculation: { type: Flat, amount: 18.00 }\n    earningMethodCode: PRORATA_DAYS\n    effectiveTo: 2024-12-31\n  - code: ROADSIDE\n    to: DisbursementAccount ROAD\n    calculation: { type: Flat, amount: 19.00 }\n    earningMethodCode: PRORATA_DAYS\n    effectiveFrom: 2025-01-01\n',
    )
    world.service.app.services.books.clear()
    const id = await world.lineId('ROADSIDE')
    const patch = (effectiveFrom: string, effectiveTo?: string) =>
      world.caller.patch(`/Rates/Disbursements/${id}`, {
        ...{ calculation: flat(20), effectiveFrom, ...(effectiveTo ? { effectiveTo } : {}) },
      })
    expectProblem(await patch('2025-01-01'), 'DateRangeInvalid')
    expectProblem(await patch('2024-12-01', '2025-01-31'), 'DateRangeInvalid')
    const { changes } = await world.completed(patch('2024-12-01'))
    const [{ disbursementId }] = changes
    expect(
      (await world.caller.get(`/Rates/Disbursements/${disbursementId}`)).body.disbursement,
    ).toMatchObject({
      ...{ effectiveFrom: '2024-12-01', effectiveTo: '2024-12-31' },
    })
  })
})

describe('concurrent changes', () => {
  test('exactly one of many overlapping changes is accepted', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => agree({ calculation: flat(90 + at) })),
    )
    const taken = answers.filter(({ status }) => status === 202)
    expect(taken).toHaveLength(1)
    for (const answer of answers.filter((one) => !taken.includes(one)))
      expectProblem(answer, 'OverlappingRange')
    await world.apply()
    expect(await world.forSale('2024-04-01')).toHaveLength(1)
  })

  test('exactly one of two changes that close a circle together is accepted', async () => {
    const percent = (percentBase: string[]) => ({ type: 'PercentOf', percent: 5, percentBase })
    const answers = await Promise.all([
      agree({ calculation: percent(['ADMIN']) }),
      agree({ disbursementCode: 'ADMIN', calculation: percent(['AGENT']) }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 422])
  })

  test('changes that do not overlap are all accepted, with distinct ids', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        agree({ effectiveFrom: `2024-0${at + 1}-01`, effectiveTo: `2024-0${at + 1}-28` }),
      ),
    )
    expect(answers.map(({ body }) => body.auditLogId).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    await world.apply()
    const { body } = await world.caller.get(`/Rates/Disbursements/AccountHolder/${agent}`)
    expect(new Set(body.map((one: { disbursement: { id: number } }) => one.disbursement.id)).size).toBe(8)
  })
})

test('a reset waits for the worker and leaves nothing behind', async () => {
  worker().start()
  const admin = world.service.api.as('sandbox-admin')
  const requested = Array.from({ length: 6 }, (_, at) =>
    agree({ effectiveFrom: `203${at}-01-01`, effectiveTo: `203${at}-12-31` }),
  )
  const reset = admin.post('/sandbox/reset')
  await Promise.all(requested)
  expect((await reset).status).toBe(204)
  expect((await admin.post('/sandbox/reset')).status).toBe(204)
  expect(await run(world.db, 'select 1 from rate_override', [])).toEqual([])
  expect(await world.forSale('2030-06-01')).toEqual([])
  // It goes on as before.
  const again = await agree()
  await within5Seconds(world.caller, logPath(again), isCompleted)
})

describe('with another instance', () => {
  let other: ReturnType<typeof createApp>
  let databases: ReturnType<typeof openDatabases>
  beforeAll(async () => {
    const { location, keys } = (await openDisbursements()).service
    databases = openDatabases(location, limits)
    const config = readConfig({ PORT: '0' })
    other = createApp({ config, databases, keys, clock: openClock(), log: pino({ level: 'silent' }) })
  })
  afterAll(async () => {
    await other.jobs.stop()
    await databases.close()
  })

  test('a change applied by one instance is visible to the other within two seconds', async () => {
    const [tenant] = await databases.tenants()
    if (!tenant) throw new Error('There is no administrator.')
    const at = { db: databases.of(tenant), tenant }
    const { overrides, books } = other.services
    const sale = { dealerId: 0, agentId: agent, groupId: null, saleDate: '2024-04-01' }
    const seen = async () => {
      const live = await books.findLive(at)
      return live ? (await overrides.load(at)).forSale(live.book, sale).length : -1
    }
    expect(await seen()).toBe(0)
    await world.completed(agree())
    await expect.poll(seen, { timeout: 2_000 }).toBe(1)
  })

  test('a change requested on a stopped instance is applied by the other', async () => {
    const requested = await agree()
    other.jobs.start()
    await within5Seconds(world.caller, logPath(requested), isCompleted)
  })
})
