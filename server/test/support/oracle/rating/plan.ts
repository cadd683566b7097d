import type { EffectiveDates, Plan } from '../../../../src/domain/rate-book/rate-book.ts'
import type { RateRequest, RateRule } from '../../../../src/domain/rating/request.ts'
import { toNearest } from './fractions.ts'
import { type AskedProgram, type Expiry, type NaiveRate, rateCell } from './rate.ts'
import { unmetIn } from './rated-criteria.ts'
import { type Cell, isBetween, isOn, isShown, rateRowFor } from './rows.ts'

// The steps of one plan. Each step removes terms and deductibles, and the first that leaves none gives the reason.

export interface NaiveReason {
  readonly productCode: string | null
  readonly programCode: string | null
  readonly planCode: string | null
  readonly rule: RateRule
  readonly field: string
  readonly seen: unknown
  readonly needed: unknown
}

/** The rest after a step, or why the step refuses the plan. */
export type Reasons = readonly (readonly [rule: RateRule, field: string, seen: unknown, needed: unknown])[]

export function ratePlan(asked: AskedProgram, plan: Plan): { rates: NaiveRate[]; reasons: Reasons } {
  const { sale, context, request } = asked
  const none = (...reasons: Reasons) => ({ rates: [], reasons })
  if (!isOn(plan, sale.date)) return none(notOn(plan, sale.date))
  const inForce = cellsInForce(asked, plan)
  if ('reasons' in inForce) return none(...inForce.reasons)
  const shown = inForce.cells.filter((cell) => isCellShown(asked, cell))
  if (shown.length === 0) return none(['NotVisible', 'planCode', plan.code, null])
  const unmet = unmetIn(plan.eligibility, context)
  if (unmet.length > 0) return none(...unmet.map(asReason))
  const eligible = shown.filter((cell) => againstTerm(asked, cell).length === 0)
  if (eligible.length === 0) return none(...distinct(shown.flatMap((cell) => againstTerm(asked, cell))))
  const priced = eligible.filter((cell) => rateRowFor(asked.program.rates, cell, sale))
  if (priced.length === 0) return none(noRow(asked, plan))
  const wanted = priced.filter((cell) => isAsked(cell, request))
  if (wanted.length === 0) return none(notSo(request))
  const next = nextTerm(asked, priced)
  const longest = Math.max(...priced.map(({ term }) => term.months))
  const tooLong: Reasons =
    next === null
      ? [['FinanceTermTooLong', 'financeTermMonths', request.financeTermMonths, `<= ${longest}`]]
      : []
  const loan = [...tooLong, ...againstLoan(asked, plan)]
  if (loan.length > 0) return none(...loan)
  const ofLoan = wanted.filter(({ term }) => next === 'any' || term.months === next)
  if (ofLoan.length === 0) return none(notSo(request))
  const open = ofLoan.filter((cell) => isOpen(asked, cell))
  if (open.length === 0) return none(['TermExpired', 'odometer', request.usage, null])
  const answers = open.map((cell) => rateCell(asked, cell, expiryOf(asked, cell)))
  const rates = answers.flatMap((answer) => (answer && 'suggested' in answer ? [answer] : []))
  if (rates.length > 0) return { rates, reasons: [] }
  const capped = answers.find((answer) => answer !== undefined)
  if (!capped || !('cap' in capped)) return none(noRow(asked, plan))
  return none(['CapBelowCost', 'retail', capped.cap / 100, `>= ${(capped.minimum / 100).toFixed(2)}`])
}

const asReason = ({ field, seen, needed }: { field: string; seen: unknown; needed: unknown }) =>
  ['Criteria', field, seen, needed] as const

const distinct = (reasons: Reasons): Reasons =>
  reasons.filter((one, at) => {
    const same = reasons.findIndex((other) => JSON.stringify(other) === JSON.stringify(one))
    return same === at
  })

