import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ownWords, plainWeakness } from './password-rules.ts'

const USER = 'Anna.Berg@summit.example'
const names = [USER, 'Anna', 'Berg', 'Summit Protection Administrators', null]

describe('a password is refused', () => {
  test.each([
    ['empty', '', /0 characters/],
    ['one character too short', 'elevensigns', /11 characters/],
    ['of six characters that take twelve UTF-16 units', '🔐🔑🗝🔓🔏🔒', /6 characters/],
    ['too long', `${'ab'.repeat(128)}c`, /at most 256/],
    ['the user name', USER, /names that others know \(example, summit, anna, berg\)/],
    ['the user name in different case', USER.toUpperCase(), /names that others know/],
    ['the user name and a sign', `${USER}!`, /names that others know/],
    ['the names and a year', 'Anna Berg 2024!', /\(anna, berg\)/],
    ['the company twice', 'summit-Summit', /\(summit\)/],
    ['the company and a number', 'SummitProtection1', /\(protection, summit\)/],
    ['one repeated character', 'a'.repeat(20), /repeated/],
  ])('when it is %s', (_, password, message) => {
    expect(plainWeakness(password, names)).toMatch(message)
  })
})

describe('a password is accepted', () => {
  test.each([
    ['of twelve characters', 'twelve signs'],
    ['of twelve emoji', '🔐🔑🗝🔓🔏🔒🛡🏰🗡🏹🎯🧱'],
    ['of 256 signs', 'ab'.repeat(128)],
    ['that has a name among other words', 'anna eats green lemons'],
    ['with spaces around it', '  correct horse  '],
  ])('%s', (_, password) => {
    expect(plainWeakness(password, names)).toBeUndefined()
  })
})

test('names are taken apart into words of three letters or more, each once, the longest first', () => {
  expect(ownWords(['Al Bo Summit', 'summit.co', 'Zoë-Marie', null, ''])).toEqual(['summit', 'marie', 'zoë'])
})

test('a password with six other letters is never refused for its names', () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-m]{3,8}$/)),
      fc.stringMatching(/^[n-z]{6,20}$/),
      (own, others) => {
        expect(plainWeakness(`${own.join('')}${others}123456789012`.slice(0, 256), own) ?? '').not.toMatch(
          /names that others know/,
        )
      },
    ),
  )
})
