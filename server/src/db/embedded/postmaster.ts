import { execFileSync, spawn } from 'node:child_process'
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import type { DataFolder } from './data-folder.ts'
import { explainSpawn, spawnOptions } from './spawn.ts'

const pollMs = 10
const rotateBytes = 10 * 1024 * 1024
const fastShutdownMs = 60_000

/** The content of `postmaster.pid`: the server that wrote it. */
export interface Postmaster {
  readonly pid: number
  /** False if the server has died, even if another process has its process id now. */
  readonly live: boolean
  readonly status: 'starting' | 'ready' | 'stopping'
  readonly socketFolder: string
  readonly port: number
}

export interface StartedPostmaster {
  readonly pid: number | undefined
  /** The last output of the server, if it has ended. */
  ended(): string | undefined
}

export function readPostmaster(database: string): Postmaster | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(database, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  if (!pid) return undefined
  const status = lines[7]?.trim()
  return {
    pid,
    live: isPostmasterOf(database, pid),
    status: status === 'ready' || status === 'stopping' ? status : 'starting',
    socketFolder: lines[4] ?? '',
    port: Number(lines[3]),
  }
}

/** Starts the server in its own session: Ctrl-C in the terminal must not stop it before the service has finished. */
export function startPostmaster(
  folder: DataFolder,
  binaries: Binaries,
  options: {
    socketFolder: string
    port: number
    settings: Record<string, string>
    stalePid: number | undefined
  },
): StartedPostmaster {
  const settings = {
    // The data is in memory or on a disk without moving parts. PostgreSQL's own estimate is for a turning one, so it reads small
    // tables whole, and goes on doing so with the same plan while they grow.
    random_page_cost: '1.1',
    ...options.settings,
    listen_addresses: '',
    port: String(options.port),
    unix_socket_directories: options.socketFolder,
    unix_socket_permissions: '0700',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { env, ...common } = spawnOptions(folder)
  const log = openLog(folder.log)
  const child = spawn(binaries.postgres, ['-D', folder.database, ...flags], {
    ...common,
    // If the process id in the file is now another process of the same user, PostgreSQL would think that its server
    // still runs, unless that process is named as its grandparent. We do not remove the file instead, because it
    // could be the file of a server that has just started.
    env: options.stalePid ? { ...env, PG_GRANDPARENT_PID: String(options.stalePid) } : env,
    detached: true,
    stdio: ['ignore', log.file, log.file],
  })
  closeSync(log.file)
  child.unref()
  let ended: string | undefined
  child.once('error', (error) => {
    ended = explainSpawn(error)
  })
  child.once('exit', (code, signal) => {
    // The folder may have been removed after the server was stopped.
    const output = existsSync(folder.log) ? readEnd(folder.log, log.size) : ''
    ended = output || `PostgreSQL ended with ${signal ?? `code ${code}`}.`
  })
  return { pid: child.pid, ended: () => ended }
}

/** A fast shutdown: the server ends all sessions and writes everything to disk. Returns when it has ended. */
export async function stopPostmaster(database: string, pid: number): Promise<void> {
  const deadline = Date.now() + fastShutdownMs
  let signal: 'SIGINT' | 'SIGQUIT' | undefined
  while (isPostmasterOf(database, pid)) {
    // SIGQUIT loses no data either: PostgreSQL recovers at its next start.
    const wanted = Date.now() > deadline ? 'SIGQUIT' : 'SIGINT'
    if (wanted !== signal) send(pid, wanted)
    signal = wanted
    await sleep(pollMs)
  }
}

/** Sends a signal to a process that may have ended meanwhile, which is what we want. */
export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Compares the command line of the process. It is empty for a process that has ended but was not collected yet. */
export function isPostmasterOf(database: string, pid: number): boolean {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`\0-D\0${database}\0`)
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(
      ` -D ${database} `,
    )
  } catch {
    return false
  }
}

function openLog(path: string): { file: number; size: number } {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > rotateBytes) renameSync(path, `${path}.1`)
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants
  const file = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600)
  return { file, size: fstatSync(file).size }
}

/** Connections that came too early are told so, which says nothing about why a server has ended. */
const cameTooEarly = /FATAL: {2}the database system is |DETAIL: {2}Consistent recovery state /

/** The last lines that were logged after the first `from` bytes. */
function readEnd(path: string, from: number): string {
  const file = openSync(path, 'r')
  try {
    const size = fstatSync(file).size
    const start = Math.max(from, size - 65_536)
    const end = Buffer.alloc(Math.max(0, size - start))
    readSync(file, end, 0, end.length, start)
    const lines = end.toString('utf8').trim().split('\n')
    return lines
      .filter((line) => !cameTooEarly.test(line))
      .slice(-12)
      .join('\n')
  } finally {
    closeSync(file)
  }
}