const notOn = ({ effectiveFrom, effectiveTo }: EffectiveDates, date: string) =>
  [
    'ProgramNotEffective',
    'saleDate',
    date,
    effectiveFrom !== null && date < effectiveFrom ? `>= ${effectiveFrom}` : `<= ${effectiveTo}`,
  ] as const

/** Every term of the plan with every deductible that is sold on that date, in the order of the book. */
function cellsInForce({ program, sale }: AskedProgram, plan: Plan): { cells: Cell[] } | { reasons: Reasons } {
  const terms = plan.terms.filter((planTerm) => isOn(planTerm, sale.date))
  if (terms.length === 0 && plan.terms[0]) return { reasons: [notOn(plan.terms[0], sale.date)] }
  const all = plan.deductibles.flatMap((code) => program.deductibles.filter((one) => one.code === code))
  const deductibles = all.filter((deductible) => isOn(deductible, sale.date))
  if (deductibles.length === 0 && all[0]) return { reasons: [notOn(all[0], sale.date)] }
  const cells: Cell[] = []
  for (const planTerm of terms)
    for (const deductible of deductibles)
      for (const term of program.terms)
        if (term.code === planTerm.term) cells.push({ plan, planTerm, term, deductible })
  return { cells }
}

const isCellShown = ({ book, product, program, sale, facts }: AskedProgram, cell: Cell) =>
  isShown(
    book.visibility,
    {
      product: product.code,
      program: program.code,
      plan: cell.plan.code,
      term: cell.term.code,
      deductible: cell.deductible.code,
      classCode: sale.classCode,
    },
    facts.dealer,
    sale.date,
  )

/** All conditions of the plan for the term that the sale does not meet. */
function againstTerm({ sale, context }: AskedProgram, { planTerm }: Cell): Reasons {
  const { conditions, minimumOdometer, maximumOdometer, maximumVehicleAge, eligibility } = planTerm
  const odometer = `${minimumOdometer ?? 0} to ${maximumOdometer ?? 'any'}`
  const reasons: Reasons[number][] = []
  if (conditions !== null && !conditions.some((condition) => condition === sale.condition))
    reasons.push(['Criteria', 'vehicle.condition', sale.condition, conditions])
  if (!isBetween(minimumOdometer, maximumOdometer, sale.odometer))
    reasons.push(['Criteria', 'vehicle.odometer', sale.odometer, odometer])
  if (!isBetween(null, maximumVehicleAge, sale.age))
    reasons.push(['Criteria', 'vehicle.age', sale.age, `<= ${maximumVehicleAge}`])
  return [...reasons, ...unmetIn(eligibility, context).map(asReason)]
}

/** Why there is no row: the amount financed or the price is outside all rows, or the plan has no rows. */
function noRow({ program, request }: AskedProgram, plan: Plan): Reasons[number] {
  const rows = program.rates.filter((row) => row.plan === null || row.plan === plan.code)
  const { financedAmount: financed, itemPurchasePrice: price } = request
  if (
    financed !== null &&
    rows.length > 0 &&
    rows.every(({ financedTo }) => financedTo !== null && financedTo < financed)
  ) {
    const highest = Math.max(...rows.map(({ financedTo }) => financedTo ?? 0))
    return ['FinancedAmountTooHigh', 'financedAmount', financed / 100, `<= ${highest / 100}`]
  }
  const banded = rows.filter(({ priceFrom, priceTo }) => priceFrom !== null || priceTo !== null)
  if (
    price !== null &&
    banded.length > 0 &&
    !banded.some(({ priceFrom, priceTo }) => isBetween<number>(priceFrom, priceTo, price))
  ) {
    const lowest = Math.min(...banded.map(({ priceFrom }) => priceFrom ?? 0)) / 100
    const isOpenAbove = banded.some(({ priceTo }) => priceTo === null)
    const highest = isOpenAbove ? 'any' : Math.max(...banded.map(({ priceTo }) => priceTo ?? 0)) / 100
    return ['ItemPriceOutOfRange', 'itemPurchasePrice', price / 100, `${lowest} to ${highest}`]
  }
  return ['NoRateRow', 'odometer', request.usage, null]
}

