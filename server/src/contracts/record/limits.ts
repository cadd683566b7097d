import { amountOf, type Cents, prorate } from '../../domain/money.ts'
import type { LimitRule } from '../../domain/rate-book/coverage.ts'
import type { ContractModel } from './models.ts'
import type { ContractRow } from './rows.ts'

// The most that is paid for a contract. Which rules of its plan count was settled at the sale; what they come to follows
// from the contract. Of several the lowest counts.

const WHOLE_PERCENT = 100_000_000

type Terms = Pick<ContractRow['sold'], 'limits' | 'gap'>
export type Limited = { readonly sold: Terms } & Pick<ContractRow, 'retail_price' | 'vehicle_purchase_price'>

/** What a rule comes to for a contract; null where only a claim can say, or the vehicle's price is not known yet. */
export function amountIn({ basis, amount, percent }: LimitRule, contract: Limited): Cents | null {
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
  amounts.reduce((least, one) => (one !== null && (least === null || one < least) ? one : least), null)

const scopes = ['PerComponent', 'PerClaim', 'Aggregate'] as const satisfies readonly LimitRule['scope'][]

/** What is paid at most, by scope. A rule for some components is theirs alone; a waiver has a limit of its own. */
export function limitsOf(contract: Limited): ContractModel['limitOfLiability'] {
  const { limits, gap } = contract.sold
  const amountOfScope = (scope: LimitRule['scope']) =>
    lowest([
      ...limits
        .filter((rule) => rule.scope === scope && rule.components === null)
        .map((rule) => amountIn(rule, contract)),
      scope === 'Aggregate' ? (gap?.maximumBenefit ?? null) : null,
    ])
  const known = scopes.flatMap((scope) => {
    const amount = amountOfScope(scope)
    return amount === null ? [] : [{ scope, amount: amountOf(amount) }]
  })
  return {
    limits: known,
    usedAggregate: 0,
    remainingAggregate: known.find(({ scope }) => scope === 'Aggregate')?.amount ?? null,
  }
}

/** What is paid at most for one component, by its code; null: no more and no less than for a claim. */
export function componentLimit(contract: Limited, code: string): Cents | null {
  const rules = contract.sold.limits.filter(
    ({ scope, components }) => scope === 'PerComponent' && (components?.includes(code) ?? true),
  )
  return lowest(rules.map((rule) => amountIn(rule, contract)))
}
