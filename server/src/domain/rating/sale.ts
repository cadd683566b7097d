import type { CriteriaContext } from '../criteria/criteria.ts'
import { epochDay } from '../dates.ts'
import { amountOf, type Cents } from '../money.ts'
import type { Condition, SalesTaxRule } from '../rate-book/rate-book.ts'
import { taxRulesFor } from '../tax/sales-tax.ts'
import type { Classing } from './class-index.ts'
import type { CompiledProduct, CompiledProgram } from './compile-book.ts'
import { type LoanToValue, loanToValuePercent } from './loan-to-value.ts'
import { type RateFacts, type RateRequest, vehicleAge, vehicleCondition } from './request.ts'
import type { Circumstances } from './row-tree.ts'
import { matchRows } from './rows.ts'
import type { Visibility } from './visibility.ts'

/** The rating of one program. */
export interface RatingContext {
  readonly product: CompiledProduct
  readonly program: CompiledProgram
  readonly visibility: Visibility
  readonly request: RateRequest
  readonly facts: RateFacts
  /** The state of the sale: as requested, else the dealer's. */
  readonly state: string
  /** The tax rules of that state. */
  readonly taxRules: readonly SalesTaxRule[]
  /** Whether usage is in hours, not miles. */
  readonly isInHours: boolean
}

/** What is the same for all rates of the program. */
export interface SaleContext {
  readonly age: number | null
  readonly condition: Condition
  readonly classing: Classing | null
  readonly context: CriteriaContext
  readonly circumstances: Circumstances
  readonly ltv: LoanToValue | null
}

export function buildSale(
  { request, facts, state }: Pick<RatingContext, 'request' | 'facts' | 'state'>,
  classing: Classing | null,
): SaleContext {
  const age = vehicleAge(request)
  const condition = vehicleCondition(request, facts)
  const value =
    condition === 'New' ? (request.msrp ?? request.nadaValue) : (request.nadaValue ?? request.msrp)
  const ltv = request.financedAmount === null || !value ? null : { financed: request.financedAmount, value }
  const segmentation = request.segmentation ?? classing?.segmentation ?? null
  const classCode = classing?.classCode ?? null
  return {
    age,
    condition,
    classing,
    ltv,
    circumstances: {
      classCode,
      segmentation,
      odometer: request.usage,
      age,
      financed: request.financedAmount,
      price: request.itemPurchasePrice,
      state,
      condition,
      date: request.saleDate,
      day: epochDay(request.saleDate),
    },
    context: criteriaContext(request, facts, { state, age, condition, segmentation, classCode, ltv }),
  }
}

/** The row of each cell for the sale. */
export const saleRows = ({ program }: RatingContext, { circumstances }: SaleContext) =>
  matchRows(program.rows, circumstances)

/** The taxes on the price. County and city are known only for a sale in the dealer's state. */
export function saleTaxRules({
  product,
  request,
  facts: { dealer },
  state,
  taxRules,
}: RatingContext): SalesTaxRule[] {
  const isAtHome = state === dealer.state
  const place = {
    state,
    county: isAtHome ? dealer.county : null,
    city: isAtHome ? dealer.city : null,
    date: request.saleDate,
    productTypeCode: product.product.productTypeCode,
  }
  return taxRulesFor(taxRules, place, 'ContractRetail')
}

const amount = (cents: Cents | null) => (cents === null ? undefined : amountOf(cents))
const orUndefined = <Value>(value: Value | null) => value ?? undefined

interface Known {
  readonly state: string
  readonly age: number | null
  readonly condition: Condition
  readonly segmentation: string | null
  readonly classCode: string | null
  readonly ltv: LoanToValue | null
}

/**
 * The context for criteria. An unknown value is left out: a comparison with it is neither true nor false. Codes are raised
 * to upper case, as when a rule is tried out; makes and states have been raised with the request.
 */
function criteriaContext(request: RateRequest, { dealer }: RateFacts, sale: Known): CriteriaContext {
  return {
    vehicle: {
      year: orUndefined(request.year),
      make: orUndefined(request.make),
      model: orUndefined(request.model),
      trim: orUndefined(request.trim),
      series: orUndefined(request.series),
      bodyStyle: orUndefined(request.bodyStyle),
      fuelType: orUndefined(request.fuelType),
      driveType: orUndefined(request.driveType),
      aspiration: orUndefined(request.aspiration),
      odometer: orUndefined(request.usage),
      age: orUndefined(sale.age),
      condition: sale.condition,
      segmentation: orUndefined(sale.segmentation),
      use: orUndefined(request.vehicleUse),
      classCode: sale.classCode?.toUpperCase(),
    },
    item: {
      assetType: request.assetTypeCode?.toUpperCase(),
      purchasePrice: amount(request.itemPurchasePrice),
      serialNumber: orUndefined(request.serialNumber),
    },
    deal: {
      saleDate: request.saleDate,
      price: amount(request.vehiclePurchasePrice),
      msrp: amount(request.msrp),
      nadaValue: amount(request.nadaValue),
      financedAmount: amount(request.financedAmount),
      financeTermMonths: orUndefined(request.financeTermMonths),
      apr: orUndefined(request.apr),
      ltv: sale.ltv ? loanToValuePercent(sale.ltv) : undefined,
      type: orUndefined(request.dealType),
      state: sale.state,
    },
    dealer: { number: dealer.number, group: orUndefined(dealer.groupNumber), state: dealer.state },
    customer: { state: orUndefined(request.customerState) },
  }
}
