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

/** What `postmaster.pid` says of the server that wrote it. */
export interface Postmaster {
  readonly pid: number
  /** False for the file of a server that died, also when its process id is somebody else's by now. */
  readonly live: boolean
  readonly status: 'starting' | 'ready' | 'stopping'
  readonly socketFolder: string
  readonly port: number
}

export interface StartedPostmaster {
  readonly pid: number | undefined
  /** What the server said last, once it has ended. */
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

/** Starts the server in a session of its own: Ctrl-C in the terminal must not end it before the service is done. */
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
    // PostgreSQL takes a live process of the same user for a server that still runs, unless it is told that the
    // process is its own grandparent. Removing the file instead could remove that of a server just started.
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
    // Whoever stopped the server may have removed the folder by now.
    const said = existsSync(folder.log) ? readEnd(folder.log, log.size) : ''
    ended = said || `PostgreSQL ended with ${signal ?? `code ${code}`}.`
  })
  return { pid: child.pid, ended: () => ended }
}

/** Fast shutdown: sessions are ended, everything is written. Returns when the server is gone. */
export async function stopPostmaster(database: string, pid: number): Promise<void> {
  const patience = Date.now() + fastShutdownMs
  let signal: 'SIGINT' | 'SIGQUIT' | undefined
  while (isPostmasterOf(database, pid)) {
    // The last resort loses nothing: PostgreSQL recovers at its next start.
    const wanted = Date.now() > patience ? 'SIGQUIT' : 'SIGINT'
    if (wanted !== signal) send(pid, wanted)
    signal = wanted
    await sleep(pollMs)
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // Gone between the look and the signal, which is what was wanted.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** The command line tells, which anybody may read; it is empty once a process has ended, reaped or not. */
function isPostmasterOf(database: string, pid: number): boolean {
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

/** The last lines of what was logged since the file had `from` bytes. */
function readEnd(path: string, from: number): string {
  const file = openSync(path, 'r')
  try {
    const size = fstatSync(file).size
    const start = Math.max(from, size - 4096)
    const end = Buffer.alloc(Math.max(0, size - start))
    readSync(file, end, 0, end.length, start)
    return end.toString('utf8').trim().split('\n').slice(-12).join('\n')
  } finally {
    closeSync(file)
  }
}
