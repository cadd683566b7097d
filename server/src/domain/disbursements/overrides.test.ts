import { describe, expect, test } from 'vitest'
import type { Cents } from '../money.ts'
import { applyOverrideChange, type Override, type OverrideChange, overridesAfter } from './overrides.ts'

const flat = (amount: number) => ({ type: 'Flat', amount: amount as Cents }) as const

const made: Override = {
  id: 50,
  programId: 1,
  codeId: 6,
  holder: { type: 'Agent', id: 12 },
  planId: null,
  termId: null,
  deductibleId: null,
  classCode: null,
  calculation: flat(9000),
  effectiveFrom: '2024-04-01',
  effectiveTo: null,
  auditLogId: 1,
}

const change = (from: string, to: string | null = null): OverrideChange => ({
  kind: 'Change',
  overrideId: 50,
  newId: 60,
  calculation: flat(10000),
  effectiveFrom: from,
  effectiveTo: to,
  auditLogId: 2,
})

const ranges = (overrides: readonly Override[]) =>
  overrides
    .map(({ id, effectiveFrom, effectiveTo, calculation }) => ({
      ...{ id, from: effectiveFrom, to: effectiveTo },
      amount: calculation?.type === 'Flat' ? calculation.amount : null,
    }))
    .toSorted((one, other) => one.id - other.id)

describe('a change of what was agreed', () => {
  test.each([
    ['from the same day on takes its place', made, change('2024-04-01'), [[50, '2024-04-01', null, 10000]]],
    ['from before takes its place', made, change('2024-03-01'), [[50, '2024-03-01', null, 10000]]],
    [
      'from later on leaves the days before',
      made,
      change('2024-07-01'),
      [
        [50, '2024-04-01', '2024-06-30', 9000],
        [60, '2024-07-01', null, 10000],
      ],
    ],
    [
      'that ends is followed by nothing',
      { ...made, effectiveTo: '2024-12-31' },
      change('2024-07-01', '2024-08-31'),
      [
        [50, '2024-04-01', '2024-06-30', 9000],
        [60, '2024-07-01', '2024-08-31', 10000],
      ],
    ],
    [
      'behind its end leaves it as it was',
      { ...made, effectiveTo: '2024-05-31' },
      change('2024-07-01'),
      [
        [50, '2024-04-01', '2024-05-31', 9000],
        [60, '2024-07-01', null, 10000],
      ],
    ],
  ] as const)('%s', (_, before, wanted, after) => {
    expect(ranges(overridesAfter(wanted, [before]))).toEqual(
      after.map(([id, from, to, amount]) => ({ id, from, to, amount })),
    )
  })

  test('of what is not there', () => {
    expect(applyOverrideChange(change('2024-07-01'), [])).toEqual({ refused: { gone: 50 } })
    expect(overridesAfter(change('2024-07-01'), [])).toEqual([])
  })

  test('does not run into the next', () => {
    const next = { ...made, id: 51, effectiveFrom: '2025-01-01' }
    const present = { ...made, effectiveTo: '2024-12-31' }
    expect(applyOverrideChange(change('2024-07-01'), [present, next])).toEqual({
      refused: { overlapping: next },
    })
    expect(applyOverrideChange(change('2024-07-01', '2024-12-31'), [present, next])).toHaveProperty('touched')
  })
})

describe('something new', () => {
  const another = (facts: Partial<Override>): OverrideChange => ({
    kind: 'New',
    override: { ...made, id: 51, ...facts },
  })
  const ended = { ...made, effectiveTo: '2024-06-30' }

  test.each([
    ['on one of the same days', { effectiveFrom: '2024-06-30' }],
    ['that ends on its first day', { effectiveFrom: '2024-01-01', effectiveTo: '2024-04-01' }],
    ['around it', { effectiveFrom: '2024-01-01' }],
  ])('for the same, %s, is refused', (_, facts) => {
    expect(applyOverrideChange(another(facts), [ended])).toEqual({ refused: { overlapping: ended } })
  })

  test.each<[string, Partial<Override>]>([
    ['the day after', { effectiveFrom: '2024-07-01' }],
    ['the day before', { effectiveFrom: '2024-01-01', effectiveTo: '2024-03-31' }],
    ['for another program', { programId: 2 }],
    ['of another line', { codeId: 7 }],
    ['with somebody else', { holder: { type: 'Dealer', id: 11 } }],
    ['with nobody in particular', { holder: null }],
    ['for a plan', { planId: 3 }],
    ['for a term', { termId: 3 }],
    ['for a deductible', { deductibleId: 3 }],
    ['for a class', { classCode: '3' }],
  ])('%s stands beside it', (_, facts) => {
    expect(overridesAfter(another(facts), [ended])).toHaveLength(2)
  })
})
