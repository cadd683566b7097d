import { isInForce } from '../../domain/in-force.ts'
import { amountOf } from '../../domain/money.ts'
import type {
  Deductible,
  EffectiveDates,
  Plan,
  PlanTerm,
  Product,
  Program,
} from '../../domain/rate-book/rate-book.ts'
import { conditions, type DeductibleModel, type PlanModel, type TermPlanModel } from './rate-models.ts'
import type { Shown } from './visibility.ts'

/** A plan, and where it stands in the book. */
export interface PlacedPlan {
  readonly product: Product
  readonly program: Program
  readonly plan: Plan
}

/** What somebody is shown on a day, and what a dealer is that the book does not name. */
export interface PlanVisibility {
  /** Absent: whatever the day. */
  readonly day?: string
  readonly shown: Shown
  readonly byDefault: Shown
}

export const planModel = (placed: PlacedPlan, sights: PlanVisibility): PlanModel => {
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
    terms: termsShown(placed, sights).map((planTerm) => termPlanModel(placed, planTerm, sights)),
    deductibles: deductiblesShown(placed, sights).map(deductibleModel),
  }
}

/** Whether something that may have days of its own is offered on a day. */
export const isOffered = (dates: EffectiveDates, day: string | undefined) =>
  day === undefined || isInForce(dates, day)

export const termsShown = ({ program, plan }: PlacedPlan, { day, shown }: PlanVisibility): PlanTerm[] =>
  plan.terms.filter((planTerm) => isOffered(planTerm, day) && shown.term(program, plan, planTerm.term))

export const deductiblesShown = (
  { program, plan }: PlacedPlan,
  { day, shown }: PlanVisibility,
): Deductible[] =>
  program.deductibles.filter(
    (deductible) =>
      plan.deductibles.includes(deductible.code) &&
      isOffered(deductible, day) &&
      shown.deductible(program, plan, deductible.code),
  )

export function termPlanModel(
  { program, plan }: PlacedPlan,
  planTerm: PlanTerm,
  { byDefault }: PlanVisibility,
): TermPlanModel {
  const { id, code, months, miles, hours, basis } = termOf(program, planTerm)
  return {
    term: { id, code, months, miles, hours, basis },
    planId: plan.id,
    conditions: [...(planTerm.conditions ?? conditions)],
    minOdometer: planTerm.minimumOdometer,
    maxOdometer: planTerm.maximumOdometer,
    maxVehicleAge: planTerm.maximumVehicleAge,
    isVisible: byDefault.term(program, plan, code),
  }
}

export function termOf(program: Program, { term }: PlanTerm) {
  const known = program.terms.find(({ code }) => code === term)
  if (!known) throw new Error(`The book has no term ${term} in ${program.code}.`)
  return known
}

export const deductibleModel = (deductible: Deductible): DeductibleModel => ({
  id: deductible.id,
  code: deductible.code,
  amount: amountOf(deductible.amount),
  type: deductible.type,
  reducedAmount: deductible.reducedAmount === null ? null : amountOf(deductible.reducedAmount),
  description: deductible.description,
})
