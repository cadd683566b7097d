import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pack, unpack } from './packed.ts'

describe('a packed document', () => {
  test('is the same when it is unpacked, whatever its length', () => {
    const long = fc.array(fc.jsonValue(), { minLength: 0, maxLength: 200 })
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), long), (document) => {
        const kept = JSON.parse(JSON.stringify(document))
        expect(unpack(pack(document))).toEqual(kept)
      }),
    )
  })

  test('is compressed if it is long', () => {
    const document = Array.from({ length: 500 }, (_, id) => ({ id, name: 'Claims Reserve Trust' }))
    expect(pack(document).length).toBeLessThan(JSON.stringify(document).length / 3)
    expect(unpack(pack(document))).toEqual(document)
  })

  test('stays as it is if it is short', () => {
    expect(pack({ netRefund: 100 }).subarray(1).toString()).toBe('{"netRefund":100}')
  })

  test('is read as the migration has left it', () => {
    const long = { words: 'x'.repeat(5_000) }
    expect(unpack(Buffer.concat([Buffer.of(0), Buffer.from(JSON.stringify(long))]))).toEqual(long)
  })

  test('that begins with something else is refused', () => {
    expect(() => unpack(Buffer.from('{}'))).toThrow('begins with 0 or 1, not with 123')
  })
})
