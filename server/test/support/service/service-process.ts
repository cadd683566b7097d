import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { readPostmaster, stopPostmaster } from '../../../src/db/embedded/postmaster.ts'
import { type Connection, connectionTo } from '../../../src/db/embedded/session.ts'
import { projectRoot } from '../../../src/db/project-root.ts'
import { copyFolder } from './seeded-folder.ts'
import { temporaryFolder } from './temporary-folder.ts'

export const startScript = join(projectRoot, 'scripts', 'start.mjs')

export interface LaunchOptions {
  /** The command: `npm start` itself, or a script that Node runs directly. */
  readonly command?: 'npm start' | { readonly script: string }
  readonly port?: number
  readonly environment?: NodeJS.ProcessEnv
}

export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** The service in its own process. */
export interface ServiceProcess {
  readonly folder: string
  readonly url: string
  readonly port: number
  /** The id of the started process: npm or the service. `service.pid` always has the id of the service. */
  readonly pid: number
  /** Resolves with the milliseconds from the start to the first 200 of /readyz. Fails if the service ends before that. */
  ready(): Promise<number>
  /** Everything it has written so far, to both channels. */
  output(): string
  readonly ended: Promise<Exit>
  signal(name: NodeJS.Signals): void
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<Exit>
}

const launched = new Set<ChildProcess>()

/** Starts the service on a data folder. It listens on a free port of the loopback unless told otherwise. */
export async function launchService(folder: string, options: LaunchOptions = {}): Promise<ServiceProcess> {
  const { command = { script: startScript }, environment = {} } = options
  const port = options.port ?? (await freePort())
  const [program, args] = command === 'npm start' ? ['npm', ['start']] : [process.execPath, [command.script]]
  const began = performance.now()
  const child = spawn(program, args, {
    cwd: projectRoot,
    env: { ...ownEnvironment(), BULWARK_DATA: folder, PORT: String(port), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  launched.add(child)
  let said = ''
  for (const channel of [child.stdout, child.stderr])
    channel.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const ended = new Promise<Exit>((resolve, reject) => {
    child.once('error', reject)
    // `close`, not `exit`: at `close` all output has arrived.
    child.once('close', (code, signal) => resolve({ code, signal }))
  }).finally(() => launched.delete(child))
  ended.catch(() => undefined)
  const url = `http://127.0.0.1:${port}`
  return {
    folder,
    url,
    port,
    pid: child.pid ?? 0,
    output: () => said,
    ended,
    async ready() {
      while (launched.has(child)) {
        if (await isReady(url)) return Math.round(performance.now() - began)
        await sleep(25)
      }
      const { code, signal } = await ended
      throw new Error(
        `The service ended (${signal ?? `code ${code}`}) before it was ready. It said:\n${said}`,
      )
    },
    signal: (name) => signalTo(child.pid, name),
    stop() {
      signalTo(child.pid, 'SIGTERM')
      return ended
    },
  }
}

/** Repeats a check until it is true. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 30_000; !(await isSo()); await sleep(10))
    if (Date.now() > end) throw new Error(`Waited in vain until ${what}.`)
}

export async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/readyz`, { headers: { connection: 'close' } })
    await answer.text()
    return answer.status === 200
  } catch {
    return false
  }
}

/** The environment of this machine without the settings of the service. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const settings = /^(BULWARK_.*|DATABASE_URL|HOST|PORT|NODE_ENV|VITEST.*|npm_.*)$/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !settings.test(name)))
}

/** Sends a signal to one process by its id. It is not an error if the process has already ended. */
export function signalTo(pid: number | undefined, signal: NodeJS.Signals): void {
  // For the system, zero and negative ids mean groups of processes.
  if (pid === undefined || !(pid > 1)) throw new Error(`There is no process to send ${signal} to.`)
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error
  }
}

/** Below the range of ephemeral ports, so that no other program gets the port meanwhile. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 15_000)
    const listener = createServer()
    const free = await new Promise<boolean>((resolve) => {
      listener.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!free) continue
    await new Promise((resolve) => listener.close(resolve))
    return port
  }
}

// --- Data folders -------------------------------------------------------------------------------------------------

export interface Home {
  readonly path: string
  /** A data folder that does not exist yet. */
  newFolder(): string
  /** The data folder of a stopped, seeded sandbox. It is faster than a first start. */
  seededFolder(): string
  /** Stops the processes in the folder by id, and removes it. */
  remove(): Promise<void>
}

/** A temporary place for data folders. */
export function openHome(): Home {
  const path = temporaryFolder('bulwark-process-')
  const folders: string[] = []
  const newFolder = () => {
    const folder = join(path, `data-${folders.length + 1}`)
    folders.push(folder)
    return folder
  }
  return {
    path,
    newFolder,
    seededFolder() {
      const copy = newFolder()
      copyFolder(inject('seeded'), copy)
      return copy
    },
    async remove() {
      await endServices(folders)
      for (const folder of folders) await endDatabase(folder)
      rmSync(path, { recursive: true, force: true })
    },
  }
}

/** Stops all processes that were started here, also a service whose npm has ended. */
async function endServices(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const pid = servicePid(folder)
    if (pid && isServiceOf(folder, pid)) signalTo(pid, 'SIGKILL')
  }
  await Promise.all(
    [...launched].map((child) => {
      const closed = new Promise((resolve) => child.once('close', resolve))
      child.kill('SIGKILL')
      return closed
    }),
  )
}

/** The process id in a file may now belong to another process, so the environment of the process is checked. */
function isServiceOf(folder: string, pid: number): boolean {
  try {
    const shown = execFileSync('ps', ['eww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return shown.includes(`BULWARK_DATA=${folder} `)
  } catch {
    return false
  }
}

async function endDatabase(folder: string): Promise<void> {
  const database = join(folder, 'database')
  const running = readPostmaster(database)
  if (running?.live) await stopPostmaster(database, running.pid)
}

/** The process in `service.pid`, or undefined without that file. */
export function servicePid(folder: string): number | undefined {
  const file = join(folder, 'service.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined
}

/** The process of the folder's database, if it runs. */
export function databasePid(folder: string): number | undefined {
  const running = readPostmaster(join(folder, 'database'))
  return running?.live ? running.pid : undefined
}

/** Expects that an ended service has left no process and no process id file. */
export function expectNothingLeft({ folder }: ServiceProcess): void {
  expect(databasePid(folder)).toBeUndefined()
  expect(existsSync(join(folder, 'database', 'postmaster.pid'))).toBe(false)
  expect(existsSync(join(folder, 'service.pid'))).toBe(false)
}

/** The running database of a data folder, by its socket and password. */
export function databaseOf(folder: string): Connection {
  const running = readPostmaster(join(folder, 'database'))
  if (!running?.live) throw new Error(`No database runs in ${folder}.`)
  return connectionTo(running, readFileSync(join(folder, 'database-password'), 'utf8').trim())
}

export async function withClient<Result>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(connection)
  // A server that a test kills must not end the test.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
