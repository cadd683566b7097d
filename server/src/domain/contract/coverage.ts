import type { CoverageGroup } from '../rate-book/coverage.ts'
import type { Product } from '../rate-book/rate-book.ts'

// Which components of a product a contract covers.

/** The coverage that was sold: the plan's groups and those that surcharges add, by code. */
export interface SoldCoverage {
  readonly coverageGroups: readonly string[]
  readonly addedGroups: readonly { readonly group: string; readonly surcharge: string }[]
}

export interface ContractGroup extends CoverageGroup {
  readonly isCovered: boolean
  /** The code of the surcharge that added it; null: the plan covers it, or it is not covered. */
  readonly viaSurcharge: string | null
}

/** Every group that a plan or surcharge of the product can cover, in the order of the book. */
export function contractGroups(
  product: Product,
  groups: readonly CoverageGroup[],
  { coverageGroups, addedGroups }: SoldCoverage,
): ContractGroup[] {
  const ofProduct = new Set(
    product.programs.flatMap(({ plans, surcharges }) => [
      ...plans.flatMap((plan) => plan.coverageGroups),
      ...surcharges.flatMap(({ addsCoverageGroups }) => addsCoverageGroups),
    ]),
  )
  return groups
    .filter(({ code }) => ofProduct.has(code))
    .map((group) => {
      const isOfPlan = coverageGroups.includes(group.code)
      const added = isOfPlan ? undefined : addedGroups.find((candidate) => candidate.group === group.code)
      return { ...group, isCovered: isOfPlan || added !== undefined, viaSurcharge: added?.surcharge ?? null }
    })
}
