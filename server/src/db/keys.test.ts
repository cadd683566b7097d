import { randomBytes } from 'node:crypto'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addDataKey, useDataKey } from './key-file.ts'
import {
  decrypt,
  encrypt,
  type Key,
  KeysRefused,
  keyedHash,
  LOOK_EVERY_MILLISECONDS,
  loadKeys,
} from './keys.ts'
import { hashesUnderAllKeys } from './sealed.ts'

const key = (id: string): Key => ({ id, secret: randomBytes(32) })
const [old, present] = [key('data-1'), key('data-2')]

/** Nonce and content, as a seal is written. */
const sealOf = (id: string, bytes: Buffer) =>
  [id, bytes.subarray(0, 12).toString('base64url'), bytes.subarray(12).toString('base64url')].join('.')

describe('encryption', () => {
  test('an encrypted value can be decrypted, and encrypting twice gives different results', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const sealed = encrypt([old], text)
        expect(decrypt([old], sealed)).toBe(text)
        expect(encrypt([old], text)).not.toBe(sealed)
        expect(sealed).toMatch(/^data-1\.[\w-]{16}\.[\w-]+$/)
      }),
    )
  })

  test('after a change of keys, old values can be decrypted and new ones use the new key', () => {
    const sealed = encrypt([old], 'secret')
    expect(decrypt([present, old], sealed)).toBe('secret')
    expect(encrypt([present, old], 'secret')).toMatch(/^data-2\./)
    expect(() => decrypt([present], sealed)).toThrow('The data key data-1 is not in the key file.')
  })

  test('an encrypted value with one changed bit cannot be decrypted', () => {
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

  test('a truncated encrypted value cannot be decrypted', () => {
    const [id = '', nonce = '', content = ''] = encrypt([old], 'secret').split('.')
    const bytes = Buffer.concat([Buffer.from(nonce, 'base64url'), Buffer.from(content, 'base64url')])
    for (let length = 0; length < bytes.length; length += 1)
      expect(() => decrypt([old], sealOf(id, bytes.subarray(0, length)))).toThrow()
  })

  test('a value that is not encrypted is refused without showing it', () => {
    for (const text of ['', '123456789', 'data-1.123456789', '.a.b', 'a..b'])
      expect(() => decrypt([old], text)).toThrow(/^This is not an encrypted value\.$/)
  })

  test('a keyed hash depends on the use, the key and the text', () => {
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

  test('is created once, readable only by its owner, if creation is allowed', () => {
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
      [{ ...whole, data: [whole.data[0], whole.data[0]] }, 'two data keys have the same id'],
      [{ ...whole, data: [{ ...whole.data[0], id: 'data.1' }] }, 'the id of a data key may only have'],
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

describe('changing data keys', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bulwark-keys-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  let file = ''
  let made = 0
  beforeEach(() => {
    made += 1
    mkdirSync(join(folder, String(made)))
    file = join(folder, String(made), 'keys.json')
    loadKeys(file, true)
  })

  const idsIn = (name: string) => loadKeys(name, false).data.map(({ id }) => id)

  test('a new key goes to the end, and to the front when it is used; nothing else changes', () => {
    const before = JSON.parse(readFileSync(file, 'utf8'))
    expect(addDataKey(file)).toBe('data-2')
    expect(addDataKey(file)).toBe('data-3')
    expect(idsIn(file)).toEqual(['data-1', 'data-2', 'data-3'])
    useDataKey(file, 'data-2')
    expect(idsIn(file)).toEqual(['data-2', 'data-1', 'data-3'])
    const { data, ...others } = JSON.parse(readFileSync(file, 'utf8'))
    expect({ ...others, data: [data[1]] }).toEqual(before)
    expect(new Set(data.map(({ secret }: { secret: string }) => secret)).size).toBe(3)
  })

  test('a key id is never reused, even after older keys are removed', () => {
    addDataKey(file)
    const content = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, JSON.stringify({ ...content, data: content.data.slice(1) }))
    expect(addDataKey(file)).toBe('data-3')
  })

  test('the file stays private, is replaced in one step, and leaves no temporary file', () => {
    const before = statSync(file)
    addDataKey(file)
    const after = statSync(file)
    expect(after.ino).not.toBe(before.ino)
    expect(after).toMatchObject({ uid: before.uid, gid: before.gid })
    expect(after.mode & 0o777).toBe(0o600)
    expect(readdirSync(join(file, '..'))).toEqual(['keys.json'])
  })

  test('a symbolic link to the file is kept', () => {
    const link = join(folder, String(made), 'link.json')
    symlinkSync(file, link)
    addDataKey(link)
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(idsIn(file)).toEqual(['data-1', 'data-2'])
  })

  test('an invalid file is refused and not changed', () => {
    writeFileSync(file, '{"data": []}')
    expect(() => addDataKey(file)).toThrow(KeysRefused)
    expect(() => useDataKey(file, 'data-1')).toThrow(KeysRefused)
    expect(readFileSync(file, 'utf8')).toBe('{"data": []}')
  })

  describe('while a service runs', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['performance'] })
    })
    afterEach(() => {
      vi.useRealTimers()
    })
    /** The next request, so many milliseconds later. */
    const later = async (milliseconds: number) => {
      vi.advanceTimersByTime(milliseconds)
      await Promise.resolve()
    }
    const rotate = () => useDataKey(file, addDataKey(file))

    test('new keys are used within a second, for encryption, hashes and searches', async () => {
      const { data } = loadKeys(file, false)
      const hash = keyedHash(data, 'one', 'text')
      rotate()
      expect(encrypt(data, 'text')).toMatch(/^data-1\./)
      await later(LOOK_EVERY_MILLISECONDS)
      expect(encrypt(data, 'text')).toMatch(/^data-2\./)
      expect(keyedHash(data, 'one', 'text')).not.toEqual(hash)
      expect(hashesUnderAllKeys(data, 'one', 'text')).toContainEqual(hash)
      expect(data).toHaveLength(2)
    })

    test('a search reads the file again', async () => {
      const { data } = loadKeys(file, false)
      rotate()
      await later(LOOK_EVERY_MILLISECONDS)
      expect(hashesUnderAllKeys(data, 'one', 'text')).toHaveLength(2)
    })

    test('a value encrypted with a new key can be decrypted at once', () => {
      const { data } = loadKeys(file, false)
      rotate()
      const sealed = encrypt(loadKeys(file, false).data, 'secret')
      expect(sealed).toMatch(/^data-2\./)
      expect(decrypt(data, sealed)).toBe('secret')
      expect(encrypt(data, 'text')).toMatch(/^data-2\./)
    })

    test('for an unknown key, the file is read at most once a second', async () => {
      const { data } = loadKeys(file, false)
      const foreign = encrypt([present], 'secret').replace('data-2', 'data-9')
      expect(() => decrypt(data, foreign)).toThrow('The data key data-9 is not in the key file.')
      rotate()
      const sealed = encrypt(loadKeys(file, false).data, 'secret')
      expect(() => decrypt(data, sealed)).toThrow('The data key data-2 is not in the key file.')
      await later(LOOK_EVERY_MILLISECONDS)
      expect(decrypt(data, sealed)).toBe('secret')
    })

    test('encryption and hash in one step use the same key', async () => {
      const { data } = loadKeys(file, false)
      const hash = keyedHash(data, 'one', 'text')
      rotate()
      await later(LOOK_EVERY_MILLISECONDS - 1)
      const sealed = encrypt(data, 'text')
      vi.advanceTimersByTime(1)
      expect(sealed).toMatch(/^data-1\./)
      expect(keyedHash(data, 'one', 'text')).toEqual(hash)
      await later(0)
      expect(keyedHash(data, 'one', 'text')).not.toEqual(hash)
    })

    test('a key that was removed from the file is no longer used', async () => {
      const { data } = loadKeys(file, false)
      const sealed = encrypt(data, 'secret')
      rotate()
      const content = JSON.parse(readFileSync(file, 'utf8'))
      writeFileSync(file, JSON.stringify({ ...content, data: content.data.slice(0, 1) }))
      await later(LOOK_EVERY_MILLISECONDS)
      expect(encrypt(data, 'text')).toMatch(/^data-2\./)
      expect(() => decrypt(data, sealed)).toThrow('The data key data-1 is not in the key file.')
    })

    test('a damaged or wrong file changes nothing, and the error for a missing key names it', async () => {
      const { data } = loadKeys(file, false)
      const sealed = encrypt(data, 'secret')
      const foreign = encrypt([present], 'secret')
      const other = join(folder, String(made), 'other.json')
      loadKeys(other, true)
      const contents: readonly [content: string, reason: string][] = [
        ['{', 'is not valid'],
        [readFileSync(other, 'utf8'), 'has a different secret for data-1 than before'],
      ]
      for (const [content, reason] of contents) {
        writeFileSync(file, content)
        await later(LOOK_EVERY_MILLISECONDS)
        expect(decrypt(data, encrypt(data, 'text'))).toBe('text')
        expect(decrypt(data, sealed)).toBe('secret')
        expect(() => decrypt(data, foreign)).toThrow(reason)
      }
    })
  })
})
