import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeNumber } from './write-number.ts'

test.each([
  [0, 2, 2, '0.00'],
  [1364.6, 2, 2, '1,364.60'],
  [-25, 2, 2, '-25.00'],
  [999, 0, 0, '999'],
  [1000, 0, 0, '1,000'],
  [1234567.125, 0, 6, '1,234,567.125'],
  [0.125, 0, 2, '0.13'],
  [1e21, 0, 0, '1,000,000,000,000,000,000,000'],
  [1e-7, 0, 6, '0'],
])('%d with %d to %d decimals is %s', (value, least, most, text) => {
  expect(writeNumber(value, least, most)).toBe(text)
})

test('it writes as a browser does, in both languages', () => {
  const digits = fc.tuple(fc.nat(2), fc.nat(4)).map(([least, more]) => [least, least + more] as const)
  const cents = fc.maxSafeInteger().map((count) => count / 100)
  // A browser writes minus zero. No amount of ours is that.
  const value = fc.oneof(cents, fc.double({ noNaN: true })).filter((one) => !Object.is(one, -0))
  fc.assert(
    fc.property(value, digits, (one, [minimumFractionDigits, maximumFractionDigits]) => {
      for (const locale of ['en-US', 'es-US']) {
        const options = { minimumFractionDigits, maximumFractionDigits }
        const { format } = new Intl.NumberFormat(locale, options)
        expect(writeNumber(one, minimumFractionDigits, maximumFractionDigits)).toBe(format(one))
      }
    }),
    { numRuns: 1_000 },
  )
})
