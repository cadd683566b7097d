import { isInForce } from '../in-force.ts'
import type { Cents } from '../money.ts'
import type { Deductible, RetailRule } from '../rate-book/rate-book.ts'
import { salesTax } from '../tax/sales-tax.ts'
import { linesByCell, type SameLines } from './agreements.ts'
import type { CompiledPlan } from './compile-book.ts'
import { isEligible } from './criteria.ts'
import { findDealerCost, lineAmounts, linesAt } from './line-amounts.ts'
import type { ChosenSurcharge, RatedRate } from './results.ts'
import {
  between,
  highestPrice,
  lowestPrice,
  maximumPrice,
  type RetailClash,
  type RetailTerms,
  retailRuleFor,
  retailTerms,
  suggestedPrice,
} from './retail.ts'
import type { CellRows } from './rows.ts'
import { type RatingContext, type SaleContext, saleTaxRules } from './sale.ts'
import type { TermRun } from './terms.ts'

/** How the rates of a sale are priced: what is the same for all its cells. */
export interface SalePrice {
  readonly rating: RatingContext
  readonly sale: SaleContext
  readonly surcharges: readonly ChosenSurcharge[]
  readonly linesOf: ReturnType<typeof linesByCell>
  readonly taxRules: ReturnType<typeof saleTaxRules>
}

export function priceSale(rating: RatingContext, sale: SaleContext): SalePrice {
  const surcharges = surchargesOf(rating, sale)
  return {
    rating,
    sale,
    surcharges,
    linesOf: linesByCell(rating, sale, surcharges),
    taxRules: saleTaxRules(rating),
  }
}

/** The surcharges of a sale: mandatory ones whose rule is met, and the optional ones that were requested. */
function surchargesOf(
  { program, request }: RatingContext,
  { context }: SaleContext,
): readonly ChosenSurcharge[] {
  const chosen: ChosenSurcharge[] = []
  for (const { surcharge, criteria } of program.surcharges) {
    if (!isInForce(surcharge, request.saleDate) || !isEligible(criteria, context)) continue
    const isSelected = surcharge.isMandatory || request.surchargeCodes.includes(surcharge.code)
    chosen.push({ surcharge, isSelected })
  }
  return chosen
}

const OPEN: RetailRule = {
  states: null,
  plans: null,
  type: 'Open',
  suggestedMarkup: null,
  suggestedMarkupPercent: null,
  suggestedPrice: null,
  minimum: null,
  caps: [],
  rounding: 'None',
  regulatedRuleId: null,
  effectiveFrom: null,
  effectiveTo: null,
}

/** The retail terms for all cells of a plan. */
function retailOf({ rating: { program, request, state } }: SalePrice, { plan }: CompiledPlan): RetailTerms {
  const rule = retailRuleFor(program.program.retail, state, plan.code, request.saleDate) ?? OPEN
  return retailTerms(rule, { financed: request.financedAmount, vehiclePrice: request.vehiclePurchasePrice })
}

/** The cells of a plan to be rated. */
export interface PlanCells {
  readonly plan: CompiledPlan
  readonly cells: readonly number[]
  readonly rowAt: CellRows
  /** The run of a term, by its index in the program. */
  readonly runOf: (term: number) => TermRun
}

/** Adds the rates of the cells that have an amount for every line. Returns the first conflict of a price cap with the cost. */
export function addRates(price: SalePrice, of: PlanCells, rates: RatedRate[]): RetailClash | undefined {
  const retail = retailOf(price, of.plan)
  let clash: RetailClash | undefined
  for (const same of price.linesOf(of.cells)) {
    const found = addSame(price, of, retail, same, rates)
    clash ??= found
  }
  return clash
}

// One loop without objects or functions for its steps: this is where a quote spends its time.
function addSame(
  { rating, sale, surcharges, taxRules }: SalePrice,
  { plan, rowAt, runOf }: PlanCells,
  retail: RetailTerms,
  { lines, cells }: SameLines,
  rates: RatedRate[],
): RetailClash | undefined {
  const { program, request } = rating
  const { deductibles } = program.program
  const { term, deductible } = program.cells
  const amounts = lineAmounts(lines, cells, rowAt)
  let clash: RetailClash | undefined
  for (let number = 0; number < cells.length; number += 1) {
    const cell = cells[number] as number
    const dealerCost = findDealerCost(
      lines,
      amounts,
      number,
      rowAt.rows[rowAt.from + cell] as number,
    ) as Cents
    if (Number.isNaN(dealerCost)) continue
    const wanted = suggestedPrice(retail, dealerCost)
    const minimum = lowestPrice(retail, dealerCost, wanted)
    const highest = highestPrice(retail, dealerCost, wanted)
    if (minimum > highest) {
      clash ??= { minimum, maximum: highest as Cents }
      continue
    }
    const suggested = between(minimum, wanted, highest)
    const run = runOf(term[cell] as number)
    rates.push({
      program,
      plan,
      term: run.term,
      deductible: deductibles[deductible[cell] as number] as Deductible,
      classing: sale.classing,
      effectiveDate: request.saleDate,
      expirationDate: run.expirationDate,
      expirationOdometer: run.expirationOdometer,
      surcharges,
      dealerCost,
      suggested,
      minimum,
      maximum: maximumPrice(highest),
      retailRule: retail.rule,
      lines: linesAt(lines, amounts, number, dealerCost, suggested),
      taxes: salesTax(taxRules, suggested),
    })
  }
  return clash
}
