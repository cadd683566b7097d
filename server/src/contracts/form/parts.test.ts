import { describe, expect, test } from 'vitest'
import type { Cents } from '../../domain/money.ts'
import type { Benefit } from '../../domain/rate-book/coverage.ts'
import { addressOnForm, benefitWithChanges, financingOnForm, personOnForm } from './parts.ts'
import { formFileName } from './write-form.ts'

const rental: Benefit = {
  ...{
    code: 'RENTAL',
    name: 'Rental',
    unit: 'Day',
    unitCap: 4_000 as Cents,
    maximumUnits: 5,
    contractCap: null,
  },
}
const change = (unitCap: number | null, maximumUnits: number | null, code = 'RENTAL') => ({
  ...{ code, unitCap: unitCap as Cents | null, maximumUnits },
})

describe('a benefit with the changes of surcharges', () => {
  test.each([
    ['no change', [], 4_000, 5],
    ['one change', [change(6_000, 10)], 6_000, 10],
    ['the highest value of each of several changes', [change(6_000, 7), change(5_000, 10)], 6_000, 10],
    ['a change to a lower value', [change(3_000, null)], 3_000, 5],
    ['a change of another benefit', [change(6_000, 10, 'TOW')], 4_000, 5],
  ])('%s', (_, changes, unitCap, maximumUnits) => {
    expect(benefitWithChanges(rental, changes)).toEqual({ ...rental, unitCap, maximumUnits })
  })
})

describe('the file name of a form', () => {
  test.each([
    ['VSC-0000731', false, 'VSC-0000731.pdf'],
    ['VSC-0000731', true, 'VSC-0000731-draft.pdf'],
    [null, true, 'quote-7-draft.pdf'],
    ['A/17 <x>', false, 'A-17-x-.pdf'],
  ])('%s, draft %s: %s', (contractNumber, isDraft, expected) => {
    expect(formFileName(7, { contractNumber, isDraft })).toBe(expected)
  })
})

test('the name of a person has its known parts, or is the company name', () => {
  const person = {
    firstName: 'Dana',
    middleName: null,
    lastName: 'Reyes',
    suffix: 'Jr.',
    companyName: 'Reyes LLC',
  }
  expect(personOnForm(person as never).name).toBe('Dana Reyes Jr.')
  expect(personOnForm({ companyName: 'Reyes LLC' } as never).name).toBe('Reyes LLC')
  expect(personOnForm(null)).toEqual({ name: '', number: null, address: null, phone: null, email: null })
})

test('an address without any known part is null', () => {
  expect(addressOnForm({ line1: null, city: '' })).toBeNull()
  expect(addressOnForm({ city: 'Austin' })).toEqual({
    line1: '',
    line2: null,
    city: 'Austin',
    state: '',
    zip: '',
  })
})

test('financing without a deal type is left out', () => {
  expect(financingOnForm({ amountFinanced: 48_000 })).toBeNull()
  expect(financingOnForm({ dealType: 'Loan', amountFinanced: 48_000.1, apr: 6.9 })).toMatchObject({
    ...{ dealType: 'Loan', amountFinanced: 4_800_010, apr: 6.9, termMonths: null, maturityDate: null },
  })
})
