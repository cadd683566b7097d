import { isInForce } from '../../domain/in-force.ts'
import { amountOf, amountOrNull } from '../../domain/money.ts'
import type {
  Deductible,
  EffectiveDates,
  Plan,
  PlanTerm,
  Product,
  Program,
} from '../../domain/rate-book/rate-book.ts'
import type { VisibleItems } from '../../domain/rating/visible-items.ts'
import { vehicleConditions } from '../book/read-rates.ts'
import type { DeductibleModel, PlanModel, TermPlanModel } from './rate-models.ts'

/** A plan with its program and product. */
export interface PlacedPlan {
  readonly product: Product
  readonly program: Program
  readonly plan: Plan
}

/** The plans that a caller sees on a date, and those that a dealer without its own visibility rows sees. */
export interface PlanVisibility {
  /** Absent: on any day. */
  readonly day?: string
  readonly visible: VisibleItems
  readonly byDefault: VisibleItems
}

export const planModel = (placed: PlacedPlan, visibility: PlanVisibility): PlanModel => {
  const { product, program, plan } = placed
  return {
    id: plan.id,
    code: plan.code,
    name: plan.name,
    programId: program.id,
    productId: product.id,
    coverageType: plan.coverageType,
    coverageGroups: [...plan.coverageGroups],
    waitingDays: plan.waitingDays,
    waitingMiles: plan.waitingMiles,
    displayOrder: plan.displayOrder,
    terms: termsShown(placed, visibility).map((planTerm) => termPlanModel(placed, planTerm, visibility)),
    deductibles: deductiblesShown(placed, visibility).map(deductibleModel),
  }
}

/** Whether something with optional dates is offered on a day. */
export const isOffered = (dates: EffectiveDates, day: string | undefined) =>
  day === undefined || isInForce(dates, day)

export const termsShown = ({ program, plan }: PlacedPlan, { day, visible }: PlanVisibility): PlanTerm[] =>
  plan.terms.filter((planTerm) => isOffered(planTerm, day) && visible.term(program, plan, planTerm.term))

export const deductiblesShown = (
  { program, plan }: PlacedPlan,
  { day, visible }: PlanVisibility,
): Deductible[] =>
  program.deductibles.filter(
    (deductible) =>
      plan.deductibles.includes(deductible.code) &&
      isOffered(deductible, day) &&
      visible.deductible(program, plan, deductible.code),
  )

export function termPlanModel(
  { program, plan }: PlacedPlan,
  planTerm: PlanTerm,
  { byDefault }: PlanVisibility,
): TermPlanModel {
  const { id, code, months, miles, hours, basis } = termForPlan(program, planTerm)
  return {
    term: { id, code, months, miles, hours, basis },
    planId: plan.id,
    conditions: [...(planTerm.conditions ?? vehicleConditions)],
    minOdometer: planTerm.minimumOdometer,
    maxOdometer: planTerm.maximumOdometer,
    maxVehicleAge: planTerm.maximumVehicleAge,
    isVisible: byDefault.term(program, plan, code),
  }
}

export function termForPlan(program: Program, { term }: PlanTerm) {
  const known = program.terms.find(({ code }) => code === term)
  if (!known) throw new Error(`The book has no term ${term} in ${program.code}.`)
  return known
}

export const deductibleModel = (deductible: Deductible): DeductibleModel => ({
  id: deductible.id,
  code: deductible.code,
  amount: amountOf(deductible.amount),
  type: deductible.type,
  reducedAmount: amountOrNull(deductible.reducedAmount),
  description: deductible.description,
})
