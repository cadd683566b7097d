import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startRules } from '../../../test/support/oracle/refunds/cancel-examples.ts'
import { randomRuleSet } from '../../../test/support/oracle/refunds/random-cancel-rules.ts'
import { ruleFor } from './rules.ts'
import { ruleFaults } from './rules-check.ts'
import { rulesFromWritten, type WrittenRule } from './rules-file.ts'

const general: WrittenRule = { code: 'DEFAULT', freeLookDays: 30, deductsClaims: true, refundDays: 45 }
const rule = (code: string, more: Partial<WrittenRule> = {}): WrittenRule => ({ ...general, code, ...more })
const placed = (entries: readonly WrittenRule[]) =>
  entries.flatMap((written, entry) => rulesFromWritten(written).map((one) => ({ rule: one, entry })))
const faultsOf = (...entries: WrittenRule[]) =>
  ruleFaults(placed(entries)).map(({ entry, reason }) => `${entry} ${reason}`)

test('the rules that every administrator begins with have no faults', () => {
  expect(ruleFaults(placed(startRules))).toEqual([])
})

describe('codes', () => {
  test('stand once for each day that they begin on, whatever their letter case', () => {
    const first = rule('TX', { state: 'TX', effectiveTo: '2024-12-31' })
    expect(faultsOf(general, first, rule('TX', { state: 'TX', effectiveFrom: '2025-01-01' }))).toEqual([])
    expect(faultsOf(general, first, rule('tx', { state: 'FL' }))).toEqual([
      '2 There is a rule tx without effectiveFrom already.',
    ])
  })
  test('a twin has one too', () => {
    expect(
      faultsOf(general, rule('TX', { state: 'TX' }), rule('TX-P', { state: 'FL', side: 'Holder' })),
    ).toEqual(['2 There is a rule TX-P without effectiveFrom already.'])
  })
})

describe('two rules for the same sales', () => {
  const texas = rule('TX', { state: 'TX', productTypeCodes: ['VSC', 'TW'] })
  test.each<[string, Partial<WrittenRule>, boolean]>([
    ['the same', { state: 'TX', productTypeCodes: ['VSC', 'TW'] }, true],
    ['one product type in common', { state: 'TX', productTypeCodes: ['TW', 'KEY'] }, true],
    ['no product type in common', { state: 'TX', productTypeCodes: ['KEY'] }, false],
    ['another state', { state: 'FL', productTypeCodes: ['VSC'] }, false],
    ['less said', { state: 'TX' }, false],
    ['more said', { state: 'TX', productTypeCodes: ['VSC'], program: 'VSC-STD' }, false],
    ['the provider only', { state: 'TX', productTypeCodes: ['VSC'], side: 'Provider' }, true],
  ])('%s', (_, more, isFault) => {
    expect(faultsOf(general, texas, rule('OTHER', more))).toHaveLength(isFault ? 1 : 0)
  })

  test('are told apart by sides, programs, reasons and days', () => {
    const [holder, provider] = [{ side: 'Holder' as const }, { side: 'Provider' as const }]
    expect(
      faultsOf(general, rule('A', { state: 'TX', ...holder }), rule('B', { state: 'TX', ...provider })),
    ).toEqual([])
    expect(
      faultsOf(general, rule('A', { program: 'VSC-STD' }), rule('B', { program: 'vsc-std' })),
    ).toHaveLength(1)
    expect(
      faultsOf(general, rule('A', { reasonCodes: ['REPO'] }), rule('B', { reasonCodes: ['FRAUD'] })),
    ).toEqual([])
    const until = rule('A', { state: 'TX', effectiveTo: '2024-12-31' })
    expect(faultsOf(general, until, rule('B', { state: 'TX', effectiveFrom: '2025-01-01' }))).toEqual([])
    expect(faultsOf(general, until, rule('B', { state: 'TX', effectiveFrom: '2024-12-31' }))).toEqual([
      '2 B and A are for the same sales of the same days; end one (effectiveTo) before the other begins (effectiveFrom).',
    ])
  })
})

describe('what no other rule names', () => {
  const told = (side: string, when = '') =>
    `null There is no rule that names neither state, product types, program nor reasons${when} when the ${side} cancels; what no other rule names could not be cancelled.`

  test.each<[string, WrittenRule[], string[]]>([
    ['nothing at all', [], [told("holder's side"), told('provider')]],
    ['rules of states only', [rule('TX', { state: 'TX' })], [told("holder's side"), told('provider')]],
    ['one side', [rule('A', { side: 'Holder' })], [told('provider')]],
    ['both, each by itself', [rule('A', { side: 'Holder' }), rule('B', { side: 'Provider' })], []],
    [
      'nothing at first',
      [rule('A', { effectiveFrom: '2024-01-01' })],
      [told("holder's side", ' for sales before all dates'), told('provider', ' for sales before all dates')],
    ],
    [
      'nothing in the end',
      [rule('A', { effectiveTo: '2024-12-31', side: 'Holder' }), rule('B', { side: 'Provider' })],
      [told("holder's side", ' for sales of 2025-01-01')],
    ],
    [
      'a gap',
      [
        rule('A', { effectiveTo: '2024-12-30' }),
        rule('B', { effectiveFrom: '2025-01-01' }),
        rule('P', { side: 'Provider', effectiveFrom: '2024-12-31', effectiveTo: '2024-12-31' }),
      ],
      [told("holder's side", ' for sales of 2024-12-31')],
    ],
    [
      'one after the other',
      [rule('A', { effectiveTo: '2024-12-31' }), rule('B', { effectiveFrom: '2025-01-01' })],
      [],
    ],
  ])('%s', (_, entries, faults) => {
    expect(faultsOf(...entries)).toEqual(faults)
  })
})

test('rules without faults answer every question, and by one rule whatever their order', () => {
  const question = fc.record({
    state: fc.constantFrom('TX', 'FL', 'CA', 'WY'),
    productTypeCode: fc.constantFrom('VSC', 'GAP', 'TW', 'KEY'),
    programId: fc.constantFrom(1, 2, 3),
    reasonCode: fc.constantFrom('CUSTREQ', 'REPO', 'FRAUD'),
    side: fc.constantFrom('Holder' as const, 'Provider' as const),
    saleDate: fc.constantFrom('2020-01-01', '2024-06-30', '2024-12-31', '2025-01-01'),
  })
  const programs = ['VSC-STD', 'GAP-STD']
  fc.assert(
    fc.property(randomRuleSet, question, (rules, asked) => {
      expect(ruleFaults(rules.map((one, entry) => ({ rule: one, entry })))).toEqual([])
      const numbered = rules.map(({ program, ...one }, at) => ({
        ...one,
        id: at + 1,
        programId: program === null ? null : programs.indexOf(program) + 1,
      }))
      const turned = numbered.map((one) => ({ ...one, id: 1_000 - one.id })).reverse()
      expect(ruleFor(turned, asked).ruleCode).toBe(ruleFor(numbered, asked).ruleCode)
    }),
    { numRuns: 100 },
  )
})
