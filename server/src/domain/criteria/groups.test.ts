import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Criteria,
  type CriteriaContext,
  type CriteriaResult,
  compileCriteria,
  compileGroup,
  criteriaGroup,
  evaluateCriteria,
  normalizedCriteria,
} from './criteria.ts'
import { groupText } from './group-text.ts'
import { type Criterion, type CriterionGroup, criterionOperators } from './groups.ts'
import type { Scalar } from './nodes.ts'

function valid(criteria: ReturnType<typeof compileCriteria>): Criteria {
  if ('invalid' in criteria) throw new Error(JSON.stringify(criteria.invalid))
  return criteria
}

type Members = readonly (Criterion | CriterionGroup)[]

const grouped = (operator: CriterionGroup['operator'], members: Members): CriterionGroup => ({
  operator,
  criteria: members.filter((member) => 'field' in member),
  groups: members.filter((member) => 'groups' in member),
})
const and = (...members: Members) => grouped('And', members)
const or = (...members: Members) => grouped('Or', members)
const not = (...members: Members) => grouped('Not', members)

const age: Criterion = { field: 'vehicle.age', operator: 'LessOrEquals', value: 8 }
const year: Criterion = { field: 'vehicle.year', operator: 'Greater', value: 2000 }
const makes: Criterion = { field: 'vehicle.make', operator: 'In', values: ['FORD', 'LOTUS'] }
const between: Criterion = { field: 'deal.ltv', operator: 'Between', values: [70, 120.5] }
const trim: Criterion = { field: 'vehicle.trim', operator: 'IsSet' }

describe('each operator', () => {
  test.each<[Criterion, string]>([
    [{ field: 'vehicle.age', operator: 'Equals', value: 8 }, 'vehicle.age == 8'],
    [{ field: 'vehicle.make', operator: 'NotEquals', value: "O'NEIL" }, "vehicle.make != 'O\\'NEIL'"],
    [{ field: 'deal.price', operator: 'Less', value: 1.5 }, 'deal.price < 1.5'],
    [age, 'vehicle.age <= 8'],
    [{ field: 'deal.apr', operator: 'Greater', value: -1 }, 'deal.apr > -1'],
    [
      { field: 'deal.saleDate', operator: 'GreaterOrEquals', value: '2024-01-01' },
      "deal.saleDate >= '2024-01-01'",
    ],
    [makes, "vehicle.make in ['FORD', 'LOTUS']"],
    [{ ...makes, operator: 'NotIn' }, "!(vehicle.make in ['FORD', 'LOTUS'])"],
    [between, '70 <= deal.ltv && deal.ltv <= 120.5'],
    [{ field: 'vehicle.model', operator: 'StartsWith', value: 'F-' }, "vehicle.model.startsWith('F-')"],
    [{ field: 'vehicle.model', operator: 'EndsWith', value: '50' }, "vehicle.model.endsWith('50')"],
    [{ field: 'vehicle.model', operator: 'Contains', value: '1' }, "vehicle.model.contains('1')"],
    [trim, 'has(vehicle.trim)'],
    [{ field: 'vehicle.trim', operator: 'IsNotSet' }, '!has(vehicle.trim)'],
    [{ field: 'contract.isOpen', operator: 'Equals', value: true }, 'contract.isOpen == true'],
    [{ field: "contract['odd name'].x", operator: 'Equals', value: 1 }, "contract['odd name'].x == 1"],
  ])('%j converts to %s and back', (criterion, text) => {
    expect(groupText(and(criterion)).text).toBe(text)
    expect(criteriaGroup(valid(compileCriteria(text)))).toEqual(and(criterion))
  })

  test('every operator is tested', () => {
    expect(criterionOperators).toEqual([
      ...[
        'Equals',
        'NotEquals',
        'Less',
        'LessOrEquals',
        'Greater',
        'GreaterOrEquals',
        'In',
        'NotIn',
        'Between',
      ],
      ...['StartsWith', 'EndsWith', 'Contains', 'IsSet', 'IsNotSet'],
    ])
  })
})

