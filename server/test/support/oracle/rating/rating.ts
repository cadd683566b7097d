import type {
  ClassRow,
  Plan,
  Product,
  Program,
  RateBook,
} from '../../../../src/domain/rate-book/rate-book.ts'
import type { RateFacts, RateRequest } from '../../../../src/domain/rating/request.ts'
import { type NaiveReason, type Reasons, ratePlan } from './plan.ts'
import type { AskedProgram, NaiveRate } from './rate.ts'
import { contextOf, loanOf, unmetIn } from './rated-criteria.ts'
import { classRowFor, isShown, type Sale } from './rows.ts'

// A simple reference implementation of rating: every row is checked for every request, and amounts are exact fractions.
// It is written from the documentation, so that the engine can be compared with it.

export interface NaiveRating {
  readonly rates: NaiveRate[]
  readonly reasons: NaiveReason[]
}

interface Asked {
  readonly book: RateBook
  readonly request: RateRequest
  readonly facts: RateFacts
}

export function naiveRate(book: RateBook, request: RateRequest, facts: RateFacts): NaiveRating {
  const asked = { book, request, facts }
  const rating: NaiveRating = { rates: [], reasons: [] }
  const inactive = againstDealer(asked)
  if (inactive.length > 0) tell(rating, inactive)
  else for (const product of book.products) rateProduct(asked, product, rating)
  return rating
}

function tell(rating: NaiveRating, reasons: Reasons, product?: Product, program?: Program, plan?: Plan) {
  for (const [rule, field, seen, needed] of reasons)
    rating.reasons.push({
      productCode: product?.code ?? null,
      programCode: program?.code ?? null,
      planCode: plan?.code ?? null,
      rule,
      field,
      seen,
      needed,
    })
}

function againstDealer({ request: { saleDate }, facts: { dealer } }: Asked): Reasons {
  if (dealer.status !== 'Active') return [['DealerInactive', 'dealerNumber', dealer.status, 'Active']]
  if (saleDate < dealer.effectiveDate)
    return [['DealerInactive', 'saleDate', saleDate, `>= ${dealer.effectiveDate}`]]
  if (dealer.expirationDate !== null && dealer.expirationDate < saleDate)
    return [['DealerInactive', 'saleDate', saleDate, `<= ${dealer.expirationDate}`]]
  return []
}

function rateProduct(asked: Asked, product: Product, rating: NaiveRating): void {
  const { only, assetTypeCode } = asked.request
  if (!(only.productTypeCodes?.includes(product.productTypeCode) ?? true)) return
  if (!(only.productIds?.includes(product.id) ?? true)) return
  const programs = product.programs.filter(
    (program) => (only.programIds?.includes(program.id) ?? true) && askedPlans(asked, program).length > 0,
  )
  if (programs.length === 0) return
  const isSeen = (program: Program) => program.plans.some((plan) => isPlanSeen(asked, product, program, plan))
  if (!programs.some(isSeen)) tell(rating, [['NotVisible', 'productCode', product.code, null]], product)
  else if (!product.assetTypeCodes.includes(assetTypeCode))
    tell(rating, [['AssetTypeNotCovered', 'assetTypeCode', assetTypeCode, product.assetTypeCodes]], product)
  else
    for (const program of programs)
      if (isSeen(program)) rateProgram(asked, product, program, rating)
      else tell(rating, [['NotVisible', 'programCode', program.code, null]], product, program)
}

const askedPlans = ({ request: { only } }: Asked, { plans }: Program) =>
  plans.filter(({ id }) => only.planIds?.includes(id) ?? true)

/** Whether the dealer may see any rate of the plan, for any vehicle class. */
function isPlanSeen({ book, request, facts }: Asked, product: Product, program: Program, plan: Plan) {
  const classes = [null, ...book.visibility.flatMap(({ classCode }) => classCode ?? [])]
  return plan.terms.some(({ term }) =>
    plan.deductibles.some((deductible) =>
      classes.some((classCode) => {
        const seen = {
          product: product.code,
          program: program.code,
          plan: plan.code,
          term,
          deductible,
          classCode,
        }
        return isShown(book.visibility, seen, facts.dealer, request.saleDate)
      }),
    ),
  )
}

