import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Key, keyedHash } from './keys.ts'
import { hashesUnderAllKeys, sealedColumns } from './sealed.ts'

const key = (id: string): Key => ({ id, secret: randomBytes(32) })
const [first, second, third] = [key('data-3'), key('data-2'), key('data-1')]

test('a search by hash finds values written with any of the keys, and nothing else', () => {
  const hashes = hashesUnderAllKeys([first, second, third], 'tax-id', '123456789')
  expect(hashes).toHaveLength(3)
  for (const one of [first, second, third])
    expect(hashes).toContainEqual(keyedHash([one], 'tax-id', '123456789'))
  expect(hashes).not.toContainEqual(keyedHash([first], 'tax-id', '123456780'))
  expect(hashes).not.toContainEqual(keyedHash([first], 'other', '123456789'))
  expect(hashes).not.toContainEqual(keyedHash([key('data-3')], 'tax-id', '123456789'))
})

test('no column is listed twice', () => {
  const names = sealedColumns.map(({ table, column }) => `${table}.${column}`)
  expect(new Set(names).size).toBe(names.length)
})
