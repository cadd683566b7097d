import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { QuoteInputs } from './quote-rates.ts'
import { formatRateId, isQuoteId, newQuoteId, openQuote, openRateId, sealQuote } from './rate-token.ts'

const key = (id: string) => ({ id, secret: randomBytes(32) })
const keys = [key('rate-1')]
const inputs: QuoteInputs = {
  quotedAt: '2024-03-15T15:00:00.000Z',
  today: '2024-03-15',
  bookVersion: 3,
  facts: {
    dealerId: 18,
    groupId: 3,
    agentId: 6,
    dealer: {
      number: 'D1001',
      status: 'Active',
      effectiveDate: '2015-01-01',
      expirationDate: null,
      state: 'TX',
      county: 'Travis',
      city: 'Austin',
      groupNumber: 'G100',
      agentNumber: 'A100',
    },
    newMaxOdometer: 1_000,
    maxBackDays: 85,
    maxFutureDays: 0,
    quoteValidDays: 30,
    required: {},
  },
  overrides: [],
  decoded: null,
  query: { make: 'FORD', odometer: 12_000, model: 'Ä "x" \u{1F697}' },
}
const quote = { quoteId: newQuoteId(keys), tenantId: 1, inputs }
const token = sealQuote(keys, quote)

describe('the token of a quote', () => {
  test('gives the quote back, of whichever rate', () => {
    expect(openQuote(keys, 1, token)).toEqual(quote)
    expect(openRateId(keys, 1, formatRateId(7, token))).toEqual({ index: 7, quote })
    expect(formatRateId(7, token)).toMatch(/^r_7\.rate-1\.[\w-]+$/)
  })

  test('is the same for the same quote', () => {
    expect(sealQuote(keys, quote)).toBe(token)
    expect(sealQuote(keys, { ...quote, quoteId: newQuoteId(keys) })).not.toBe(token)
  })

  test('outlives a change of keys while the old one is kept', () => {
    expect(openQuote([key('rate-2'), ...keys], 1, token)).toEqual(quote)
    expect(openQuote([key('rate-2')], 1, token)).toBeUndefined()
    expect(openQuote([{ ...key('rate-1') }], 1, token)).toBeUndefined()
  })

  test('is of one administrator', () => {
    expect(openQuote(keys, 2, token)).toBeUndefined()
  })

  test('does not tell what it is about', () => {
    const bytes = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('latin1')
    for (const word of ['FORD', 'D1001', 'A100', 'Austin']) expect(bytes).not.toContain(word)
  })

  test('cannot be changed anywhere', () => {
    for (let at = 0; at < token.length; at += 1) {
      const other = token[at] === 'A' ? 'B' : 'A'
      const opened = openQuote(keys, 1, token.slice(0, at) + other + token.slice(at + 1))
      // The last character may have bits that do not count.
      if (at < token.length - 1) expect(opened).toBeUndefined()
      else if (opened) expect(opened).toEqual(quote)
    }
    for (let length = 0; length < token.length - 1; length += 7)
      expect(openQuote(keys, 1, token.slice(0, length))).toBeUndefined()
  })

  test.each(['', 'r_', 'r_1', 'r_x.y', 'q_1', `r_-1.${token}`, `r_01.${token}`, `r_1.x${token}`])(
    '%j is none',
    (text) => {
      expect(openRateId(keys, 1, text)).toBeUndefined()
    },
  )
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
