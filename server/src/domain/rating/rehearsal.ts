import { type Cents, minus, plus, prorate, ZERO } from '../money.ts'
import type { Rating } from './rating.ts'
import type { RateReason } from './request.ts'
import type { RatedRate } from './results.ts'

// A draft of a rate book is tried on quotes that were asked before: each is rated with the book in force and with the draft,
// on the same inputs, so that every difference comes from the draft.

/** What one book offers for a quote. */
export type Offer = Pick<Rating, 'rates' | 'reasons'>

interface PriceChange {
  readonly before: Cents
  readonly after: Cents
}

interface ComparedPlan {
  readonly programCode: string
  readonly planCode: string
  readonly planName: string
  readonly isLost: boolean
  readonly isGained: boolean
  /** For each rate that both books offer. */
  readonly dealerCost: readonly PriceChange[]
  readonly suggestedPrice: readonly PriceChange[]
}

/** A quote with both books. */
export interface ComparedOffer {
  /** Lost: offered by the book in force only. Gained: by the draft only. */
  readonly outcome: 'Lost' | 'Gained' | 'Both' | 'Neither'
  /** Nothing changes for this quote. */
  readonly isSame: boolean
  readonly plans: readonly ComparedPlan[]
  /** Why the book that offers nothing does so. */
  readonly reasons: readonly RateReason[]
}

export function compareOffers(before: Offer, after: Offer): ComparedOffer {
  const [had, has] = [before.rates.length > 0, after.rates.length > 0]
  const plans = comparedPlans(before.rates, after.rates)
  const isSame =
    before.rates.length === after.rates.length &&
    plans.every(({ dealerCost, suggestedPrice }) => [...dealerCost, ...suggestedPrice].every(stays)) &&
    plans.reduce((sum, { dealerCost }) => sum + dealerCost.length, 0) === after.rates.length
  return {
    outcome: had ? (has ? 'Both' : 'Lost') : has ? 'Gained' : 'Neither',
    isSame,
    plans,
    reasons: had === has ? [] : had ? after.reasons : before.reasons,
  }
}

const stays = ({ before, after }: PriceChange) => before === after

/** What is sold at a price: a program and plan with a term and a deductible. */
const rateKey = ({ program, plan, term, deductible }: RatedRate) =>
  `${program.program.id}/${plan.plan.id}/${term.id}/${deductible.id}`
const planKey = ({ program, plan }: RatedRate) => `${program.program.id}/${plan.plan.id}`

function comparedPlans(before: readonly RatedRate[], after: readonly RatedRate[]): ComparedPlan[] {
  const old = new Map(before.map((rate) => [rateKey(rate), rate]))
  const [oldPlans, newPlans] = [new Set(before.map(planKey)), new Set(after.map(planKey))]
  const byPlan = new Map<string, { first: RatedRate; pairs: [RatedRate, RatedRate][] }>()
  const planOf = (rate: RatedRate) => {
    const key = planKey(rate)
    const plan = byPlan.get(key) ?? { first: rate, pairs: [] }
    byPlan.set(key, plan)
    return plan
  }
  for (const rate of after) {
    const earlier = old.get(rateKey(rate))
    const { pairs } = planOf(rate)
    if (earlier) pairs.push([earlier, rate])
  }
  for (const rate of before) planOf(rate)
  return [...byPlan].map(([key, { first, pairs }]) => ({
    programCode: first.program.program.code,
    planCode: first.plan.plan.code,
    planName: first.plan.plan.name,
    isLost: !newPlans.has(key),
    isGained: !oldPlans.has(key),
    dealerCost: pairs.map(([one, other]) => ({ before: one.dealerCost, after: other.dealerCost })),
    suggestedPrice: pairs.map(([one, other]) => ({ before: one.suggested, after: other.suggested })),
  }))
}

/** How prices change, over all rates that were compared. */
export interface PriceMove {
  readonly up: number
  readonly down: number
  readonly same: number
  readonly min: Cents
  readonly median: Cents
  readonly max: Cents
  readonly minPercent: number
  readonly medianPercent: number
  readonly maxPercent: number
  readonly distribution: readonly (Band & { readonly count: number })[]
}

export interface RehearsedPlan {
  readonly programCode: string
  readonly planCode: string
  readonly planName: string
  readonly quotes: number
  readonly rates: number
  readonly lostQuotes: number
  readonly gainedQuotes: number
  /** Null if no rate could be compared. */
  readonly dealerCost: PriceMove | null
  readonly suggestedPrice: PriceMove | null
}

