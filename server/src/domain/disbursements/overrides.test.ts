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

describe('a change of an override', () => {
  test.each([
    ['from the same date replaces it', made, change('2024-04-01'), [[50, '2024-04-01', null, 10000]]],
    ['from an earlier date replaces it', made, change('2024-03-01'), [[50, '2024-03-01', null, 10000]]],
    [
      'from a later date keeps the dates before',
      made,
      change('2024-07-01'),
      [
        [50, '2024-04-01', '2024-06-30', 9000],
        [60, '2024-07-01', null, 10000],
      ],
    ],
    [
      'with an end is not followed by the old override',
      { ...made, effectiveTo: '2024-12-31' },
      change('2024-07-01', '2024-08-31'),
      [
        [50, '2024-04-01', '2024-06-30', 9000],
        [60, '2024-07-01', '2024-08-31', 10000],
      ],
    ],
    [
      'after its end leaves it unchanged',
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

  test('of an unknown override is refused', () => {
    expect(applyOverrideChange(change('2024-07-01'), [])).toEqual({ refused: { gone: 50 } })
    expect(overridesAfter(change('2024-07-01'), [])).toEqual([])
  })

  test('cannot overlap the next override', () => {
    const next = { ...made, id: 51, effectiveFrom: '2025-01-01' }
    const present = { ...made, effectiveTo: '2024-12-31' }
    expect(applyOverrideChange(change('2024-07-01'), [present, next])).toEqual({
      refused: { overlapping: next },
    })
    expect(applyOverrideChange(change('2024-07-01', '2024-12-31'), [present, next])).toHaveProperty('changed')
  })
})

describe('a new override', () => {
  const newOverride = (facts: Partial<Override>): OverrideChange => ({
    kind: 'New',
    override: { ...made, id: 51, ...facts },
  })
  const ended = { ...made, effectiveTo: '2024-06-30' }

  test.each([
    ['on one of the same days', { effectiveFrom: '2024-06-30' }],
    ['that ends on its first day', { effectiveFrom: '2024-01-01', effectiveTo: '2024-04-01' }],
    ['with dates around it', { effectiveFrom: '2024-01-01' }],
  ])('for the same target, %s, is refused', (_, facts) => {
    expect(applyOverrideChange(newOverride(facts), [ended])).toEqual({ refused: { overlapping: ended } })
  })

  test.each<[string, Partial<Override>]>([
    ['starting the day after', { effectiveFrom: '2024-07-01' }],
    ['ending the day before', { effectiveFrom: '2024-01-01', effectiveTo: '2024-03-31' }],
    ['for another program', { programId: 2 }],
    ['of another line', { codeId: 7 }],
    ['with another holder', { holder: { type: 'Dealer', id: 11 } }],
    ['for every dealer', { holder: null }],
    ['for a plan', { planId: 3 }],
    ['for a term', { termId: 3 }],
    ['for a deductible', { deductibleId: 3 }],
    ['for a class', { classCode: '3' }],
  ])('%s is allowed', (_, facts) => {
    expect(overridesAfter(newOverride(facts), [ended])).toHaveLength(2)
  })
})
