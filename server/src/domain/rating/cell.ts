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
  type RetailConflict,
  type RetailTerms,
  retailRuleFor,
  retailTerms,
  suggestedPrice,
} from './retail.ts'
import type { CellRows } from './rows.ts'
import { type RatingContext, type SaleContext, saleTaxRules } from './sale.ts'
import type { TermRun } from './terms.ts'

/** How the rates of a sale are priced: what is the same for all its cells. */
export interface SalePricing {
  readonly rating: RatingContext
  readonly sale: SaleContext
  readonly surcharges: readonly ChosenSurcharge[]
  readonly linesForCells: ReturnType<typeof linesByCell>
  readonly taxRules: ReturnType<typeof saleTaxRules>
}

export function startPricing(rating: RatingContext, sale: SaleContext): SalePricing {
  const surcharges = saleSurcharges(rating, sale)
  return {
    rating,
    sale,
    surcharges,
    linesForCells: linesByCell(rating, sale, surcharges),
    taxRules: saleTaxRules(rating),
  }
}

/** The surcharges of a sale: mandatory ones whose rule is met, and the optional ones that were requested. */
function saleSurcharges(
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
function planRetailTerms(
  { rating: { program, request, state } }: SalePricing,
  { plan }: CompiledPlan,
): RetailTerms {
  const rule = retailRuleFor(program.program.retail, state, plan.code, request.saleDate) ?? OPEN
  return retailTerms(rule, { financed: request.financedAmount, vehiclePrice: request.vehiclePurchasePrice })
}

/** The cells of a plan to be rated. */
export interface PlanCells {
  readonly plan: CompiledPlan
  readonly cells: readonly number[]
  readonly rowAt: CellRows
  /** The run of a term, by its index in the program. */
  readonly termRun: (term: number) => TermRun
}

/** Adds the rates of the cells that have an amount for every line. Returns the first conflict of a price cap with the cost. */
export function addRates(
  pricing: SalePricing,
  planCells: PlanCells,
  rates: RatedRate[],
): RetailConflict | undefined {
  const retail = planRetailTerms(pricing, planCells.plan)
  let conflict: RetailConflict | undefined
  for (const sameLines of pricing.linesForCells(planCells.cells)) {
    const found = addRatesOfCells(pricing, planCells, retail, sameLines, rates)
    conflict ??= found
  }
  return conflict
}

// One loop without objects or functions for its steps: this is where a quote spends its time.
function addRatesOfCells(
  { rating, sale, surcharges, taxRules }: SalePricing,
  { plan, rowAt, termRun }: PlanCells,
  retail: RetailTerms,
  { lines, cells }: SameLines,
  rates: RatedRate[],
): RetailConflict | undefined {
  const { program, request } = rating
  const { deductibles } = program.program
  const { term, deductible } = program.cells
  const amounts = lineAmounts(lines, cells, rowAt)
  let conflict: RetailConflict | undefined
  for (let number = 0; number < cells.length; number += 1) {
    const cell = cells[number] as number
    const dealerCost = findDealerCost(
      lines,
      amounts,
      number,
      rowAt.rows[rowAt.from + cell] as number,
    ) as Cents
    if (Number.isNaN(dealerCost)) continue
    const rulePrice = suggestedPrice(retail, dealerCost)
    const minimum = lowestPrice(retail, dealerCost, rulePrice)
    const highest = highestPrice(retail, dealerCost, rulePrice)
    if (minimum > highest) {
      conflict ??= { minimum, maximum: highest as Cents }
      continue
    }
    const suggested = between(minimum, rulePrice, highest)
    const run = termRun(term[cell] as number)
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
  return conflict
}
