import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPostmaster, stopPostmaster } from '../../../src/db/embedded/postmaster.ts'

const MEMORY = '/dev/shm'
const GIB = 1024 ** 3
const HOUR = 3_600_000
/** More than a whole run has ever filled, and room for what runs beside it. */
const WANTED_SPACE = 6 * GIB
const WANTED_MEMORY = 8 * GIB

/**
 * A new folder for databases. A run copies, fills and removes thousands of their files, so it lies in memory where there
 * is plenty, and on disk elsewhere.
 */
export function temporaryFolder(prefix: string): string {
  const folder = realpathSync(
    mkdtempSync(join(hasRoomInMemory() ? MEMORY : tmpdir(), `${prefix}${process.pid}-`)),
  )
  // As root, PostgreSQL runs as another user, who must be able to pass.
  chmodSync(folder, 0o711)
  return folder
}

function hasRoomInMemory(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    // A data folder may hold the programs of PostgreSQL.
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .findLast((line) => line.includes(` ${MEMORY} `))
    return (
      bavail * bsize > WANTED_SPACE &&
      process.availableMemory() > WANTED_MEMORY &&
      mount !== undefined &&
      !mount.includes('noexec')
    )
  } catch {
    return false
  }
}

/**
 * Ends and removes what runs that were killed have left in memory an hour ago or earlier. A younger folder may belong to a
 * run whose process cannot be seen from here, e.g. in another container.
 */
export async function removeLeftBehind(): Promise<void> {
  for (const name of namesIn(MEMORY)) {
    const pid = Number(/^bulwark-(?:tests|process)-(\d+)-/.exec(name)?.[1] ?? 0)
    if (pid === 0 || isAlive(pid)) continue
    const folder = join(MEMORY, name)
    const { mtimeMs = Date.now() } = statSync(folder, { throwIfNoEntry: false }) ?? {}
    if (mtimeMs > Date.now() - HOUR) continue
    for (const data of namesIn(folder)) {
      const database = join(folder, data, 'database')
      const running = readPostmaster(database)
      if (running?.live) await stopPostmaster(database, running.pid)
    }
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Nothing where there is no such folder, or it is another user's. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user is alive as well.
    return (error as { code?: string }).code !== 'ESRCH'
  }
}
