import { addDays } from '../dates.ts'
import { type Cents, minus, plus, ZERO } from '../money.ts'
import { miscFigures, takeDecided, wholeCaps } from './caps.ts'
import type {
  Adjudication,
  Adjustment,
  ClaimDetail,
  ClaimFacts,
  DetailFigures,
  Hundredths,
  LineFigures,
} from './claim.ts'
import { coverageCut, type MakerWarranties, makerWarranties, primaryFailure } from './components.ts'
import { deductibleAt, deductiblesInSequence } from './deductible.ts'
import { coverageOn } from './in-force.ts'
import { lineSums, payableWithin, takeRoom, wholeRoom } from './limits.ts'
import { laborFigures, type Open, partFigures, priced } from './line-figures.ts'
import { lineTax } from './line-taxes.ts'
import { cutByHand, type OpenDetail } from './manual-cuts.ts'

// The figures of a claim, from what was asked and what the contract promises. Decided details keep their figures; all others
// are computed again each time, in the order of the rules: coverage, labor, parts and misc, cuts by hand, tax, deductible,
// limits. Thousands of claims a second are adjudicated when a book is checked, so the loops make no needless objects.

/** Figures that do not follow from lines: a GAP settlement, the price of a service. By detail id. */
export type FixedFigures = ReadonlyMap<number, DetailFigures>

const NONE_FIXED: FixedFigures = new Map()

export function adjudicate(facts: ClaimFacts, fixed: FixedFigures = NONE_FIXED): Adjudication {
  const details = inSequence(facts.details)
  const figures = hasFixedFigures(facts) ? fixedDetails(details, fixed) : repairDetails(facts, details)
  const byId = new Map<number, DetailFigures>()
  let [deductibleApplied, subtotal] = [ZERO, ZERO]
  for (let at = 0; at < details.length; at += 1) {
    const [{ id }, each] = [details[at] as ClaimDetail, figures[at] as DetailFigures]
    byId.set(id, each)
    deductibleApplied = plus(deductibleApplied, each.deductibleApplied)
    subtotal = plus(subtotal, plus(each.adjusted, each.tax))
  }
  return {
    coverage: coverageOn(facts.terms, facts),
    details: byId,
    deductibleApplied,
    inspectionRequired: needsInspection(facts, subtotal),
  }
}

/** Claims whose details have fixed figures. Neither lines, deductibles, limits nor inspections apply to them. */
export const hasFixedFigures = ({ claimType }: Pick<ClaimFacts, 'claimType'>): boolean =>
  claimType === 'GAP' || claimType === 'PPM'

/** Details that keep the figures of their decision. */
export const isDecided = ({ status, frozen }: ClaimDetail): boolean =>
  frozen !== null && status !== 'Denied' && status !== 'Voided'

const isOpen = (detail: ClaimDetail): boolean =>
  detail.status !== 'Denied' && detail.status !== 'Voided' && !isDecided(detail)

/** The details in sequence. They usually are already. */
export function inSequence(details: readonly ClaimDetail[]): readonly ClaimDetail[] {
  const isSorted = details.every((each, at) => at === 0 || (details[at - 1]?.sequence ?? 0) < each.sequence)
  return isSorted ? details : details.toSorted((first, second) => first.sequence - second.sequence)
}

function needsInspection(facts: ClaimFacts, subtotal: Cents): boolean {
  if (hasFixedFigures(facts)) return false
  const { inspectionThreshold, earlyClaimDays } = facts.settings
  return (
    subtotal >= inspectionThreshold || facts.lossDate < addDays(facts.terms.effectiveDate, earlyClaimDays)
  )
}

/** A detail with figures from elsewhere: all that is asked is paid, unless the caller says otherwise. */
export const fixedFigures = (
  payable: Cents,
  more: { readonly requested?: Cents; readonly customerPay?: Cents } = {},
): DetailFigures => ({
  ...NOTHING,
  requested: more.requested ?? payable,
  adjusted: payable,
  payable,
  customerPay: more.customerPay ?? ZERO,
})

const NOTHING: DetailFigures = {
  ...{ labor: [], parts: [], misc: [], adjustments: [] },
  ...{ requested: ZERO, adjusted: ZERO, tax: ZERO, deductibleApplied: ZERO },
  ...{ overLimit: ZERO, notCovered: ZERO, payable: ZERO, customerPay: ZERO },
}

const fixedDetails = (details: readonly ClaimDetail[], fixed: FixedFigures): DetailFigures[] =>
  details.map(({ id, status, frozen }) => {
    if (status === 'Voided') return NOTHING
    const figures = frozen ?? fixed.get(id) ?? NOTHING
    if (status !== 'Denied') return figures
    return { ...NOTHING, requested: figures.requested, customerPay: figures.requested }
  })

