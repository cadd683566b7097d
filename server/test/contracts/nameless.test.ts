import { expect, test } from 'vitest'
import { dana, sellAndFinalize, sellR1 } from '../support/builders/contracts.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import type { Answer } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'
import { faultsIn } from '../support/service/problem.ts'

// A person without a name is refused at the place of the person in the body, wherever one can be given.

const service = await testService()
await setClock(service, '2024-03-15T15:00:00Z')
const staff = service.api.as('sandbox-entry')
const { id } = await sellAndFinalize(staff, { cobuyer: { firstName: 'Lee', lastName: 'Reyes' } })
const { body: quote } = await sellR1(staff, { status: 'Quote', customer: undefined })
const change = (body: object, of: number = id) => staff.patch(`/contracts/${of}`, body)

const phone = '512-555-0143'
const nameless = { firstName: null, lastName: null, companyName: null }
const withoutName = { ...dana, ...nameless }
const transferOf = { transferDate: '2024-03-15', odometer: 12_500 }
const { address } = dana
const lender = { name: 'First Bank', address, contacts: [{ lastName: 'Reyes' }, { phone }] }

test.each<[string, () => Promise<Answer>, string[]]>([
  ['the cobuyer of a sale', () => sellR1(staff, { cobuyer: { phone } }), ['/cobuyer/lastName']],
  [
    'the cobuyer of a quote',
    () => sellR1(staff, { status: 'Quote', cobuyer: { phone } }),
    ['/cobuyer/lastName'],
  ],
  [
    'the customer of a quote',
    () => sellR1(staff, { status: 'Quote', customer: { phone } }),
    ['/customer/lastName'],
  ],
  [
    'both of a sale, together with what else is missing',
    () => sellR1(staff, { customer: withoutName, cobuyer: {}, retailPrice: undefined }),
    ['/cobuyer/lastName', '/customer/firstName', '/customer/lastName', '/retailPrice'],
  ],
  ['the cobuyer of a contract', () => change({ cobuyer: nameless }), ['/cobuyer/lastName']],
  ['the customer of a contract', () => change({ customer: nameless }), ['/customer/lastName']],
  ['the first customer of a quote', () => change({ customer: { phone } }, quote.id), ['/customer/lastName']],
  [
    'the new owner',
    () => staff.post(`/contracts/${id}/transferrequest`, { ...transferOf, newOwner: withoutName }),
    ['/newOwner/firstName', '/newOwner/lastName'],
  ],
  ['a contact', () => service.api.as('sandbox-admin').post('/lienholders', lender), ['/contacts/1/lastName']],
])('%s', async (_, send, pointers) => {
  const answer = await send()
  expect(answer.body, answer.text).toMatchObject({ status: 400, code: 'ValidationFailed' })
  expect(faultsIn(answer).sort()).toEqual(pointers.map((pointer) => `${pointer} Required`))
})

test('a part of the address that the customer needs is named by its place too', async () => {
  const answer = await change({ customer: { address: { zip: null } } })
  expect(faultsIn(answer)).toEqual(['/customer/address/zip Required'])
})
