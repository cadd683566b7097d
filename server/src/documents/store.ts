import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'

/** A file on this machine that has arrived completely. */
export interface ArrivedFile {
  readonly path: string
  readonly sizeBytes: number
  /** SHA-256. */
  readonly checksum: Buffer
}

/** A stored file, and when it was stored. */
export interface StoredObject {
  readonly key: string
  readonly storedAt: Date
}

/** Where the bytes of files are kept: on a disk or in an S3 service. A key is written only once. */
export interface FileStore {
  /** Stores the file under its key. Once this resolves, the file survives a crash; until then it cannot be found. */
  keep(key: string, file: ArrivedFile): Promise<void>
  /** The bytes. Fails if there is no such file. */
  open(key: string): Promise<Readable>
  exists(key: string): Promise<boolean>
  /** Removing a file that does not exist is not an error. */
  remove(key: string): Promise<void>
  /** All files of an administrator, or those whose names begin with up to two hexadecimal digits. */
  list(tenantId: number, beginning?: string): AsyncIterable<StoredObject>
}

/** A new random key below the administrator's id. Nothing that a caller sends becomes part of a key. */
export function newStoreKey(tenantId: number): string {
  const name = randomUUID()
  return `${tenantId}/${name.slice(0, 2)}/${name}`
}

/**
 * The key of a file of a sandbox's seed, from a hash of what it is. The seed refers to it even while no record does, because
 * a reset brings the record back. Its place tells it apart from random keys, whose version is 4.
 */
export function seedStoreKey(tenantId: number, hash: Buffer): string {
  const digits = hash.toString('hex')
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(12, 15)}`]
  return `${tenantId}/5e/${[...parts, `8${digits.slice(15, 18)}`, digits.slice(18, 30)].join('-')}`
}

export const isSeedStoreKey = (key: string) => /^\d+\/5e\/[\da-f]{8}-[\da-f]{4}-8/.test(key)

export const isStoreKey = (text: string) => /^\d+\/[\da-f]{2}\/[\da-f-]{36}$/.test(text)
