import { expect, test } from 'vitest'
import { encodingFor } from './compression.ts'

test.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br', 'br'],
  ['GZIP', 'gzip'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['br;q=0, *', 'gzip'],
  ['identity, gzip;q=0.5', undefined],
  ['identity;q=0, gzip;q=0.1', 'gzip'],
  ['deflate', undefined],
  ['gzip;q=abc', undefined],
])('for %j the encoding is %s', (accept, encoding) => {
  expect(encodingFor(accept)).toBe(encoding)
})
