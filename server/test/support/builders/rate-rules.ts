import { compileCriteria, evaluateCriteria } from '../../../src/domain/criteria/criteria.ts'
import type {
  EffectiveDates,
  RateBook,
  RateRow,
  VisibilityRow,
} from '../../../src/domain/rate-book/rate-book.ts'
import type { RatedRate } from '../../../src/domain/rating/results.ts'
import type { Question } from '../oracle/rating/random-rate-questions.ts'
import { contextOf, loanOf } from '../oracle/rating/rated-criteria.ts'
import type { Sale } from '../oracle/rating/rows.ts'

// The rules that every offered rate must follow, each checked directly against the book.

interface Offered {
  readonly book: RateBook
  readonly question: Question
  readonly rated: RatedRate
  readonly sale: Sale
}

/** The rules that an offered rate breaks. */
export function rulesBroken(book: RateBook, question: Question, rated: RatedRate): string[] {
  const offered = { book, question, rated, sale: saleOf(question, rated) }
  return Object.entries(rules).flatMap(([name, isKept]) => (isKept(offered) ? [] : [name]))
}

function saleOf({ request, facts }: Question, { classing }: RatedRate): Sale {
  const age = request.year === null ? null : Math.max(0, Number.parseInt(request.saleDate, 10) - request.year)
  const isNew = (request.usage ?? Number.NaN) <= facts.newMaxOdometer && (age ?? Number.NaN) <= 1
  return {
    date: request.saleDate,
    state: request.state ?? facts.dealer.state,
    classCode: classing?.classCode ?? null,
    segmentation: request.segmentation ?? classing?.row.segmentation ?? null,
    odometer: request.usage,
    age,
    financed: request.financedAmount,
    price: request.itemPurchasePrice,
    condition: request.condition ?? (isNew ? 'New' : 'Used'),
  }
}

const planTermOf = ({ plan, term }: RatedRate) => plan.plan.terms.filter((one) => one.term === term.code)

const isAmong = <Value>(list: readonly Value[] | null, value: Value) => list === null || list.includes(value)

const isWithin = ({ effectiveFrom, effectiveTo }: EffectiveDates, date: string) =>
  !(effectiveFrom !== null && date < effectiveFrom) && !(effectiveTo !== null && date > effectiveTo)

/** An unknown value is in no band. */
const isInBand = (from: number | null, to: number | null, value: number | null) =>
  (from === null || (value ?? Number.NaN) >= from) && (to === null || (value ?? Number.NaN) <= to)

