import { addDays, daysBetween } from '../dates.ts'
import { startPricing } from './cell.ts'
import { classify } from './class-index.ts'
import { criteriaReasons } from './criteria.ts'
import { ratePlan } from './plan.ts'
import type { RateReason, RateRequest } from './request.ts'
import { type RatedRate, reasonMaker } from './results.ts'
import { buildSale, type RatingContext, type SaleContext, saleRows } from './sale.ts'
import { termRuns } from './terms.ts'

/** Adds the rates of a program, and the reasons for what is not offered. */
export function rateProgram(rating: RatingContext, rates: RatedRate[], reasons: RateReason[]): void {
  const { product, program, visibility, request } = rating
  for (const { plan } of program.plans)
    if (isRequestedPlan(plan.id, request) && !visibility.plans.has(plan.code))
      reasons.push(
        reasonMaker(product.product, program.program, plan)('NotVisible', 'planCode', plan.code, null),
      )
  const makeReason = reasonMaker(product.product, program.program)
  const classing = program.classes && classify(program.classes, request)
  if (classing === undefined) {
    reasons.push(makeReason('VehicleNotClassed', 'make', request.make, null))
    return
  }
  if (classing?.classCode === 'INEL') {
    reasons.push(makeReason('ClassIneligible', 'make', request.make, null))
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
  const pricing = startPricing(rating, sale)
  const termRun = termRuns(rating)
  for (const plan of program.plans)
    if (isRequestedPlan(plan.plan.id, request) && visibility.plans.has(plan.plan.code))
      reasons.push(...ratePlan({ rating, sale, rowAt, pricing, termRun }, plan, rates))
}

const isRequestedPlan = (id: number, { only }: RateRequest) =>
  only.planIds === null || only.planIds.includes(id)

/** The reasons against the place and date of the sale. */
function placeReasons({ product, program, request, facts, state }: RatingContext): RateReason[] {
  const makeReason = reasonMaker(product.product, program.program)
  const { saleDate } = request
  const { states, effectiveFrom, effectiveTo } = program.program
  const reasons: RateReason[] = []
  if (states !== null && !states.includes(state))
    reasons.push(makeReason('StateNotCovered', 'state', state, states))
  const begin = later(effectiveFrom, product.product.effectiveFrom)
  if (saleDate < begin) reasons.push(makeReason('ProgramNotEffective', 'saleDate', saleDate, `>= ${begin}`))
  const end = earlier(effectiveTo, product.product.effectiveTo)
  if (end !== null && saleDate > end)
    reasons.push(makeReason('ProgramNotEffective', 'saleDate', saleDate, `<= ${end}`))
  const { today, maxFutureDays, maxBackDays } = facts
  if (saleDate > today && saleDate > addDays(today, maxFutureDays))
    reasons.push(makeReason('SaleDateInFuture', 'saleDate', saleDate, `<= ${addDays(today, maxFutureDays)}`))
  if (saleDate < today && !facts.ignoresBackDays && daysBetween(saleDate, today) > maxBackDays)
    reasons.push(makeReason('SaleDateTooOld', 'saleDate', saleDate, `>= ${addDays(today, -maxBackDays)}`))
  return reasons
}

const later = (left: string, right: string) => (left > right ? left : right)
const earlier = (left: string | null, right: string | null) =>
  left === null || right === null ? (left ?? right) : left < right ? left : right

/** The reasons from the eligibility rules of the product and the program. */
function eligibilityReasons(
  { product, program, request }: RatingContext,
  { context }: SaleContext,
): RateReason[] {
  const makeReason = reasonMaker(product.product, program.program)
  const reasons: RateReason[] = []
  if (product.product.requiresLien && request.dealType === 'Cash')
    reasons.push(makeReason('LienRequired', 'dealType', 'Cash', 'Loan, Lease or Balloon'))
  reasons.push(...criteriaReasons(product.eligibility, context, makeReason))
  reasons.push(...criteriaReasons(program.eligibility, context, makeReason))
  return reasons
}
