import { describe, expect, test } from 'vitest'
import { Problem } from '../http/problems.ts'
import { openPasswords, requireStrong } from './passwords.ts'

const USER = 'Anna.Berg@summit.example'

/** What is wrong with a password, or nothing. */
function faultOf(password: string): string | undefined {
  try {
    requireStrong(password, USER, '/new')
    return undefined
  } catch (error) {
    const problem = error as Problem
    expect(problem).toBeInstanceOf(Problem)
    expect(problem.code).toBe('PasswordTooWeak')
    expect(problem.status).toBe(422)
    expect(problem.errors).toEqual([{ pointer: '/new', code: 'PasswordTooWeak', message: problem.message }])
    return problem.message
  }
}

describe('a password is refused', () => {
  test.each([
    ['empty', '', /0 characters/],
    ['one character too short', 'elevensigns', /11 characters/],
    ['of six characters that take twelve UTF-16 units', '🔐🔑🗝🔓🔏🔒', /6 characters/],
    ['too long', `${'ab'.repeat(128)}c`, /at most 256/],
    ['the user name', USER, /user name/],
    ['the user name in different case', USER.toUpperCase(), /user name/],
    ['one repeated character', 'a'.repeat(20), /repeated/],
  ])('when it is %s', (_, password, message) => {
    expect(faultOf(password)).toMatch(message)
  })
})

describe('a password is accepted', () => {
  test.each([
    ['of twelve characters', 'twelve signs'],
    ['of twelve emoji', '🔐🔑🗝🔓🔏🔒🛡🏰🗡🏹🎯🧱'],
    ['of 256 signs', 'ab'.repeat(128)],
    ['that only contains the user name', `${USER}!`],
    ['with spaces around it', '  correct horse  '],
  ])('%s', (_, password) => {
    expect(faultOf(password)).toBeUndefined()
  })
})

test('a password is hashed with argon2id, 19 MiB and two passes', async () => {
  const passwords = openPasswords()
  const stored = await passwords.hash('correct horse')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.matches(stored, 'correct horse')).toBe(true)
  expect(await passwords.matches(stored, 'correct house')).toBe(false)
  expect(await passwords.matches(null, 'correct horse')).toBe(false)
})
