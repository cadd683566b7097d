import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import { projectRoot } from '../../src/db/project-root.ts'
import { type Random, randomOf } from '../process/crash/random.ts'
import { writeEvents } from '../support/builders/events.ts'
import {
  type Delivered,
  newWebhook,
  openReceiver,
  type Receiver,
  workerOf,
} from '../support/builders/webhooks.ts'
import { type Caller, openApi } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'
import { sandboxOf } from '../support/service/sandbox.ts'
import {
  databaseOf,
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

// A receiver that fails, hangs and dies, and a sender that is stopped or killed again and again. Whatever was committed
// arrives, nothing else does, and what arrives twice has the same id.

const seed = trialSeed('deliveries to a bad receiver', 'BULWARK_WEBHOOKS_SEED')
const MINUTE = 60_000

let home: Home
beforeAll(() => {
  home = openHome()
})
afterAll(() => home.remove())

/** An event that was committed, and its delivery. */
interface Committed {
  readonly id: string
  readonly subject: string
  readonly sequence: number
  readonly status: string
  readonly attempts: readonly { readonly at: string; readonly responseStatus?: number }[]
}

const COMMITTED = `select e.id, e.subject, e.sequence::int, d.status, d.attempts from event e
  left join webhook_delivery d on d.event_id = e.id and d.webhook_id = $1
  where e.subject like $2 order by e.subject, e.sequence`

/** Fails three times in ten, and hangs once in ten. */
function behaveBadly(receiver: Receiver, random: Random): Set<string> {
  const accepted = new Set<string>()
  receiver.answer = ({ id }) => {
    const luck = random.whole(0, 9)
    if (luck < 3) return luck === 0 ? 'break' : 500 + luck
    if (luck === 3) return 'hang'
    accepted.add(id)
    return 204
  }
  return accepted
}

/** Nothing is lost, nothing is invented, and events of a subject were first sent in order. */
function expectWhole(
  committed: readonly Committed[],
  { got, accepted }: { got: readonly Delivered[]; accepted: ReadonlySet<string> },
): void {
  expect(committed.filter(({ id }) => !accepted.has(id))).toEqual([])
  expect(committed.filter(({ status }) => status !== 'Delivered')).toEqual([])
  const known = new Map(committed.map((event) => [event.id, event]))
  for (const delivered of got) {
    expect(known.has(delivered.id), delivered.text).toBe(true)
    expect(delivered.event.id).toBe(delivered.id)
  }
  expect(got.filter(({ signed }) => !signed)).toEqual([])
  const late = committed.filter((event, at) => {
    const before = committed[at - 1]
    return before?.subject === event.subject && String(event.attempts[0]?.at) < String(before.attempts[0]?.at)
  })
  expect(late).toEqual([])
  // As the receiver saw it. It saw nothing of an attempt while it was dead.
  const last = new Map<string, number>()
  const seen = new Set<string>()
  for (const { id, event } of got) {
    if (seen.has(id)) continue
    seen.add(id)
    const isFirst = known.get(id)?.attempts[0]?.responseStatus !== undefined
    if (isFirst) {
      expect(event.sequence, event.subject).toBeGreaterThan(last.get(event.subject) ?? 0)
      last.set(event.subject, event.sequence)
    }
  }
}

test('a sender that is stopped in the middle repeats what it does not know, and loses nothing', async () => {
  const service = await testService()
  const { tenant, db } = await sandboxOf(service)
  const admin = service.api.as('sandbox-admin')
  const random = randomOf(seed)
  const receiver = await openReceiver()
  const accepted = behaveBadly(receiver, random)
  const { id, secret } = await newWebhook(admin, { url: receiver.url })
  receiver.secret = secret
  for (let round = 0; round < 10; round += 1) {
    const subjects = Array.from({ length: 20 }, () => `apikeys/${900 + random.whole(1, 8)}` as const)
    const isTakenBack = round % 3 === 2
    const before = async () => {
      if (isTakenBack) throw new Error('Taken back.')
    }
    await writeEvents({ db, keys: service.keys }, subjects, { before }).catch(() => undefined)
  }
  const worker = workerOf(service, { answerMilliseconds: 100, retryMilliseconds: Array(30).fill(20) })
  const [delivering] = worker.jobs
  for (const limit of [30, 80]) {
    const stopping = new AbortController()
    const running = delivering?.run({ tenantId: tenant.id }, stopping.signal)
    while (receiver.got.length < limit) await sleep(2)
    stopping.abort()
    await running
  }
  const waiting = async () =>
    (await run(db, `select 1 from webhook_delivery where status = 'Pending'`, [])).length > 0
  do await worker.deliverAll()
  while (await waiting())
  worker.close()
  const committed = await run<Committed>(db, COMMITTED, [id, 'apikeys/9%'])
  expect(committed).toHaveLength(140)
  expectWhole(committed, { got: receiver.got, accepted })
  await receiver.close()
})

// --- As a process, killed -------------------------------------------------------------------------------------------

const EVENTS = 10_000
const KILLS = 50
const WRITERS = 8
const SUBJECTS = 40

const adminOf = ({ url }: ServiceProcess): Caller => openApi(url).as('sandbox-admin')

/** Writes until told to stop: some succeed, some are refused, some are dry runs. A killed service is waited for. */
async function write(admin: Caller, paths: readonly string[], random: Random, isEnough: () => boolean) {
  while (!isEnough()) {
    const path = random.one(paths)
    const body = { amount: random.whole(1, 1_000_000) / 100, reason: 'Chaos' }
    const search = random.whole(0, 9) === 0 ? '?dryRun=true' : ''
    const headers: Record<string, string> = random.whole(0, 9) === 0 ? { 'if-match': '"stale"' } : {}
    try {
      await admin.patch(`${path}${search}`, body, headers)
    } catch {
      await sleep(50)
    }
  }
}

if (isSoak)
  test('a sender that is killed 50 times delivers 10,000 events', { timeout: 30 * MINUTE }, async () => {
    const [folder, port, random] = [home.seededFolder(), await freePort(), randomOf(seed)]
    const command = { script: join(projectRoot, 'server/test/events/impatient-service.mjs') }
    const environment = { BULWARK_RATE_LIMIT: '1000000', BULWARK_LOG_LEVEL: 'warn' }
    /** On a busy machine a start may fail because the database answers late. */
    const start = async (tries = 3): Promise<ServiceProcess> => {
      const started = await launchService(folder, { command, port, environment })
      try {
        await started.ready()
        return started
      } catch (error) {
        if (tries === 1) throw error
        return start(tries - 1)
      }
    }
    let service = await start()
    let receiver = await openReceiver()
    const hookPort = receiver.port
    const got: Delivered[] = []
    const accepted = new Set<string>()
    const open = () => {
      const takes = behaveBadly(receiver, random)
      const { answer } = receiver
      receiver.answer = (delivered) => {
        got.push(delivered)
        const answered = answer(delivered)
        if (takes.has(delivered.id)) accepted.add(delivered.id)
        return answered
      }
    }
    open()
    const admin = adminOf(service)
    const { id, secret } = await newWebhook(admin, { url: receiver.url, types: ['ledger.*'] })
    receiver.secret = secret
    const accountHolderId: number = (await admin.get('/dealers?number=D1001')).body[0].id
    const paths: string[] = []
    for (let at = 0; at < SUBJECTS; at += 1) {
      const row = { accountHolderId, direction: 'Receive', amount: 10, reason: 'Chaos' }
      paths.push(`/ledgers/${(await admin.post('/ledgers', row)).body.id}`)
    }
    const count = () =>
      withClient(databaseOf(folder), async (client) =>
        Number(
          (await client.query(`select count(*) from tenant_adm1.event where type like 'ledger.%'`)).rows[0]
            .count,
        ),
      )
    let isEnough = false
    const writers = Array.from({ length: WRITERS }, (_, at) =>
      write(
        admin,
        paths.filter((_path, index) => index % WRITERS === at),
        random,
        () => isEnough,
      ),
    )
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await sleep(random.whole(200, 4_000))
      signalTo(servicePid(folder), 'SIGKILL')
      await service.ended
      if (kill % 5 === 0) await receiver.close()
      service = await start()
      if (kill % 5 === 0) {
        await sleep(random.whole(0, 1_000))
        receiver = await openReceiver(hookPort)
        receiver.secret = secret
        open()
      }
      console.log(`kill ${kill}: ${await count()} events, ${got.length} requests, ${accepted.size} accepted`)
    }
    while ((await count()) < EVENTS) await sleep(500)
    isEnough = true
    await Promise.all(writers)
    const all = await count()
    for (const end = Date.now() + 5 * MINUTE; accepted.size < all && Date.now() < end; ) await sleep(1_000)
    await sleep(2_000)
    const committed = await withClient(databaseOf(folder), async (client) => {
      await client.query('set search_path to tenant_adm1')
      return (await client.query<Committed>(COMMITTED, [id, 'ledgers/%'])).rows.filter(
        ({ attempts }) => attempts,
      )
    })
    console.log(`${all} events, ${got.length} requests, ${committed.length} deliveries`)
    expect(committed).toHaveLength(all)
    expectWhole(committed, { got, accepted })
    await service.stop()
    await receiver.close()
  })
