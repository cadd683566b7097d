import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadKeys } from '../../../src/db/keys.ts'
import { openDatabases } from '../../../src/db/tenants.ts'
import { verifyAudit } from '../../../src/db/verify-audit.ts'
import { limits } from '../../support/hostile/limits.ts'
import { type Caller, openApi } from '../../support/service/api.ts'
import {
  databaseOf,
  databasePid,
  freePort,
  type Home,
  launchService,
  type ServiceProcess,
  servicePid,
  signalTo,
  withClient,
} from '../../support/service/service-process.ts'
import { type Random, randomOf } from './random.ts'
import { faultsOf, readContents, stateOf } from './traces.ts'
import {
  createGroup,
  createUser,
  isSuccess,
  randomWrite,
  repeat,
  send,
  type Targets,
  type Write,
} from './writes.ts'

export interface CrashOptions {
  readonly rounds: number
  /** What starts the service: the script of `npm start`, or one that breaks a promise on purpose. */
  readonly serviceScript: string
  readonly home: Home
  readonly seed: number
  readonly onRound?: (round: Round) => void
}

/** What one kill did. */
export interface Round {
  readonly number: number
  readonly killed: 'service' | 'service and database'
  readonly acknowledged: number
  /** Writes without an answer; of these, `happened` were there as a whole and the rest not at all. */
  readonly unknown: number
  readonly happened: number
  readonly readyMilliseconds: number
  /** What it may take: five seconds, or three starts after a clean stop where the machine is so busy that these take longer. */
  readonly allowedMilliseconds: number
  readonly faults: readonly string[]
}

const WRITERS = 8
const READY_MILLISECONDS = 5_000
const EVERY_THIRD = 3

/**
 * Kills the service in the middle of writes and starts it again, round after round on one data folder, and compares
 * what callers were told with what is there.
 */
export async function crashRounds(options: CrashOptions): Promise<Round[]> {
  const random = randomOf(options.seed)
  const start = await starter(options, await freePort())
  let service = await start()
  const allowedMilliseconds = Math.max(READY_MILLISECONDS, 3 * (await service.ready()))
  const writes: Write[] = []
  const targets = await prepare(service, writes)
  const rounds: Round[] = []
  for (let number = 1; number <= options.rounds; number += 1) {
    const killed = number % EVERY_THIRD === 2 ? 'service and database' : 'service'
    const sent = await writeUntilKilled({ service, targets, random, number, killed })
    writes.push(...sent)
    service = await start()
    const readyMilliseconds = await service.ready()
    const acknowledged = sent.filter((write) => write.acknowledged).length
    const unknown = sent.filter((write) => !write.acknowledged && write.refused === undefined)
    const found = await examine(service, { writes, sent, unknown, random })
    const late = `ready after ${readyMilliseconds} ms, which is more than ${allowedMilliseconds}`
    const round: Round = {
      number,
      killed,
      acknowledged,
      unknown: unknown.length,
      happened: found.happened,
      readyMilliseconds,
      allowedMilliseconds,
      faults: [...(readyMilliseconds > allowedMilliseconds ? [late] : []), ...found.faults],
    }
    options.onRound?.(round)
    rounds.push(round)
  }
  await service.stop()
  return rounds
}

async function starter(
  { home, serviceScript }: CrashOptions,
  port: number,
): Promise<() => Promise<ServiceProcess>> {
  const folder = home.seededFolder()
  const command = { script: serviceScript }
  const environment = { BULWARK_RATE_LIMIT: '1000000', BULWARK_LOG_LEVEL: 'warn' }
  return () => launchService(folder, { command, port, environment })
}

const callerOf = (service: ServiceProcess): Caller => openApi(service.url).as('sandbox-admin')

/** Makes the records that the writers change. */
async function prepare(service: ServiceProcess, writes: Write[]): Promise<Targets> {
  const caller = callerOf(service)
  const made = async (write: Write): Promise<number> => {
    writes.push(write)
    if (!(await send(caller, write))) throw new Error(`${write.kind} failed: ${write.refused}`)
    return JSON.parse(write.acknowledged?.text ?? '').id
  }
  const { dealerIds, membershipGroupIds } = await withClient(databaseOf(service.folder), async (client) => {
    await readContents(client)
    const ids = async (from: string) =>
      (await client.query(`select id from ${from} order by id`)).rows.map(({ id }) => id)
    return {
      // A closed dealer is refused as a new member of a group.
      dealerIds: await ids(`account_holder where type = 'Dealer' and status = 'Active'`),
      membershipGroupIds: await ids('membership_group'),
    }
  })
  const groupId = await made(createGroup('target', []))
  const userIds: number[] = []
  for (let writer = 0; writer < WRITERS; writer += 1)
    userIds.push(await made(createUser(`target-${writer}`, [])))
  return { groupId, userIds, dealerIds, membershipGroupIds }
}