describe('groups', () => {
  test.each<[CriterionGroup, string]>([
    [and(age, year), 'vehicle.age <= 8 && vehicle.year > 2000'],
    [or(age, year), 'vehicle.age <= 8 || vehicle.year > 2000'],
    [not(age, year), '!(vehicle.age <= 8 && vehicle.year > 2000)'],
    [not(age), '!(vehicle.age <= 8)'],
    [not(trim, age), '!(has(vehicle.trim) && vehicle.age <= 8)'],
    [and(age, or(year, trim)), 'vehicle.age <= 8 && (vehicle.year > 2000 || has(vehicle.trim))'],
    [or(age, and(year, trim)), 'vehicle.age <= 8 || vehicle.year > 2000 && has(vehicle.trim)'],
    [and(age, and(year, trim)), 'vehicle.age <= 8 && (vehicle.year > 2000 && has(vehicle.trim))'],
    [and(age, not(makes)), "vehicle.age <= 8 && !(vehicle.make in ['FORD', 'LOTUS'] && true)"],
    [and(between, age), '(70 <= deal.ltv && deal.ltv <= 120.5) && vehicle.age <= 8'],
    [or(between, age), '70 <= deal.ltv && deal.ltv <= 120.5 || vehicle.age <= 8'],
    [not(between), '!(70 <= deal.ltv && deal.ltv <= 120.5)'],
    // One member only, where it would be read as something else.
    [or(age), 'vehicle.age <= 8 || false'],
    [and(or(age, year)), '(vehicle.age <= 8 || vehicle.year > 2000) && true'],
    [not(trim), '!(has(vehicle.trim) && true)'],
    [not(and(age, year)), '!((vehicle.age <= 8 && vehicle.year > 2000) && true)'],
    [not(not(age)), '!!(vehicle.age <= 8)'],
    [not(or(age, year)), '!(vehicle.age <= 8 || vehicle.year > 2000)'],
  ])('%j converts to %s and back', (group, text) => {
    expect(groupText(group).text).toBe(text)
    expect(criteriaGroup(valid(compileCriteria(text)))).toEqual(group)
  })

  test.each([
    ['8 >= vehicle.age', and(age)],
    ['(vehicle.age <= 8.0)', and(age)],
    ['vehicle["age"] <= 8', and(age)],
    ['(vehicle.year > 2000 || has(vehicle.trim)) && vehicle.age <= 8', and(age, or(year, trim))],
    ['vehicle.age <= 8 && true', and(age)],
  ])('%s can be written as a group', (text, group) => {
    expect(criteriaGroup(valid(compileCriteria(text)))).toEqual(group)
  })

  test.each([
    'deal.financedAmount / deal.msrp <= 1.5',
    'vehicle.age <= 8 && deal.financedAmount / deal.msrp <= 1.5',
    'vehicle.age <= 8 ? true : false',
    'vehicle.age <= vehicle.year',
    'vehicle.age in [1, vehicle.year]',
    'vehicle.age in []',
    'size(vehicle.make) > 3',
    'true',
    'vehicle.age <= 8 && true && true',
    'contract.isOpen',
    "'A' in contract.tags",
    "'FORD'.startsWith(vehicle.make)",
    '1 < 2',
    '(vehicle.age <= 8) == true',
  ])('%s cannot be written as a group', (text) => {
    expect(criteriaGroup(valid(compileCriteria(text)))).toBeNull()
  })
})

describe('invalid groups', () => {
  test.each<[CriterionGroup, string, string]>(
    [
      [and(year, { ...age, field: 'vehicle.agee' }), '/criteria/1', 'agee'],
      [and(year, or(age, not({ ...age, value: 'x' }))), '/groups/0/groups/0/criteria/0', "'x'"],
      [and({ ...makes, values: ['A', 1] }), '/criteria/0', '1'],
      [and(year, { ...age, field: 'vehicle.age <= 8 || true' }), '/criteria/1', 'vehicle.age <= 8 || true'],
      [and({ ...age, field: '' }), '/criteria/0', ''],
    ].slice(0, 5) as [CriterionGroup, string, string][],
  )('%j is reported at %s', (group, pointer, part) => {
    const criteria = compileGroup(group)
    if (!('invalid' in criteria)) throw new Error('It has no fault.')
    expect(criteria.invalid.pointer).toBe(pointer)
    const { start, end } = criteria.invalid.position
    expect(end - start).toBe(part.length)
  })

  test('a group that is too deep or too long names the limit', () => {
    let deep = and(age, year)
    for (let level = 0; level < 21; level += 1) deep = level % 2 ? and(age, deep) : or(age, deep)
    expect(compileGroup(deep)).toMatchObject({ invalid: { limit: 'depth' } })
    const many = Array.from({ length: 300 }, () => age)
    expect(compileGroup(and(...many))).toMatchObject({ invalid: { limit: 'length' } })
  })
})

const scalar = (type: string): fc.Arbitrary<Scalar> =>
  type === 'string'
    ? fc.oneof(
        fc.string(),
        fc.string({ unit: 'binary' }),
        fc.constantFrom('FORD', "it's", 'a\nb', '\\', '2024-03-15'),
      )
    : fc
        .oneof(
          fc.integer(),
          fc.constantFrom(8, 0, 120.5, 1e21, 5e-324, -2.5),
          fc.double({ noNaN: true, noDefaultInfinity: true }),
        )
        .map((value) => value || 0)

