import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readFileSync,
  realpathSync,
  statfsSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const GIB = 1024 ** 3
/** More than a whole run has ever filled, and room for what runs beside it. */
const WANTED_SPACE = 6 * GIB
const WANTED_MEMORY = 8 * GIB

/**
 * A new folder for databases. A run copies, fills and removes thousands of their files, so it lies in memory where there
 * is plenty, and on disk elsewhere.
 */
export function temporaryFolder(prefix: string): string {
  const folder = realpathSync(mkdtempSync(join(hasRoomInMemory() ? MEMORY : tmpdir(), prefix)))
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
