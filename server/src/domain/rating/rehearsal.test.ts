import { describe, expect, test } from 'vitest'
import { type Cents, centsOf } from '../money.ts'
import { compareOffers, countReasons, type Offer, rehearsedPlans } from './rehearsal.ts'
import type { RateReason } from './request.ts'
import type { RatedRate } from './results.ts'

/** A rate as far as a rehearsal looks at it: plan, term, dealer cost and suggested price. */
const rate = (plan: string, term: number, cost: number, suggested = cost * 2) =>
  ({
    program: { program: { id: 1, code: 'VSC-STD' } },
    plan: { plan: { id: plan.length, code: plan, name: `The ${plan}` } },
    ...{ term: { id: term }, deductible: { id: 1 } },
    ...{ dealerCost: centsOf(cost) as Cents, suggested: centsOf(suggested) as Cents },
  }) as unknown as RatedRate // Only these parts are read.

const reason = (rule: RateReason['rule'], planCode: string | null = null): RateReason => ({
  ...{ productCode: 'VSC1', programCode: 'VSC-STD', planCode, rule, field: null, seen: null, needed: null },
  ...{ fault: 'Input', message: `${rule} fails.` },
})

const offer = (...rates: readonly RatedRate[]): Offer => ({ rates, reasons: [] })
const none = (...reasons: readonly RateReason[]): Offer => ({ rates: [], reasons })

describe('a quote with two books', () => {
  test.each([
    ['Both', offer(rate('GOLD', 12, 100)), offer(rate('GOLD', 12, 110))],
    ['Lost', offer(rate('GOLD', 12, 100)), none(reason('Criteria'))],
    ['Gained', none(reason('NoRateRow')), offer(rate('GOLD', 12, 100))],
    ['Neither', none(), none()],
  ] as const)('%s', (outcome, before, after) => {
    expect(compareOffers(before, after).outcome).toBe(outcome)
  })

  test('stays only if every rate stays at the same price', () => {
    const before = offer(rate('GOLD', 12, 100), rate('GOLD', 24, 200))
    expect(compareOffers(before, offer(rate('GOLD', 24, 200), rate('GOLD', 12, 100))).isSame).toBe(true)
    expect(compareOffers(before, offer(rate('GOLD', 12, 100), rate('GOLD', 24, 200, 401))).isSame).toBe(false)
    expect(compareOffers(before, offer(rate('GOLD', 12, 100))).isSame).toBe(false)
    expect(compareOffers(before, offer(rate('GOLD', 12, 100), rate('GOLD', 36, 200))).isSame).toBe(false)
    expect(compareOffers(none(), none()).isSame).toBe(true)
  })

  test('the reasons are those of the book without an offer', () => {
    const rates = offer(rate('GOLD', 12, 100))
    expect(compareOffers(rates, none(reason('Criteria'))).reasons).toEqual([reason('Criteria')])
    expect(compareOffers(none(reason('TermExpired')), rates).reasons).toEqual([reason('TermExpired')])
  })
})

test('the prices of a plan: how many move, by how much, and in which bands', () => {
  const offers = [
    compareOffers(
      offer(rate('GOLD', 12, 100), rate('GOLD', 24, 200), rate('GOLD', 36, 300)),
      offer(rate('GOLD', 12, 75), rate('GOLD', 24, 200), rate('GOLD', 36, 303)),
    ),
    compareOffers(offer(rate('GOLD', 12, 100)), offer(rate('GOLD', 12, 105))),
    compareOffers(offer(rate('GOLD', 12, 100)), none()),
    compareOffers(offer(rate('GOLD', 12, 100)), offer(rate('GOLD', 12, 100), rate('SILVER', 12, 90))),
  ]
  const [gold, silver] = rehearsedPlans(offers)
  // Changes in dollars: -25, 0, 0, 3, 5. In percent: -25, 0, 0, 1, 5.
  expect(gold).toMatchObject({
    ...{ planCode: 'GOLD', planName: 'The GOLD', quotes: 4, rates: 5, lostQuotes: 1, gainedQuotes: 0 },
    dealerCost: {
      ...{ up: 2, down: 1, same: 2, min: -2_500, median: 0, max: 500 },
      ...{ minPercent: -25, medianPercent: 0, maxPercent: 5 },
    },
  })
  expect(gold?.dealerCost?.distribution.filter(({ count }) => count > 0)).toEqual([
    { from: null, to: -20, count: 1 },
    { from: 0, to: 0, count: 2 },
    { from: 0, to: 5, count: 2 },
  ])
  expect(silver).toMatchObject({
    quotes: 1,
    rates: 0,
    gainedQuotes: 1,
    dealerCost: null,
    suggestedPrice: null,
  })
})

test('bands have each change once, also at their ends', () => {
  const percents = [-30, -20, -15, -10, -7, -5, -1, 0, 1, 5, 7, 10, 15, 20, 30]
  const offers = percents.map((percent) =>
    compareOffers(offer(rate('GOLD', 12, 100)), offer(rate('GOLD', 12, 100 + percent))),
  )
  const counts = rehearsedPlans(offers)[0]?.dealerCost?.distribution.map(({ count }) => count)
  expect(counts).toEqual([1, 2, 2, 2, 1, 2, 2, 2, 1])
})

test('the median of an even number is rounded once', () => {
  const offers = [1, 2].map((cents) =>
    compareOffers(offer(rate('GOLD', 12, 100)), offer(rate('GOLD', 12, 100 + cents / 100))),
  )
  expect(rehearsedPlans(offers)[0]?.dealerCost?.median).toBe(2)
})

test('a reason counts once for each quote, the most frequent first', () => {
  const lost = [
    { reasons: [reason('Criteria', 'GOLD'), reason('Criteria', 'SILVER'), reason('NoRateRow')] },
    { reasons: [reason('NoRateRow')] },
  ]
  expect(countReasons(lost)).toEqual([
    { rule: 'NoRateRow', message: 'NoRateRow fails.', quotes: 2 },
    { rule: 'Criteria', message: 'Criteria fails.', quotes: 1 },
  ])
})
