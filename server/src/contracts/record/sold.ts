import { amountOf, amountOrNull } from '../../domain/money.ts'
import type { Benefit, BenefitChange, GapTerms, LimitRule } from '../../domain/rate-book/coverage.ts'
import type { PlanService } from '../../domain/rate-book/rate-book.ts'
import type { RatedRate } from '../../domain/rating/results.ts'
import { deductibleModel } from '../../rates/lists/plan-models.ts'
import { classPart, surchargePart } from '../../rates/quotes/rate-parts.ts'

interface Named {
  readonly id: number
  readonly code: string
  readonly name: string
}

/** What was sold, as the rate book had it then. Amounts are as answered, except those in rules, which are cents. */
export interface Sold {
  readonly product: Named
  readonly program: Named
  readonly plan: Named
  readonly term: RatedRate['term']
  readonly deductible: ReturnType<typeof deductibleModel>
  readonly class: ReturnType<typeof classPart>
  readonly surcharges: readonly ReturnType<typeof surchargePart>[]
  readonly formNumber: string
  readonly obligor: 'Admin' | 'Dealer' | 'Insurer'
  readonly transferable: boolean
  /** Codes of the document types that are required before the contract is finalized. */
  readonly requiredDocuments: readonly string[]
  readonly cancelMethodCode: string | null
  readonly coverageType: string
  /** The plan's groups, by code. */
  readonly coverageGroups: readonly string[]
  readonly addedGroups: readonly { readonly group: string; readonly surcharge: string }[]
  readonly waitingDays: number
  readonly waitingMiles: number
  readonly services: readonly PlanService[]
  readonly limits: readonly LimitRule[]
  readonly benefits: readonly Benefit[]
  readonly benefitChanges: readonly BenefitChange[]
  readonly gap: GapTerms | null
  readonly requiresLien: boolean
  /** The range of prices it could be sold at. */
  readonly minimum: number
  readonly maximum: number | null
}

const named = ({ id, code, name }: Named): Named => ({ id, code, name })

/** The terms of a sale, to be stored. `limits` are the plan's limits that apply to the sale. */
export function buildSold(rate: RatedRate, limits: readonly LimitRule[]): Sold {
  const { product, program } = rate.program
  const { plan } = rate.plan
  const chosen = rate.surcharges.filter(({ isSelected }) => isSelected)
  return {
    product: named(product),
    program: named(program),
    plan: named(plan),
    term: rate.term,
    deductible: deductibleModel(rate.deductible),
    class: classPart(rate),
    surcharges: chosen.map((surcharge) => surchargePart(surcharge, true)),
    formNumber: program.formNumber,
    obligor: program.obligor,
    transferable: program.transferable,
    requiredDocuments: program.requiredDocuments,
    cancelMethodCode: program.cancelMethodCode,
    coverageType: plan.coverageType,
    coverageGroups: plan.coverageGroups,
    addedGroups: chosen.flatMap(({ surcharge }) =>
      surcharge.addsCoverageGroups.map((group) => ({ group, surcharge: surcharge.code })),
    ),
    waitingDays: plan.waitingDays,
    waitingMiles: plan.waitingMiles,
    services: plan.services,
    limits,
    benefits: plan.benefits,
    benefitChanges: chosen.flatMap(({ surcharge }) => surcharge.changesBenefits),
    gap: plan.gap,
    requiresLien: product.requiresLien,
    minimum: amountOf(rate.minimum),
    maximum: amountOrNull(rate.maximum),
  }
}
