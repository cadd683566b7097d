import type { CriteriaContext } from '../criteria/criteria.ts'
import { epochDay } from '../dates.ts'
import { amountOf, type Cents } from '../money.ts'
import type { Condition, SalesTaxRule } from '../rate-book/rate-book.ts'
import { taxRulesFor } from '../tax/sales-tax.ts'
import type { Classing } from './class-index.ts'
import type { CompiledProduct, CompiledProgram } from './compile-book.ts'
import { type LoanToValue, loanToValuePercent } from './loan-to-value.ts'
import type { RateFacts, RateRequest } from './request.ts'
import type { Circumstances } from './row-tree.ts'
import { matchRows } from './rows.ts'
import { vehicleAge, vehicleCondition } from './vehicle-condition.ts'
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
    context: contextOf(request, facts, { state, age, condition, segmentation, classCode, ltv }),
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
const given = <Value>(value: Value | null) => value ?? undefined

interface Known {
  readonly state: string
  readonly age: number | null
  readonly condition: Condition
  readonly segmentation: string | null
  readonly classCode: string | null
  readonly ltv: LoanToValue | null
}

/** The context for criteria. An unknown value is left out: a comparison with it is neither true nor false. */
function contextOf(request: RateRequest, { dealer }: RateFacts, sale: Known): CriteriaContext {
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
      classCode: given(sale.classCode),
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
      ltv: sale.ltv ? loanToValuePercent(sale.ltv) : undefined,
      type: given(request.dealType),
      state: sale.state,
    },
    dealer: { number: dealer.number, group: given(dealer.groupNumber), state: dealer.state },
    customer: { state: given(request.customerState) },
  }
}
