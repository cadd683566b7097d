import { afterAll, expect, test } from 'vitest'
import { openPasswords } from '../../src/access/passwords.ts'
import { startService } from '../support/service/app.ts'
import { holderId } from '../support/service/sandbox.ts'

// Passwords judged by the thread with the dictionaries, as in service.

const service = await startService({
  passwords: openPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 }),
})
afterAll(async () => {
  await service.app.server.close()
  await service.databases.close()
})
const admin = service.api.as('sandbox-admin')
const dealer = await holderId(service, 'Dealer', 'D1001')

let people = 0
const make = (password: string, fields: object = {}) => {
  people += 1
  return admin.post('/v2/Users', {
    ...{ userName: `judged-${people}`, email: `judged-${people}@berg.example` },
    ...{ firstName: 'Anna', lastName: 'Berg', password, ...fields },
  })
}

test.each([
  ['a common password', 'qazwsxedcrfv', /^This is a common password\. Add one or two words/],
  ['a common password with signs', 'P@ssw0rd!2024', /^This is like a common password\./],
  ['a sequence', 'abcdefghijkl', /^A sequence .* Leave out sequences\.$/],
  ['the user’s name', 'Anna Berg 2024!', /^The password is made of names that others know \(anna, berg\)\./],
  ['the administrator’s name', 'summit-summit-1', /names that others know \(summit\)/],
])('422 PasswordTooWeak for %s, with what would be better', async (_, password, message) => {
  const { status, body } = await make(password)
  expect([status, body.code]).toEqual([422, 'PasswordTooWeak'])
  expect(body.errors).toEqual([
    { pointer: '/password', code: 'PasswordTooWeak', message: expect.stringMatching(message) },
  ])
})

test('422 PasswordTooWeak for the name of the user’s company, which another user may have', async () => {
  const { body: holder } = await admin.get(`/dealers/${dealer}`)
  const password = `${String(holder.name).split(' ').slice(0, 2).join('-')}-1234`
  const { body } = await make(password, { accountHolderType: 'Dealer', accountHolderId: dealer })
  expect(body.code).toBe('PasswordTooWeak')
})

test('a password that is hard to guess is accepted, also a very long one', async () => {
  expect((await make('correct horse battery')).status).toBe(201)
  expect((await make('grüne Äpfel im Schnee '.repeat(11))).status).toBe(201)
})
