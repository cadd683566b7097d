import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import type { DataFolder } from './data-folder.ts'
import { DataFolderRefused } from './refused.ts'
import { explainSpawn, spawnOptions } from './spawn.ts'

/** The first user of the database, who owns everything in it. */
export const databaseUser = 'bulwark'

/** PostgreSQL always writes this file with this size, so any other size means damage. */
const controlFileBytes = 8192

/** Creates the database's files if there are none, checks them if there are, and gives the password. */
export async function ensureCluster(
  folder: DataFolder,
  binaries: Binaries,
  options: { sync: boolean; log: (line: string) => void },
): Promise<string> {
  // Check the log first: a service that is starting at the same moment creates the log after the database.
  const hasRun = existsSync(folder.log)
  if (existsSync(folder.database)) {
    checkCluster(folder, binaries)
    return readPassword(folder)
  }
  if (hasRun)
    throw new DataFolderRefused(
      `Data folder ${folder.path} was in use, but its database (${folder.database}) is missing. ` +
        'Restore it from a backup, or set BULWARK_DATA to a new folder to start with no data.',
    )
  createPassword(folder)
  const password = readPassword(folder)
  options.log(`creating the database in ${folder.path}`)
  await createCluster(folder, binaries, { password, sync: options.sync })
  return password
}

/** Finds faults that PostgreSQL would report in terms that only its experts understand. */
function checkCluster(folder: DataFolder, binaries: Binaries): void {
  const refuse = (fault: string, advice: string) =>
    new DataFolderRefused(`Data folder ${folder.path}: ${fault} ${advice} Nothing was changed.`)
  const restore = 'Restore the folder from a backup, or set BULWARK_DATA to a new folder.'

  const versionFile = join(folder.database, 'PG_VERSION')
  if (!existsSync(versionFile))
    throw refuse(`the database is damaged, or not a database (${versionFile} is missing).`, restore)
  const version = readFileSync(versionFile, 'utf8').trim()
  if (version !== binaries.major)
    throw refuse(
      `the database was written by PostgreSQL ${version || '(unknown)'}, but this service runs PostgreSQL ${binaries.major}.`,
      'Use the release that wrote it to export the data.',
    )
  const control = join(folder.database, 'global', 'pg_control')
  const controlSize = statSync(control, { throwIfNoEntry: false })?.size
  if (controlSize !== controlFileBytes)
    throw refuse(`the database is damaged (${control} has ${controlSize ?? 'no'} bytes).`, restore)
  const owner = statSync(folder.database).uid
  const expected = folder.user?.uid ?? process.getuid?.()
  if (owner !== expected)
    throw refuse(
      `the database belongs to the user id ${owner}, but PostgreSQL would run as the user id ${expected}.`,
      `${owner ? 'Start the service as that user, or run' : 'Run'} "chown -R ${expected} ${folder.database}".`,
    )
}

async function createCluster(
  folder: DataFolder,
  binaries: Binaries,
  options: { password: string; sync: boolean },
): Promise<void> {
  const unfinished = `${folder.database}.new-${process.pid}-${randomBytes(3).toString('hex')}`
  // The copy is outside the new folder, because initdb requires an empty folder. It is needed because initdb may run
  // as another user, who cannot read our own password file.
  const passwordCopy = `${unfinished}-password`
  try {
    mkdirSync(unfinished, { mode: 0o700 })
    writeFileSync(passwordCopy, options.password, { mode: 0o600, flag: 'wx' })
    if (folder.user) {
      chownSync(unfinished, folder.user.uid, folder.user.gid)
      chownSync(passwordCopy, folder.user.uid, folder.user.gid)
    }
    await runInitdb(folder, binaries, [
      `--pgdata=${unfinished}`,
      `--username=${databaseUser}`,
      `--pwfile=${passwordCopy}`,
      '--auth=scram-sha-256',
      '--data-checksums',
      '--encoding=UTF8',
      // Sorts by code points, the same on every system, and still knows the upper and lower case of all letters.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--set=max_connections=100',
      '--set=shared_buffers=128MB',
      '--no-instructions',
      ...(options.sync ? [] : ['--no-sync']),
    ])
    renameSync(unfinished, folder.database)
    syncToDisk(folder.path)
  } catch (error) {
    // Another service that started at the same moment may have created the database first. Then we use that one.
    if (!existsSync(folder.database)) throw error
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
    rmSync(passwordCopy, { force: true })
  }
}

function runInitdb(folder: DataFolder, binaries: Binaries, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(binaries.initdb, args, spawnOptions(folder), (error, _, output) => {
      if (!error) return resolve()
      const reason = output.trim() || explainSpawn(error)
      reject(new DataFolderRefused(`Data folder ${folder.path}: the database cannot be created. ${reason}`))
    })
  })
}

function readPassword(folder: DataFolder): string {
  const password = existsSync(folder.passwordFile) ? readFileSync(folder.passwordFile, 'utf8').trim() : ''
  if (password) return password
  throw new DataFolderRefused(
    `Data folder ${folder.path}: the password of the database is missing (${folder.passwordFile}). ` +
      'Restore that file from a backup of the folder. Nothing was changed.',
  )
}

/** If two services start at the same moment, the first to link its file decides the password for both. */
function createPassword(folder: DataFolder): void {
  const temporary = `${folder.database}.new-${process.pid}-${randomBytes(3).toString('hex')}-secret`
  try {
    writeFileSync(temporary, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
    syncToDisk(temporary)
    linkSync(temporary, folder.passwordFile)
  } catch (error) {
    if (!existsSync(folder.passwordFile)) throw error
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** Forces the content of a file, or the names in a folder, onto the disk. */
function syncToDisk(path: string): void {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}
