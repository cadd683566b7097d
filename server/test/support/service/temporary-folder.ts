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
/** More than a whole run has ever used, with room for other programs. */
const WANTED_SPACE = 6 * GIB
const WANTED_MEMORY = 8 * GIB

/**
 * A new folder for databases. A run copies, fills and removes thousands of files, so the folder is in memory if there is
 * enough, and otherwise on disk.
 */
export function temporaryFolder(prefix: string): string {
  const folder = realpathSync(
    mkdtempSync(join(hasRoomInMemory() ? MEMORY : tmpdir(), `${prefix}${process.pid}-`)),
  )
  // For root, PostgreSQL runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711)
  return folder
}

function hasRoomInMemory(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    // A data folder may contain the PostgreSQL programs.
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
 * Stops and removes what killed runs left in memory at least an hour ago. A newer folder may belong to a run whose
 * process is not visible here, e.g. in another container.
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

/** Gives nothing if the folder does not exist or belongs to another user. */
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
    // A process of another user is alive, too.
    return (error as { code?: string }).code !== 'ESRCH'
  }
}
