import {
  type CriteriaContext,
  compileCriteria,
  explainCriteria,
} from '../../../../src/domain/criteria/criteria.ts'
import type { RateFacts, RateRequest } from '../../../../src/domain/rating/request.ts'
import { naiveCriteria } from './criteria.ts'
import type { Sale } from './rows.ts'

/** Why a rule refuses a sale: the variable, its value, and the required value. */
export interface Unmet {
  readonly field: string
  readonly seen: unknown
  readonly needed: string
}

/** Nothing if the rule is true. An unknown result counts as not met. */
export function unmetIn(text: string | null, context: CriteriaContext): Unmet[] {
  if (text === null) return []
  const criteria = compileCriteria(text)
  if ('invalid' in criteria) throw new Error(`${text}: ${criteria.invalid.message}`)
  const truth = naiveCriteria(criteria.root, context)
  if (truth === true) return []
  const failed = explainCriteria(criteria, context).explanation.filter(({ isFailed }) => isFailed)
  // If no comparison fails, the rule itself is false.
  if (failed.length === 0) return [{ field: text, seen: truth ?? null, needed: '== true' }]
  return failed.map((leaf) => ({
    field: leaf.field ?? leaf.text,
    seen: leaf.seen,
    needed: leaf.isNegated ? `!(${leaf.needed})` : leaf.needed,
  }))
}

/** The amount financed and the value of the vehicle in cents, or nothing if one of them is unknown. */
export interface Loan {
  readonly financed: number
  readonly value: number
}

export function loanOf({ financedAmount, msrp, nadaValue }: RateRequest, condition: string): Loan | null {
  const value = condition === 'New' ? (msrp ?? nadaValue) : (nadaValue ?? msrp)
  return financedAmount === null || value === null || value === 0 ? null : { financed: financedAmount, value }
}

const inMoney = (cents: number | null) => (cents === null ? null : cents / 100)

export const contextOf = (
  request: RateRequest,
  { dealer }: RateFacts,
  sale: Sale,
  loan: Loan | null,
): CriteriaContext => ({
  vehicle: {
    year: request.year,
    make: request.make,
    model: request.model,
    trim: request.trim,
    series: request.series,
    bodyStyle: request.bodyStyle,
    fuelType: request.fuelType,
    driveType: request.driveType,
    aspiration: request.aspiration,
    odometer: request.usage,
    age: sale.age,
    condition: sale.condition,
    segmentation: sale.segmentation,
    use: request.vehicleUse,
    classCode: sale.classCode,
  },
  item: {
    assetType: request.assetTypeCode,
    purchasePrice: inMoney(request.itemPurchasePrice),
    serialNumber: request.serialNumber,
  },
  deal: {
    saleDate: request.saleDate,
    price: inMoney(request.vehiclePurchasePrice),
    msrp: inMoney(request.msrp),
    nadaValue: inMoney(request.nadaValue),
    financedAmount: inMoney(request.financedAmount),
    financeTermMonths: request.financeTermMonths,
    apr: request.apr,
    // The product is an integer, so the percent is rounded once: 33,000 of 30,000 is 110.
    ltv: loan && (loan.financed * 100) / loan.value,
    type: request.dealType,
    state: sale.state,
  },
  dealer: { number: dealer.number, group: dealer.groupNumber, state: dealer.state },
  customer: { state: request.customerState },
})
