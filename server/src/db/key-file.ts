import { generateKeyPairSync, randomBytes } from 'node:crypto'
import {
  closeSync,
  fchownSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import type { AuditKey } from './audit-heads.ts'

/** A secret with its id. The id is stored with what it encrypts, so that keys can be changed. */
export interface Key {
  readonly id: string
  readonly secret: Buffer
}

/** The keys of the service, kept outside the database. The first of each list is in use. */
export interface Keys {
  readonly signing: readonly { readonly id: string; readonly jwk: Record<string, unknown> }[]
  readonly data: readonly Key[]
  readonly rate: readonly Key[]
  readonly audit: readonly AuditKey[]
}

export class KeysRefused extends Error {}

interface WrittenKey {
  readonly id: string
  readonly secret: string
}

interface KeyFile {
  signing: { id: string; jwk: Record<string, unknown> }[]
  data: WrittenKey[]
  rate: WrittenKey[]
  audit: WrittenKey[]
}

export function readKeyFile(file: string): Keys {
  return keysOf(file, parsed(file))
}

function parsed(file: string): KeyFile {
  return refusing(`The key file ${file} is not valid`, () => JSON.parse(readFileSync(file, 'utf8')))
}

function keysOf(file: string, content: KeyFile): Keys {
  const secrets = (name: 'data' | 'rate' | 'audit') => {
    const list = content[name]
    if (!Array.isArray(list) || list.length === 0) throw new Error(`it has no ${name} key.`)
    if (new Set(list.map(({ id }) => id)).size < list.length)
      throw new Error(`two ${name} keys have the same id.`)
    return list.map(({ id, secret }) => keyOf(name, id, secret))
  }
  return refusing(`The key file ${file} is not valid`, () => {
    const { signing } = content
    if (!Array.isArray(signing) || signing.length === 0) throw new Error('it has no signing key.')
    return { signing, data: secrets('data'), rate: secrets('rate'), audit: secrets('audit') }
  })
}

function keyOf(name: string, id: string, secret: string): Key {
  const bytes = Buffer.from(secret, 'base64url')
  if (!id || bytes.length !== 32) throw new Error(`a ${name} key has no id or is not 32 bytes long.`)
  // An encrypted value is the key's id and two more parts, separated by periods.
  if (!/^[\w-]+$/.test(id)) throw new Error(`the id of a ${name} key may only have letters, digits, - and _.`)
  return { id, secret: bytes }
}

const newKey = (id: string): WrittenKey => ({ id, secret: randomBytes(32).toString('base64url') })

export function makeKeyFile(file: string): void {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const content: KeyFile = {
    signing: [{ id: 'signing-1', jwk: privateKey.export({ format: 'jwk' }) as Record<string, unknown> }],
    data: [newKey('data-1')],
    rate: [newKey('rate-1')],
    audit: [newKey('audit-1')],
  }
  // Linked into place, so that two processes that create it at the same time end up with one file.
  writeWhole(file, content, (draft) => {
    try {
      linkSync(draft, file)
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST') throw error
    }
  })
}

/** Adds a new data key after the others and returns its id. Services can now decrypt with it; none encrypts with it yet. */
export function addDataKey(file: string): string {
  const numbers = readKeyFile(file).data.map(({ id }) => Number(/^data-(\d{1,9})$/.exec(id)?.[1] ?? 0))
  const id = `data-${Math.max(...numbers) + 1}`
  changeDataKeys(file, (data) => [...data, newKey(id)])
  return id
}

/** Moves a data key to the front, so that it is used for encrypting. */
export function useDataKey(file: string, id: string): void {
  changeDataKeys(file, (data) => [
    ...data.filter((key) => key.id === id),
    ...data.filter((key) => key.id !== id),
  ])
}

function changeDataKeys(file: string, change: (data: WrittenKey[]) => WrittenKey[]): void {
  refusing(`The key file ${file} cannot be changed`, () => {
    // If the path is a symbolic link, its target is replaced and the link stays.
    const place = realpathSync(file)
    const content = parsed(place)
    const changed = { ...content, data: change(content.data) }
    keysOf(place, changed)
    writeWhole(place, changed, (draft) => renameSync(draft, place), statSync(place))
  })
}

/** Writes under another name, syncs to disk, and then moves into place, so that no reader sees half a file. */
function writeWhole(
  file: string,
  content: KeyFile,
  putInPlace: (draft: string) => void,
  owner?: { uid: number; gid: number },
): void {
  const draft = `${file}.${process.pid}`
  rmSync(draft, { force: true })
  try {
    const handle = openSync(draft, 'wx', 0o600)
    try {
      // If root runs the command, the file must still belong to the service's user.
      if (owner) fchownSync(handle, owner.uid, owner.gid)
      writeFileSync(handle, `${JSON.stringify(content, null, 2)}\n`)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    putInPlace(draft)
  } finally {
    rmSync(draft, { force: true })
  }
  keepName(dirname(file))
}

/** Data encrypted with a lost key is lost, so the file's directory entry must survive a power failure, too. */
function keepName(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** Problems with the key file are for the operator to fix. */
function refusing<Result>(what: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof KeysRefused) throw error
    throw new KeysRefused(`${what}: ${(error as Error).message}`)
  }
}
