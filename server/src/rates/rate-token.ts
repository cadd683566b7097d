import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Key } from '../db/keys.ts'

// A quote is signed once; its rates are numbered. What is signed is all that is needed to honour it: what was asked for,
// the version of the book and the time.

export interface QuoteToken {
  readonly quoteId: string
  readonly dealerNumber: string
  readonly bookVersion: number
  /** By the service's clock. */
  readonly quotedAt: string
  readonly query: Readonly<Record<string, unknown>>
}

const macOf = (key: Key, text: string) => createHmac('sha256', key.secret).update(text).digest()

/** `<key id>.<content>.<seal>`, in letters, digits, - and _. */
export function signQuote(keys: readonly Key[], quote: QuoteToken): string {
  const key = keys[0]
  if (!key) throw new Error('There is no rate key.')
  const content = Buffer.from(JSON.stringify(quote)).toString('base64url')
  return `${key.id}.${content}.${macOf(key, content).toString('base64url')}`
}

/** The quote that a token is of; nothing where it was not signed by us. */
export function openQuote(keys: readonly Key[], token: string): QuoteToken | undefined {
  const [id, content = '', seal = ''] = token.split('.')
  const key = keys.find((candidate) => candidate.id === id)
  if (!key) return undefined
  const [given, right] = [Buffer.from(seal, 'base64url'), macOf(key, content)]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  return JSON.parse(Buffer.from(content, 'base64url').toString('utf8')) as QuoteToken
}

export const rateIdOf = (index: number, token: string) => `r_${index}.${token}`

/** A rate of a quote: its place among the quote's rates, and the quote. */
export function openRateId(
  keys: readonly Key[],
  rateId: string,
): { readonly index: number; readonly quote: QuoteToken } | undefined {
  const [, index, token] = /^r_(\d{1,6})\.(.+)$/s.exec(rateId) ?? []
  const quote = token === undefined ? undefined : openQuote(keys, token)
  return quote && { index: Number(index), quote }
}

/** An id that nobody can make up: random, with a seal of its own. */
export function newQuoteId(keys: readonly Key[]): string {
  const key = keys[0]
  if (!key) throw new Error('There is no rate key.')
  const content = randomBytes(12)
  return `q_${Buffer.concat([content, macOf(key, content.toString('hex')).subarray(0, 6)]).toString('base64url')}`
}

export function isQuoteId(keys: readonly Key[], quoteId: string): boolean {
  const [, text] = /^q_([A-Za-z0-9_-]{24})$/.exec(quoteId) ?? []
  if (text === undefined) return false
  const bytes = Buffer.from(text, 'base64url')
  const [content, seal] = [bytes.subarray(0, 12), bytes.subarray(12)]
  return keys.some((key) => macOf(key, content.toString('hex')).subarray(0, 6).equals(seal))
}
