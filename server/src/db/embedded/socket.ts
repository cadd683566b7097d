import { createHash } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DataFolder } from './data-folder.ts'
import { DataFolderRefused } from './refused.ts'
import { firstBlockedFolder } from './user.ts'

/** Only a part of the socket's file name. The server listens on no port, so this one may be in use. */
export const socketPort = 5432
/** Systems allow 103 to 107 bytes. The rest is for the longer name of the lock file next to the socket. */
const longestSocketPath = 100

export function socketPath(folder: string, port = socketPort): string {
  return join(folder, `.s.PGSQL.${port}`)
}

/** Creates the folder of the server's socket, which only the server's user can open. */
export function prepareSocketFolder(folder: DataFolder): string {
  const path = chooseSocketFolder(folder)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const self = process.getuid?.()
  const owner = folder.user?.uid ?? self
  const found = lstatSync(path)
  // In the system's temporary folder any user could create this folder first and wait for our password there.
  if (!found.isDirectory() || (found.uid !== owner && found.uid !== self))
    throw new DataFolderRefused(
      `Data folder ${folder.path}: the folder ${path} for the database's socket belongs to another user. ` +
        'Remove it, or set BULWARK_DATA to a folder with a shorter path.',
    )
  if (folder.user && found.uid !== owner) chownSync(path, folder.user.uid, folder.user.gid)
  if ((found.mode & 0o777) !== 0o700) chmodSync(path, 0o700)
  return path
}

/** Whether a process listens on the socket, even if it does not accept sessions yet. */
export function socketAnswers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

function chooseSocketFolder(folder: DataFolder): string {
  const run = join(folder.path, 'run')
  if (fits(run)) return run
  const name = `bulwark-${createHash('sha256').update(folder.path).digest('hex').slice(0, 24)}`
  const reachable = (path: string) => !folder.user || !firstBlockedFolder(path, folder.user)
  const temporary = [tmpdir(), '/tmp'].find((path) => fits(join(path, name)) && reachable(path))
  if (temporary) return join(temporary, name)
  throw new DataFolderRefused(
    `The path of data folder ${folder.path} is too long for the database's socket, and so is the path of the temporary ` +
      `folder ${tmpdir()}. Set BULWARK_DATA or TMPDIR to a shorter path.`,
  )
}

function fits(folder: string): boolean {
  return Buffer.byteLength(socketPath(folder)) <= longestSocketPath
}
