import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { hmacOf } from './hmac.ts'
import { type Key, type Keys, KeysRefused, makeKeyFile, readKeyFile } from './key-file.ts'

export { type Key, type Keys, KeysRefused }

/** How often a running service checks whether the data keys in its file have changed. */
export const LOOK_EVERY_MILLISECONDS = 1_000

/** Reads the key file, or creates it if that is allowed. From then on the list of data keys follows the file. */
export function loadKeys(file: string, mayMake: boolean): Keys {
  if (!existsSync(file)) {
    if (!mayMake)
      throw new KeysRefused(
        `The key file ${file} does not exist. It is created only for a new database, and never if BULWARK_KEYS names it. ` +
          'Put the file back from a backup, or set BULWARK_KEYS to the place where it is: without it, what is encrypted in ' +
          'the database cannot be read, and its audit cannot be verified.',
      )
    makeKeyFile(file)
  }
  const keys = readKeyFile(file)
  const data = [...keys.data]
  const now = performance.now()
  sources.set(data, { file, list: data, lookedAt: now, missedAt: Number.NEGATIVE_INFINITY, isSettled: false })
  return { ...keys, data }
}

/** The file that a list of data keys was read from. */
interface Source {
  readonly file: string
  readonly list: Key[]
  lookedAt: number
  /** When the file was last read because a key was missing from the list. */
  missedAt: number
  isSettled: boolean
  /** Why the file could not be used when it was last read. */
  refusal?: string
}

const sources = new WeakMap<readonly Key[], Source>()

/**
 * The keys as the file has them now. Until the current code yields, the list does not change, so that a value and its hash
 * are made with the same key.
 */
export function presentKeys(keys: readonly Key[]): readonly Key[] {
  const source = sources.get(keys)
  if (!source || source.isSettled) return keys
  source.isSettled = true
  queueMicrotask(() => {
    source.isSettled = false
  })
  if (performance.now() - source.lookedAt >= LOOK_EVERY_MILLISECONDS) look(source)
  return keys
}

/** If the file is not valid, the service keeps the keys it has. */
function look(source: Source): void {
  const { file, list } = source
  source.lookedAt = performance.now()
  try {
    const present = readKeyFile(file).data
    for (const { id, secret } of list)
      if (present.some((key) => key.id === id && !key.secret.equals(secret)))
        throw new KeysRefused(`The key file ${file} has a different secret for ${id} than before.`)
    list.splice(0, list.length, ...present)
    delete source.refusal
  } catch (error) {
    source.refusal = (error as Error).message
  }
}

function keyNamed(keys: readonly Key[], id: string): Key {
  const find = () => keys.find((candidate) => candidate.id === id)
  const source = sources.get(keys)
  const known = find()
  if (known) return known
  // Another service may already encrypt with a key that we have not read yet.
  if (source && performance.now() - source.missedAt >= LOOK_EVERY_MILLISECONDS) {
    source.missedAt = performance.now()
    look(source)
  }
  const found = find()
  if (!found) throw new Error(`The data key ${id} is not in the key file. ${source?.refusal ?? ''}`.trimEnd())
  return found
}

/** AES-256-GCM, prefixed with the key's id: `data-1.<nonce>.<ciphertext>`. */
export function encrypt(keys: readonly Key[], text: string): string {
  const key = currentKey(keys)
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key.secret, nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${key.id}.${nonce.toString('base64url')}.${sealed.toString('base64url')}`
}

export function decrypt(keys: readonly Key[], sealed: string): string {
  const [id, nonce, content] = sealed.split('.')
  // The message leaves the text out, so that an unencrypted secret does not get into a log.
  if (!id || !nonce || content === undefined) throw new Error('This is not an encrypted value.')
  const key = keyNamed(keys, id)
  const bytes = Buffer.from(content, 'base64url')
  // Without this length, a tag cut to four bytes would be accepted.
  const decipher = createDecipheriv('aes-256-gcm', key.secret, Buffer.from(nonce, 'base64url'), {
    authTagLength: 16,
  })
  decipher.setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8')
}

/** A keyed hash, for values that must be found but not read. Different uses give different hashes. */
export function keyedHash(keys: readonly Key[], use: string, text: string): Buffer {
  return hmacOf(currentKey(keys).secret, `${use}\0${text}`)
}

function currentKey(keys: readonly Key[]): Key {
  const [key] = presentKeys(keys)
  if (!key) throw new Error('There is no data key.')
  return key
}
