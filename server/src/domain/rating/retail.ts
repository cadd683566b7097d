import { WHOLE_PERCENT } from '../fraction.ts'
import { isInForce } from '../in-force.ts'
import { type Cents, prorate, ZERO } from '../money.ts'
import type { RetailCap, RetailRule } from '../rate-book/rate-book.ts'

/** The allowed retail prices. Maximum null: no limit. */
export interface RetailRange {
  readonly suggested: Cents
  readonly minimum: Cents
  readonly maximum: Cents | null
}

/** The amounts that caps are based on. */
export interface CapBase {
  readonly dealerCost: Cents
  readonly financed: Cents | null
  readonly vehiclePrice: Cents | null
}

/** The rule for a sale: a rule for the state goes before one for the plan, and that before one with dates. */
export function retailRuleFor(
  rules: readonly RetailRule[],
  state: string,
  plan: string,
  date: string,
): RetailRule | undefined {
  let best: RetailRule | undefined
  for (const rule of rules) {
    const { states, plans } = rule
    const fits =
      (states === null || states.includes(state)) &&
      (plans === null || plans.includes(plan)) &&
      isInForce(rule, date)
    if (fits && (!best || specificity(rule) > specificity(best))) best = rule
  }
  return best
}

const specificity = ({ states, plans, effectiveFrom, effectiveTo }: RetailRule) =>
  (states === null ? 0 : 4) +
  (plans === null ? 0 : 2) +
  ((effectiveFrom ?? effectiveTo ?? null) === null ? 0 : 1)

/** A rule with the lowest of its caps that do not depend on dealer cost. */
export interface RetailTerms {
  readonly rule: RetailRule
  /** Infinity: no limit. */
  readonly fixedCap: number
  readonly costCaps: readonly RetailCap[]
}

export function retailTerms(rule: RetailRule, sale: Omit<CapBase, 'dealerCost'>): RetailTerms {
  let fixedCap = Number.POSITIVE_INFINITY
  const costCaps: RetailCap[] = []
  for (const cap of rule.caps)
    if (cap.type === 'Markup' || cap.type === 'MarkupPercent') costCaps.push(cap)
    else fixedCap = Math.min(fixedCap, capAmount(cap, { ...sale, dealerCost: ZERO }))
  return { rule, fixedCap, costCaps }
}

/** A conflict: the highest allowed price is below the lowest. */
export interface RetailConflict {
  readonly minimum: Cents
  readonly maximum: Cents
}

/** The price that the rule suggests, before limits. */
export const suggestedPrice = ({ rule }: RetailTerms, dealerCost: Cents): Cents =>
  rounded(suggestedBy(rule, dealerCost), rule.rounding)

/** The lowest allowed price. */
export function lowestPrice({ rule }: RetailTerms, dealerCost: Cents, suggested: Cents): Cents {
  const lowest = rule.type === 'Filed' ? suggested : rule.minimum
  return lowest === null || lowest < dealerCost ? dealerCost : lowest
}

/** The highest allowed price; infinity where there is no limit. */
export function highestPrice(
  { rule, fixedCap, costCaps }: RetailTerms,
  dealerCost: Cents,
  suggested: Cents,
): number {
  let highest = rule.type === 'Filed' && suggested < fixedCap ? suggested : fixedCap
  for (const cap of costCaps) {
    const limit = capAmount(cap, { dealerCost, financed: null, vehiclePrice: null })
    if (limit < highest) highest = limit
  }
  return highest
}

/** The prices that a rule allows. */
export function retailRange(
  rule: RetailRule,
  { dealerCost, ...sale }: CapBase,
): RetailRange | RetailConflict {
  const terms = retailTerms(rule, sale)
  const suggested = suggestedPrice(terms, dealerCost)
  const [minimum, highest] = [
    lowestPrice(terms, dealerCost, suggested),
    highestPrice(terms, dealerCost, suggested),
  ]
  if (minimum > highest) return { minimum, maximum: highest as Cents }
  return { suggested: between(minimum, suggested, highest), minimum, maximum: maximumPrice(highest) }
}

/** The suggested price, kept within the limits. */
export const between = (minimum: Cents, suggested: Cents, highest: number): Cents =>
  suggested < minimum ? minimum : suggested > highest ? (highest as Cents) : suggested

export const maximumPrice = (highest: number): Cents | null =>
  highest === Number.POSITIVE_INFINITY ? null : (highest as Cents)

function suggestedBy(rule: RetailRule, dealerCost: Cents): Cents {
  if (rule.suggestedPrice !== null) return rule.suggestedPrice
  const percent =
    rule.suggestedMarkupPercent === null ? 0 : prorate(dealerCost, rule.suggestedMarkupPercent, WHOLE_PERCENT)
  return (dealerCost + percent + (rule.suggestedMarkup ?? 0)) as Cents
}

/** No limit where the sale lacks the amount that the cap is a percent of. */
function capAmount(cap: RetailCap, { dealerCost, financed, vehiclePrice }: CapBase): number {
  switch (cap.type) {
    case 'Price':
      return cap.amount
    case 'Markup':
      return dealerCost + cap.amount
    case 'MarkupPercent':
      return dealerCost + prorate(dealerCost, cap.percent, WHOLE_PERCENT)
    case 'PercentOfFinanced':
      return financed === null ? Number.POSITIVE_INFINITY : percentAtLeast(financed, cap)
    case 'PercentOfVehiclePrice':
      return vehiclePrice === null ? Number.POSITIVE_INFINITY : percentAtLeast(vehiclePrice, cap)
    default:
      return cap satisfies never
  }
}

const percentAtLeast = (amount: Cents, { percent, atLeast }: { percent: number; atLeast: Cents | null }) =>
  Math.max(prorate(amount, percent, WHOLE_PERCENT), atLeast ?? 0)

const upTo = (amount: number, step: number) => Math.ceil(amount / step) * step

function rounded(amount: Cents, rounding: RetailRule['rounding']): Cents {
  switch (rounding) {
    case 'None':
      return amount
    case 'UpTo1':
      return upTo(amount, 100) as Cents
    case 'UpTo5':
      return upTo(amount, 500) as Cents
    case 'End9':
      // The next whole amount whose last digit is a nine.
      return (upTo(amount - 900, 1_000) + 900) as Cents
    default:
      return rounding satisfies never
  }
}
