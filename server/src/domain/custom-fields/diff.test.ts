import { describe, expect, test } from 'vitest'
import type { CustomField, CustomFieldDefinition, ValueRule } from './custom-fields.ts'
import { definitionChanges, describeChange, narrows } from './diff.ts'

const tier: CustomFieldDefinition = {
  ...{
    code: 'TIER',
    name: 'Tier',
    dataType: 'List',
    appliesTo: 'Dealer',
    productId: null,
    isRequired: false,
  },
  ...{ requiredAt: null, maxLength: null, options: ['GOLD', 'SILVER'], criteria: null, displayOrder: 1 },
}
const stored = (definition: CustomFieldDefinition, id = 1): CustomField => ({ id, ...definition })
const score: CustomFieldDefinition = {
  ...tier,
  code: 'SCORE',
  name: 'Score',
  dataType: 'Number',
  options: null,
}
const seller: CustomFieldDefinition = {
  ...tier,
  ...{ code: 'SELLER', name: 'Sold by', dataType: 'Text', options: null, maxLength: 50 },
  ...{ appliesTo: 'Contract', productId: 7, isRequired: true, requiredAt: 'Pending' },
}

describe('the changes', () => {
  test('are none when everything is as wanted', () => {
    expect(definitionChanges([stored(tier), stored(seller, 2)], [seller, tier])).toEqual([])
  })

  test('are removals, then changes, then new fields', () => {
    const changes = definitionChanges([stored(tier), stored(score, 2)], [seller, { ...tier, name: 'Level' }])
    expect(changes.map(describeChange)).toEqual([
      'Removed: Dealer SCORE, "Score".',
      'Changed: Dealer TIER: the name "Tier" becomes "Level".',
      'New: Contract SELLER of product 7, "Sold by": a text of at most 50 characters, required at Pending.',
    ])
  })

  test('find a field by its kind of record, product and code, whatever the letter case', () => {
    expect(definitionChanges([stored(tier)], [{ ...tier, code: 'tier' }]).map(describeChange)).toEqual([
      'Changed: Dealer TIER: the code TIER becomes tier.',
    ])
    expect(
      definitionChanges([stored(tier)], [{ ...tier, appliesTo: 'Agent' }]).map(({ kind }) => kind),
    ).toEqual(['Removed', 'New'])
    expect(
      definitionChanges([stored(seller)], [{ ...seller, productId: 8 }]).map(({ kind }) => kind),
    ).toEqual(['Removed', 'New'])
  })

  const words: [Partial<CustomFieldDefinition>, string][] = [
    [{ options: ['GOLD', 'BRONZE'] }, 'the option SILVER goes; the option BRONZE comes'],
    [{ options: ['SILVER', 'GOLD'] }, 'its options are in the order SILVER, GOLD'],
    [{ dataType: 'Text', options: null }, 'what was one of GOLD, SILVER becomes a text'],
    [{ isRequired: true }, 'it becomes required'],
    [{ criteria: 'x > 1' }, 'it depends on x > 1'],
    [{ displayOrder: 3 }, 'its place 1 becomes 3'],
  ]
  test.each(words)('are told in words: %j', (change, expected) => {
    expect(definitionChanges([stored(tier)], [{ ...tier, ...change }]).map(describeChange)).toEqual([
      `Changed: Dealer TIER: ${expected}.`,
    ])
  })

  test('of a text are told with its length', () => {
    const { maxLength: _, ...rest } = seller
    expect(
      definitionChanges(
        [stored(seller)],
        [{ ...rest, maxLength: null, isRequired: false, requiredAt: null }],
      ).map(describeChange),
    ).toEqual([
      'Changed: Contract SELLER of product 7: what was a text of at most 50 characters becomes a text; it becomes not required.',
    ])
  })
})

describe('whether values may no longer fit', () => {
  const text = (maxLength: number | null): ValueRule => ({ dataType: 'Text', maxLength, options: null })
  const list = (...options: string[]): ValueRule => ({ dataType: 'List', maxLength: null, options })
  const cases: [ValueRule, ValueRule, boolean][] = [
    [text(20), text(20), false],
    [text(20), text(21), false],
    [text(20), text(null), false],
    [text(20), text(19), true],
    [text(null), text(20), true],
    [list('A', 'B'), list('B', 'A', 'C'), false],
    [list('A', 'B'), list('B', 'C'), true],
    [list('A'), text(null), true],
    [{ ...text(null), dataType: 'Money' }, { ...text(null), dataType: 'Number' }, true],
  ]
  test.each(cases)('%j -> %j: %s', (before, after, expected) => {
    expect(narrows(before, after)).toBe(expected)
  })
})
