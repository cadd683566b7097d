import fc from 'fast-check'
import { noticeGrounds, verifications } from '../../../../src/domain/cancellation/law-terms.ts'
import {
  type NamedRule,
  ruleKey,
  rulesFromWritten,
  type WrittenRule,
} from '../../../../src/domain/cancellation/rules-file.ts'
import { centsOf } from '../../../../src/domain/money.ts'
import { methodCodes } from '../../../../src/domain/refund/methods.ts'
import { sellerKinds } from '../../../../src/domain/seller-kinds.ts'

// Random valid sets of rules: no two overlap, and every sale has a rule.

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const percent = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100)
const days = fc.integer({ min: 0, max: 90 })
const someOf = (codes: readonly string[]) => maybe(fc.subarray([...codes], { minLength: 1 }))
const reasons = ['CUSTREQ', 'REPO', 'FRAUD', 'NONPAY']
const method = maybe(fc.constantFrom(...methodCodes))
const limited = maybe(fc.record({ fromDay: days, codes: fc.subarray(reasons, { minLength: 1 }) }))

const money = fc.integer({ min: 1, max: 10_000 }).map((hundredths) => centsOf(hundredths / 100))

/** The terms that only some laws have. */
const law = fc.record({
  leavesOut: maybe(fc.subarray([...sellerKinds], { minLength: 1 })),
  freeLookCount: maybe(fc.constantFrom('Calendar' as const, 'Business' as const)),
  freeLookFrom: maybe(fc.constantFrom('Sale' as const, 'Delivery' as const)),
  mailedFreeLookDays: maybe(days),
  freeLookEndsWith: maybe(fc.constantFrom('ClaimMade' as const, 'CoveredLoss' as const)),
  wholeMonthDays: maybe(fc.integer({ min: 1, max: 31 })),
  leastRefund: maybe(money),
  allowsDollars: maybe(fc.boolean()),
  financeCharges: maybe(fc.constantFrom('InFreeLook' as const, 'Always' as const)),
  noRefundAfterBenefit: maybe(fc.boolean()),
  requestWithin: maybe(fc.record({ days, after: fc.constantFrom('LoanEnd' as const, 'Cancel' as const) })),
  salesTax: maybe(fc.constantFrom('Refund' as const, 'Keep' as const)),
  verification: maybe(fc.constantFrom(...verifications)),
  asOf: maybe(fc.constantFrom('2019', '2024-07', '2026-11-16')),
  links: maybe(fc.constantFrom(['https://law.example/1?a=b#c'], ['a: b', '- c'])),
  note: maybe(fc.constantFrom('Not read: (d).', 'A "note": yes')),
})

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
      base: fc.constantFrom('Outstanding' as const, 'Refund' as const, 'Price' as const),
      percent,
      period: fc.constantFrom('Month' as const, 'ThirtyDays' as const, 'Once' as const),
      inFreeLookOnly: fc.boolean(),
    }),
  ),
})
const steps = fc
  .uniqueArray(days, { minLength: 1, maxLength: 3 })
  .map((from) => from.sort((one, other) => one - other))
  .chain((from) =>
    fc.tuple(
      ...from.map((fromDay) =>
        fc.record({ fromDay: fc.constant(fromDay), maxFee: money, maxFeePercent: maybe(percent) }),
      ),
    ),
  )
const inFreeLook = fc.oneof(
  maybe(percent).map((freeLookFeePercent) => ({ freeLookFeePercent })),
  steps.map((freeLookFees) => ({ freeLookFees })),
)
const fees = fc.record({
  feeBase: maybe(fc.constantFrom('Price' as const, 'Refund' as const, 'Unearned' as const)),
  maxFee: fc.integer({ min: 0, max: 10_000 }).map((hundredths) => centsOf(hundredths / 100)),
  maxFeePercent: maybe(percent),
})
const someOfGrounds = maybe(fc.subarray([...noticeGrounds], { minLength: 1 }))
const bound = fc.record({
  limitedReasons: limited,
  noticeDays: maybe(days),
  noticeExceptions: someOfGrounds,
})
const providerPart = maybe(
  fc.record({
    ...{ refundDays: maybe(days), limitedReasons: limited, noticeDays: maybe(days) },
    noticeExceptions: someOfGrounds,
  }),
)

const sided: fc.Arbitrary<Omit<WrittenRule, 'code'>> = fc.oneof(
  fc
    .tuple(said, law, fees, inFreeLook, providerPart)
    .map(([one, more, fee, early, provider]) => ({ ...one, ...more, ...fee, ...early, provider })),
  fc
    .tuple(said, law, fees, inFreeLook)
    .map(([one, more, fee, early]) => ({ ...one, ...more, ...fee, ...early, side: 'Holder' as const })),
  fc
    .tuple(said, law, bound)
    .map(([one, more, owed]) => ({ ...one, ...more, ...owed, side: 'Provider' as const })),
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