const rules: Readonly<Record<string, (offered: Offered) => boolean>> = {
  'the dealer sells on that day'({ question: { facts }, sale }) {
    const { status, effectiveDate, expirationDate } = facts.dealer
    return (
      status === 'Active' &&
      isWithin({ effectiveFrom: effectiveDate, effectiveTo: expirationDate }, sale.date)
    )
  },

  'the dealer is shown it'({ book, question, rated, sale }) {
    const { number, groupNumber } = question.facts.dealer
    const of: Readonly<Record<string, string | null>> = {
      product: rated.program.product.code,
      program: rated.program.program.code,
      plan: rated.plan.plan.code,
      term: rated.term.code,
      deductible: rated.deductible.code,
      classCode: sale.classCode,
    }
    const named = (row: VisibilityRow) =>
      Object.entries(row).filter(([name, value]) => name in of && value !== null)
    const lower = (text: string | null) => text?.toLowerCase()
    const nearness = (row: VisibilityRow) => {
      if (row.dealer !== null) return lower(row.dealer) === lower(number) ? 200 : -1
      if (row.dealerGroup !== null) return lower(row.dealerGroup) === lower(groupNumber) ? 100 : -1
      return 0
    }
    const fitting = book.visibility
      .filter((row) => isWithin(row, sale.date) && nearness(row) >= 0)
      .filter((row) => named(row).every(([name, value]) => of[name] === value))
    const rank = (row: VisibilityRow) => nearness(row) + named(row).length
    const highest = Math.max(...fitting.map(rank))
    return !fitting.some((row) => rank(row) === highest && !row.isVisible)
  },

  'it is sold for the kind of item': ({ question, rated }) =>
    rated.program.product.assetTypeCodes.includes(question.request.assetTypeCode),

  'its class is covered': ({ rated }) =>
    rated.program.program.classes === null
      ? rated.classing === null
      : rated.classing !== null && rated.classing.classCode !== 'INEL',

  'it is sold in that state': ({ rated, sale }) => isAmong(rated.program.program.states, sale.state),

  'it is sold on that day'({ question: { facts }, rated, sale }) {
    const { product, program } = rated.program
    const dated = [product, program, rated.plan.plan, rated.deductible, ...planTermOf(rated)]
    const daysAhead = (Date.parse(sale.date) - Date.parse(facts.today)) / 86_400_000
    return (
      dated.every((one) => isWithin(one, sale.date)) &&
      daysAhead <= facts.maxFutureDays &&
      (facts.ignoresBackDays || -daysAhead <= facts.maxBackDays)
    )
  },

  'its criteria are true'({ question: { request, facts }, rated, sale }) {
    const context = contextOf(request, facts, sale, loanOf(request, sale.condition))
    const { product, program } = rated.program
    const ruled = [product, program, rated.plan.plan, ...planTermOf(rated)].map(
      ({ eligibility }) => eligibility,
    )
    const chosen = rated.surcharges.map(({ surcharge }) => surcharge.criteria)
    return [...ruled, ...chosen].every((text) => {
      const criteria = compileCriteria(text ?? 'true')
      return !('invalid' in criteria) && evaluateCriteria(criteria, context) === true
    })
  },

  'what needs a lien has one': ({ question, rated }) =>
    !(rated.program.product.requiresLien && question.request.dealType === 'Cash'),

  'the conditions of the term hold': ({ rated, sale }) =>
    planTermOf(rated).length > 0 &&
    planTermOf(rated).every(
      (term) =>
        isAmong<string>(term.conditions, sale.condition) &&
        isInBand(term.minimumOdometer, term.maximumOdometer, sale.odometer) &&
        isInBand(null, term.maximumVehicleAge, sale.age),
    ),

  'a row has bands for it': ({ rated, sale }) =>
    rated.program.program.rates.some((row) => isRowFor(row, rated, sale)),

  'the term is open'({ question: { request }, rated }) {
    const { expirationDate, expirationOdometer: end } = rated
    const limits = planTermOf(rated).map((term) => term.maximumExpirationOdometer ?? Number.POSITIVE_INFINITY)
    if (expirationDate <= request.saleDate) return false
    return end === null || (end > (request.usage ?? -1) && limits.every((limit) => end <= limit))
  },

  'the loan is within the limits'({ question: { request }, rated, sale }) {
    const { termRule, minimumLtv } = rated.program.program
    if (termRule === 'FinanceTerm' && rated.term.months < (request.financeTermMonths ?? 0)) return false
    const loan = loanOf(request, sale.condition)
    if (!loan) return true
    const parts = (percent: number) => BigInt(Math.round(percent * 10_000)) * BigInt(loan.value)
    const financed = BigInt(loan.financed) * 1_000_000n
    const { maximumLtv } = rated.plan.plan
    return (
      financed >= parts(minimumLtv[sale.state] ?? 0) && (maximumLtv === null || financed <= parts(maximumLtv))
    )
  },

  'it was requested'({ question: { request }, rated }) {
    const { only } = request
    const { product, program } = rated.program
    return (
      isAmong(only.productTypeCodes, product.productTypeCode) &&
      isAmong(only.productIds, product.id) &&
      isAmong(only.programIds, program.id) &&
      isAmong(only.planIds, rated.plan.plan.id) &&
      isAmong(only.termMonths, rated.term.months) &&
      isAmong(only.termMiles, rated.term.miles ?? 0) &&
      isAmong(only.deductibleIds, rated.deductible.id)
    )
  },
}

function isRowFor(row: RateRow, rated: RatedRate, sale: Sale): boolean {
  const codes = [
    [row.plan, rated.plan.plan.code],
    [row.term, rated.term.code],
    [row.deductible, rated.deductible.code],
    [row.classCode, sale.classCode],
    [row.segmentation, sale.segmentation],
    [row.state, sale.state],
    [row.condition, sale.condition],
  ] as const
  return (
    codes.every(([named, given]) => named === null || named === given) &&
    isInBand(row.odometerFrom, row.odometerTo, sale.odometer) &&
    isInBand(row.ageFrom, row.ageTo, sale.age) &&
    isInBand(row.financedFrom, row.financedTo, sale.financed) &&
    isInBand(row.priceFrom, row.priceTo, sale.price) &&
    isWithin(row, sale.date)
  )
}
