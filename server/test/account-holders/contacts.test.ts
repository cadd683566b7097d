import { expect, test } from 'vitest'
import { decrypt } from '../../src/db/keys.ts'
import { inDatabase } from '../support/builders/database.ts'
import { testService } from '../support/service/app.ts'
import { faultsIn } from '../support/service/problem.ts'

// The contacts of an account holder are sent as a whole list. Their birth dates are answered as masks.

const service = await testService()
const admin = service.api.as('sandbox-admin')
const MASK = '****-**-**'

const ann = { firstName: 'Ann', lastName: 'Reyes', birthDate: '1970-01-02' }
const ben = { firstName: 'Ben', lastName: 'Ortiz', birthDate: '1981-03-04', phone: '512-555-0101' }
const cora = { firstName: 'Cora', lastName: 'Diaz' }
const address = { line1: '12 Elm St', city: 'Austin', state: 'TX', zip: '78701' }
const zoe = { firstName: 'Zoe', lastName: 'Young' }

interface Contact {
  readonly firstName: string | null
  readonly phone: string | null
  readonly birthDate: string | null
}
let count = 0

/** An account holder with these contacts, as it is answered. */
async function lender(...contacts: object[]) {
  count += 1
  const body = { number: `CONTACTS-${count}`, name: 'First Bank', address, contacts }
  const made = await admin.post('/lienholders', body)
  expect(made.status, made.text).toBe(201)
  return made.body as { id: number; rowVersion: number; contacts: Contact[] }
}
const save = (id: number, contacts: readonly object[]) => admin.patch(`/lienholders/${id}`, { contacts })

/** The contacts as they are stored: first name and birth date. */
async function stored(id: number): Promise<string[]> {
  const [row] = await inDatabase<{ contacts: string }>(
    service,
    'select contacts from account_holder where id = $1',
    [id],
  )
  const people = JSON.parse(decrypt(service.keys.data, row?.contacts ?? '')) as Contact[]
  return people.map(({ firstName, birthDate }) => `${firstName} ${birthDate}`)
}

test('contacts that are sent as they were answered change nothing', async () => {
  const { id, rowVersion, contacts } = await lender(ann, ben, cora)
  expect(contacts.map(({ birthDate }) => birthDate)).toEqual([MASK, MASK, null])
  const saved = await save(id, contacts)
  expect([saved.status, saved.body.rowVersion]).toEqual([200, rowVersion])
  expect(await stored(id)).toEqual(['Ann 1970-01-02', 'Ben 1981-03-04', 'Cora null'])
})

test('each keeps its own birth date when others are added, moved, changed and removed', async () => {
  const { id, contacts } = await lender(ann, ben, cora)
  const [one, two, three] = contacts
  const saved = await save(id, [
    zoe,
    { ...two, phone: '512-555-0199' },
    { ...three, birthDate: '1990-05-06' },
  ])
  expect(saved.status, saved.text).toBe(200)
  expect(await stored(id)).toEqual(['Zoe null', 'Ben 1981-03-04', 'Cora 1990-05-06'])
  const again = await save(id, [saved.body.contacts[2], { ...saved.body.contacts[1], birthDate: null }])
  expect(again.status, again.text).toBe(200)
  expect(await stored(id)).toEqual(['Cora 1990-05-06', 'Ben null'])
  expect(faultsIn(await save(id, [{ ...one }]))).toEqual(['/contacts/0/birthDate Format'])
})

test('a contact with other names in its place keeps its birth date', async () => {
  const { id, contacts } = await lender(ann, ben)
  const [one, two] = contacts
  const saved = await save(id, [{ ...one, firstName: 'Anna', lastName: 'Young' }, { ...two }])
  expect(saved.status, saved.text).toBe(200)
  expect(await stored(id)).toEqual(['Anna 1970-01-02', 'Ben 1981-03-04'])
})

test('nobody gets the birth date of another: a mask that belongs to no one is refused', async () => {
  const { id, contacts } = await lender(ann, ben, cora)
  const [, two, three] = contacts
  const renamed = { ...two, lastName: 'Young' }
  expect(faultsIn(await save(id, [renamed]))).toEqual(['/contacts/0/birthDate Format'])
  expect(faultsIn(await save(id, [renamed, zoe, { ...three }]))).toEqual(['/contacts/0/birthDate Format'])
  expect(faultsIn(await save(id, [{ ...cora, birthDate: MASK }]))).toEqual(['/contacts/0/birthDate Format'])
  const unborn = [cora, { ...zoe, birthDate: MASK }]
  const made = { number: 'CONTACTS-NONE', name: 'First Bank', address, contacts: unborn }
  expect(faultsIn(await admin.post('/lienholders', made))).toEqual(['/contacts/1/birthDate Format'])
  for (const birthDate of ['****-**-*', '1990-02-30', '', 5])
    expect(faultsIn(await save(id, [{ ...cora, birthDate }]))).toEqual([
      `/contacts/0/birthDate ${birthDate === 5 ? 'Type' : 'Format'}`,
    ])
  expect(await stored(id)).toEqual(['Ann 1970-01-02', 'Ben 1981-03-04', 'Cora null'])
})

test('two of the same name keep their own dates as long as they can be told apart', async () => {
  const son = { ...ben, birthDate: '2001-06-07', phone: '512-555-0102' }
  const { id, contacts } = await lender(ben, son)
  const [father, younger] = contacts
  await save(id, [{ ...younger }, { ...father, phone: '512-555-0103' }])
  expect(await stored(id)).toEqual(['Ben 2001-06-07', 'Ben 1981-03-04'])
  expect(faultsIn(await save(id, [{ ...father, phone: '512-555-0104' }]))).toEqual([
    '/contacts/0/birthDate Format',
  ])
  await save(id, [{ ...younger }])
  expect(await stored(id)).toEqual(['Ben 2001-06-07'])
})
