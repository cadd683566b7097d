import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type Key, type Keys, KeysRefused, makeKeyFile, readKeyFile } from './key-file.ts'

export { type Key, type Keys, KeysRefused }

/** How often a running service looks whether the data keys in its file are others by now. */
export const LOOK_EVERY_MILLISECONDS = 1_000

/** Reads the key file; makes it when it is absent and may be made. Its data keys are renewed in place from then on. */
export function loadKeys(file: string, mayMake: boolean): Keys {
  if (!existsSync(file)) {
    if (!mayMake)
      throw new KeysRefused(
        `The key file ${file} does not exist. One that is named in BULWARK_KEYS is never made anew.`,
      )
    makeKeyFile(file)
  }
  const keys = readKeyFile(file)
  const data = [...keys.data]
  const now = performance.now()
  sources.set(data, { file, list: data, lookedAt: now, missedAt: Number.NEGATIVE_INFINITY, isSettled: false })
  return { ...keys, data }
}

/** Where a list of data keys came from. */
interface Source {
  readonly file: string
  readonly list: Key[]
  lookedAt: number
  /** When the file was last read for the sake of a key that was not among them. */
  missedAt: number
  isSettled: boolean
  /** Why the file could not be used when it was last looked at. */
  refusal?: string
}

const sources = new WeakMap<readonly Key[], Source>()

/**
 * The list, as its file has it by now. It stays the same until the code that asked lets others run, so that a seal
 * and a hash that are made in one go are made with one key.
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

/** A file that cannot be used changes nothing: the service goes on with the keys that it has. */
function look(source: Source): void {
  const { file, list } = source
  source.lookedAt = performance.now()
  try {
    const present = readKeyFile(file).data
    for (const { id, secret } of list)
      if (present.some((key) => key.id === id && !key.secret.equals(secret)))
        throw new KeysRefused(`The key file ${file} has another secret for ${id} than before.`)
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
  // Somebody who has read the file after us seals with a key that we have not read yet.
  if (source && performance.now() - source.missedAt >= LOOK_EVERY_MILLISECONDS) {
    source.missedAt = performance.now()
    look(source)
  }
  const found = find()
  if (!found) throw new Error(`The data key ${id} is not among the keys. ${source?.refusal ?? ''}`.trimEnd())
  return found
}

/** AES-256-GCM with the key's id in front: `data-1.<nonce>.<sealed>`. */
export function encrypt(keys: readonly Key[], text: string): string {
  const key = firstOf(keys)
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key.secret, nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${key.id}.${nonce.toString('base64url')}.${sealed.toString('base64url')}`
}

export function decrypt(keys: readonly Key[], sealed: string): string {
  const [id, nonce, content] = sealed.split('.')
  // Without its text: what should have been sealed and is not must not get into a log.
  if (!id || !nonce || content === undefined) throw new Error('This is not a seal.')
  const key = keyNamed(keys, id)
  const bytes = Buffer.from(content, 'base64url')
  // Without a length, a seal cut down to four bytes would be checked by those four only.
  const decipher = createDecipheriv('aes-256-gcm', key.secret, Buffer.from(nonce, 'base64url'), {
    authTagLength: 16,
  })
  decipher.setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8')
}

/** A keyed hash, for what must be found again but not read. `use` keeps one use's hashes from another's. */
export function keyedHash(keys: readonly Key[], use: string, text: string): Buffer {
  return createHmac('sha256', firstOf(keys).secret).update(use).update('\0').update(text).digest()
}

function firstOf(keys: readonly Key[]): Key {
  const [key] = presentKeys(keys)
  if (!key) throw new Error('There is no data key.')
  return key
}