const isAsked = ({ term, deductible }: Cell, { only }: RateRequest) =>
  (only.termMonths?.includes(term.months) ?? true) &&
  (only.termMiles?.includes(term.miles ?? 0) ?? true) &&
  (only.deductibleIds?.includes(deductible.id) ?? true)

/** The plan is offered, but with another term or deductible. */
function notSo({ only }: RateRequest): Reasons[number] {
  if (only.termMonths) return ['NoRateRow', 'termMonths', only.termMonths, null]
  if (only.termMiles) return ['NoRateRow', 'termMiles', only.termMiles, null]
  return ['NoRateRow', 'deductibleId', only.deductibleIds, null]
}

/** Loan to value, compared as fractions. Percents are percent numbers of at most six decimals. */
function againstLoan({ program, sale, loan }: AskedProgram, plan: Plan): Reasons {
  if (!loan) return []
  const [financed, value] = [BigInt(loan.financed), BigInt(loan.value)]
  const shown = Number(toNearest(financed * 10_000n, value)) / 100
  const compared = (percent: number) =>
    financed * 100_000_000n - BigInt(Math.round(percent * 1_000_000)) * value
  const lowest = program.minimumLtv[sale.state]
  if (lowest !== undefined && compared(lowest) < 0n)
    return [['LtvTooLow', 'financedAmount', shown, `>= ${lowest}`]]
  if (plan.maximumLtv !== null && compared(plan.maximumLtv) > 0n)
    return [['LtvTooHigh', 'financedAmount', shown, `<= ${plan.maximumLtv}`]]
  return []
}

/** If the program uses the term of the loan: the next longer term in months, or null if there is none. */
function nextTerm({ program, request }: AskedProgram, cells: readonly Cell[]): number | 'any' | null {
  const { financeTermMonths } = request
  if (program.termRule === 'All' || financeTermMonths === null) return 'any'
  const months = cells.map(({ term }) => term.months).filter((count) => count >= financeTermMonths)
  return months.length === 0 ? null : Math.min(...months)
}

/** The start of the term: the sale, or the in-service date with an odometer of 0. */
function expiryOf({ book, request }: AskedProgram, { term }: Cell): Expiry {
  const isFromSale = term.basis === 'FromSale'
  const assetType = book.assetTypes.find(({ code }) => code === request.assetTypeCode)
  const limit = assetType?.usageUnit === 'Hours' ? term.hours : term.miles
  const begin = isFromSale ? request.usage : 0
  return {
    date: monthsAfter(
      isFromSale ? request.saleDate : (request.inServiceDate ?? request.saleDate),
      term.months,
    ),
    odometer: limit === null || begin === null ? null : begin + limit,
  }
}

function isOpen(asked: AskedProgram, cell: Cell): boolean {
  const { date, odometer } = expiryOf(asked, cell)
  const { saleDate, usage } = asked.request
  const most = cell.planTerm.maximumExpirationOdometer
  if (date <= saleDate) return false
  if (odometer === null) return true
  return (usage === null || usage < odometer) && (most === null || odometer <= most)
}

/** Adds calendar months. A day that the month does not have becomes its last day. */
function monthsAfter(date: string, months: number): string {
  const wanted = new Date(`${date}T00:00:00Z`)
  const day = wanted.getUTCDate()
  wanted.setUTCDate(1)
  wanted.setUTCMonth(wanted.getUTCMonth() + months)
  const month = wanted.getUTCMonth()
  wanted.setUTCDate(day)
  // Goes back day by day into the right month.
  while (wanted.getUTCMonth() !== month) wanted.setUTCDate(wanted.getUTCDate() - 1)
  return wanted.toISOString().slice(0, 10)
}
