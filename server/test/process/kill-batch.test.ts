import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCash } from '../support/builders/cash.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import { type Answer, type Caller, openApi } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'
import { holderId } from '../support/service/sandbox.ts'
import {
  databaseOf,
  databasePid,
  freePort,
  type Home,
  launchService,
  openHome,
  type ServiceProcess,
  servicePid,
  signalTo,
  withClient,
} from '../support/service/service-process.ts'
import { isSoak, trialSeed } from '../support/service/trials.ts'
import { type Random, randomOf } from './crash/random.ts'

// The service is killed while it processes a batch. Afterwards the batch is paid as a whole or not at all, and the same
// request again has its one effect.

const seed = trialSeed('kills while processing a batch', 'BULWARK_KILL_SEED')
const ROUNDS = 20
const ITEMS = 1_000
const SENDERS = 8
const EVERY_THIRD = 3
const MINUTE = 60_000

let home: Home
beforeAll(() => {
  home = openHome()
})
afterAll(() => home.remove())

const adminOf = ({ url }: ServiceProcess): Caller => openApi(url).as('sandbox-admin')
const pathOf = (batch: number) => `/inprocesscashtransactions/${batch}`

function expectDone(answer: Answer, status: number): Answer['body'] {
  expect(answer.status, answer.text).toBe(status)
  return answer.body
}

/** Rows that a dealer owes. */
async function newRows(admin: Caller, accountHolderId: number): Promise<number[]> {
  const ids: number[] = []
  let left = ITEMS
  const send = async () => {
    while (left > 0) {
      left -= 1
      const row = { accountHolderId, direction: 'Receive', amount: 1 + (left % 50), reason: 'Kill' }
      ids.push(expectDone(await admin.post('/ledgers', row), 201).id)
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, send))
  return ids.sort((first, second) => first - second)
}

interface Batch {
  readonly id: number
  readonly amount: number
}

async function stage(admin: Caller, accountHolderId: number, ledgerIds: number[]): Promise<Batch> {
  const staged = await admin.post('/inprocesscashtransactions', {
    ...{ accountHolderId, direction: 'Receive', ledgerIds },
  })
  const { id, netAmount } = expectDone(staged, 201)
  return { id, amount: netAmount }
}

const process = (admin: Caller, { id, amount }: Batch, key: string): Promise<Answer> =>
  admin.post(`${pathOf(id)}/processrequests`, { amountConfirmed: amount }, { 'idempotency-key': key })

/** How many rows and transactions there are of a batch, as text. */
const countsOf = ({ folder }: ServiceProcess, batch: number, ids: readonly number[]): Promise<string> =>
  withClient(databaseOf(folder), async (client) => {
    const { rows } = await client.query(
      `select status, (in_process_cash_transaction_id is not distinct from $2) as in_batch, paid_amount = amount as is_paid,
         count(*)::int as count
       from tenant_adm1.ledger where id = any($1::bigint[]) group by 1, 2, 3`,
      [ids, batch],
    )
    const cash = await client.query(
      `select k.amount = k.applied as is_whole,
         (select count(*)::int from tenant_adm1.ledger_detail d where d.cash_transaction_id = k.id) as details,
         (select count(*)::int from tenant_adm1.journal j where j.cash_transaction_id = k.id) as postings
       from tenant_adm1.cash_transaction k where k.in_process_cash_transaction_id = $1`,
      [batch],
    )
    return JSON.stringify([rows, cash.rows])
  })

const nothing = JSON.stringify([[{ status: 'InProcess', in_batch: true, is_paid: false, count: ITEMS }], []])
const everything = JSON.stringify([
  [{ status: 'Paid', in_batch: false, is_paid: true, count: ITEMS }],
  [{ is_whole: true, details: ITEMS, postings: ITEMS + 1 }],
])

/** Sends the request, and kills the service after some milliseconds. Answers what was answered, if anything was. */
async function processAndKill(
  service: ServiceProcess,
  batch: Batch,
  { key, milliseconds, withDatabase }: { key: string; milliseconds: number; withDatabase: boolean },
): Promise<Answer | undefined> {
  const admin = adminOf(service)
  await admin.get(pathOf(batch.id))
  const pids = [servicePid(service.folder), withDatabase ? databasePid(service.folder) : undefined]
  const sent = process(admin, batch, key).catch(() => undefined)
  await sleep(milliseconds)
  for (const pid of pids) if (pid) signalTo(pid, 'SIGKILL')
  const answer = await sent
  await service.ended
  return answer
}

async function expectWhole(admin: Caller): Promise<void> {
  const { isWhole, checks } = expectDone(await admin.get('/books/verification'), 200)
  expect(isWhole, JSON.stringify(checks)).toBe(true)
}