function rateProgram(asked: Asked, product: Product, program: Program, rating: NaiveRating): void {
  const plans = askedPlans(asked, program)
  const seen = plans.filter((plan) => isPlanSeen(asked, product, program, plan))
  for (const plan of plans)
    if (!seen.includes(plan))
      tell(rating, [['NotVisible', 'planCode', plan.code, null]], product, program, plan)
  const reached = reach(asked, product, program)
  if ('reasons' in reached) {
    tell(rating, reached.reasons, product, program)
    return
  }
  for (const plan of seen) {
    const { rates, reasons } = ratePlan(reached, plan)
    rating.rates.push(...rates)
    tell(rating, reasons, product, program, plan)
  }
}

/** The inputs for the plans of a program, or why the whole program is refused. */
function reach(asked: Asked, product: Product, program: Program): AskedProgram | { reasons: Reasons } {
  const { request } = asked
  const row = program.classes === null ? null : classRowFor(program.classes, request)
  if (row === undefined) return { reasons: [['VehicleNotClassed', 'make', request.make, null]] }
  if (row?.classCode === 'INEL') return { reasons: [['ClassIneligible', 'make', request.make, null]] }
  const misplaced = againstPlace(asked, product, program)
  if (misplaced.length > 0) return { reasons: misplaced }
  const reached = saleOf(asked, product, program, row)
  const ineligible = againstEligibility(reached)
  return ineligible.length > 0 ? { reasons: ineligible } : reached
}

/** All faults of the place and the date of the sale. */
function againstPlace({ request, facts }: Asked, product: Product, program: Program): Reasons {
  const reasons: Reasons[number][] = []
  const { saleDate } = request
  const state = request.state ?? facts.dealer.state
  if (program.states !== null && !program.states.includes(state))
    reasons.push(['StateNotCovered', 'state', state, program.states])
  const begins = [product.effectiveFrom, program.effectiveFrom].sort().at(-1) ?? ''
  if (saleDate < begins) reasons.push(['ProgramNotEffective', 'saleDate', saleDate, `>= ${begins}`])
  const [ends] = [product.effectiveTo, program.effectiveTo].filter((date) => date !== null).sort()
  if (ends !== undefined && ends < saleDate)
    reasons.push(['ProgramNotEffective', 'saleDate', saleDate, `<= ${ends}`])
  const latest = daysAfter(facts.today, facts.maxFutureDays)
  if (saleDate > latest) reasons.push(['SaleDateInFuture', 'saleDate', saleDate, `<= ${latest}`])
  const earliest = daysAfter(facts.today, -facts.maxBackDays)
  if (saleDate < earliest && !facts.ignoresBackDays)
    reasons.push(['SaleDateTooOld', 'saleDate', saleDate, `>= ${earliest}`])
  return reasons
}

function daysAfter(date: string, days: number): string {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10)
}

function saleOf(
  { book, request, facts }: Asked,
  product: Product,
  program: Program,
  row: ClassRow | null,
): AskedProgram {
  const { year, usage, saleDate } = request
  const age = year === null ? null : Math.max(0, Number(saleDate.slice(0, 4)) - year)
  const isNew = usage !== null && usage <= facts.newMaxOdometer && age !== null && age <= 1
  const sale: Sale = {
    date: saleDate,
    state: request.state ?? facts.dealer.state,
    classCode: row?.classCode ?? null,
    segmentation: request.segmentation ?? row?.segmentation ?? null,
    odometer: usage,
    age,
    financed: request.financedAmount,
    price: request.itemPurchasePrice,
    condition: request.condition ?? (isNew ? 'New' : 'Used'),
  }
  const loan = loanOf(request, sale.condition)
  const context = contextOf(request, facts, sale, loan)
  return { book, product, program, request, facts, sale, loan, context }
}

/** The lien, and the rules of the product and of the program. */
function againstEligibility({ product, program, request, context }: AskedProgram): Reasons {
  const unmet = [...unmetIn(product.eligibility, context), ...unmetIn(program.eligibility, context)]
  const criteria = unmet.map(({ field, seen, needed }) => ['Criteria', field, seen, needed] as const)
  if (!product.requiresLien || request.dealType !== 'Cash') return criteria
  return [['LienRequired', 'dealType', 'Cash', 'Loan, Lease or Balloon'], ...criteria]
}
