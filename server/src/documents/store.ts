import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'

/** A file on this machine that has arrived whole. */
export interface ArrivedFile {
  readonly path: string
  readonly sizeBytes: number
  /** SHA-256. */
  readonly checksum: Buffer
}

/** What lies in the store, and since when. */
export interface StoredObject {
  readonly key: string
  readonly at: Date
}

/** Where the bytes of files are kept: a disk, or a service that speaks S3. Nothing is ever written twice to a key. */
export interface FileStore {
  /** Puts the file under its key. When it resolves, the file survives a crash; until then nobody finds it. */
  keep(key: string, file: ArrivedFile): Promise<void>
  /** The bytes; fails when there are none. */
  open(key: string): Promise<Readable>
  exists(key: string): Promise<boolean>
  /** Nothing to remove is no fault. */
  remove(key: string): Promise<void>
  /** Everything of an administrator. */
  list(tenantId: number): AsyncIterable<StoredObject>
}

/** A key that nobody has: by the administrator, and by chance. Nothing that a caller sends is part of it. */
export function newKey(tenantId: number): string {
  const name = randomUUID()
  return `${tenantId}/${name.slice(0, 2)}/${name}`
}

export const isKey = (text: string) => /^\d+\/[\da-f]{2}\/[\da-f-]{36}$/.test(text)