function repairDetails(facts: ClaimFacts, details: readonly ClaimDetail[]): DetailFigures[] {
  const decided = details.filter(isDecided)
  const open = openDetails(facts, details, decided)
  if (open.some(({ detail }) => detail.adjustments.length > 0) || decided.length > 0) cutByHand(open, decided)
  const deductible = deductiblesInSequence(deductibleAt(facts), givenBy(decided))
  const room = wholeRoom(facts, decided)
  let next = 0
  return details.map((detail) => {
    const { status, frozen } = detail
    if (status === 'Voided') return unpaid(detail, false)
    if (status === 'Denied') return unpaid(detail, true)
    if (frozen) return frozen
    const work = open[next++] as OpenDetail
    const sums = sumLines(facts, work)
    const subtotal = plus(sums.adjusted, sums.tax)
    const deductibleApplied = deductible(subtotal)
    const afterDeductible = minus(subtotal, deductibleApplied)
    const byComponent = lineSums(facts.terms, detail, work)
    const payable = payableWithin(room, byComponent, afterDeductible)
    const limitedComponents = takeRoom(room, byComponent, payable)
    const overLimit = minus(afterDeductible, payable)
    const notCovered = customersCuts(work.adjustments)
    const figures: DetailFigures = {
      labor: work.labor,
      parts: work.parts,
      misc: work.misc,
      adjustments: work.adjustments,
      requested: sums.requested,
      adjusted: sums.adjusted,
      tax: sums.tax,
      deductibleApplied,
      overLimit,
      notCovered,
      payable,
      customerPay: plus(plus(deductibleApplied, overLimit), notCovered),
    }
    return byComponent === null ? figures : { ...figures, limitedComponents }
  })
}

function givenBy(decided: readonly ClaimDetail[]): Cents {
  let given = ZERO
  for (const { frozen } of decided) given = plus(given, frozen?.deductibleApplied ?? ZERO)
  return given
}

/** The lines of the open details after coverage, guide, prices and caps. */
function openDetails(
  facts: ClaimFacts,
  details: readonly ClaimDetail[],
  decided: readonly ClaimDetail[],
): OpenDetail[] {
  const caps = wholeCaps(facts)
  for (const detail of decided) if (detail.frozen) takeDecided(caps, detail, detail.frozen)
  const warranties = makerWarranties(facts.terms, facts)
  const laborRate = facts.facility?.laborRate ?? null
  const open: OpenDetail[] = []
  for (const detail of details) {
    if (!isOpen(detail)) continue
    const cutFor = lineCuts(facts, warranties, detail)
    const adjustments: Adjustment[] = []
    open.push({
      detail,
      labor: detail.labor.map((line) =>
        laborFigures(line, laborRate, cutFor(line.componentCode), adjustments),
      ),
      parts: detail.parts.map((line) => partFigures(line, cutFor(line.componentCode), adjustments)),
      misc: detail.misc.map((line) => {
        // A tow or a rental needs no component: the benefit pays it.
        const isFree = primaryFailure(detail) === null && line.componentCode === null && isBenefit(line.type)
        return miscFigures(line, caps, isFree ? null : cutFor(line.componentCode), adjustments)
      }),
      adjustments,
    })
  }
  return open
}

const isBenefit = (type: string) => type === 'Tow' || type === 'Rental'

/** Why a line is cut to 0, by the component that it names. */
function lineCuts({ terms }: ClaimFacts, warranties: MakerWarranties, detail: ClaimDetail) {
  const primary = primaryFailure(detail)
  const ofPrimary = coverageCut(terms, warranties, primary)
  return (code: string | null) =>
    code === null || code === primary ? ofPrimary : coverageCut(terms, warranties, code)
}

/** Adds the tax to each line, and sums the lines. */
function sumLines({ taxRules }: ClaimFacts, { detail, labor, parts, misc }: OpenDetail) {
  const sums = { requested: ZERO, adjusted: ZERO, tax: ZERO }
  const add = (line: Open<LineFigures>, tax: Cents) => {
    line.tax = tax
    sums.requested = plus(sums.requested, line.requested)
    sums.adjusted = plus(sums.adjusted, line.amount)
    sums.tax = plus(sums.tax, tax)
  }
  for (let at = 0; at < labor.length; at += 1) {
    const line = labor[at] as Open<LineFigures>
    add(line, detail.labor[at]?.isTaxable ? lineTax(taxRules.Labor, line.amount) : ZERO)
  }
  for (const line of parts) add(line, lineTax(taxRules.Part, line.amount))
  for (const line of misc) add(line, lineTax(taxRules.Misc, line.amount))
  return sums
}

/** What was cut at the customer's expense. All other cuts are between us and the shop. */
function customersCuts(adjustments: readonly Adjustment[]): Cents {
  let cut = ZERO
  for (const { reasonCode, amount } of adjustments)
    if (reasonCode === 'NotCovered' || reasonCode === 'MfrWarranty' || reasonCode === 'BenefitCap')
      cut = minus(cut, amount)
  return cut
}

/** A denied detail: the customer pays all that was asked. A voided one asks for nothing. */
function unpaid(detail: ClaimDetail, isDenied: boolean): DetailFigures {
  let total = ZERO
  const figures = (id: number, price: Cents, units: Hundredths): LineFigures => {
    const requested = isDenied ? priced(price, units) : ZERO
    total = plus(total, requested)
    return { id, requested, amount: ZERO, tax: ZERO }
  }
  const lines = {
    labor: detail.labor.map((line) => figures(line.id, line.rateRequested, line.hoursRequested)),
    parts: detail.parts.map((line) => figures(line.id, line.unitPriceRequested, line.quantity)),
    misc: detail.misc.map((line) => figures(line.id, line.unitPrice, line.quantity)),
  }
  return { ...NOTHING, ...lines, requested: total, customerPay: total }
}
