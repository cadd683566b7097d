import { type Cents, prorate } from './money.ts'
import type { RetailCap, RetailRule } from './rate-book.ts'
import { WHOLE_PERCENT } from './rate-lines.ts'

/** What a retail price may be. Null: no limit above. */
export interface RetailRange {
  readonly suggested: Cents
  readonly minimum: Cents
  readonly maximum: Cents | null
}

/** What caps are measured by. */
export interface CapBase {
  readonly dealerCost: Cents
  readonly financed: Cents | null
  readonly vehiclePrice: Cents | null
}

/** The rule for a state and plan: the one that names most of the two; a state counts more than a plan. */
export function retailRuleFor(
  rules: readonly RetailRule[],
  state: string,
  plan: string,
): RetailRule | undefined {
  const rank = ({ states, plans }: RetailRule) => (states === null ? 0 : 2) + (plans === null ? 0 : 1)
  const fitting = rules.filter(
    ({ states, plans }) =>
      (states === null || states.includes(state)) && (plans === null || plans.includes(plan)),
  )
  return fitting.sort((one, other) => rank(other) - rank(one))[0]
}

/** The prices that the rule allows; the limits where the highest allowed is below the lowest. */
export function retailRange(
  rule: RetailRule,
  base: CapBase,
): RetailRange | { readonly minimum: Cents; readonly maximum: Cents } {
  const wanted = rounded(suggestedBy(rule, base.dealerCost), rule.rounding)
  const caps = rule.caps.flatMap((cap) => capOf(cap, base) ?? [])
  const filed = rule.type === 'Filed' ? [wanted] : []
  const limits = [...caps, ...filed]
  const maximum = limits.length === 0 ? null : (Math.min(...limits) as Cents)
  const lowest = rule.type === 'Filed' ? wanted : (rule.minimum ?? base.dealerCost)
  const minimum = Math.max(base.dealerCost, lowest) as Cents
  if (maximum !== null && minimum > maximum) return { minimum, maximum }
  const suggested = Math.max(minimum, Math.min(wanted, maximum ?? wanted)) as Cents
  return { suggested, minimum, maximum }
}

function suggestedBy(rule: RetailRule, dealerCost: Cents): Cents {
  if (rule.suggestedPrice !== null) return rule.suggestedPrice
  const percent =
    rule.suggestedMarkupPercent === null ? 0 : prorate(dealerCost, rule.suggestedMarkupPercent, WHOLE_PERCENT)
  return (dealerCost + percent + (rule.suggestedMarkup ?? 0)) as Cents
}

/** Nothing where the sale lacks what the cap is a percent of. */
function capOf(cap: RetailCap, { dealerCost, financed, vehiclePrice }: CapBase): Cents | undefined {
  switch (cap.type) {
    case 'Price':
      return cap.amount
    case 'Markup':
      return (dealerCost + cap.amount) as Cents
    case 'MarkupPercent':
      return (dealerCost + prorate(dealerCost, cap.percent, WHOLE_PERCENT)) as Cents
    case 'PercentOfFinanced':
      return financed === null ? undefined : partOf(financed, cap)
    case 'PercentOfVehiclePrice':
      return vehiclePrice === null ? undefined : partOf(vehiclePrice, cap)
    default:
      return cap satisfies never
  }
}

const partOf = (amount: Cents, { percent, atLeast }: { percent: number; atLeast: Cents | null }) =>
  Math.max(prorate(amount, percent, WHOLE_PERCENT), atLeast ?? 0) as Cents

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
