import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { deviceCookie, knownDevice } from './devices.ts'

const newKey = (id: string) => ({ id, secret: randomBytes(32) })
const keys = { data: [newKey('data-1')] }
const anna = { tenantId: 1, userId: 21, passwordHash: '$argon2id$one' }
const cookie = deviceCookie(keys, anna, undefined)

test('a device is known to the user it was given to', () => {
  expect(knownDevice(keys, cookie, anna)).toMatch(/^1\.21\.[\w-]{16}$/)
})

test('a device that signs in again keeps its id', () => {
  const device = knownDevice(keys, cookie, anna)
  expect(knownDevice(keys, deviceCookie(keys, anna, device), anna)).toBe(device)
  expect(knownDevice(keys, deviceCookie(keys, anna, undefined), anna)).not.toBe(device)
})

test('a device is still known after a rotation of the data keys', () => {
  expect(knownDevice({ data: [newKey('data-2'), ...keys.data] }, cookie, anna)).toBeDefined()
})

test.each([
  ['another user', cookie, { ...anna, userId: 22 }],
  ['a user of another administrator', cookie, { ...anna, tenantId: 2 }],
  ['the same user with another password', cookie, { ...anna, passwordHash: '$argon2id$two' }],
  ['whoever changes the id', cookie.replace(/^1\.21\.../, '1.21.zz'), anna],
  ['whoever makes it last longer', cookie.replace(/\.(\d{10})\./, '.9999999999.'), anna],
  ['whoever names another user', cookie.replace('1.21.', '1.22.'), { ...anna, userId: 22 }],
  ['whoever sends no cookie', undefined, anna],
  ['whoever sends nonsense', 'x', anna],
])('a device is unknown to %s', (_, sent, user) => {
  expect(knownDevice(keys, sent, user)).toBeUndefined()
})

test('a device is unknown with other keys', () => {
  expect(knownDevice({ data: [newKey('data-1')] }, cookie, anna)).toBeUndefined()
})

test('a device is unknown after half a year', () => {
  const old = cookie.replace(/\.(\d{10})\./, `.${Math.floor(Date.now() / 1000) - 1}.`)
  expect(knownDevice(keys, old, anna)).toBeUndefined()
})
