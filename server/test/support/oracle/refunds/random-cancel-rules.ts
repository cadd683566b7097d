import fc from 'fast-check'
import {
  type NamedRule,
  ruleKey,
  rulesFromWritten,
  type WrittenRule,
} from '../../../../src/domain/cancellation/rules-file.ts'
import { centsOf } from '../../../../src/domain/money.ts'
import { methodCodes } from '../../../../src/domain/refund/methods.ts'

// Random valid sets of rules: no two overlap, and every sale has a rule.

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const percent = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100)
const days = fc.integer({ min: 0, max: 90 })
const someOf = (codes: readonly string[]) => maybe(fc.subarray([...codes], { minLength: 1 }))
const reasons = ['CUSTREQ', 'REPO', 'FRAUD', 'NONPAY']
const method = maybe(fc.constantFrom(...methodCodes))
const limited = maybe(fc.record({ fromDay: days, codes: fc.subarray(reasons, { minLength: 1 }) }))

/** The terms of a rule for either side. */
const said = fc.record({
  source: maybe(fc.constantFrom('Code 12.3', 'Acts: 7, "8"', "Law's # 9")),
  freeLookDays: days,
  shortFreeLook: maybe(
    fc.record({ days, productTypeCodes: fc.constant(['APL']), withoutWarranty: fc.boolean() }),
  ),
  freeLookClaims: maybe(fc.constantFrom('Deduct' as const, 'LoseFreeLook' as const)),
  method,
  floorMethod: method,
  refundPercent: percent,
  deductsClaims: fc.boolean(),
  refundDays: days,
  refundsAtPayoff: fc.boolean(),
  penalty: maybe(
    fc.record({
      base: fc.constantFrom('Outstanding' as const, 'Price' as const),
      percent,
      period: fc.constantFrom('Month' as const, 'ThirtyDays' as const),
      inFreeLookOnly: fc.boolean(),
    }),
  ),
})
const fees = fc.record({
  freeLookFeePercent: maybe(percent),
  maxFee: fc.integer({ min: 0, max: 10_000 }).map((hundredths) => centsOf(hundredths / 100)),
  maxFeePercent: maybe(percent),
})
const bound = fc.record({ limitedReasons: limited, noticeDays: maybe(days) })
const providerPart = maybe(
  fc.record({ refundDays: maybe(days), limitedReasons: limited, noticeDays: maybe(days) }),
)

const sided: fc.Arbitrary<Omit<WrittenRule, 'code'>> = fc.oneof(
  fc.tuple(said, fees, providerPart).map(([one, fee, provider]) => ({ ...one, ...fee, provider })),
  fc.tuple(said, fees).map(([one, fee]) => ({ ...one, ...fee, side: 'Holder' as const })),
  fc.tuple(said, bound).map(([one, more]) => ({ ...one, ...more, side: 'Provider' as const })),
)

/** Each rule has its own state. Rules of one state have consecutive dates. */
const placed = fc
  .record({
    state: fc.constantFrom('TX', 'FL', 'CA', 'NY', 'OK', 'OR'),
    productTypeCodes: someOf(['VSC', 'GAP', 'TW']),
    program: maybe(fc.constantFrom('VSC-STD', 'GAP-STD')),
    reasonCodes: someOf(reasons),
    change: maybe(fc.constantFrom('2024-07-01', '2025-01-01')),
    first: sided,
    second: sided,
  })
  .map(({ change, first, second, ...place }): WrittenRule[] => {
    const code = `${place.state}-X`
    if (change === null) return [{ ...place, ...first, code }]
    const eve = change === '2025-01-01' ? '2024-12-31' : '2024-06-30'
    return [
      { ...place, ...first, code, effectiveTo: eve },
      { ...place, ...second, code, effectiveFrom: change },
    ]
  })

const general: WrittenRule = { code: 'DEFAULT', freeLookDays: 30, deductsClaims: true, refundDays: 45 }

/** Rules in any order, including the default rules. */
export const randomRuleSet: fc.Arbitrary<NamedRule[]> = fc
  .uniqueArray(placed, { maxLength: 5, selector: ([rule]) => rule?.state })
  .map((entries) => {
    const rules = [...entries.flat(), general].flatMap(rulesFromWritten)
    return [...new Map(rules.map((rule) => [ruleKey(rule), rule])).values()]
  })
