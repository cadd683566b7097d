import { WHOLE_PERCENT } from '../../domain/fraction.ts'
import { amountOf, amountOrNull, type Cents, minus, prorate, smaller, ZERO } from '../../domain/money.ts'
import type { LimitRule } from '../../domain/rate-book/coverage.ts'
import type { ContractModel } from './models.ts'
import type { ContractRow } from './rows.ts'

// The limits of liability of a contract. The sale decided which rules of the plan apply; their amounts follow from the
// contract. The lowest of several limits counts. Claims use up the aggregate
// limit with what was paid and what was promised.

/** What the limits of a contract depend on. */
export type LimitedContract = { readonly sold: Pick<ContractRow['sold'], 'limits' | 'gap'> } & Pick<
  ContractRow,
  'retail_price' | 'vehicle_purchase_price'
>

/** The amount of a rule for a contract. Null: only a claim can tell, or the vehicle's price is not known yet. */
export function limitAmount({ basis, amount, percent }: LimitRule, contract: LimitedContract): Cents | null {
  const price = contract.vehicle_purchase_price
  switch (basis) {
    case 'Fixed':
      return amount
    case 'RetailPrice':
      return contract.retail_price
    case 'VehiclePrice':
      return price
    case 'PercentOf':
      return price === null || percent === null ? null : prorate(price, percent, WHOLE_PERCENT)
    case 'CurrentValue':
      return null
    default:
      return basis satisfies never
  }
}

const lowest = (amounts: readonly (Cents | null)[]): Cents | null =>
  amounts.reduce((least, each) => (each !== null && (least === null || each < least) ? each : least), null)

const scopes = ['PerComponent', 'PerClaim', 'Aggregate'] as const satisfies readonly LimitRule['scope'][]

/** The limit of each scope. A rule for certain components applies only to them; a waiver adds its maximum benefit. */
export function limitsOfLiability(
  contract: LimitedContract,
  used: Cents = ZERO,
): ContractModel['limitOfLiability'] {
  const { limits, gap } = contract.sold
  const amountOfScope = (scope: LimitRule['scope']) =>
    lowest([
      ...limits
        .filter((rule) => rule.scope === scope && rule.components === null)
        .map((rule) => limitAmount(rule, contract)),
      scope === 'Aggregate' ? (gap?.maximumBenefit ?? null) : null,
    ])
  const known = scopes.flatMap((scope) => {
    const amount = amountOfScope(scope)
    return amount === null ? [] : [{ scope, amount: amountOf(amount) }]
  })
  const aggregate = amountOfScope('Aggregate')
  return {
    limits: known,
    usedAggregate: amountOf(used),
    remainingAggregate: amountOrNull(aggregate === null ? null : minus(aggregate, smaller(used, aggregate))),
  }
}

/** The limit for one component, by its code. Null: only the limits of the claim apply. */
export function componentLimit(contract: LimitedContract, code: string): Cents | null {
  const rules = contract.sold.limits.filter(
    ({ scope, components }) => scope === 'PerComponent' && (components?.includes(code) ?? true),
  )
  return lowest(rules.map((rule) => limitAmount(rule, contract)))
}
