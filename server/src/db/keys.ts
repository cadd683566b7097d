import { createCipheriv, createDecipheriv, createHmac, generateKeyPairSync, randomBytes } from 'node:crypto'
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
import { dirname } from 'node:path'
import type { AuditKey } from './audit.ts'

/** A secret with its id; the id goes with what it sealed, so that keys can be changed. */
export interface Key {
  readonly id: string
  readonly secret: Buffer
}

/** The keys of the service, kept outside the database. The first of each list is the one in use. */
export interface Keys {
  readonly signing: readonly { readonly id: string; readonly jwk: Record<string, unknown> }[]
  readonly data: readonly Key[]
  readonly rate: readonly Key[]
  readonly audit: readonly AuditKey[]
}

export class KeysRefused extends Error {}

/** Reads the key file; makes it when it is absent and may be made. */
export function loadKeys(file: string, mayMake: boolean): Keys {
  if (!existsSync(file)) {
    if (!mayMake)
      throw new KeysRefused(
        `The key file ${file} does not exist. One that is named in BULWARK_KEYS is never made anew.`,
      )
    makeKeys(file)
  }
  try {
    return keysOf(JSON.parse(readFileSync(file, 'utf8')) as KeyFile)
  } catch (error) {
    throw new KeysRefused(`The key file ${file} cannot be used: ${(error as Error).message}`)
  }
}

interface KeyFile {
  signing: { id: string; jwk: Record<string, unknown> }[]
  data: { id: string; secret: string }[]
  rate: { id: string; secret: string }[]
  audit: { id: string; secret: string }[]
}

function keysOf(file: KeyFile): Keys {
  const secrets = (name: 'data' | 'rate' | 'audit') => {
    const list = file[name]
    if (!Array.isArray(list) || list.length === 0) throw new Error(`it has no ${name} key`)
    return list.map(({ id, secret }) => {
      const bytes = Buffer.from(secret, 'base64url')
      if (!id || bytes.length !== 32) throw new Error(`a ${name} key has no id or is not 32 bytes long`)
      return { id, secret: bytes }
    })
  }
  if (!Array.isArray(file.signing) || file.signing.length === 0) throw new Error('it has no signing key')
  return { signing: file.signing, data: secrets('data'), rate: secrets('rate'), audit: secrets('audit') }
}

function makeKeys(file: string): void {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const secret = (id: string) => ({ id, secret: randomBytes(32).toString('base64url') })
  const content: KeyFile = {
    signing: [{ id: 'signing-1', jwk: privateKey.export({ format: 'jwk' }) as Record<string, unknown> }],
    data: [secret('data-1')],
    rate: [secret('rate-1')],
    audit: [secret('audit-1')],
  }
  // Written whole under another name and linked into place: two that make it at once agree on one.
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  keepName(dirname(file))
}

/** What is sealed with a key is worth nothing without it: the file's name must survive a power cut, too. */
function keepName(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** AES-256-GCM with the key's id in front: `data-1.<nonce>.<sealed>`. */
export function encrypt(keys: readonly Key[], text: string): string {
  const key = keys[0]
  if (!key) throw new Error('There is no data key.')
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key.secret, nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${key.id}.${nonce.toString('base64url')}.${sealed.toString('base64url')}`
}

export function decrypt(keys: readonly Key[], sealed: string): string {
  const [id, nonce = '', content = ''] = sealed.split('.')
  const key = keys.find((candidate) => candidate.id === id)
  if (!key) throw new Error(`The data key ${id} is not among the keys.`)
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
  const key = keys[0]
  if (!key) throw new Error('There is no data key.')
  return createHmac('sha256', key.secret).update(use).update('\0').update(text).digest()
}
