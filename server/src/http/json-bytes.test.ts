import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonBytes } from './json-bytes.ts'

const ascii = fc.string({
  maxLength: 200,
  unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
})
/** What can be written, and the text that it should be. */
const piece = fc.oneof(
  ascii.map((text) => ({ how: 'ascii', text, value: 0 }) as const),
  fc.string({ maxLength: 200, unit: 'binary' }).map((text) => ({ how: 'text', text, value: 0 }) as const),
  fc.string({ maxLength: 200, unit: 'grapheme' }).map((text) => ({ how: 'bytes', text, value: 0 }) as const),
  fc.maxSafeInteger().map((value) => ({ how: 'whole', text: String(value), value }) as const),
  // As far as amounts go, which as a number of dollars and cents are exact.
  fc
    .integer({ min: -(2 ** 45), max: 2 ** 45 })
    .map((value) => ({ how: 'hundredths', text: String(value / 100), value }) as const),
)

test('everything is written in order', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.nat(3_000), (pieces, expected) => {
      const json = jsonBytes(expected)
      for (const { how, text, value } of pieces) {
        if (how === 'bytes') json.bytes(Buffer.from(text))
        else if (how === 'whole' || how === 'hundredths') json[how](value)
        else json[how](text)
      }
      const whole = Buffer.concat(pieces.map(({ text }) => Buffer.from(text)))
      expect(json.end().toString()).toBe(whole.toString())
    }),
  )
})

test.each([
  [0, '0'],
  [5, '0.05'],
  [10, '0.1'],
  [99, '0.99'],
  [100, '1'],
  [136_293, '1362.93'],
  [-150, '-1.5'],
])('%i hundredths are %s', (value, text) => {
  const json = jsonBytes(0)
  json.hundredths(value)
  expect(json.end().toString()).toBe(text)
})
