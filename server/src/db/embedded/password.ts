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

/** Two services that start at the same moment must agree: the first to link its file gives the password. */
export function createPassword(folder: DataFolder): void {
  const mine = `${folder.database}.new-${process.pid}-${randomBytes(3).toString('hex')}-secret`
  try {
    writeFileSync(mine, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
    syncToDisk(mine)
    linkSync(mine, folder.passwordFile)
  } catch (error) {
    if (!existsSync(folder.passwordFile)) throw error
  } finally {
    rmSync(mine, { force: true })
  }
}

/** For a file its content, for a folder its names. */
export function syncToDisk(path: string): void {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}
