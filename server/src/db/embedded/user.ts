import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DataFolderRefused } from './refused.ts'

/** The account that PostgreSQL runs as if we are root, because it refuses to run as root. */
export interface ServerUser {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** Undefined if we are not root: the server then runs as the user of this process. */
export function findServerUser(database: string, folder: string): ServerUser | undefined {
  if (!isRoot()) return undefined
  const accounts = readAccounts()
  // An existing database keeps its owner, even if the system gets a better account later.
  const owner = statSync(database, { throwIfNoEntry: false })?.uid
  const user = owner
    ? accounts.find((account) => account.uid === owner)
    : (accounts.find((account) => account.name === 'postgres') ??
      accounts.find((account) => account.name === 'nobody'))
  if (user) return user
  throw new DataFolderRefused(
    owner
      ? `Data folder ${folder}: its database belongs to the user id ${owner}, which is not in /etc/passwd. ` +
          'Add that user, or give the database folder to the user "postgres" or "nobody" with chown -R.'
      : `Data folder ${folder}: PostgreSQL refuses to run as root, and /etc/passwd has neither a user "postgres" nor ` +
          '"nobody". Add one, or start the service as an ordinary user.',
  )
}

/** The first folder from the root down to `path` that the user cannot enter. */
export function firstBlockedFolder(path: string, user: ServerUser): string | undefined {
  const above = path === dirname(path) ? undefined : firstBlockedFolder(dirname(path), user)
  return above ?? (canEnter(path, user) ? undefined : path)
}

/** A folder that does not exist yet will be created by us, so it does not block the user. */
export function canEnter(path: string, user: ServerUser): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return true
  if (found.uid === user.uid) return (found.mode & 0o100) !== 0
  if (found.gid === user.gid) return (found.mode & 0o010) !== 0
  return (found.mode & 0o001) !== 0
}

function readAccounts(): ServerUser[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter((account) => account.uid > 0 && Number.isSafeInteger(account.gid))
}