const anyCriterion: fc.Arbitrary<Criterion> = fc
  .record({
    of: fc.constantFrom(
      ['vehicle.make', 'string'],
      ['deal.saleDate', 'string'],
      ['vehicle.age', 'number'],
      ['deal.ltv', 'number'],
      ['contract.name', 'string'],
      ['claim.lines[0].amount', 'number'],
    ),
    operator: fc.constantFrom(...criterionOperators),
  })
  .chain(({ of: [field, type], operator }): fc.Arbitrary<Criterion> => {
    if (operator === 'IsSet' || operator === 'IsNotSet')
      return fc.constant({ field: field.replace('[0]', ''), operator })
    if (operator === 'StartsWith' || operator === 'EndsWith' || operator === 'Contains')
      return scalar('string').map((value) => ({ field: 'vehicle.make', operator, value }))
    if (operator === 'Between')
      return fc.tuple(scalar(type), scalar(type)).map((values) => ({ field, operator, values }))
    if (operator === 'In' || operator === 'NotIn')
      return fc
        .array(scalar(type), { minLength: 1, maxLength: 3 })
        .map((values) => ({ field, operator, values }))
    return scalar(type).map((value) => ({ field, operator, value }))
  })

const { anyGroup } = fc.letrec<{ anyGroup: CriterionGroup }>((tie) => ({
  anyGroup: fc
    .record({
      operator: fc.constantFrom('And', 'Or', 'Not'),
      criteria: fc.array(anyCriterion, { maxLength: 3 }),
      groups: fc.oneof({ maxDepth: 3 }, fc.constant([]), fc.array(tie('anyGroup'), { maxLength: 2 })),
    })
    .filter(({ criteria, groups }) => criteria.length + groups.length > 0),
}))

// What a group means, in the plainest way.
function plainGroup(group: CriterionGroup, context: CriteriaContext): CriteriaResult {
  const outcomes = [
    ...group.criteria.map((criterion) => plainCriterion(criterion, context)),
    ...group.groups.map((inner) => plainGroup(inner, context)),
  ]
  const decisive = group.operator === 'Or'
  const result = outcomes.includes(decisive) ? decisive : outcomes.includes(null) ? null : !decisive
  return group.operator === 'Not' && result !== null ? !result : result
}

function plainCriterion(
  { field, operator, value = '', values = [] }: Criterion,
  context: CriteriaContext,
): CriteriaResult {
  const seen = field
    .replaceAll('[', '.')
    .replaceAll(']', '')
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], context) as
    | Scalar
    | undefined
    | null
  if (operator === 'IsSet') return seen !== undefined && seen !== null
  if (operator === 'IsNotSet') return seen === undefined || seen === null
  if (seen === undefined || seen === null) return null
  const [low = '', high = ''] = values
  const text = String(seen)
  switch (operator) {
    case 'Equals':
      return seen === value
    case 'NotEquals':
      return seen !== value
    case 'Less':
      return seen < value
    case 'LessOrEquals':
      return seen <= value
    case 'Greater':
      return seen > value
    case 'GreaterOrEquals':
      return seen >= value
    case 'In':
      return values.includes(seen)
    case 'NotIn':
      return !values.includes(seen)
    case 'Between':
      return low <= seen && seen <= high
    case 'StartsWith':
      return text.startsWith(String(value))
    case 'EndsWith':
      return text.endsWith(String(value))
    case 'Contains':
      return text.includes(String(value))
    default:
      return operator satisfies never
  }
}

const contexts: readonly CriteriaContext[] = [
  {},
  { vehicle: { make: 'FORD', age: 8 }, deal: { ltv: 120.5, saleDate: '2024-03-15' } },
  { vehicle: { make: "it's" }, contract: { name: 'FORD' }, claim: { lines: [{ amount: 8 }] } },
]

test('a group converts to normalized text with the same meaning, and back to the same group', () => {
  fc.assert(
    fc.property(anyGroup, (group) => {
      const compiled = compileGroup(group)
      fc.pre(!('invalid' in compiled && compiled.invalid.limit === 'length'))
      const criteria = valid(compiled)
      expect(normalizedCriteria(criteria)).toBe(groupText(group).text)
      expect(criteriaGroup(criteria)).toEqual(group)
      for (const context of contexts)
        expect(evaluateCriteria(criteria, context)).toBe(plainGroup(group, context))
    }),
    // All of them in the soak.
    { numRuns: process.env.BULWARK_SOAK === '1' ? 3_000 : 60 },
  )
})
