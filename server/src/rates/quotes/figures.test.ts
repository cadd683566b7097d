import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { figuresHash, isSameResult } from './figures.ts'
import type { QuotedRates } from './quote-rates.ts'

const figure = fc.oneof(fc.integer({ min: -1_000, max: 5_000_000 }), fc.integer({ min: 0, max: 2 ** 45 }))
const rate = fc.record({
  ids: fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 4, maxLength: 4 }),
  expirationOdometer: fc.option(fc.nat(300_000)),
  costs: fc.array(figure, { minLength: 3, maxLength: 3 }),
  maximum: fc.option(figure),
  surcharges: fc.array(fc.record({ id: fc.nat(90_000), isSelected: fc.boolean() }), { maxLength: 3 }),
  lines: fc.array(fc.record({ id: fc.nat(90_000), amount: figure }), { maxLength: 12 }),
  taxes: fc.array(fc.record({ id: fc.nat(90_000), taxable: figure, tax: figure }), { maxLength: 3 }),
  expirationDate: fc.constantFrom('2029-03-15', '2030-01-01'),
})
type Drawn = typeof rate extends fc.Arbitrary<infer One> ? One : never

const classing = { classCode: 'B' }
const retailRule = { type: 'Suggested' }

/** A result with only what is hashed. */
const quotedOf = (rates: readonly Drawn[]): QuotedRates =>
  ({
    ...{ vehicle: { make: 'FORD' }, warnings: [], validUntil: '2024-04-14T15:00:00.000Z' },
    rating: {
      reasons: [],
      rates: rates.map(({ ids, costs, surcharges, lines, taxes, ...rest }) => ({
        ...rest,
        ...{ program: { program: { id: ids[0] } }, plan: { plan: { id: ids[1] } } },
        ...{ term: { id: ids[2] }, deductible: { id: ids[3] }, classing },
        ...{ dealerCost: costs[0], suggested: costs[1], minimum: costs[2] },
        ...{ effectiveDate: '2024-03-15', retailRule },
        surcharges: surcharges.map(({ id, isSelected }) => ({ surcharge: { id }, isSelected })),
        lines: lines.map(({ id, amount }) => ({ definition: { id }, amount })),
        taxes: taxes.map(({ id, taxable, tax }) => ({ rule: { id }, taxable, tax })),
      })),
    },
  }) as unknown as QuotedRates

/** The hash that quotes had first, written as plainly as it can be. */
function hashAtFirst({ rating, vehicle, warnings, validUntil }: QuotedRates): string {
  const numbers = rating.rates.flatMap((one) => [
    ...[one.program.program.id, one.plan.plan.id, one.term.id, one.deductible.id],
    ...[one.expirationOdometer ?? -1e15, one.dealerCost, one.suggested, one.minimum, one.maximum ?? -1e15],
    ...[...one.surcharges.flatMap(({ surcharge, isSelected }) => [surcharge.id, Number(isSelected)]), -1e15],
    ...[...one.lines.flatMap(({ definition, amount }) => [definition.id, amount]), -1e15],
    ...[...one.taxes.flatMap(({ rule, taxable, tax }) => [rule.id, taxable, tax]), -1e15],
  ])
  const changes = rating.rates.flatMap((one, at) =>
    at > 0 && rating.rates[at - 1]?.expirationDate === one.expirationDate
      ? []
      : [[at, one.classing?.classCode, one.effectiveDate, one.expirationDate, one.retailRule.type]],
  )
  return createHash('sha256')
    .update(new Uint8Array(Float64Array.from(numbers).buffer))
    .update(JSON.stringify([changes, vehicle, warnings, validUntil, rating.reasons]))
    .digest('base64url')
}

describe('the hash of a result', () => {
  const results = fc.array(rate, { minLength: 1, maxLength: 30 }).map(quotedOf)

  test('is the same for the same result', () => {
    fc.assert(
      fc.property(results, (quoted) => {
        expect(isSameResult(quoted, figuresHash(quoted))).toBe(true)
      }),
    )
  })

  test('is another one for any other figure, however large', () => {
    fc.assert(
      fc.property(results, figure, (quoted, other) => {
        const [first, ...rest] = quoted.rating.rates
        fc.pre(first !== undefined && first.suggested !== other)
        const rates = [{ ...first, suggested: other }, ...rest]
        const changed = { ...quoted, rating: { ...quoted.rating, rates } } as QuotedRates
        expect(isSameResult(changed, figuresHash(quoted))).toBe(false)
      }),
    )
  })

  test('of a quote on record from before is still understood', () => {
    fc.assert(
      fc.property(results, (quoted) => {
        expect(isSameResult(quoted, hashAtFirst(quoted))).toBe(true)
        expect(isSameResult({ ...quoted, validUntil: 'later' } as never, hashAtFirst(quoted))).toBe(false)
      }),
    )
  })
})
