import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { decrypt, encrypt, type Key, KeysRefused, keyedHash, loadKeys } from './keys.ts'

const key = (id: string): Key => ({ id, secret: randomBytes(32) })
const [old, present] = [key('data-1'), key('data-2')]

/** Nonce and content, as a seal is written. */
const sealOf = (id: string, bytes: Buffer) =>
  [id, bytes.subarray(0, 12).toString('base64url'), bytes.subarray(12).toString('base64url')].join('.')

describe('encryption', () => {
  test('what is sealed is opened again, and never sealed twice alike', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const sealed = encrypt([old], text)
        expect(decrypt([old], sealed)).toBe(text)
        expect(encrypt([old], text)).not.toBe(sealed)
        expect(sealed).toMatch(/^data-1\.[\w-]{16}\.[\w-]+$/)
      }),
    )
  })

  test('after a change of keys the old seals are still opened, and new ones made with the new key', () => {
    const sealed = encrypt([old], 'secret')
    expect(decrypt([present, old], sealed)).toBe('secret')
    expect(encrypt([present, old], 'secret')).toMatch(/^data-2\./)
    expect(() => decrypt([present], sealed)).toThrow('The data key data-1 is not among the keys.')
  })

  test('a seal with one bit changed anywhere is not opened', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.nat({ max: 7 }), (text, place, bit) => {
        const [id = '', nonce = '', content = ''] = encrypt([old], text).split('.')
        const bytes = Buffer.concat([Buffer.from(nonce, 'base64url'), Buffer.from(content, 'base64url')])
        const at = place % bytes.length
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
        expect(() => decrypt([old], sealOf(id, bytes))).toThrow()
      }),
    )
  })

  test('a seal that was cut short is not opened, however short', () => {
    const [id = '', nonce = '', content = ''] = encrypt([old], 'secret').split('.')
    const bytes = Buffer.concat([Buffer.from(nonce, 'base64url'), Buffer.from(content, 'base64url')])
    for (let length = 0; length < bytes.length; length += 1)
      expect(() => decrypt([old], sealOf(id, bytes.subarray(0, length)))).toThrow()
  })

  test('a keyed hash is the same for the same use, key and text only', () => {
    const hash = keyedHash([old], 'one', 'text')
    expect(keyedHash([old, present], 'one', 'text')).toEqual(hash)
    for (const other of [
      keyedHash([present], 'one', 'text'),
      keyedHash([old], 'two', 'text'),
      keyedHash([old], 'one', 'more'),
    ])
      expect(other).not.toEqual(hash)
    // The use and the text are kept apart.
    expect(keyedHash([old], 'on', 'etext')).not.toEqual(hash)
  })
})

describe('the key file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bulwark-keys-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'keys.json')

  test('is made once, for its owner only, where it may be made', () => {
    expect(() => loadKeys(file, false)).toThrow(KeysRefused)
    const made = loadKeys(file, true)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(loadKeys(file, true)).toEqual(made)
    for (const list of [made.data, made.rate, made.audit]) expect(list[0]?.secret).toHaveLength(32)
  })

  test('is refused with the reason when it is damaged', () => {
    const whole = JSON.parse(readFileSync(file, 'utf8'))
    const damaged: readonly [content: unknown, reason: string][] = [
      [{ ...whole, data: [] }, 'it has no data key'],
      [{ ...whole, audit: undefined }, 'it has no audit key'],
      [{ ...whole, signing: [] }, 'it has no signing key'],
      [
        { ...whole, rate: [{ id: 'rate-1', secret: 'short' }] },
        'a rate key has no id or is not 32 bytes long',
      ],
    ]
    const other = join(folder, 'damaged.json')
    for (const [content, reason] of damaged) {
      writeFileSync(other, JSON.stringify(content))
      expect(() => loadKeys(other, true)).toThrow(reason)
    }
    writeFileSync(other, 'no JSON')
    expect(() => loadKeys(other, true)).toThrow(KeysRefused)
  })
})
