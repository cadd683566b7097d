import { expect, test } from 'vitest'
import { Problem } from '../http/problems.ts'
import { openPasswords, requireStrong } from './passwords.ts'

const quick = { memoryCost: 64, timeCost: 1, parallelism: 1 }

test('a password is hashed with argon2id, 19 MiB and two passes', async () => {
  const passwords = openPasswords()
  const stored = await passwords.hash('correct horse')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.matches(stored, 'correct horse')).toBe(true)
  expect(await passwords.matches(stored, 'correct house')).toBe(false)
  expect(await passwords.matches(null, 'correct horse')).toBe(false)
})

test('a password is refused by the rules, and then by the judge, who knows the names', async () => {
  const asked: unknown[] = []
  const passwords = openPasswords(quick, async (...question) => {
    asked.push(question)
    return question[0].includes('common') ? 'This is common.' : undefined
  })
  const faultOf = (password: string) =>
    requireStrong(passwords, password, ['Anna', 'Summit'], '/new').catch((error: unknown) => error)
  expect(await faultOf('short')).toMatchObject({ message: expect.stringMatching(/5 characters/) })
  expect(asked).toEqual([])
  const problem = (await faultOf('a common one')) as Problem
  expect(problem).toBeInstanceOf(Problem)
  expect(problem).toMatchObject({ code: 'PasswordTooWeak', status: 422, message: 'This is common.' })
  expect(problem.errors).toEqual([{ pointer: '/new', code: 'PasswordTooWeak', message: 'This is common.' }])
  expect(await faultOf('a rarer one for her')).toBeUndefined()
  expect(asked).toEqual([
    ['a common one', ['summit', 'anna']],
    ['a rarer one for her', ['summit', 'anna']],
  ])
})
