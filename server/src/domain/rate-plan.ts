import type { CompiledPlan } from './compile-book.ts'
import { addMonths } from './dates.ts'
import type { Deductible, Term } from './rate-book.ts'
import { rateCell, surchargesOf } from './rate-cell.ts'
import { type Asked, criteriaReasons, isEligible, type Sale } from './rate-program.ts'
import type { Reason } from './rate-request.ts'
import { type RatedRate, reasonsFor } from './rate-results.ts'
import { within } from './rate-rows.ts'

type Rated = { rates: RatedRate[]; reasons: Reason[] }

/** How long a contract of a term would run. */
export interface Run {
  readonly term: Term
  readonly expirationDate: string
  readonly expirationOdometer: number | null
}

/** The rates of one plan, or everything that the first failing step has against it. */
export function ratePlan(asked: Asked, sale: Sale, plan: CompiledPlan): Rated {
  const { product, program, request } = asked
  const { one } = reasonsFor(product.product, program.program, plan.plan)
  const none = (reasons: Reason[]): Rated => ({ rates: [], reasons })
  const ineligible = criteriaReasons(plan.eligibility, sale.context, one)
  if (ineligible.length > 0) return none(ineligible)
  const terms = eligibleTerms(asked, sale, plan)
  if ('reasons' in terms) return none(terms.reasons)
  const priced = pricedCells(asked, sale, plan, terms.eligible)
  if (priced.length === 0) return none([rowReason(asked, sale, plan)])
  const shown = priced.filter((cell) => isShown(asked, sale, plan, cell))
  if (shown.length === 0) return none([one('NotVisible', 'planCode', plan.plan.code, null)])
  const cells = shown.filter((cell) => isAsked(asked, cell))
  if (cells.length === 0) return none([filterReason(asked, plan)])
  const runs = runsOf(asked, sale, plan, cells)
  if ('reasons' in runs) return none(runs.reasons)
  const surcharges = surchargesOf(program, request, sale)
  const rates: RatedRate[] = []
  let cap: Reason | undefined
  let isPriceless = false
  for (const { cell, run } of runs.open) {
    const rated = rateCell({ asked, sale, plan, surcharges }, cell, run)
    if (rated === undefined) isPriceless = true
    else if ('minimum' in rated && !('suggested' in rated))
      cap ??= one('CapBelowCost', 'retail', rated.maximum / 100, `>= ${(rated.minimum / 100).toFixed(2)}`)
    else rates.push(rated as RatedRate)
  }
  if (rates.length > 0) return { rates, reasons: [] }
  return none(cap ? [cap] : isPriceless ? [rowReason(asked, sale, plan)] : [])
}

/** Which terms of the plan the sale is eligible for, or what is against each of them. */
function eligibleTerms(
  { product, program, request }: Asked,
  sale: Sale,
  plan: CompiledPlan,
): { eligible: ReadonlySet<number> } | { reasons: Reason[] } {
  const { one } = reasonsFor(product.product, program.program, plan.plan)
  const eligible = new Set<number>()
  const reasons: Reason[] = []
  plan.terms.forEach(({ planTerm, eligibility }, at) => {
    const { conditions, minimumOdometer, maximumOdometer, maximumVehicleAge } = planTerm
    if (conditions !== null && !conditions.includes(sale.condition))
      reasons.push(one('Criteria', 'vehicle.condition', sale.condition, conditions))
    else if (!within(minimumOdometer, maximumOdometer, request.usage))
      reasons.push(
        one(
          'Criteria',
          'vehicle.odometer',
          request.usage,
          `${minimumOdometer ?? 0} to ${maximumOdometer ?? 'any'}`,
        ),
      )
    else if (!within(null, maximumVehicleAge, sale.age))
      reasons.push(one('Criteria', 'vehicle.age', sale.age, `<= ${maximumVehicleAge}`))
    else if (!isEligible(eligibility, sale.context))
      reasons.push(...criteriaReasons(eligibility, sale.context, one))
    else eligible.add(at)
  })
  return eligible.size > 0 ? { eligible } : { reasons: distinct(reasons) }
}

function distinct(reasons: readonly Reason[]): Reason[] {
  return [...new Map(reasons.map((reason) => [JSON.stringify(reason), reason])).values()]
}

const among = <Value>(list: readonly Value[] | null, value: Value) => list === null || list.includes(value)

/** The cells of the plan that have a row. */
function pricedCells(
  { program: { cells } }: Asked,
  { rowAt }: Sale,
  { firstCell, cellCount }: CompiledPlan,
  eligible: ReadonlySet<number>,
): number[] {
  const found: number[] = []
  for (let cell = firstCell; cell < firstCell + cellCount; cell += 1)
    if ((rowAt[cell] as number) >= 0 && eligible.has(cells.planTerm[cell] as number)) found.push(cell)
  return found
}

const deductibleAt = ({ program }: Asked, cell: number) =>
  program.program.deductibles[program.cells.deductible[cell] as number] as Deductible

const isShown = (asked: Asked, sale: Sale, { plan }: CompiledPlan, cell: number) =>
  asked.sight.shows(
    plan.code,
    termAt(asked, cell).code,
    deductibleAt(asked, cell).code,
    sale.classing?.classCode ?? null,
  )

function isAsked(asked: Asked, cell: number): boolean {
  const { termMonths, termMiles, deductibleIds } = asked.request.only
  const { months, miles } = termAt(asked, cell)
  return (
    among(termMonths, months) &&
    among(termMiles, miles ?? 0) &&
    among(deductibleIds, deductibleAt(asked, cell).id)
  )
}

