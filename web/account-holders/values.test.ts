import { expect, test } from 'vitest'
import type { Section } from './field-types.ts'
import { kinds } from './kinds.ts'
import { changedFields, draftOf, newRecord } from './values.ts'

const section = (path: string, id: string): Section => {
  const found = kinds.find((kind) => kind.path === path)?.sections.find((one) => one.id === id)
  if (!found) throw new Error(`There is no section ${id} of ${path}.`)
  return found
}

test('only what differs is sent, and a masked value stays as it is', () => {
  const { fields } = section('dealers', 'facts')
  const record = {
    number: 'D1001',
    name: 'Hill Country Ford',
    status: 'Active',
    taxId: '*****6789',
    phone: null,
  }
  const before = draftOf(fields, record)
  expect(changedFields(fields, before, before)).toEqual({})
  expect(
    changedFields(fields, before, { ...before, name: ' Hill Country Motors ', phone: '512-555-0100' }),
  ).toEqual({
    name: 'Hill Country Motors',
    phone: '512-555-0100',
  })
  expect(changedFields(fields, before, { ...before, taxId: '12-3456789' })).toEqual({ taxId: '12-3456789' })
})

test('an emptied field is cleared, and a missing address is null', () => {
  const { fields } = section('dealers', 'addresses')
  const address = {
    line1: '1 Main St',
    line2: 'Suite 2',
    city: 'Austin',
    state: 'TX',
    zip: '78701',
    county: null,
  }
  const before = draftOf(fields, {
    address: { ...address, country: 'US', type: null },
    mailingAddress: address,
  })
  const after = { ...before, address: { ...(before.address as object), line2: '' }, mailingAddress: null }
  expect(changedFields(fields, before, after)).toEqual({
    address: { ...address, line2: null, country: 'US', type: null },
    mailingAddress: null,
  })
})

test('a list is sent whole: what no field describes stays, what is only shown is left out', () => {
  const { fields } = section('dealers', 'payment-methods')
  const ach = {
    ...{
      routingNumber: '111000025',
      accountLast4: '6789',
      accountType: 'Checking',
      holderName: 'Hill Country',
    },
    ...{
      secCode: 'CCD',
      bankName: null,
      prenoteStatus: 'Confirmed',
      isActive: true,
      effectiveFrom: '2024-01-01',
    },
  }
  const method = { id: 7, type: 'ACH', isDefault: true, ach, card: null, payeeName: null, mailTo: null }
  const before = draftOf(fields, { paymentMethods: [method] })
  const [entry] = before.paymentMethods as readonly object[]
  const after = { ...before, paymentMethods: [{ ...entry, payeeName: 'Hill Country Ford' }] }
  expect(changedFields(fields, before, after)).toEqual({
    paymentMethods: [
      {
        ...{ id: 7, type: 'ACH', isDefault: true, card: null, payeeName: 'Hill Country Ford', mailTo: null },
        ach: {
          ...{
            routingNumber: '111000025',
            accountType: 'Checking',
            holderName: 'Hill Country',
            secCode: 'CCD',
          },
          ...{ bankName: null, effectiveFrom: '2024-01-01' },
        },
      },
    ],
  })
  const check = { ...before, paymentMethods: [{ ...entry, type: 'Check' }] }
  expect(changedFields(fields, before, check)).toMatchObject({
    paymentMethods: [{ type: 'Check', ach: null }],
  })
})

test('the birth dates of contacts that are on file go back as the masks that they came as', () => {
  const { fields } = section('dealers', 'contacts')
  const contact = { firstName: 'Ann', lastName: 'Reyes', birthDate: '****-**-**', suffix: 'Jr' }
  const before = draftOf(fields, { contacts: [contact, { firstName: 'Cora', birthDate: null }] })
  const [ann, cora] = before.contacts as readonly object[]
  const after = {
    ...before,
    contacts: [
      { ...ann, phone: '512-555-0100' },
      { ...cora, birthDate: '1990-05-06' },
    ],
  }
  expect(changedFields(fields, before, after)).toMatchObject({
    contacts: [
      { firstName: 'Ann', phone: '512-555-0100', birthDate: '****-**-**', suffix: 'Jr' },
      { firstName: 'Cora', birthDate: '1990-05-06' },
    ],
  })
  expect(
    changedFields(fields, before, { ...before, contacts: [{ ...ann, birthDate: '' }] }),
  ).not.toHaveProperty(['contacts', 0, 'birthDate'])
})

test('a new record has what was filled in; what is missing is left to the service to name', () => {
  const fields = kinds[0]?.sections.flatMap((one) => one.fields) ?? []
  const draft = { ...draftOf(fields, {}), name: 'Lakeside Ford' }
  const body = newRecord(fields, draft)
  expect(body).toMatchObject({ name: 'Lakeside Ford', status: 'Active', dealerType: 'Independent' })
  expect(body).not.toHaveProperty('number')
  expect(body).not.toHaveProperty('contacts')
  expect(body).not.toHaveProperty('taxId')
})
