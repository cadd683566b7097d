import { cpSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import pino from 'pino'
import { inject } from 'vitest'
import type { Passwords } from '../../../src/access/passwords.ts'
import { type App, createApp } from '../../../src/app.ts'
import { type Config, readConfig } from '../../../src/config.ts'
import { openClock, type SettableClock } from '../../../src/db/clock.ts'
import { type Location, watchTexts } from '../../../src/db/connection.ts'
import { type Keys, loadKeys } from '../../../src/db/keys.ts'
import type { Peers } from '../../../src/db/peers.ts'
import { watchResults } from '../../../src/db/statement.ts'
import { type Databases, openDatabases } from '../../../src/db/tenants.ts'
import { resetSandbox } from '../../../src/sandbox/reset.ts'
import { limits } from '../hostile/limits.ts'
import { type Api, openApi } from './api.ts'
import { checkResult } from './declared-columns.ts'
import { at } from './location.ts'
import { copyDatabase } from './nodes.ts'
import { quickPasswords } from './passwords.ts'
import { sqlBreaches } from './sql-rules.ts'

// Every result that a test sees has the columns that are declared for it, and every text runs on a cluster, too.
watchResults(checkResult)
watchTexts(requireRules)

/** A running service on this worker's own database. */
export interface TestService {
  readonly api: Api
  readonly app: App
  readonly url: string
  readonly databases: Databases
  readonly location: Location
  readonly keys: Keys
  readonly clock: SettableClock
}

const known = new Set<string>()

function requireRules(text: string): void {
  if (known.has(text)) return
  known.add(text)
  const breaches = sqlBreaches(text)
  if (breaches.length > 0) throw new Error(`${breaches.join(' ')} In: ${text.slice(0, 500)}`)
}

let running: Promise<TestService> | undefined

/** The worker's service, reset to the seed. Test files of one worker share it and run one after the other. */
export async function testService(): Promise<TestService> {
  running ??= startService()
  const service = await running
  await resetSandbox(service.app.services)
  return service
}

let clones = 0

/** A clone of the seeded template: about 50 ms. */
export async function cloneDatabase(): Promise<Location> {
  const server = inject('server')
  const template = inject('template')
  clones += 1
  const name = `${template}_${process.pid}_${threadId}_${clones}`
  await copyDatabase(inject('nodes'), name, template)
  return at(server, name)
}

/** The folder for files of this worker's services. Workers are threads of one process. */
export const testFiles = join(inject('testFolder'), String(threadId))

interface Choices {
  readonly environment?: NodeJS.ProcessEnv
  readonly location?: Location
  /** Quick ones, unless a test is about them. */
  readonly passwords?: Passwords
  /** Called for each log line. */
  readonly onLog?: (line: string) => void
  /** The other processes of the service, if it is one of several. */
  readonly peers?: Peers
}

let hasSeededFiles = false

/** The files of the seed, where this worker's services look for files. */
function copySeededFiles(): void {
  if (!hasSeededFiles) cpSync(inject('seededFiles'), testFiles, { recursive: true })
  hasSeededFiles = true
}

/** A service with its own settings. It ends with the worker, or with `app.server.close()`. */
export async function startService(choices: Choices = {}): Promise<TestService> {
  copySeededFiles()
  const location = choices.location ?? (await cloneDatabase())
  const config: Config = readConfig({
    BULWARK_RATE_LIMIT: '1000000',
    // The files of a test are separate from those of the clone, and so is what is kept beside the database.
    BULWARK_FILES: testFiles,
    BULWARK_DATA: `${testFiles}-data`,
    ...choices.environment,
    PORT: '0',
  })
  const databases = openDatabases(location, limits)
  const keys = loadKeys(inject('keysFile'), false)
  const clock = openClock()
  const log = choices.onLog ? pino({}, { write: choices.onLog }) : pino({ level: 'silent' })
  const app = createApp({
    config,
    databases,
    keys,
    clock,
    log,
    checkAnswers: true,
    passwords: choices.passwords ?? quickPasswords,
    ...(choices.peers ? { peers: choices.peers } : {}),
  })
  await app.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return { api: openApi(url), app, url, databases, location, keys, clock }
}