interface Killing {
  readonly service: ServiceProcess
  readonly targets: Targets
  readonly random: Random
  readonly number: number
  readonly killed: Round['killed']
}

/** Lets the writers write, kills at some moment, and gives everything they sent. */
async function writeUntilKilled({ service, targets, random, number, killed }: Killing): Promise<Write[]> {
  const caller = callerOf(service)
  const sent: Write[] = []
  let atWork = WRITERS
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let nth = 1, isAnswered = true; isAnswered; nth += 1) {
      const write = randomWrite(`r${number}-w${writer}-${nth}`, writer, targets, random)
      sent.push(write)
      isAnswered = await send(caller, write)
    }
    atWork -= 1
  })
  // Not before each writer is at work, and then at any moment.
  const moment = random.whole(0, 1_000)
  while (sent.length < 3 * WRITERS && atWork > 0) await sleep(5)
  await sleep(moment)
  kill(service.folder, killed, random)
  await Promise.all(writers)
  await service.ended
  return sent
}

function kill(folder: string, killed: Round['killed'], random: Random): void {
  const service = servicePid(folder)
  const database = databasePid(folder)
  if (!service || !database) throw new Error('The service or its database is gone before it was killed.')
  const pids =
    killed === 'service'
      ? [service]
      : random.one([
          [service, database],
          [database, service],
        ])
  for (const pid of pids) signalTo(pid, 'SIGKILL')
}

interface Examined {
  readonly happened: number
  readonly faults: readonly string[]
}

const REPLAYED = 5

/** Checks the data, repeats the writes with an unknown result, and checks again. */
async function examine(
  service: ServiceProcess,
  { writes, sent, unknown, random }: { writes: Write[]; sent: Write[]; unknown: Write[]; random: Random },
): Promise<Examined> {
  const caller = callerOf(service)
  return withClient(databaseOf(service.folder), async (client) => {
    const contents = await readContents(client)
    const faults = [...faultsOf(writes, contents), ...(await auditFaults(service.folder))]
    // What is broken already would only break again.
    if (faults.length > 0) return { happened: 0, faults }
    const happened = new Set(unknown.filter((write) => stateOf(write, contents) === 'there'))
    const known = sent.filter((write) => write.acknowledged)
    const replayed = Array.from({ length: Math.min(REPLAYED, known.length) }, () => random.one(known))
    for (const write of [...unknown, ...replayed])
      faults.push(...(await repeatFaults(caller, write, happened.has(write) || replayed.includes(write))))
    faults.push(...faultsOf(writes, await readContents(client)), ...(await auditFaults(service.folder)))
    return { happened: happened.size, faults }
  })
}

/** Sent twice more: the first time it happens unless it has, the second time only the answer comes back. */
async function repeatFaults(caller: Caller, write: Write, hasHappened: boolean): Promise<string[]> {
  const name = `${write.kind} ${write.id}, repeated,`
  const first = await repeat(caller, write, 1)
  const second = await repeat(caller, write, 2)
  if (!isSuccess(first)) return [`${name} was answered ${first.status} ${first.text}`]
  const isReplay = (answer: typeof first) => answer.headers.get('idempotency-replayed') === 'true'
  const before = write.acknowledged ?? first
  write.acknowledged = { status: first.status, text: first.text }
  return [
    ...(isReplay(first) === hasHappened
      ? []
      : [`${name} was ${hasHappened ? 'done again' : 'replayed, but not there'}`]),
    ...(isReplay(second) ? [] : [`${name} was done again the second time`]),
    ...([first, second].every(({ status, text }) => status === before.status && text === before.text)
      ? []
      : [`${name} got another answer than before`]),
  ]
}

async function auditFaults(folder: string): Promise<string[]> {
  const databases = openDatabases(databaseOf(folder), limits)
  try {
    const keys = loadKeys(join(folder, 'keys.json'), false)
    const faults: string[] = []
    for (const tenant of await databases.tenants())
      for (const { lane, seq, reason } of (await verifyAudit(databases.of(tenant), keys.audit)).faults)
        faults.push(`audit record ${lane}/${seq}: ${reason}`)
    return faults
  } finally {
    await databases.close()
  }
}
