import type { CriteriaContext } from '../../../../src/domain/criteria/criteria.ts'
import type { Product, Program, RateBook } from '../../../../src/domain/rate-book/rate-book.ts'
import type { RateFacts, RateRequest } from '../../../../src/domain/rating/request.ts'
import { atRetail, costOf, linesOf } from './lines.ts'
import { priceRange, retailRuleFor, taxesOn } from './price.ts'
import { type Loan, unmetIn } from './rated-criteria.ts'
import { type Cell, isOn, rateRowFor, type Sale } from './rows.ts'

export interface AskedProgram {
  readonly book: RateBook
  readonly product: Product
  readonly program: Program
  readonly request: RateRequest
  readonly facts: RateFacts
  readonly sale: Sale
  readonly loan: Loan | null
  readonly context: CriteriaContext
}

export interface Expiry {
  readonly date: string
  readonly odometer: number | null
}

/** One price as codes and figures. Amounts are in cents. */
export interface NaiveRate {
  readonly product: string
  readonly program: string
  readonly plan: string
  readonly term: string
  readonly deductible: string
  readonly classCode: string | null
  readonly effectiveDate: string
  readonly expirationDate: string
  readonly expirationOdometer: number | null
  readonly dealerCost: number
  readonly suggested: number
  readonly minimum: number
  readonly maximum: number | null
  readonly retailRule: string
  readonly surcharges: readonly (readonly [id: number, isSelected: boolean])[]
  readonly lines: readonly (readonly [code: string, amount: number])[]
  readonly taxes: readonly (readonly [ruleId: number, taxable: number, tax: number])[]
}

/** The price of a cell, or its two limits if the maximum is below the minimum, or nothing if a figure is missing. */
export function rateCell(
  asked: AskedProgram,
  cell: Cell,
  expiry: Expiry,
): NaiveRate | { readonly cap: number; readonly minimum: number } | undefined {
  const { book, product, program, request, facts, sale } = asked
  const row = rateRowFor(program.rates, cell, sale)
  if (!row) return undefined
  const surcharges = surchargesOf(asked)
  const chosen = surcharges.filter(({ isSelected }) => isSelected)
  const feedOf = (code: string) => {
    let fed = 0n
    for (const { surcharge } of chosen)
      for (const feed of surcharge.feeds) if (feed.disbursementCode === code) fed += BigInt(feed.amount)
    return fed
  }
  const priced = { program, cell, row, sale, request, facts, feedOf }
  const lines = linesOf(priced)
  const cost = costOf(lines, priced)
  if (!cost) return undefined
  const rule = retailRuleFor(program.retail, { state: sale.state, plan: cell.plan.code, date: sale.date })
  const { suggested, minimum, maximum } = priceRange(rule, cost.dealerCost, request)
  if (maximum !== null && minimum > maximum) return { cap: Number(maximum), minimum: Number(minimum) }
  const isAtHome = sale.state === facts.dealer.state
  const place = {
    state: sale.state,
    county: isAtHome ? facts.dealer.county : null,
    city: isAtHome ? facts.dealer.city : null,
    date: sale.date,
    productTypeCode: product.productTypeCode,
  }
  return {
    product: product.code,
    program: program.code,
    plan: cell.plan.code,
    term: cell.term.code,
    deductible: cell.deductible.code,
    classCode: sale.classCode,
    effectiveDate: sale.date,
    expirationDate: expiry.date,
    expirationOdometer: expiry.odometer,
    dealerCost: Number(cost.dealerCost),
    suggested: Number(suggested),
    minimum: Number(minimum),
    maximum: maximum === null ? null : Number(maximum),
    retailRule: rule.type,
    surcharges: surcharges.map(({ surcharge, isSelected }) => [surcharge.id, isSelected]),
    lines: atRetail(lines, cost, suggested),
    taxes: taxesOn(book.taxRules, place, suggested),
  }
}

/** The surcharges of the sale: mandatory ones, and the requested others. */
const surchargesOf = ({ program, request, context, sale }: AskedProgram) =>
  program.surcharges
    .filter((surcharge) => isOn(surcharge, sale.date) && unmetIn(surcharge.criteria, context).length === 0)
    .map((surcharge) => ({
      surcharge,
      isSelected: surcharge.isMandatory || request.surchargeCodes.includes(surcharge.code),
    }))
