import { describe, expect, test } from 'vitest'
import { seededRules } from '../../../test/support/oracle/refunds/cancel-examples.ts'
import { type CancelRule, type RuleQuestion, ruleFor } from './rules.ts'

const base = seededRules.find(({ ruleCode }) => ruleCode === 'DEFAULT') as CancelRule
const question: RuleQuestion = {
  state: 'TX',
  productTypeCode: 'VSC',
  programId: 7,
  reasonCode: 'CUSTREQ',
  side: 'Holder',
  saleDate: '2024-03-15',
  sellerKind: null,
}
const rule = (ruleCode: string, more: Partial<CancelRule>): CancelRule => ({ ...base, ruleCode, ...more })
const found = (rules: readonly CancelRule[], more: Partial<RuleQuestion> = {}) =>
  ruleFor([...rules, base], { ...question, ...more }).ruleCode

describe('the most specific rule applies', () => {
  const state = rule('state', { state: 'TX' })
  const type = rule('type', { productTypeCodes: ['VSC'] })
  const program = rule('program', { programId: 7 })
  const reason = rule('reason', { reasonCodes: ['CUSTREQ'] })
  const both = rule('type and reason', { productTypeCodes: ['VSC'], reasonCodes: ['CUSTREQ'] })

  test.each<[string, CancelRule[], string]>([
    ['only the default rule', [], 'DEFAULT'],
    ['one thing is named', [reason], 'reason'],
    ['two named things win over one', [program, both], 'type and reason'],
    ['of equals, the program wins', [reason, type, state, program], 'program'],
    ['then the state wins', [reason, type, state], 'state'],
    ['then the product type wins', [reason, type], 'type'],
    ['the order of the rules does not matter', [state, reason, program, type], 'program'],
  ])('%s', (_, rules, code) => {
    expect(found(rules)).toBe(code)
  })

  test('a rule that names something else does not apply', () => {
    expect(found([state, type, program, reason], { state: 'NM', programId: 8, productTypeCode: 'TW' })).toBe(
      'reason',
    )
    expect(found([rule('provider', { state: 'TX', side: 'Provider' })])).toBe('DEFAULT')
  })
})

describe('dates', () => {
  const old = rule('old', { state: 'TX', effectiveTo: '2024-03-14' })
  const now = rule('new', { state: 'TX', effectiveFrom: '2024-03-15' })

  test.each([
    ['2024-03-14', 'old'],
    ['2024-03-15', 'new'],
    ['2026-01-01', 'new'],
  ])('a sale on %s follows the %s law, whenever it is cancelled', (saleDate, code) => {
    expect(found([old, now], { saleDate })).toBe(code)
    expect(found([now, old], { saleDate })).toBe(code)
  })

  test('if two rules overlap, the later one applies', () => {
    const open = rule('open', { state: 'TX' })
    expect(found([open, now])).toBe('new')
    expect(found([now, open])).toBe('new')
  })

  test('of two identical rules, the first applies', () => {
    const [first, second] = [rule('first', { id: 90, state: 'TX' }), rule('second', { id: 91, state: 'TX' })]
    expect(found([second, first])).toBe('first')
  })
})

test('it is an error if no rule applies', () => {
  expect(() => ruleFor([], question)).toThrow('No cancel rule')
})
