import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomFillSync,
} from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Key } from '../../db/keys.ts'
import type { QuoteInputs } from './quote-rates.ts'

// A rate's id is a promise: all that is needed to honour it stands in it, signed, so that nothing has to be stored
// before a quote is answered. What a dealer's price rests on may be agreed between others (an agent's commission), so
// it is sealed and not only signed. A quote is sealed once; its rates are numbered.

export interface QuoteToken {
  readonly quoteId: string
  /** The administrator's: nobody else's quote is opened with it. */
  readonly tenantId: number
  readonly inputs: QuoteInputs
}

/** What every quote has, so that it takes no room in one. It stays as it is: ids that are out rest on it. */
const dictionary = Buffer.from(
  '"odometer":"saleDate":"productTypeCode":["VSC"]"vin":"year":"make":"FORD","model":"driveType":"4WD","condition":"' +
    '"decoded":null,"query":{"overrides":[],"required":{}},"quoteValidDays":30,"maxFutureDays":0,"maxBackDays":85,' +
    '"newMaxOdometer":1000,"agentNumber":"A100","groupNumber":null,"city":"county":"state":"TX","expirationDate":null,' +
    '"effectiveDate":"2015-01-01","status":"Active","dealer":{"number":"D1001","agentId":"groupId":"facts":{"dealerId":' +
    '"bookVersion":1,"today":"2024-0{"quotedAt":"2024-',
)
const packing = { dictionary, windowBits: 12, memLevel: 5, chunkSize: 1_024 }

/** A key of its own for each use. */
const derive = (key: Key, use: string) => createHmac('sha256', key.secret).update(`bulwark ${use}`).digest()
const derived = new WeakMap<Key, { readonly seal: KeyObject; readonly id: KeyObject }>()
function keysOf(key: Key) {
  const known = derived.get(key)
  if (known) return known
  const made = {
    seal: createSecretKey(derive(key, 'quote token')),
    id: createSecretKey(derive(key, 'quote id')),
  }
  derived.set(key, made)
  return made
}

function firstOf(keys: readonly Key[]): Key {
  const [key] = keys
  if (!key) throw new Error('There is no rate key.')
  return key
}

const CIPHER = 'aes-256-gcm'
const RANDOM_BYTES = 12
const ID_BYTES = RANDOM_BYTES + 6
const TAG_BYTES = 16
const sealing = { authTagLength: TAG_BYTES }

/** What is not hidden, and is sealed nevertheless: the quote's id and whose it is. */
const besides = (random: Buffer, tenantId: number) => Buffer.concat([random, Buffer.from(String(tenantId))])

/** `<key id>.<sealed>`, in letters, digits, - and _. The same quote under the same key gives the same text. */
export function sealQuote(keys: readonly Key[], { quoteId, tenantId, inputs }: QuoteToken): string {
  const key = firstOf(keys)
  // The id's random part is never used for another quote, which is what the cipher asks of it.
  const random = Buffer.from(quoteId.slice(2), 'base64url')
  const cipher = createCipheriv(CIPHER, keysOf(key).seal, random.subarray(0, RANDOM_BYTES), sealing)
  cipher.setAAD(besides(random, tenantId))
  const packed = deflateRawSync(JSON.stringify(inputs), packing)
  const sealed = Buffer.concat([random, cipher.update(packed), cipher.final(), cipher.getAuthTag()])
  return `${key.id}.${sealed.toString('base64url')}`
}

/** The quote that a token is of; nothing where it was not sealed by us, for this administrator. */
export function openQuote(keys: readonly Key[], tenantId: number, token: string): QuoteToken | undefined {
  const [id, content = ''] = token.split('.')
  const key = keys.find((candidate) => candidate.id === id)
  const sealed = Buffer.from(content, 'base64url')
  if (!key || sealed.length < ID_BYTES + TAG_BYTES) return undefined
  const random = sealed.subarray(0, ID_BYTES)
  try {
    const decipher = createDecipheriv(CIPHER, keysOf(key).seal, random.subarray(0, RANDOM_BYTES), sealing)
    decipher.setAAD(besides(random, tenantId))
    decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
    const packed = Buffer.concat([
      decipher.update(sealed.subarray(ID_BYTES, sealed.length - TAG_BYTES)),
      decipher.final(),
    ])
    const inputs = JSON.parse(inflateRawSync(packed, packing).toString('utf8')) as QuoteInputs
    return { quoteId: `q_${random.toString('base64url')}`, tenantId, inputs }
  } catch {
    return undefined
  }
}

export const formatRateId = (index: number, token: string) => `r_${index}.${token}`

/** A rate of a quote: its place among the quote's rates, and the quote. */
export function openRateId(
  keys: readonly Key[],
  tenantId: number,
  rateId: string,
): { readonly index: number; readonly quote: QuoteToken } | undefined {
  const [, index, token] = /^r_(0|[1-9]\d{0,5})\.(.+)$/s.exec(rateId) ?? []
  const quote = token === undefined ? undefined : openQuote(keys, tenantId, token)
  return quote && { index: Number(index), quote }
}

const sealOfId = (key: Key, random: Buffer) =>
  createHmac('sha256', keysOf(key).id).update(random).digest().subarray(0, 6)

// Asked for in bulk: a few bytes take as long as many.
const randomness = Buffer.alloc(RANDOM_BYTES * 256)
let used = randomness.length

function nextRandom(): Buffer {
  if (used === randomness.length) {
    randomFillSync(randomness)
    used = 0
  }
  used += RANDOM_BYTES
  return randomness.subarray(used - RANDOM_BYTES, used)
}

/** An id that nobody can make up: random, with a seal of its own. */
export function newQuoteId(keys: readonly Key[]): string {
  const random = nextRandom()
  return `q_${Buffer.concat([random, sealOfId(firstOf(keys), random)]).toString('base64url')}`
}

export function isQuoteId(keys: readonly Key[], quoteId: string): boolean {
  const [, text] = /^q_([A-Za-z0-9_-]{24})$/.exec(quoteId) ?? []
  if (text === undefined) return false
  const bytes = Buffer.from(text, 'base64url')
  const [random, seal] = [bytes.subarray(0, RANDOM_BYTES), bytes.subarray(RANDOM_BYTES)]
  return keys.some((key) => sealOfId(key, random).equals(seal))
}
