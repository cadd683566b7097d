import type { Cents } from '../money.ts'
import type {
  Deductible,
  Plan,
  Product,
  Program,
  RetailRule,
  Surcharge,
  Term,
} from '../rate-book/rate-book.ts'
import type { TaxDetail } from '../tax/sales-tax.ts'
import type { Classing } from './class-index.ts'
import type { CompiledPlan, CompiledProgram } from './compile-book.ts'
import type { RatedLine } from './lines.ts'
import { type RateReason, type RateRule, rateRules } from './request.ts'

/** One rate: what is sold, the price, and the lines of the price. */
export interface RatedRate {
  readonly program: CompiledProgram
  readonly plan: CompiledPlan
  readonly term: Term
  readonly deductible: Deductible
  readonly classing: Classing | null
  readonly effectiveDate: string
  readonly expirationDate: string
  readonly expirationOdometer: number | null
  readonly surcharges: readonly ChosenSurcharge[]
  readonly dealerCost: Cents
  readonly suggested: Cents
  readonly minimum: Cents
  readonly maximum: Cents | null
  readonly retailRule: RetailRule
  /** The lines at the suggested price; they sum to it. */
  readonly lines: readonly RatedLine[]
  readonly taxes: readonly TaxDetail[]
}

export interface ChosenSurcharge {
  readonly surcharge: Surcharge
  readonly isSelected: boolean
}

const messages: Readonly<Record<RateRule, string>> = {
  DealerInactive: 'The dealer does not sell on that day.',
  NotVisible: 'The dealer is not shown this.',
  AssetTypeNotCovered: 'The product is not for this kind of item.',
  VehicleNotClassed: 'The program has no class for this vehicle.',
  ClassIneligible: 'Vehicles of this class are not covered.',
  StateNotCovered: 'The program is not sold in this state.',
  ProgramNotEffective: 'The program is not sold on that day.',
  SaleDateInFuture: 'The sale is further ahead than may be quoted.',
  SaleDateTooOld: 'The sale is longer ago than may be quoted.',
  LienRequired: 'The product is for financed deals only.',
  Criteria: 'A rule of eligibility is not met.',
  NoRateRow: 'The book has no price for this.',
  FinancedAmountTooHigh: 'More is financed than the book has prices for.',
  ItemPriceOutOfRange: 'The price of the item is outside what the book covers.',
  FinanceTermTooLong: 'The loan is longer than any term of the plan.',
  LtvTooLow: 'Too little of the value is financed for this state.',
  LtvTooHigh: 'More of the value is financed than the plan covers.',
  TermExpired: 'Every term would have run out already, or would run beyond the limit.',
  CapBelowCost: 'The highest price that is allowed is below dealer cost.',
}

export type ReasonMaker = ReturnType<typeof reasonsFor>['one']

/** Makes reasons for a product, a program or a plan. */
export function reasonsFor(product: Product | null, program?: Program, plan?: Plan) {
  const where = {
    productCode: product?.code ?? null,
    programCode: program?.code ?? null,
    planCode: plan?.code ?? null,
  }
  return {
    one: (rule: RateRule, field: string | null, seen: unknown, needed: unknown): RateReason => ({
      ...where,
      rule,
      field,
      seen,
      needed,
      fault: rateRules[rule],
      message: messages[rule],
    }),
  }
}
