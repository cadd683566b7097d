import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import type { DataFolder } from './data-folder.ts'
import { DataFolderRefused } from './refused.ts'

export function readPassword(folder: DataFolder): string {
  const password = existsSync(folder.passwordFile) ? readFileSync(folder.passwordFile, 'utf8').trim() : ''
  if (password) return password
  throw new DataFolderRefused(
    `Data folder ${folder.path}: the password of the database is missing (${folder.passwordFile}). ` +
      'Restore that file from a backup of the folder. Nothing was changed.',
  )
}

/** If two services start at the same moment, the first to link its file decides the password for both. */
export function createPassword(folder: DataFolder): void {
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
export function syncToDisk(path: string): void {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}
