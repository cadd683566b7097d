import { expect, test } from 'vitest'
import { requested } from '../support/builders/cancel-requests.ts'
import { soldR1 } from '../support/builders/cancels.ts'
import { claimOpen } from '../support/builders/claims-paid.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

const service = await testService()
const admin = service.api.as('sandbox-admin')
const customer = {
  ...{ firstName: 'Éva', lastName: 'Quillfeather', email: 'eva@quill.example', phone: '(737) 555-0199' },
  address: { line1: '1 Elm St', city: 'Austin', state: 'TX', zip: '78701' },
}
const contract = await soldR1(service, { customer })
const other = await soldR1(service, { customer: { ...customer, firstName: 'Otto', lastName: 'Li' } }, 'D1002')
const request = await requested(admin, contract.id)
const claimId = await claimOpen((await sandboxOf(service)).db, contract.id)
const claim = (await admin.get(`/claims/${claimId}`)).body
const vin: string = contract.vehicle.vin
const cash = (await admin.get('/v2/cashtransactions?method=Check&pageSize=200')).body.items.find(
  ({ checkNumber }: { checkNumber: string | null }) => checkNumber !== null,
)

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers and asserts on it.
type Hit = any

async function found(q: string, caller = admin, more = ''): Promise<Hit[]> {
  const answer = await caller.get(`/search?q=${encodeURIComponent(q)}${more}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.items
}
const hits = async (q: string, caller = admin) =>
  (await found(q, caller)).map(({ kind, id, matchedBy }) => `${kind} ${id} ${matchedBy}`)

test('a contract is found by its number, and with it what belongs to it', async () => {
  const [first, ...others] = await found(contract.number.toLowerCase())
  expect(first).toEqual({
    ...{ kind: 'Contract', type: null, id: contract.id, number: contract.number, title: 'Éva Quillfeather' },
    ...{ subtitle: first.subtitle, status: 'Active', matchedBy: 'number', path: `/contracts/${contract.id}` },
  })
  expect(first.subtitle).toMatch(/^2024 Ford F-150, .+, 1FTFW1E5/i)
  expect((await admin.get(first.path)).body.number).toBe(contract.number)
  expect(others.map(({ kind, matchedBy }) => [kind, matchedBy])).toEqual([
    ['CancelRequest', 'contractNumber'],
    ['Claim', 'contractNumber'],
  ])
})

test.each<[string, string, () => string]>([
  ['the digits of a number', contract.number.replace(/\D/g, ''), () => `Contract ${contract.id} serial`],
  ['the beginning of a number', contract.number.slice(0, -1), () => `Contract ${contract.id} numberStart`],
  ['a VIN', vin.toLowerCase(), () => `Contract ${contract.id} vin`],
  ['the end of a VIN', vin.slice(-8), () => `Contract ${contract.id} vinLast8`],
  ['the VIN of a claim', vin, () => `Claim ${claimId} vin`],
  ['a request number', request.number, () => `CancelRequest ${request.id} number`],
  ['the digits of a request', String(request.id), () => `CancelRequest ${request.id} serial`],
  ['a claim number', claim.number, () => `Claim ${claimId} number`],
  ['a check number', cash.checkNumber, () => `CashTransaction ${cash.id} checkNumber`],
  ['a cash number', cash.number, () => `CashTransaction ${cash.id} number`],
  ['a name without accents', 'eva quill', () => `Contract ${contract.id} name`],
  ['words in any order', 'Quillfeather, Éva', () => `Customer ${contract.customer.customerId} name`],
  ['a phone number', '737.555.0199', () => `Customer ${contract.customer.customerId} phone`],
  ['a phone number with its country', '+1 737 555 0199', () => `Contract ${contract.id} phone`],
  ['an email address', 'EVA@quill.example', () => `Customer ${contract.customer.customerId} email`],
  ['a last name of two letters', 'li', () => `Customer ${other.customer.customerId} name`],
])('%s finds its record', async (_, q, expected) => {
  expect(await hits(q)).toContain(expected())
})

test('a dealer is found by its number and its name', async () => {
  const [dealer] = await found('d1001')
  expect(dealer).toMatchObject({ kind: 'Dealer', type: 'Dealer', number: 'D1001', matchedBy: 'number' })
  const byName = await found(dealer.title.slice(0, 6))
  expect(byName).toContainEqual({ ...dealer, matchedBy: 'name' })
})

test('other account holders have their type and their path', async () => {
  const lender = (await found('L100')).find(({ kind }) => kind === 'AccountHolder')
  expect(lender).toMatchObject({ type: 'LienHolder', number: 'L100' })
  expect((await admin.get(lender.path)).body.number).toBe('L100')
})

test('a text finds at most as many of each kind as asked, and says where there are more', async () => {
  const { body } = await admin.get('/search?q=quillfeather&perKind=1')
  expect(body.items.filter(({ kind }: Hit) => kind === 'Customer')).toHaveLength(1)
  expect(body.more).toEqual([])
  const many = (await admin.get('/search?q=VSC-0&perKind=2')).body
  expect(many.items).toHaveLength(2)
  expect(many.more).toEqual(['Contract'])
  expect((await found('VSC-0', admin, '&kinds=Dealer')).length).toBe(0)
})

test('a dealer finds its own contracts only, whatever it asks for', async () => {
  const dealer = service.api.as('sandbox-dealer-d1001')
  expect(await hits(contract.number, dealer)).toContain(`Contract ${contract.id} number`)
  for (const q of [other.number, other.vehicle.vin, 'Otto', 'Li', 'D1002'])
    expect(await hits(q, dealer), q).toEqual([])
})

test('each kind needs its permission', async () => {
  const rates = await service.api.as('sandbox-rates').get(`/search?q=${contract.number}`)
  expect(rates.body).toEqual({ items: [], kinds: ['Dealer', 'AccountHolder', 'Customer'], more: [] })
  const entry = await service.api.as('sandbox-entry').get(`/search?q=${claim.number}`)
  expect(entry.body.kinds).not.toContain('Claim')
  expect(entry.body.items).toEqual([])
})

test.each(['%', '_', "'", '\\', '- ?', '  '])('%j is no text to look for, and finds nothing', async (q) => {
  expect(await found(q)).toEqual([])
})

test.each(['/search', '/search?q=', '/search?q=a&perKind=21', '/search?q=a&kinds=Bank'])(
  '%s is refused',
  async (path) => {
    expectProblem(await admin.get(path), 'ValidationFailed')
  },
)