/** The service after a kill: the batch is whole, and the request again has its one effect. Answers whether it was done. */
async function examine(
  service: ServiceProcess,
  batch: Batch,
  { key, answered, ids }: { key: string; answered: Answer | undefined; ids: readonly number[] },
): Promise<boolean> {
  const admin = adminOf(service)
  const { status } = expectDone(await admin.get(pathOf(batch.id)), 200)
  expect(['Ready', 'Processed']).toContain(status)
  const isDone = status === 'Processed'
  expect(await countsOf(service, batch.id, ids)).toBe(isDone ? everything : nothing)
  if (answered) expect(isDone, 'answered, and lost').toBe(true)
  await expectWhole(admin)
  const [first, second] = [await process(admin, batch, key), await process(admin, batch, key)]
  expect(expectDone(first, 200).status).toBe('Processed')
  expect(first.headers.get('idempotency-replayed')).toBe(isDone ? 'true' : null)
  expect(second.headers.get('idempotency-replayed')).toBe('true')
  expect(second.text).toBe(first.text)
  if (answered) expect(first.text).toBe(answered.text)
  expect(await countsOf(service, batch.id, ids)).toBe(everything)
  expectDone(
    await admin.patch(`/cashtransactions/${first.body.cashTransactionIds[0]}`, {
      status: 'Voided',
      reason: 'Kill',
    }),
    200,
  )
  await expectWhole(admin)
  return isDone
}

/** The longest wait before a kill: what processing took without one, and a little more. */
async function timeOf(admin: Caller, batch: Batch): Promise<number> {
  const began = performance.now()
  const { cashTransactionIds } = expectDone(await process(admin, batch, randomUUID()), 200)
  const took = performance.now() - began
  const voided = { status: 'Voided', reason: 'Measured' }
  expectDone(await admin.patch(`/cashtransactions/${cashTransactionIds[0]}`, voided), 200)
  return Math.ceil(took * 1.1)
}

async function round(
  start: () => Promise<ServiceProcess>,
  service: ServiceProcess,
  { dealer, ids, longest, random, number }: Round,
): Promise<{ service: ServiceProcess; line: string }> {
  const batch = await stage(adminOf(service), dealer, ids)
  const [key, milliseconds] = [randomUUID(), random.whole(0, longest)]
  const withDatabase = number % EVERY_THIRD === 2
  const answered = await processAndKill(service, batch, { key, milliseconds, withDatabase })
  const next = await start()
  await next.ready()
  const isDone = await examine(next, batch, { key, answered, ids })
  const killed = withDatabase ? 'service and database' : 'service'
  const line = `round ${number}: ${killed} killed after ${milliseconds} of ${longest} ms, ${isDone ? 'all' : 'nothing'} was done`
  return { service: next, line: answered ? `${line} and answered` : line }
}

interface Round {
  readonly dealer: number
  readonly ids: number[]
  readonly longest: number
  readonly random: Random
  readonly number: number
}

test('a batch whose connection breaks is not paid at all, and the same request again pays it once', async () => {
  const service = await testService()
  const cash = openCash(service)
  await setClock(service, '2024-04-12T15:00:00Z')
  const contractId = await cash.activate()
  const ledgerIds = (await cash.owed(contractId)).map(({ id }) => id)
  const accountHolderId = await holderId(service, 'Dealer', 'D1001')
  const { body: batch } = await cash.stage({ accountHolderId, direction: 'Receive', ledgerIds })
  const key = randomUUID()
  const again = () => process(cash.books, { id: batch.id, amount: batch.netAmount }, key)
  const states = async () => (await cash.owed(contractId)).map((row) => [row.ledgerStatus, row.paidAmount])

  const before = await states()
  const pool = service.databases.platformPool
  const other = await pool.connect()
  await other.query('begin')
  // Whoever changes the contract waits. The rows are paid by then.
  await other.query('select from tenant_adm1.contract where id = $1 for update', [contractId])
  const broken = again()
  const end = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await pool.query(end)).rowCount, { timeout: 4_000 }).toBe(1)
  expect(await broken).toMatchObject({ status: 503, body: { code: 'NotReady' } })
  await other.query('rollback')
  other.release()
  expect(await states()).toEqual(before)
  expect((await cash.books.get(`/inprocesscashtransactions/${batch.id}`)).body.status).toBe('Ready')

  const [first, second] = [await again(), await again()]
  expect(first.status, first.text).toBe(200)
  expect([first, second].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true'])
  expect(second.text).toBe(first.text)
  expect((await states()).map(([status]) => status)).toEqual(before.map(() => 'Paid'))
  await cash.expectBooks()
})

// In `npm test` the connection breaks, and crash.test.ts kills a service in the middle of other writes.
if (isSoak)
  test('killed while it processes a batch, the service has paid all of it or nothing', {
    timeout: 20 * MINUTE,
  }, async () => {
    const [folder, port, random] = [home.seededFolder(), await freePort(), randomOf(seed)]
    const environment = { BULWARK_RATE_LIMIT: '1000000', BULWARK_LOG_LEVEL: 'warn' }
    const start = () => launchService(folder, { port, environment })
    let service = await start()
    await service.ready()
    const admin = adminOf(service)
    const dealer: number = (await admin.get('/dealers?number=D1001')).body[0].id
    const ids = await newRows(admin, dealer)
    const longest = await timeOf(admin, await stage(admin, dealer, ids))
    for (let number = 1; number <= ROUNDS; number += 1) {
      const done = await round(start, service, { dealer, ids, longest, random, number })
      service = done.service
      console.log(done.line)
    }
    await service.stop()
  })