/** The plan is offered, but not so: with another term or deductible. */
function filterReason({ product, program, request: { only } }: Asked, { plan }: CompiledPlan): Reason {
  const { one } = reasonsFor(product.product, program.program, plan)
  const { termMonths, termMiles, deductibleIds } = only
  const [field, seen] = termMonths
    ? ['termMonths', termMonths]
    : termMiles
      ? ['termMiles', termMiles]
      : ['deductibleId', deductibleIds]
  return one('NoRateRow', field, seen, null)
}

/** Why the book has no row: what is financed or costs is beyond it, or it simply has none. */
function rowReason({ product, program, request }: Asked, sale: Sale, { plan }: CompiledPlan): Reason {
  const { one } = reasonsFor(product.product, program.program, plan)
  const rows = program.program.rates.filter((row) => row.plan === null || row.plan === plan.code)
  const financed = rows.flatMap(({ financedTo }) => financedTo ?? [])
  const highest = financed.length === rows.length ? Math.max(...financed) : Number.POSITIVE_INFINITY
  if (request.financedAmount !== null && request.financedAmount > highest)
    return one('FinancedAmountTooHigh', 'financedAmount', request.financedAmount / 100, `<= ${highest / 100}`)
  const price = request.itemPurchasePrice
  const priced = rows.filter(({ priceFrom, priceTo }) => priceFrom !== null || priceTo !== null)
  if (
    price !== null &&
    priced.length > 0 &&
    !priced.some((row) => within(row.priceFrom, row.priceTo, price))
  ) {
    const least = Math.min(...priced.map(({ priceFrom }) => priceFrom ?? 0)) / 100
    const most = Math.max(...priced.map(({ priceTo }) => priceTo ?? Number.POSITIVE_INFINITY)) / 100
    return one('ItemPriceOutOfRange', 'itemPurchasePrice', price / 100, `${least} to ${most}`)
  }
  return one('NoRateRow', 'odometer', sale.circumstances.odometer, null)
}

interface Open {
  readonly cell: number
  readonly run: Run
}

/** The terms that are still open, each with its end; or why none is. */
function runsOf(
  asked: Asked,
  sale: Sale,
  plan: CompiledPlan,
  cells: readonly number[],
): { open: Open[] } | { reasons: Reason[] } {
  const { product, program, request } = asked
  const { one } = reasonsFor(product.product, program.program, plan.plan)
  const loan = loanReasons(asked, sale, plan)
  if (loan.length > 0) return { reasons: loan }
  const chosen = financeTerms(asked, cells)
  if (chosen.length === 0) {
    const longest = Math.max(...cells.map((cell) => termAt(asked, cell).months))
    return {
      reasons: [one('FinanceTermTooLong', 'financeTermMonths', request.financeTermMonths, `<= ${longest}`)],
    }
  }
  const open = chosen.flatMap((cell) => {
    const { planTerm } = plan.terms[program.cells.planTerm[cell] as number] as CompiledPlan['terms'][number]
    const run = runOf(termAt(asked, cell), asked)
    return isOpen(run, asked, planTerm.maximumExpirationOdometer) ? [{ cell, run }] : []
  })
  if (open.length > 0) return { open }
  return { reasons: [one('TermExpired', 'odometer', request.usage, null)] }
}

const termAt = ({ program }: Asked, cell: number) =>
  program.program.terms[program.cells.term[cell] as number] as Term

/** Only the next listed term at or above the loan's, where the program says so. */
function financeTerms(asked: Asked, cells: readonly number[]): readonly number[] {
  const { program, request } = asked
  if (program.program.termRule === 'All' || request.financeTermMonths === null) return cells
  const wanted = request.financeTermMonths
  const fitting = cells.map((cell) => termAt(asked, cell).months).filter((months) => months >= wanted)
  const next = Math.min(...fitting)
  return cells.filter((cell) => termAt(asked, cell).months === next)
}

/** Loan to value against the least of the state and the most of the plan, compared without rounding. */
function loanReasons({ product, program, request }: Asked, sale: Sale, { plan }: CompiledPlan): Reason[] {
  if (!sale.ltv) return []
  const { one } = reasonsFor(product.product, program.program, plan)
  const { financed, value } = sale.ltv
  const shown = Math.round((financed / value) * 10_000) / 100
  const least = program.program.minimumLtv[sale.state]
  const most = plan.maximumLtv
  const field = request.financedAmount === null ? 'msrp' : 'financedAmount'
  if (least !== undefined && financed * 100 < least * value)
    return [one('LtvTooLow', field, shown, `>= ${least}`)]
  if (most !== null && financed * 100 > most * value) return [one('LtvTooHigh', field, shown, `<= ${most}`)]
  return []
}

/** From the day of sale, or from the day the item went into service and zero miles. */
function runOf(term: Term, { request }: Asked): Run {
  const isFromSale = term.basis === 'FromSale'
  const begin = isFromSale ? request.saleDate : (request.inServiceDate ?? request.saleDate)
  const limit = term.hours ?? term.miles
  const used = isFromSale ? (request.usage ?? 0) : 0
  return {
    term,
    expirationDate: addMonths(begin, term.months),
    expirationOdometer: limit === null || request.usage === null ? null : used + limit,
  }
}

function isOpen(
  { expirationDate, expirationOdometer }: Run,
  { request }: Asked,
  most: number | null,
): boolean {
  if (expirationDate <= request.saleDate) return false
  if (expirationOdometer === null) return true
  return expirationOdometer > (request.usage ?? 0) && (most === null || expirationOdometer <= most)
}
