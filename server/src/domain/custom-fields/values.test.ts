import { describe, expect, test } from 'vitest'
import type { CustomField } from './custom-fields.ts'
import { checkFieldValues, findNamedField } from './values.ts'

const field = (id: number, code: string, more: Partial<CustomField> = {}): CustomField => ({
  ...{ id, code, name: code, dataType: 'Text', appliesTo: 'Dealer', productId: null, isRequired: false },
  ...{ requiredAt: null, maxLength: 3, options: null, criteria: null, displayOrder: id },
  ...more,
})
const tier = field(2, 'TIER', { dataType: 'List', maxLength: null, options: ['GOLD'] })
const fields = [field(1, 'CRMID'), tier]

describe('finding the field', () => {
  test.each([
    [{ fieldId: 2 }, { field: tier }],
    [{ code: 'TIER' }, { field: tier }],
    [{ code: 'tier' }, { field: tier }],
    [{ fieldId: 2, code: 'Tier' }, { field: tier }],
    [{ fieldId: 9 }, { refused: 'Unknown', at: 'fieldId' }],
    [{ code: 'NONE' }, { refused: 'Unknown', at: 'code' }],
    [
      { fieldId: 9, code: 'TIER' },
      { refused: 'Unknown', at: 'fieldId' },
    ],
    [
      { fieldId: 2, code: 'NONE' },
      { refused: 'Unknown', at: 'code' },
    ],
    [
      { fieldId: 2, code: 'CRMID' },
      { refused: 'Other', at: 'code' },
    ],
    [{}, { refused: 'Unknown', at: 'fieldId' }],
  ])('%j', (name, expected) => {
    expect(findNamedField(fields, name)).toEqual(expected)
  })
})

describe('a list of fields', () => {
  test('gives the values by field id', () => {
    const { values, faults } = checkFieldValues(fields, [
      { code: 'tier', value: 'GOLD' },
      { fieldId: 1, value: '' },
    ])
    expect(faults).toEqual([])
    expect([...values]).toEqual([
      [2, 'GOLD'],
      [1, ''],
    ])
  })

  test('reports every fault with its place', () => {
    const { faults } = checkFieldValues(fields, [
      { code: 'TIER', value: 'LEAD' },
      { fieldId: 2, value: 'GOLD' },
      { fieldId: 7, value: 1 },
      { code: 'NONE', value: 1 },
      { fieldId: 1, code: 'TIER', value: 'GOLD' },
      { fieldId: 1, value: null },
    ])
    expect(faults.map(({ pointer, code, message }) => `${pointer} ${code} ${message}`)).toEqual([
      '/0/value FieldInvalid The value must be one of GOLD.',
      '/1 FieldInvalid The field TIER is sent twice.',
      '/2/fieldId UnknownReference There is no custom field 7 for this type of record.',
      '/3/code UnknownReference There is no custom field NONE for this type of record.',
      '/4/code FieldInvalid The code TIER does not belong to the field 1. Send only one of them.',
      '/5/value FieldInvalid The value must be a text of at most 3 characters.',
    ])
  })
})
