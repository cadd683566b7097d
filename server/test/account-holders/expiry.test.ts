import { beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from '../support/service/api.ts'
import { type TestService, testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'

let service: TestService
let admin: Caller

beforeEach(async () => {
  service = await testService()
  admin = service.api.as('sandbox-admin')
  await admin.put('/sandbox/clock', { now: '2024-03-15T15:00:00Z' })
  // The crowd has some of its own whose time is over.
  await admin.post(PATH)
})

const PATH = '/accountholders/autoexpirerequests'
const address = { line1: '1 Main Street', city: 'Waco', state: 'TX', zip: '76701' }

async function make(path: string, number: string, expirationDate: string | null, status = 'Active') {
  const body = {
    number,
    name: `Name of ${number}`,
    address,
    effectiveDate: '2020-01-01',
    expirationDate,
    status,
  }
  return (await admin.post(path, body)).body.id as number
}

const statusOf = async (path: string, id: number) => (await admin.get(`${path}/${id}`)).body.status

describe('auto-expiry', () => {
  test('expires only active account holders of every type whose expiration date has passed', async () => {
    const over = await make('/dealers', 'OVER', '2024-03-14')
    const today = await make('/dealers', 'TODAY', '2024-03-15')
    const endless = await make('/dealers', 'ENDLESS', null)
    const inactive = await make('/dealers', 'INACTIVE', '2024-03-01', 'Inactive')
    const agent = await make('/agents', 'OVER', '2023-12-31')
    const answer = await admin.post(PATH)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ asOfDate: '2024-03-15', processed: 2, expired: 2, failures: [] })
    expect(await statusOf('/dealers', over)).toBe('Expired')
    expect(await statusOf('/agents', agent)).toBe('Expired')
    expect(await statusOf('/dealers', today)).toBe('Active')
    expect(await statusOf('/dealers', endless)).toBe('Active')
    expect(await statusOf('/dealers', inactive)).toBe('Inactive')
    expect((await admin.post(PATH)).body).toMatchObject({ processed: 0, expired: 0 })
  })

  test('is for who runs processes, and for who changes account holders', async () => {
    const { body } = await admin.post('/apikeys', { name: 'Scheduler', permissions: ['processes:run'] })
    const scheduler = service.api.with(body.key)
    expect((await scheduler.post(PATH)).status).toBe(200)
    expect((await service.api.as('sandbox-accounting').post(PATH)).status).toBe(200)
    expectProblem(await service.api.as('sandbox-entry').post(PATH), 'Forbidden')
  })

  test('uses the requested types and date', async () => {
    const dealer = await make('/dealers', 'OVER', '2024-06-30')
    const agent = await make('/agents', 'OVER', '2024-06-30')
    const asOfDate = '2024-07-01'
    expect((await admin.post(PATH, { types: ['Agent'] })).body.processed).toBe(0)
    const { body } = await admin.post(PATH, { asOfDate, types: ['Agent', 'LienHolder'] })
    expect(body).toEqual({ asOfDate, processed: 1, expired: 1, failures: [] })
    expect(await statusOf('/agents', agent)).toBe('Expired')
    expect(await statusOf('/dealers', dealer)).toBe('Active')
  })

  test.each([
    ['in the query', '?dryRun=true', {}],
    ['in the body', '', { dryRun: true }],
  ])('with dryRun %s gives the same answer and changes nothing', async (_, search, body) => {
    const id = await make('/dealers', 'OVER', '2024-03-14')
    const tried = await admin.post(`${PATH}${search}`, body)
    expect(tried.headers.get('dry-run')).toBe('true')
    const { effects, ...answer } = tried.body
    expect(effects.events).toMatchObject([
      {
        type: 'accountHolder.expired',
        subject: `accountholders/${id}`,
        data: { id, number: 'OVER', status: 'Expired' },
      },
    ])
    expect(await statusOf('/dealers', id)).toBe('Active')
    expect((await admin.post(PATH, {})).body).toEqual(answer)
    expect(answer).toMatchObject({ processed: 1, expired: 1 })
  })

  test('skips and lists an account holder that is being changed', async () => {
    const busy = await make('/dealers', 'BUSY', '2024-03-14')
    const free = await make('/dealers', 'FREE', '2024-03-14')
    const [tenant] = await service.databases.tenants()
    const client = await service.databases.platformPool.connect()
    await client.query('begin')
    await client.query(`select 1 from ${tenant?.schema}.account_holder where id = $1 for update`, [busy])
    const { body } = await admin.post(PATH)
    await client.query('rollback')
    client.release()
    expect(body).toMatchObject({
      processed: 2,
      expired: 1,
      failures: [{ accountHolderId: busy, number: 'BUSY', name: 'Name of BUSY', reasonCode: 'RecordInUse' }],
    })
    expect(await statusOf('/dealers', free)).toBe('Expired')
    expect(await statusOf('/dealers', busy)).toBe('Active')
    expect((await admin.post(PATH)).body).toMatchObject({ processed: 1, expired: 1, failures: [] })
  })

  test('keeps an account holder whose batch is not processed', async () => {
    const id = await make('/dealers', 'PAYS', '2024-03-14')
    const row = await admin.post('/ledgers', {
      ...{ accountHolderId: id, direction: 'Receive', amount: 10, reason: 'Test' },
    })
    const batch = await admin.post('/inprocesscashtransactions', {
      ...{ accountHolderId: id, direction: 'Receive', ledgerIds: [row.body.id] },
    })
    expect(batch.status, batch.text).toBe(201)
    expect((await admin.post(PATH)).body).toMatchObject({
      ...{ processed: 1, expired: 0, failures: [{ accountHolderId: id, reasonCode: 'InProcessCash' }] },
    })
    expect((await admin.delete(`/inprocesscashtransactions/${batch.body.id}`)).status).toBe(204)
    expect((await admin.post(PATH)).body).toMatchObject({ processed: 1, expired: 1, failures: [] })
  })

  test('run twice at once expires each account holder once', async () => {
    for (let at = 0; at < 8; at += 1) await make('/dealers', `OVER-${at}`, '2024-03-14')
    const answers = await Promise.all([admin.post(PATH), admin.post(PATH), admin.post(PATH)])
    const sum = answers.reduce((total, { body }) => total + body.expired, 0)
    expect(sum).toBe(8)
    for (const { body } of answers) expect(body.processed).toBe(body.expired + body.failures.length)
  })

  test('refuses unknown input', async () => {
    expectProblem(await admin.post(PATH, { types: ['Planet'] }), 'ValidationFailed')
    expectProblem(await admin.post(PATH, { asOfDate: '2024-02-30' }), 'ValidationFailed')
    expectProblem(await service.api.as('sandbox-auditor').post(PATH), 'Forbidden')
  })
})
