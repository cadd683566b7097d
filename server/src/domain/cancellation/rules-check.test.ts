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

test('the rules that every administrator starts with have no faults', () => {
  expect(ruleFaults(placed(startRules))).toEqual([])
})

describe('rule codes', () => {
  test('a code is used once for each start date, ignoring letter case', () => {
    const first = rule('TX', { state: 'TX', effectiveTo: '2024-12-31' })
    expect(faultsOf(general, first, rule('TX', { state: 'TX', effectiveFrom: '2025-01-01' }))).toEqual([])
    expect(faultsOf(general, first, rule('tx', { state: 'FL' }))).toEqual([
      '2 The file already has a rule tx without effectiveFrom. Use another code or another effectiveFrom.',
    ])
  })
  test('the code of a provider rule must be unique too', () => {
    expect(
      faultsOf(general, rule('TX', { state: 'TX' }), rule('TX-P', { state: 'FL', side: 'Holder' })),
    ).toEqual([
      '2 The file already has a rule TX-P without effectiveFrom. Use another code or another effectiveFrom.',
    ])
  })
})

describe('two rules for the same sales', () => {
  const texas = rule('TX', { state: 'TX', productTypeCodes: ['VSC', 'TW'] })
  test.each<[string, Partial<WrittenRule>, boolean]>([
    ['the same', { state: 'TX', productTypeCodes: ['VSC', 'TW'] }, true],
    ['one product type in common', { state: 'TX', productTypeCodes: ['TW', 'KEY'] }, true],
    ['no product type in common', { state: 'TX', productTypeCodes: ['KEY'] }, false],
    ['another state', { state: 'FL', productTypeCodes: ['VSC'] }, false],
    ['fewer conditions', { state: 'TX' }, false],
    ['more conditions', { state: 'TX', productTypeCodes: ['VSC'], program: 'VSC-STD' }, false],
    ['the provider side only', { state: 'TX', productTypeCodes: ['VSC'], side: 'Provider' }, true],
  ])('%s', (_, more, isFault) => {
    expect(faultsOf(general, texas, rule('OTHER', more))).toHaveLength(isFault ? 1 : 0)
  })

  test('sides, programs, reasons and dates tell two rules apart', () => {
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
      '2 B and A apply to the same sales on the same dates. End one rule (effectiveTo) before the other begins (effectiveFrom).',
    ])
  })
})

describe('the default rule', () => {
  const message = (side: string, sold = '') =>
    `null There is no default rule for cancellations by the ${side}${sold}. Add a rule without state, productTypeCodes, program and reasonCodes. Otherwise contracts that match no other rule cannot be cancelled.`

  test.each<[string, WrittenRule[], string[]]>([
    ['no rules at all', [], [message("holder's side"), message('provider')]],
    ['only rules for states', [rule('TX', { state: 'TX' })], [message("holder's side"), message('provider')]],
    ['only one side', [rule('A', { side: 'Holder' })], [message('provider')]],
    ['both sides, with a rule each', [rule('A', { side: 'Holder' }), rule('B', { side: 'Provider' })], []],
    [
      'a gap at the start',
      [rule('A', { effectiveFrom: '2024-01-01' })],
      [
        message("holder's side", ' of contracts sold before 2024-01-01'),
        message('provider', ' of contracts sold before 2024-01-01'),
      ],
    ],
    [
      'a gap at the end',
      [rule('A', { effectiveTo: '2024-12-31', side: 'Holder' }), rule('B', { side: 'Provider' })],
      [message("holder's side", ' of contracts sold on 2025-01-01')],
    ],
    [
      'a gap in the middle',
      [
        rule('A', { effectiveTo: '2024-12-30' }),
        rule('B', { effectiveFrom: '2025-01-01' }),
        rule('P', { side: 'Provider', effectiveFrom: '2024-12-31', effectiveTo: '2024-12-31' }),
      ],
      [message("holder's side", ' of contracts sold on 2024-12-31')],
    ],
    [
      'one rule after the other',
      [rule('A', { effectiveTo: '2024-12-31' }), rule('B', { effectiveFrom: '2025-01-01' })],
      [],
    ],
  ])('%s', (_, entries, faults) => {
    expect(faultsOf(...entries)).toEqual(faults)
  })
})

test('rules without faults decide every cancellation, and by the same rule in any order', () => {
  const questions = fc.record({
    state: fc.constantFrom('TX', 'FL', 'CA', 'WY'),
    productTypeCode: fc.constantFrom('VSC', 'GAP', 'TW', 'KEY'),
    programId: fc.constantFrom(1, 2, 3),
    reasonCode: fc.constantFrom('CUSTREQ', 'REPO', 'FRAUD'),
    side: fc.constantFrom('Holder' as const, 'Provider' as const),
    saleDate: fc.constantFrom('2020-01-01', '2024-06-30', '2024-12-31', '2025-01-01'),
    sellerKind: fc.constantFrom(null, 'Dealer' as const, 'Bank' as const),
  })
  const programs = ['VSC-STD', 'GAP-STD']
  fc.assert(
    fc.property(randomRuleSet, questions, (rules, question) => {
      expect(ruleFaults(rules.map((one, entry) => ({ rule: one, entry })))).toEqual([])
      const numbered = rules.map(({ program, ...one }, at) => ({
        ...one,
        layer: 'Own' as const,
        id: at + 1,
        programId: program === null ? null : programs.indexOf(program) + 1,
      }))
      const turned = numbered.map((one) => ({ ...one, id: 1_000 - one.id })).reverse()
      expect(ruleFor(turned, question).ruleCode).toBe(ruleFor(numbered, question).ruleCode)
    }),
    { numRuns: 100 },
  )
})
