import type { CompiledProduct, CompiledProgram } from './compile-book.ts'
import { type Criteria, type CriteriaContext, evaluateCriteria, explainCriteria } from './criteria.ts'
import { addDays, daysBetween } from './dates.ts'
import type { ClassRow, Condition, SalesTaxRule } from './rate-book.ts'
import { ratePlan } from './rate-plan.ts'
import type { RateFacts, RateRequest, Reason } from './rate-request.ts'
import { type Classing, type RatedRate, reasonsFor } from './rate-results.ts'
import { type Circumstances, matchRows } from './rate-rows.ts'
import type { Sight } from './rate-visibility.ts'
import { taxRulesFor } from './sales-tax.ts'

/** A program, asked for a price. */
export interface Asked {
  readonly product: CompiledProduct
  readonly program: CompiledProgram
  readonly sight: Sight
  readonly request: RateRequest
  readonly facts: RateFacts
  readonly taxRules: readonly SalesTaxRule[]
}

/** What is the same for all rates of the program. */
export interface Sale {
  readonly state: string
  readonly age: number | null
  readonly condition: Condition
  readonly classing: Classing | null
  readonly segmentation: string | null
  readonly context: CriteriaContext
  readonly circumstances: Circumstances
  readonly rowAt: Int32Array
  readonly taxRules: readonly SalesTaxRule[]
  /** Loan to value in percent, as a fraction: financed over value. */
  readonly ltv: { readonly financed: number; readonly value: number } | null
}

export function rateProgram(asked: Asked): { rates: RatedRate[]; reasons: Reason[] } {
  const { product, program, sight, request } = asked
  const { one } = reasonsFor(product.product, program.program)
  const hidden = program.plans
    .filter(({ plan }) => isAskedPlan(plan.id, request) && !sight.plans.has(plan.code))
    .map(({ plan }) =>
      reasonsFor(product.product, program.program, plan).one('NotVisible', 'planCode', plan.code, null),
    )
  const classing = classify(program, request)
  if (classing === 'none')
    return { rates: [], reasons: [...hidden, one('VehicleNotClassed', 'make', request.make, null)] }
  if (classing?.classCode === 'INEL')
    return { rates: [], reasons: [...hidden, one('ClassIneligible', 'make', request.make, null)] }
  const misplaced = placeReasons(asked)
  if (misplaced.length > 0) return { rates: [], reasons: [...hidden, ...misplaced] }
  const sale = saleOf(asked, classing)
  const ineligible = eligibilityReasons(asked, sale)
  if (ineligible.length > 0) return { rates: [], reasons: [...hidden, ...ineligible] }
  const rates: RatedRate[] = []
  const reasons = [...hidden]
  for (const plan of program.plans) {
    if (!isAskedPlan(plan.plan.id, request) || !sight.plans.has(plan.plan.code)) continue
    const rated = ratePlan(asked, sale, plan)
    rates.push(...rated.rates)
    reasons.push(...rated.reasons)
  }
  return { rates, reasons }
}

const isAskedPlan = (id: number, { only }: RateRequest) => only.planIds === null || only.planIds.includes(id)

/** The class of the vehicle in this program; null where the program has no classes, `none` where no row fits. */
function classify({ classes }: CompiledProgram, request: RateRequest): Classing | null | 'none' {
  if (!classes) return null
  const row = classes.get(request.make ?? '')?.find((candidate) => isOfClass(candidate, request))
  return row ? { classCode: row.classCode, segmentation: row.segmentation, row } : 'none'
}

const texts = ['model', 'trim', 'series', 'engine', 'fuelType', 'driveType'] as const

function isOfClass(row: ClassRow, request: RateRequest): boolean {
  const { yearFrom, yearTo } = row
  const { year } = request
  return (
    texts.every((name) => row[name] === null || row[name]?.toUpperCase() === request[name]?.toUpperCase()) &&
    (yearFrom === null || (year !== null && yearFrom <= year)) &&
    (yearTo === null || (year !== null && year <= yearTo))
  )
}

/** Where and when it is sold: everything that is wrong with it. */
function placeReasons({ product, program, request, facts }: Asked): Reason[] {
  const { one } = reasonsFor(product.product, program.program)
  const { saleDate } = request
  const { states, effectiveFrom, effectiveTo } = program.program
  const state = request.state ?? facts.dealer.state
  const reasons: Reason[] = []
  if (states !== null && !states.includes(state)) reasons.push(one('StateNotCovered', 'state', state, states))
  const begin = [effectiveFrom, product.product.effectiveFrom].sort()[1] ?? effectiveFrom
  if (saleDate < begin) reasons.push(one('ProgramNotEffective', 'saleDate', saleDate, `>= ${begin}`))
  const end = [effectiveTo, product.product.effectiveTo].filter((date) => date !== null).sort()[0]
  if (end !== undefined && saleDate > end)
    reasons.push(one('ProgramNotEffective', 'saleDate', saleDate, `<= ${end}`))
  const latest = addDays(facts.today, facts.maxFutureDays)
  if (saleDate > latest) reasons.push(one('SaleDateInFuture', 'saleDate', saleDate, `<= ${latest}`))
  if (!facts.ignoresBackDays && daysBetween(saleDate, facts.today) > facts.maxBackDays)
    reasons.push(
      one('SaleDateTooOld', 'saleDate', saleDate, `>= ${addDays(facts.today, -facts.maxBackDays)}`),
    )
  return reasons
}

