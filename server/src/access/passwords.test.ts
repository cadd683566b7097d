import { expect, test } from 'vitest'
import { openPasswords } from './passwords.ts'

test('passwords are hashed with argon2id, 19 MiB and two passes', async () => {
  const passwords = openPasswords()
  const stored = await passwords.hash('correct horse')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.matches(stored, 'correct horse')).toBe(true)
  expect(await passwords.matches(stored, 'correct house')).toBe(false)
  expect(await passwords.matches(null, 'correct horse')).toBe(false)
})
