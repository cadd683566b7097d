import { describe, expect, test } from 'vitest'
import type { Contract } from '../../../sdk/src/types.gen.ts'
import {
  changedPointers,
  draftOf,
  type Editing,
  editingOf,
  isOpen,
  openFields,
  patchOf,
  waitsForRefinalize,
} from './editing.ts'
import { type FactField, fieldAt, sections } from './fields.ts'

type Standing = Pick<Contract, 'status' | 'heldFrom'>

const field = (pointer: string): FactField => {
  const found = fieldAt(pointer)
  if (!found) throw new Error(`There is no field ${pointer}.`)
  return found
}
const section = (id: string) => {
  const found = sections.find((one) => one.id === id)
  if (!found) throw new Error(`There is no section ${id}.`)
  return found
}
const standing = (status: Contract['status'], heldFrom: Contract['heldFrom'] = null): Standing => ({
  status,
  heldFrom,
})

describe('what may be edited', () => {
  test.each<[Contract['status'], Contract['heldFrom'], Editing]>([
    ['Quote', null, 'all'],
    ['Pending', null, 'all'],
    ['Active', null, 'pendingChanges'],
    ['OnHold', 'Pending', 'all'],
    ['OnHold', 'Active', 'pendingChanges'],
    ['Cancelled', null, 'notes'],
    ['Expired', null, 'notes'],
    ['Voided', null, 'notes'],
  ])('of a contract that is %s (held from %s): %s', (status, heldFrom, editing) => {
    expect(editingOf({ status, heldFrom })).toBe(editing)
  })

  test.each<[string, Contract['status'], boolean]>([
    ['/retailPrice', 'Pending', true],
    ['/retailPrice', 'Active', true],
    ['/retailPrice', 'Cancelled', false],
    // An address is still needed after the end, for the refund.
    ['/customer/address/line1', 'Cancelled', true],
    ['/customer/firstName', 'Cancelled', false],
    ['/notes', 'Voided', true],
    // A later reading of the odometer belongs to a contract in force.
    ['/odometerReading/value', 'Active', true],
    ['/odometerReading/value', 'Pending', false],
    ['/odometerReading/value', 'Expired', false],
  ])('%s of a contract that is %s: %s', (pointer, status, isEditable) => {
    expect(isOpen(field(pointer), standing(status))).toBe(isEditable)
  })

  test('after the end, only the address is left of the customer', () => {
    const pointers = openFields(section('customer'), standing('Expired')).map(({ pointer }) => pointer)
    expect(pointers).toEqual(
      ['line1', 'line2', 'city', 'state', 'zip'].map((name) => `/customer/address/${name}`),
    )
  })

  test.each<[string, Contract['status'], Contract['heldFrom'], boolean]>([
    ['/retailPrice', 'Active', null, true],
    ['/retailPrice', 'OnHold', 'Active', true],
    ['/retailPrice', 'OnHold', 'Pending', false],
    ['/retailPrice', 'Pending', null, false],
    ['/customer/email', 'Active', null, false],
  ])(
    'a change of %s while %s (held from %s) waits for a refinalize: %s',
    (pointer, status, heldFrom, waits) => {
      expect(waitsForRefinalize(field(pointer), standing(status, heldFrom))).toBe(waits)
    },
  )
})

describe('a draft', () => {
  test('has the text of every field, amounts with two decimals', () => {
    const contract = {
      ...{ lienHolder: { id: 42, name: 'First Bank' } },
      financing: { dealType: 'Loan', amountFinanced: 32_000.5, downPayment: null, apr: 6.9, termMonths: 72 },
    } as unknown as Contract
    expect(draftOf(section('financing').fields, contract)).toEqual({
      '/lienHolderId': '42',
      '/financing/dealType': 'Loan',
      '/financing/amountFinanced': '32000.50',
      '/financing/downPayment': '',
      '/financing/apr': '6.9',
      '/financing/termMonths': '72',
      '/financing/monthlyPayment': '',
      '/financing/firstPaymentDate': '',
    })
  })

  test.each([
    ['Dana', 'Dana', false],
    ['Dana', ' Dana ', false],
    ['Dana', '', true],
    ['', 'Dana', true],
    ['Dana', 'Dan', true],
  ])('from %j to %j is a change: %j', (before, after, isChange) => {
    const changed = changedPointers({ '/customer/firstName': before }, { '/customer/firstName': after })
    expect(changed).toEqual(isChange ? ['/customer/firstName'] : [])
  })
})

describe('the body of a PATCH', () => {
  const bodyOf = (draft: Readonly<Record<string, string>>, changed = Object.keys(draft)) =>
    patchOf(Object.keys(draft).map(field), draft, changed)

  test('has only what changed, each at its place', () => {
    const draft = { '/customer/firstName': ' Dana ', '/customer/address/city': 'Austin', '/notes': 'x' }
    expect(bodyOf(draft, ['/customer/firstName', '/customer/address/city'])).toEqual({
      customer: { firstName: 'Dana', address: { city: 'Austin' } },
    })
  })

  test.each<[string, string, unknown]>([
    ['/retailPrice', '2,995.00', { retailPrice: 2995 }],
    ['/retailPrice', '', { retailPrice: null }],
    ['/vehicle/odometer', '41,250', { vehicle: { odometer: 41_250 } }],
    ['/vehicle/year', '2024', { vehicle: { year: 2024 } }],
    // The service names the field of a text that is not a number.
    ['/vehicle/year', 'new', { vehicle: { year: 'new' } }],
    ['/financing/apr', '6.9', { financing: { apr: 6.9 } }],
    ['/lienHolderId', '42', { lienHolderId: 42 }],
    ['/lienHolderId', '', { lienHolderId: null }],
    // Digits in a text stay a text.
    ['/customer/address/zip', '07001', { customer: { address: { zip: '07001' } } }],
    ['/saleDate', '2024-03-15', { saleDate: '2024-03-15' }],
  ])('sends %s %j as %j', (pointer, text, body) => {
    expect(bodyOf({ [pointer]: text })).toEqual(body)
  })

  test('sends a reading of the odometer with its day, also if only one of them changed', () => {
    const draft = { '/odometerReading/value': '41250', '/odometerReading/date': '2025-09-10' }
    expect(bodyOf(draft, ['/odometerReading/value'])).toEqual({
      odometerReading: { value: 41_250, date: '2025-09-10' },
    })
  })
})