function saleOf({ product, program, request, facts, taxRules }: Asked, classing: Classing | null): Sale {
  const { dealer } = facts
  const state = request.state ?? dealer.state
  const isAtHome = state === dealer.state
  const age = request.year === null ? null : Math.max(0, Number(request.saleDate.slice(0, 4)) - request.year)
  const isNew = request.usage !== null && request.usage <= facts.newMaxOdometer && (age ?? 0) <= 1
  const condition = request.condition ?? (isNew ? 'New' : 'Used')
  const value =
    condition === 'New' ? (request.msrp ?? request.nadaValue) : (request.nadaValue ?? request.msrp)
  const ltv = request.financedAmount === null || !value ? null : { financed: request.financedAmount, value }
  const segmentation = request.segmentation ?? classing?.segmentation ?? null
  const circumstances: Circumstances = {
    classCode: classing?.classCode ?? null,
    segmentation,
    odometer: request.usage,
    age,
    financed: request.financedAmount,
    price: request.itemPurchasePrice,
    state,
    condition,
    date: request.saleDate,
  }
  return {
    state,
    age,
    condition,
    classing,
    segmentation,
    ltv,
    circumstances,
    context: contextOf(request, facts, { state, age, condition, segmentation, classing, ltv }),
    rowAt: matchRows(program.rows, circumstances),
    taxRules: taxRulesFor(
      taxRules,
      {
        state,
        county: isAtHome ? dealer.county : null,
        city: isAtHome ? dealer.city : null,
        date: request.saleDate,
        productTypeCode: product.product.productTypeCode,
      },
      'ContractRetail',
    ),
  }
}

const amount = (cents: number | null) => (cents === null ? undefined : cents / 100)
const given = <Value>(value: Value | null) => value ?? undefined

/** What criteria see. What is not known is absent: a comparison with it is neither true nor false. */
function contextOf(
  request: RateRequest,
  { dealer }: RateFacts,
  sale: Pick<Sale, 'state' | 'age' | 'condition' | 'segmentation' | 'classing' | 'ltv'>,
): CriteriaContext {
  return {
    vehicle: {
      year: given(request.year),
      make: given(request.make),
      model: given(request.model),
      trim: given(request.trim),
      series: given(request.series),
      bodyStyle: given(request.bodyStyle),
      fuelType: given(request.fuelType),
      driveType: given(request.driveType),
      aspiration: given(request.aspiration),
      odometer: given(request.usage),
      age: given(sale.age),
      condition: sale.condition,
      segmentation: given(sale.segmentation),
      use: given(request.vehicleUse),
      classCode: given(sale.classing?.classCode ?? null),
    },
    item: {
      assetType: request.assetTypeCode,
      purchasePrice: amount(request.itemPurchasePrice),
      serialNumber: given(request.serialNumber),
    },
    deal: {
      saleDate: request.saleDate,
      price: amount(request.vehiclePurchasePrice),
      msrp: amount(request.msrp),
      nadaValue: amount(request.nadaValue),
      financedAmount: amount(request.financedAmount),
      financeTermMonths: given(request.financeTermMonths),
      apr: given(request.apr),
      ltv: sale.ltv ? (sale.ltv.financed / sale.ltv.value) * 100 : undefined,
      type: given(request.dealType),
      state: sale.state,
    },
    dealer: { number: dealer.number, group: given(dealer.groupNumber), state: dealer.state },
    customer: { state: given(request.customerState) },
  }
}

/** The rules of the product and of the program. */
function eligibilityReasons({ product, program, request }: Asked, sale: Sale): Reason[] {
  const { one } = reasonsFor(product.product, program.program)
  const lien =
    product.product.requiresLien && request.dealType === 'Cash'
      ? [one('LienRequired', 'dealType', 'Cash', 'Loan, Lease or Balloon')]
      : []
  return [
    ...lien,
    ...criteriaReasons(product.eligibility, sale.context, one),
    ...criteriaReasons(program.eligibility, sale.context, one),
  ]
}

type Maker = ReturnType<typeof reasonsFor>['one']

/** One reason for each comparison that is not met; for a missing value, that it is missing. */
export function criteriaReasons(criteria: Criteria | null, context: CriteriaContext, one: Maker): Reason[] {
  if (criteria === null || evaluateCriteria(criteria, context) === true) return []
  const { explanation } = explainCriteria(criteria, context)
  return explanation
    .filter(({ isFailed }) => isFailed)
    .map(({ field, text, seen, needed, isNegated }) =>
      one('Criteria', field ?? text, seen, isNegated ? `!(${needed})` : needed),
    )
}

export const isEligible = (criteria: Criteria | null, context: CriteriaContext) =>
  criteria === null || evaluateCriteria(criteria, context) === true
