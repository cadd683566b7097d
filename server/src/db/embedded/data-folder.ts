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
import { canEnter, findServerUser, folderInTheWay, isRoot, type ServerUser } from './user.ts'

/** A data folder that was checked and may be used. All paths are real paths, without symbolic links above them. */
export interface DataFolder {
  readonly path: string
  readonly database: string
  readonly passwordFile: string
  readonly log: string
  /** Whom PostgreSQL runs as; undefined means as ourselves. */
  readonly user: ServerUser | undefined
}

/** Where things shared between the data folders of root are kept. */
export const sharedFolder = '/var/lib/bulwark'

/** What a service puts into its data folder. Anything else in a folder without a database says it is not ours. */
const ownNames =
  /^(database|database-password|database\.new-.*|run|postgres\.log(\.1)?|service\.pid(\.new-.*)?|native-.*|keys\.json|files)$/
/** What systems put by themselves into a folder that is empty for its owner. */
const ignoredNames = new Set(['lost+found', '.DS_Store'])

export function defaultDataFolder(projectRoot: string): string {
  if (!isRoot()) return join(projectRoot, '.bulwark')
  // The clone may lie where only root can enter, so root's data lies elsewhere, under a name of the clone's own.
  const real = realpathSync(projectRoot)
  const hash = createHash('sha256').update(real).digest('hex').slice(0, 8)
  return join(sharedFolder, `${basename(real) || 'root'}-${hash}`)
}

/** Checks the folder, and creates it where it is missing. Changes nothing when it refuses. */
export function prepareDataFolder(given: string): DataFolder {
  const path = realPathOf(resolve(given))
  const found = statSync(path, { throwIfNoEntry: false })
  if (found && !found.isDirectory())
    throw new DataFolderRefused(`Data folder ${path} is not a folder. Set BULWARK_DATA to a folder.`)

  const database = join(path, 'database')
  const user = findServerUser(database, path)
  const blocking = user && folderInTheWay(dirname(path), user)
  if (user && blocking)
    throw new DataFolderRefused(
      `Data folder ${path} cannot be reached by the user ${user.name}, as whom PostgreSQL runs because it refuses ` +
        `root: ${blocking} does not let that user in. Run "chmod o+x ${blocking}", or set BULWARK_DATA to another folder.`,
    )

  if (!found) createFolder(path)
  else accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  const names = readdirSync(path).filter((name) => !ignoredNames.has(name))
  if (!names.includes('database-password') && !names.every((name) => ownNames.test(name)))
    throw new DataFolderRefused(
      `Data folder ${path} holds other things (${names.slice(0, 3).join(', ')}) and no data of ours. ` +
        'Set BULWARK_DATA to an empty or a new folder.',
    )
  if (names.length === 0) closeToOthers(path, user)
  if (user && !canEnter(path, user))
    throw new DataFolderRefused(
      `Data folder ${path} cannot be entered by the user ${user.name}, as whom PostgreSQL runs because it refuses ` +
        `root. Run "chgrp ${user.gid} ${path} && chmod g+x ${path}".`,
    )
  const passwordFile = join(path, 'database-password')
  return { path, database, passwordFile, log: join(path, 'postgres.log'), user }
}

export function writeServicePid(folder: string): void {
  // Written aside and renamed, so that a reader never sees half a number.
  const aside = join(folder, `service.pid.new-${process.pid}`)
  rmSync(aside, { force: true })
  writeFileSync(aside, `${process.pid}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(aside, join(folder, 'service.pid'))
}

export function removeServicePid(folder: string): void {
  if (readServicePid(folder) === process.pid) rmSync(join(folder, 'service.pid'), { force: true })
}

/** The process in `service.pid`, when it still lives. */
export function readServicePid(folder: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(folder, 'service.pid'), 'utf8'))
    return isAlive(pid) ? pid : undefined
  } catch {
    return undefined
  }
}

/** Removes what a process that no longer lives left unfinished: names with `.new-<its process id>`. */
export function removeLeftovers(folder: string, prefix: string): void {
  for (const name of readdirSync(folder)) {
    const pid = name.startsWith(prefix) && /\.new-(\d+)/.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) removeQuietly(join(folder, name))
  }
}

/** Tidying must not fail a start: a program of the dead process may still write there, and the next start tidies too. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // Left for the next start.
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
    // Whatever the umask of root: the server's user passes through the folders made here.
    if (isRoot()) chmodSync(parent, 0o755)
  }
  // Recursive only so that a service that starts at the same moment is no error.
  mkdirSync(path, { recursive: true, mode: 0o700 })
}

function closeToOthers(path: string, user: ServerUser | undefined): void {
  const { uid } = statSync(path)
  if (uid !== process.getuid?.()) return
  if (user) chownSync(path, uid, user.gid)
  chmodSync(path, user ? 0o710 : 0o700)
}
