import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hideDottedLetter, showDottedLetter } from './request-context.ts'

test('only one letter has a longer lower case', () => {
  const longer = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .filter((code) => String.fromCodePoint(code).toLowerCase().length !== String.fromCodePoint(code).length)
  expect(longer).toEqual([0x130])
})

test('the address keeps its search, and an address without the letter is unchanged', () => {
  expect(hideDottedLetter('/a/%C4%B0?q=%C4%B0')).toBe('/a/%EE%84%B0i?q=%C4%B0')
  expect(hideDottedLetter('/a/b%20c?q=1')).toBe('/a/b%20c?q=1')
})

test('a parameter comes back as it was sent, and is as long in lower case', () => {
  const pieces = fc.constantFrom('İ', '%c4%b0', '\uE130', '\uE130i', '\uE130m', 'i', 'm', '%', 'ß', 'Σ')
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string())), (parts) => {
      const sent = parts.join('').toWellFormed()
      const routed = decodeURIComponent(hideDottedLetter(`/${encodeURIComponent(sent)}`)).slice(1)
      expect(routed.toLowerCase()).toHaveLength(routed.length)
      expect(showDottedLetter(routed)).toBe(sent)
    }),
  )
})
