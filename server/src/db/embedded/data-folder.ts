import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { DataFolderRefused } from './refused.ts'
import { canEnter, findServerUser, firstBlockedFolder, isRoot, type ServerUser } from './user.ts'

/** A data folder that has passed all checks. Its paths contain no symbolic links. */
export interface DataFolder {
  readonly path: string
  readonly database: string
  readonly passwordFile: string
  readonly log: string
  /** The user that PostgreSQL runs as. Undefined: the user of this process. */
  readonly user: ServerUser | undefined
}

/** The folder for everything that root's data folders share. */
export const sharedFolder = '/var/lib/bulwark'

/** The names that a service creates in its data folder. A folder with other names and no database is not ours. */
const ownNames =
  /^(database|database-password|database\.new-.*|run|postgres\.log(\.1)?|service\.pid(\.new-.*)?|native-.*|keys\.json|audit-anchors\.json(\.new-.*)?|files)$/
/** Names that an operating system creates in a folder that its owner considers empty. */
const ignoredNames = new Set(['lost+found', '.DS_Store'])

export function defaultDataFolder(projectRoot: string): string {
  if (!isRoot()) return join(projectRoot, '.bulwark')
  // The project may be in a folder that only root can enter, so root's data goes elsewhere, under a name made from
  // the project's path.
  const real = realpathSync(projectRoot)
  const hash = createHash('sha256').update(real).digest('hex').slice(0, 8)
  return join(sharedFolder, `${basename(real) || 'root'}-${hash}`)
}

/** Checks the folder, and creates it if it is missing. Changes nothing if it refuses the folder. */
export function prepareDataFolder(given: string): DataFolder {
  const path = realPathOf(resolve(given))
  const found = statSync(path, { throwIfNoEntry: false })
  if (found && !found.isDirectory())
    throw new DataFolderRefused(`Data folder ${path} is not a folder. Set BULWARK_DATA to a folder.`)

  const database = join(path, 'database')
  const user = findServerUser(database, path)
  const blocking = user && firstBlockedFolder(dirname(path), user)
  if (user && blocking)
    throw new DataFolderRefused(
      `Data folder ${path} cannot be reached by the user ${user.name}. PostgreSQL runs as that user because it refuses ` +
        `to run as root. The user may not enter ${blocking}. Run "chmod o+x ${blocking}", or set BULWARK_DATA to another folder.`,
    )

  if (!found) createFolder(path)
  else accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  const names = readdirSync(path).filter((name) => !ignoredNames.has(name))
  if (!names.includes('database-password') && !names.every((name) => ownNames.test(name)))
    throw new DataFolderRefused(
      `Data folder ${path} contains other files (${names.slice(0, 3).join(', ')}) and no Bulwark database. ` +
        'Set BULWARK_DATA to an empty or a new folder.',
    )
  if (names.length === 0) closeToOthers(path, user)
  if (user && !canEnter(path, user))
    throw new DataFolderRefused(
      `Data folder ${path} cannot be entered by the user ${user.name}. PostgreSQL runs as that user because it refuses ` +
        `to run as root. Run "chgrp ${user.gid} ${path} && chmod g+x ${path}".`,
    )
  const passwordFile = join(path, 'database-password')
  return { path, database, passwordFile, log: join(path, 'postgres.log'), user }
}

export function writeServicePid(folder: string): void {
  // Written under another name and then renamed, so that a reader never sees half a number.
  const temporary = join(folder, `service.pid.new-${process.pid}`)
  rmSync(temporary, { force: true })
  writeFileSync(temporary, `${process.pid}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(temporary, join(folder, 'service.pid'))
}

export function removeServicePid(folder: string): void {
  if (readServicePid(folder) === process.pid) rmSync(join(folder, 'service.pid'), { force: true })
}

/** The process id in `service.pid`, if that process still runs. */
export function readServicePid(folder: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(folder, 'service.pid'), 'utf8'))
    return isAlive(pid) ? pid : undefined
  } catch {
    return undefined
  }
}

/** Removes unfinished files of processes that have ended: names with `.new-<process id>`. */
export function removeLeftovers(folder: string, prefix: string): void {
  for (const name of readdirSync(folder)) {
    const pid = name.startsWith(prefix) && /\.new-(\d+)/.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) removeQuietly(join(folder, name))
  }
}

/** A failure to clean up must not stop the start: a child of the ended process may still write there. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // The next start tries again.
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The real path of a folder that may not exist yet. */
function realPathOf(path: string): string {
  if (path === dirname(path) || statSync(path, { throwIfNoEntry: false })) return realpathSync(path)
  return join(realPathOf(dirname(path)), basename(path))
}

function createFolder(path: string): void {
  const parent = dirname(path)
  if (!statSync(parent, { throwIfNoEntry: false })) {
    createFolder(parent)
    // The server's user must be able to pass through these folders, even if root's umask says otherwise.
    if (isRoot()) chmodSync(parent, 0o755)
  }
  // `recursive` only so that it is not an error if another service creates the folder at the same moment.
  mkdirSync(path, { recursive: true, mode: 0o700 })
}

function closeToOthers(path: string, user: ServerUser | undefined): void {
  const { uid } = statSync(path)
  if (uid !== process.getuid?.()) return
  if (user) chownSync(path, uid, user.gid)
  chmodSync(path, user ? 0o710 : 0o700)
}
