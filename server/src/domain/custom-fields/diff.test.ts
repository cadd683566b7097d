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

describe('changes to definitions', () => {
  test('are empty if the fields already match', () => {
    expect(definitionChanges([stored(tier), stored(seller, 2)], [seller, tier])).toEqual([])
  })

  test('are listed as removals, then changes, then new fields', () => {
    const changes = definitionChanges([stored(tier), stored(score, 2)], [seller, { ...tier, name: 'Level' }])
    expect(changes.map(describeChange)).toEqual([
      'Removed: Dealer SCORE, "Score".',
      'Changed: Dealer TIER: the name changes from "Tier" to "Level".',
      'New: Contract SELLER of product 7, "Sold by": a text of at most 50 characters, required at Pending.',
    ])
  })

  test('match fields by record type, product and code in any letter case', () => {
    expect(definitionChanges([stored(tier)], [{ ...tier, code: 'tier' }]).map(describeChange)).toEqual([
      'Changed: Dealer TIER: the code changes from TIER to tier.',
    ])
    expect(
      definitionChanges([stored(tier)], [{ ...tier, appliesTo: 'Agent' }]).map(({ kind }) => kind),
    ).toEqual(['Removed', 'New'])
    expect(
      definitionChanges([stored(seller)], [{ ...seller, productId: 8 }]).map(({ kind }) => kind),
    ).toEqual(['Removed', 'New'])
  })

  const words: [Partial<CustomFieldDefinition>, string][] = [
    [{ options: ['GOLD', 'BRONZE'] }, 'the option SILVER is removed; the option BRONZE is added'],
    [{ options: ['SILVER', 'GOLD'] }, 'the order of the options becomes SILVER, GOLD'],
    [{ dataType: 'Text', options: null }, 'the type changes from one of GOLD, SILVER to a text'],
    [{ isRequired: true }, 'it becomes required'],
    [{ criteria: 'x > 1' }, 'its criteria become x > 1'],
    [{ displayOrder: 3 }, 'the display order changes from 1 to 3'],
  ]
  test.each(words)('are described: %j', (change, expected) => {
    expect(definitionChanges([stored(tier)], [{ ...tier, ...change }]).map(describeChange)).toEqual([
      `Changed: Dealer TIER: ${expected}.`,
    ])
  })

  test('of a text field are described with its length', () => {
    const { maxLength: _, ...rest } = seller
    expect(
      definitionChanges(
        [stored(seller)],
        [{ ...rest, maxLength: null, isRequired: false, requiredAt: null }],
      ).map(describeChange),
    ).toEqual([
      'Changed: Contract SELLER of product 7: the type changes from a text of at most 50 characters to a text; it is no longer required.',
    ])
  })
})

describe('whether stored values may become invalid', () => {
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
