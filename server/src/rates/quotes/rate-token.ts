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

// The id of a rate contains everything that is needed to honor it, so nothing has to be stored before a quote is
// answered. It is encrypted and not only signed, because a price may depend on agreements that the dealer must not see,
// such as an agent's commission. A quote is encrypted once, and its rates are numbered.

interface QuoteToken {
  readonly quoteId: string
  /** The administrator. The token cannot be opened for another one. */
  readonly tenantId: number
  readonly inputs: QuoteInputs
}

/** Text that most quotes have in common, for better compression. Never change it: existing ids depend on it. */
const dictionary = Buffer.from(
  '"odometer":"saleDate":"productTypeCode":["VSC"]"vin":"year":"make":"FORD","model":"driveType":"4WD","condition":"' +
    '"decoded":null,"query":{"overrides":[],"required":{}},"quoteValidDays":30,"maxFutureDays":0,"maxBackDays":85,' +
    '"newMaxOdometer":1000,"agentNumber":"A100","groupNumber":null,"city":"county":"state":"TX","expirationDate":null,' +
    '"effectiveDate":"2015-01-01","status":"Active","dealer":{"number":"D1001","agentId":"groupId":"facts":{"dealerId":' +
    '"bookVersion":1,"today":"2024-0{"quotedAt":"2024-',
)
const packing = { dictionary, windowBits: 12, memLevel: 5, chunkSize: 1_024 }

/** Each use has its own key. */
const derive = (key: Key, use: string) => createHmac('sha256', key.secret).update(`bulwark ${use}`).digest()
const derived = new WeakMap<Key, { readonly seal: KeyObject; readonly id: KeyObject }>()
function derivedKeys(key: Key) {
  const known = derived.get(key)
  if (known) return known
  const made = {
    seal: createSecretKey(derive(key, 'quote token')),
    id: createSecretKey(derive(key, 'quote id')),
  }
  derived.set(key, made)
  return made
}

function currentKey(keys: readonly Key[]): Key {
  const [key] = keys
  if (!key) throw new Error('No key for rates is configured.')
  return key
}

const CIPHER = 'aes-256-gcm'
const RANDOM_BYTES = 12
const ID_BYTES = RANDOM_BYTES + 6
const TAG_BYTES = 16
const sealing = { authTagLength: TAG_BYTES }

/** The id of the quote and of the administrator are readable, but signed. */
const signedPart = (random: Buffer, tenantId: number) =>
  Buffer.concat([random, Buffer.from(String(tenantId))])

/** `<key id>.<encrypted>`, in letters, digits, - and _. The same quote and key always give the same text. */
export function sealQuote(keys: readonly Key[], { quoteId, tenantId, inputs }: QuoteToken): string {
  const key = currentKey(keys)
  // The cipher requires a number that is never used twice: the random part of the id.
  const random = Buffer.from(quoteId.slice(2), 'base64url')
  const cipher = createCipheriv(CIPHER, derivedKeys(key).seal, random.subarray(0, RANDOM_BYTES), sealing)
  cipher.setAAD(signedPart(random, tenantId))
  const packed = deflateRawSync(JSON.stringify(inputs), packing)
  const sealed = Buffer.concat([random, cipher.update(packed), cipher.final(), cipher.getAuthTag()])
  return `${key.id}.${sealed.toString('base64url')}`
}

/** The quote in a token. Nothing if we did not make the token for this administrator. */
export function openQuote(keys: readonly Key[], tenantId: number, token: string): QuoteToken | undefined {
  const [id, content = ''] = token.split('.')
  const key = keys.find((candidate) => candidate.id === id)
  const sealed = Buffer.from(content, 'base64url')
  if (!key || sealed.length < ID_BYTES + TAG_BYTES) return undefined
  const random = sealed.subarray(0, ID_BYTES)
  try {
    const decipher = createDecipheriv(
      CIPHER,
      derivedKeys(key).seal,
      random.subarray(0, RANDOM_BYTES),
      sealing,
    )
    decipher.setAAD(signedPart(random, tenantId))
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

/** The quote of a rate, and the index of the rate in it. */
export function openRateId(
  keys: readonly Key[],
  tenantId: number,
  rateId: string,
): { readonly index: number; readonly quote: QuoteToken } | undefined {
  const [, index, token] = /^r_(0|[1-9]\d{0,5})\.(.+)$/s.exec(rateId) ?? []
  const quote = token === undefined ? undefined : openQuote(keys, tenantId, token)
  return quote && { index: Number(index), quote }
}

const idSignature = (key: Key, random: Buffer) =>
  createHmac('sha256', derivedKeys(key).id).update(random).digest().subarray(0, 6)

// Read in bulk, because a few bytes take as long as many.
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

/** A random id with a signature, so that no one can make one up. */
export function newQuoteId(keys: readonly Key[]): string {
  const random = nextRandom()
  return `q_${Buffer.concat([random, idSignature(currentKey(keys), random)]).toString('base64url')}`
}

export function isQuoteId(keys: readonly Key[], quoteId: string): boolean {
  const [, text] = /^q_([A-Za-z0-9_-]{24})$/.exec(quoteId) ?? []
  if (text === undefined) return false
  const bytes = Buffer.from(text, 'base64url')
  const [random, seal] = [bytes.subarray(0, RANDOM_BYTES), bytes.subarray(RANDOM_BYTES)]
  return keys.some((key) => idSignature(key, random).equals(seal))
}
