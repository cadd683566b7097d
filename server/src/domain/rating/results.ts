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
  DealerInactive: 'The dealer is not active on the sale date.',
  NotVisible: 'This is not visible to the dealer.',
  AssetTypeNotCovered: 'The product does not cover this type of item.',
  VehicleNotClassed: 'The program has no class for this vehicle.',
  ClassIneligible: 'Vehicles of this class are not eligible.',
  StateNotCovered: 'The program is not sold in this state.',
  ProgramNotEffective: 'The program is not sold on the sale date.',
  SaleDateInFuture: 'The sale date is too far in the future.',
  SaleDateTooOld: 'The sale date is too far in the past.',
  LienRequired: 'The product requires a lien holder or a financed deal.',
  Criteria: 'An eligibility rule is not met.',
  NoRateRow: 'The rate book has no rate for this.',
  FinancedAmountTooHigh: 'The amount financed is higher than the rate book covers.',
  ItemPriceOutOfRange: 'The item price is outside the range that the rate book covers.',
  FinanceTermTooLong: 'The finance term is longer than any term of the plan.',
  LtvTooLow: 'The loan-to-value percent is below the minimum of this state.',
  LtvTooHigh: 'The loan-to-value percent is above the maximum of the plan.',
  TermExpired: 'Every term would already have expired, or would go beyond the odometer limit.',
  CapBelowCost: 'The highest allowed price is below the dealer cost.',
  MissingParameters: 'The product was not rated because it requires this parameter.',
  Requires: 'The item must have another contract first.',
  Excludes: 'The item has a contract that cannot be combined with this one.',
}

export type ReasonMaker = ReturnType<typeof reasonMaker>

/** Makes reasons for a product, a program or a plan. */
export function reasonMaker(product: Product | null, program?: Program, plan?: Plan) {
  const where = {
    productCode: product?.code ?? null,
    programCode: program?.code ?? null,
    planCode: plan?.code ?? null,
  }
  return (rule: RateRule, field: string | null, seen: unknown, needed: unknown): RateReason => ({
    ...where,
    rule,
    field,
    seen,
    needed,
    fault: rateRules[rule],
    message: messages[rule],
  })
}
