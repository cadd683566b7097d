import type { CoverageGroup } from '../rate-book/coverage.ts'
import type { Product } from '../rate-book/rate-book.ts'

// What of a product's components a contract covers.

/** What was sold: the groups of its plan, and those that chosen surcharges add. By code. */
export interface SoldCoverage {
  readonly coverageGroups: readonly string[]
  readonly addedGroups: readonly { readonly group: string; readonly surcharge: string }[]
}

export interface ContractGroup extends CoverageGroup {
  readonly isCovered: boolean
  /** The code of the surcharge that it came with; null: it is the plan's, or not covered. */
  readonly viaSurcharge: string | null
}

/** The groups of the product, in the order of the book: all that one of its plans or surcharges can cover. */
export function groupsOf(
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
      const added = isOfPlan ? undefined : addedGroups.find((one) => one.group === group.code)
      return { ...group, isCovered: isOfPlan || added !== undefined, viaSurcharge: added?.surcharge ?? null }
    })
}
