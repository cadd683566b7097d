import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isQuoteId, newQuoteId, openQuote, openRateId, rateIdOf, signQuote } from './rate-token.ts'

const key = (id: string) => ({ id, secret: randomBytes(32) })
const keys = [key('rate-1')]
const quote = {
  quoteId: 'q_1',
  dealerNumber: 'D1001',
  bookVersion: 3,
  quotedAt: '2024-03-15T15:00:00.000Z',
  query: { make: 'FORD', odometer: 12_000, name: 'Ä "x"' },
}

describe('the token of a quote', () => {
  const token = signQuote(keys, quote)

  test('gives the quote back, of whichever rate', () => {
    expect(openQuote(keys, token)).toEqual(quote)
    expect(openRateId(keys, rateIdOf(7, token))).toEqual({ index: 7, quote })
    expect(rateIdOf(7, token)).toMatch(/^r_7\.[\w.-]+$/)
  })

  test('outlives a change of keys while the old one is kept', () => {
    expect(openQuote([key('rate-2'), ...keys], token)).toEqual(quote)
    expect(openQuote([key('rate-2')], token)).toBeUndefined()
    expect(openQuote([{ ...key('rate-1') }], token)).toBeUndefined()
  })

  test('cannot be changed anywhere', () => {
    for (let at = 0; at < token.length; at += 1) {
      const other = token[at] === 'A' ? 'B' : 'A'
      const changed = token.slice(0, at) + other + token.slice(at + 1)
      const opened = openQuote(keys, changed)
      // The last character of a seal has bits that do not count.
      if (opened) expect(opened).toEqual(quote)
      else expect(opened).toBeUndefined()
    }
    const [id, content, seal] = token.split('.')
    const forged = Buffer.from(JSON.stringify({ ...quote, bookVersion: 1 })).toString('base64url')
    expect(openQuote(keys, `${id}.${forged}.${seal}`)).toBeUndefined()
    expect(openQuote(keys, `${id}.${content}.`)).toBeUndefined()
  })

  test.each(['', 'r_', 'r_1', 'r_x.y', 'q_1', `r_-1.${signQuote(keys, quote)}`])('%j is none', (text) => {
    expect(openRateId(keys, text)).toBeUndefined()
  })
})

describe('the id of a quote', () => {
  test('is known as ours, and nothing else is', () => {
    const ids = Array.from({ length: 50 }, () => newQuoteId(keys))
    expect(new Set(ids).size).toBe(50)
    for (const id of ids) expect(isQuoteId(keys, id)).toBe(true)
    for (const id of [
      '',
      'q_',
      'q_aaaaaaaaaaaaaaaaaaaaaaaa',
      ids[0]?.slice(1) ?? '',
      newQuoteId([key('rate-1')]),
    ])
      expect(isQuoteId(keys, id)).toBe(false)
  })
})
