import { amountOf, type Cents } from '../money.ts'
import type { EffectiveDates } from '../rate-book/rate-book.ts'
import type { CompiledPlan } from './compile-book.ts'
import { compareToPercent, roundedLoanToValuePercent } from './loan-to-value.ts'
import type { RateReason } from './request.ts'
import type { ReasonMaker } from './results.ts'
import { within } from './rows.ts'
import type { RatingContext, SaleContext } from './sale.ts'

// The reasons why a plan is not offered.

/** The plan, or all its terms or deductibles, are not sold on the date. */
export function dateReason(
  dates: EffectiveDates | undefined,
  saleDate: string,
  makeReason: ReasonMaker,
): RateReason {
  const { effectiveFrom = null, effectiveTo = null } = dates ?? {}
  const needed =
    effectiveFrom !== null && saleDate < effectiveFrom ? `>= ${effectiveFrom}` : `<= ${effectiveTo}`
  return makeReason('ProgramNotEffective', 'saleDate', saleDate, needed)
}

/** The plan is offered, but only with other terms or deductibles. */
export function filterReason({ request: { only } }: RatingContext, makeReason: ReasonMaker): RateReason {
  const { termMonths, termMiles, deductibleIds } = only
  const [field, seen] = termMonths
    ? ['termMonths', termMonths]
    : termMiles
      ? ['termMiles', termMiles]
      : ['deductibleId', deductibleIds]
  return makeReason('NoRateRow', field, seen, null)
}

/** Why the book has no row: the amount financed or the price is out of range, or there is no row at all. */
export function rowReason(
  { request }: RatingContext,
  { priced }: CompiledPlan,
  makeReason: ReasonMaker,
): RateReason {
  const { financedAmount: financed, itemPurchasePrice: price } = request
  const { highestFinanced: highest, prices } = priced
  if (financed !== null && highest !== null && financed > highest)
    return makeReason(
      'FinancedAmountTooHigh',
      'financedAmount',
      amountOf(financed),
      `<= ${amountOf(highest as Cents)}`,
    )
  if (price !== null && prices.length > 0 && !prices.some(({ from, to }) => within(from, to, price))) {
    const least = amountOf(Math.min(...prices.map(({ from }) => from ?? 0)) as Cents)
    const most = amountOf(Math.max(...prices.map(({ to }) => to ?? Number.POSITIVE_INFINITY)) as Cents)
    const needed = `${least} to ${Number.isFinite(most) ? most : 'any'}`
    return makeReason('ItemPriceOutOfRange', 'itemPurchasePrice', amountOf(price), needed)
  }
  return makeReason('NoRateRow', 'odometer', request.usage, null)
}

/** Loan to value against the minimum of the state and the maximum of the plan, compared without rounding. */
export function loanReason(
  { program, state }: RatingContext,
  { ltv }: SaleContext,
  { plan: { maximumLtv: most } }: CompiledPlan,
  makeReason: ReasonMaker,
): RateReason | undefined {
  if (!ltv) return undefined
  const least = program.program.minimumLtv[state]
  if (least !== undefined && compareToPercent(ltv, least) < 0)
    return makeReason('LtvTooLow', 'financedAmount', roundedLoanToValuePercent(ltv), `>= ${least}`)
  if (most !== null && compareToPercent(ltv, most) > 0)
    return makeReason('LtvTooHigh', 'financedAmount', roundedLoanToValuePercent(ltv), `<= ${most}`)
  return undefined
}
