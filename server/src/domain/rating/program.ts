import { addDays, daysBetween } from '../dates.ts'
import { priceSale } from './cell.ts'
import { classify } from './class-index.ts'
import { criteriaReasons } from './criteria.ts'
import { ratePlan } from './plan.ts'
import type { RateReason, RateRequest } from './request.ts'
import { type RatedRate, reasonsFor } from './results.ts'
import { buildSale, type RatingContext, type SaleContext, saleRows } from './sale.ts'
import { termRuns } from './terms.ts'

/** Adds the rates of a program, and the reasons for what is not offered. */
export function rateProgram(rating: RatingContext, rates: RatedRate[], reasons: RateReason[]): void {
  const { product, program, visibility, request } = rating
  for (const { plan } of program.plans)
    if (isRequestedPlan(plan.id, request) && !visibility.plans.has(plan.code))
      reasons.push(
        reasonsFor(product.product, program.program, plan).one('NotVisible', 'planCode', plan.code, null),
      )
  const { one } = reasonsFor(product.product, program.program)
  const classing = program.classes && classify(program.classes, request)
  if (classing === undefined) {
    reasons.push(one('VehicleNotClassed', 'make', request.make, null))
    return
  }
  if (classing?.classCode === 'INEL') {
    reasons.push(one('ClassIneligible', 'make', request.make, null))
    return
  }
  const misplaced = placeReasons(rating)
  if (misplaced.length > 0) {
    reasons.push(...misplaced)
    return
  }
  const sale = buildSale(rating, classing)
  const ineligible = eligibilityReasons(rating, sale)
  if (ineligible.length > 0) {
    reasons.push(...ineligible)
    return
  }
  const rowAt = saleRows(rating, sale)
  const price = priceSale(rating, sale)
  const runOf = termRuns(rating)
  for (const plan of program.plans)
    if (isRequestedPlan(plan.plan.id, request) && visibility.plans.has(plan.plan.code))
      reasons.push(...ratePlan({ rating, sale, rowAt, price, runOf }, plan, rates))
}

const isRequestedPlan = (id: number, { only }: RateRequest) =>
  only.planIds === null || only.planIds.includes(id)

/** The reasons against the place and date of the sale. */
function placeReasons({ product, program, request, facts, state }: RatingContext): RateReason[] {
  const { one } = reasonsFor(product.product, program.program)
  const { saleDate } = request
  const { states, effectiveFrom, effectiveTo } = program.program
  const reasons: RateReason[] = []
  if (states !== null && !states.includes(state)) reasons.push(one('StateNotCovered', 'state', state, states))
  const begin = later(effectiveFrom, product.product.effectiveFrom)
  if (saleDate < begin) reasons.push(one('ProgramNotEffective', 'saleDate', saleDate, `>= ${begin}`))
  const end = earlier(effectiveTo, product.product.effectiveTo)
  if (end !== null && saleDate > end)
    reasons.push(one('ProgramNotEffective', 'saleDate', saleDate, `<= ${end}`))
  const { today, maxFutureDays, maxBackDays } = facts
  if (saleDate > today && saleDate > addDays(today, maxFutureDays))
    reasons.push(one('SaleDateInFuture', 'saleDate', saleDate, `<= ${addDays(today, maxFutureDays)}`))
  if (saleDate < today && !facts.ignoresBackDays && daysBetween(saleDate, today) > maxBackDays)
    reasons.push(one('SaleDateTooOld', 'saleDate', saleDate, `>= ${addDays(today, -maxBackDays)}`))
  return reasons
}

const later = (one: string, other: string) => (one > other ? one : other)
const earlier = (one: string | null, other: string | null) =>
  one === null || other === null ? (one ?? other) : one < other ? one : other

/** The reasons from the eligibility rules of the product and the program. */
function eligibilityReasons(
  { product, program, request }: RatingContext,
  { context }: SaleContext,
): RateReason[] {
  const { one } = reasonsFor(product.product, program.program)
  const reasons: RateReason[] = []
  if (product.product.requiresLien && request.dealType === 'Cash')
    reasons.push(one('LienRequired', 'dealType', 'Cash', 'Loan, Lease or Balloon'))
  reasons.push(...criteriaReasons(product.eligibility, context, one))
  reasons.push(...criteriaReasons(program.eligibility, context, one))
  return reasons
}