/** Every plan that one of the books offers, over all quotes, in the order in which they were first seen. */
export function rehearsedPlans(offers: readonly ComparedOffer[]): RehearsedPlan[] {
  const byPlan = new Map<string, ComparedPlan[]>()
  for (const plan of offers.flatMap(({ plans }) => plans)) {
    const key = `${plan.programCode}/${plan.planCode}`
    const known = byPlan.get(key)
    if (known) known.push(plan)
    else byPlan.set(key, [plan])
  }
  return [...byPlan.values()].map((plans) => {
    const { programCode = '', planCode = '', planName = '' } = plans[0] ?? {}
    const costs = plans.flatMap(({ dealerCost }) => dealerCost)
    return {
      ...{ programCode, planCode, planName, quotes: plans.length, rates: costs.length },
      lostQuotes: plans.filter(({ isLost }) => isLost).length,
      gainedQuotes: plans.filter(({ isGained }) => isGained).length,
      dealerCost: priceMove(costs),
      suggestedPrice: priceMove(plans.flatMap(({ suggestedPrice }) => suggestedPrice)),
    }
  })
}

/** A band of changes in percent. Null: no end. */
export interface Band {
  readonly from: number | null
  readonly to: number | null
}

const bands: readonly Band[] = [
  { from: null, to: -20 },
  { from: -20, to: -10 },
  { from: -10, to: -5 },
  { from: -5, to: 0 },
  { from: 0, to: 0 },
  { from: 0, to: 5 },
  { from: 5, to: 10 },
  { from: 10, to: 20 },
  { from: 20, to: null },
]

/** The end that is nearer to no change belongs to the band beyond it; the band without change has only that. */
function isIn({ from, to }: Band, percent: number): boolean {
  if (from === 0 && to === 0) return percent === 0
  return percent < 0
    ? (from ?? Number.NEGATIVE_INFINITY) <= percent && percent < (to ?? 0)
    : percent > 0 && (from ?? 0) < percent && percent <= (to ?? Number.POSITIVE_INFINITY)
}

function priceMove(changes: readonly PriceChange[]): PriceMove | null {
  if (changes.length === 0) return null
  const amounts = changes.map(({ before, after }) => minus(after, before)).sort((one, other) => one - other)
  const percents = changes.map(changePercent).sort((one, other) => one - other)
  const counts = bands.map((band) => ({ ...band, count: percents.filter((one) => isIn(band, one)).length }))
  return {
    up: amounts.filter((amount) => amount > 0).length,
    down: amounts.filter((amount) => amount < 0).length,
    same: amounts.filter((amount) => amount === 0).length,
    min: amounts[0] ?? ZERO,
    median: medianAmount(amounts),
    max: amounts.at(-1) ?? ZERO,
    minPercent: hundredths(percents[0] ?? 0),
    medianPercent: hundredths(medianNumber(percents)),
    maxPercent: hundredths(percents.at(-1) ?? 0),
    distribution: counts,
  }
}

/** From nothing, any price is a rise of 100 percent. */
function changePercent({ before, after }: PriceChange): number {
  if (before === after) return 0
  return before === 0 ? 100 : ((after - before) / before) * 100
}

const middle = <Value>(sorted: readonly Value[]): readonly [Value | undefined, Value | undefined] => [
  sorted[Math.floor((sorted.length - 1) / 2)],
  sorted[Math.floor(sorted.length / 2)],
]

function medianAmount(sorted: readonly Cents[]): Cents {
  const [low = ZERO, high = ZERO] = middle(sorted)
  return prorate(plus(low, high), 1, 2)
}

function medianNumber(sorted: readonly number[]): number {
  const [low = 0, high = 0] = middle(sorted)
  return (low + high) / 2
}

/** With two decimals. The last zero turns -0 into 0. */
const hundredths = (value: number) => Number(value.toFixed(2)) || 0

export interface ReasonCount {
  readonly rule: string
  readonly message: string
  readonly quotes: number
}

/** Why quotes get nothing: the rules by the number of quotes that they concern, most first. */
export function countReasons(offers: readonly Pick<ComparedOffer, 'reasons'>[]): ReasonCount[] {
  const counts = new Map<string, { message: string; quotes: number }>()
  for (const { reasons } of offers)
    for (const [rule, message] of new Map(reasons.map((reason) => [reason.rule, reason.message]))) {
      const known = counts.get(rule) ?? { message, quotes: 0 }
      counts.set(rule, { ...known, quotes: known.quotes + 1 })
    }
  return [...counts]
    .map(([rule, counted]) => ({ rule, ...counted }))
    .sort((one, other) => other.quotes - one.quotes || (one.rule < other.rule ? -1 : 1))
}
