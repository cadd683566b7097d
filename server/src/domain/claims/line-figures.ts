import { type Cents, minus, prorate, smaller, ZERO } from '../money.ts'
import type { Adjustment, Hundredths, LaborLine, LineFigures, PartLine } from './claim.ts'
import type { CoverageCut } from './components.ts'

// What is approved of labor and parts. Each rule that cuts a line leaves an adjustment with its reason, so that what was
// asked plus the adjustments is what was approved. Amounts are rounded once for each line. Objects are written out, because
// V8 takes several times as long for one that is spread.

/** Figures while they are computed. */
export type Open<Figures> = { -readonly [Member in keyof Figures]: Figures[Member] }

/** One hour, or one unit. */
export const WHOLE = 100
export const NO_UNITS = 0 as Hundredths

/** Hours or units times a price, rounded half up. */
export const priced = (price: Cents, units: Hundredths): Cents => prorate(price, units, WHOLE)

export const fewer = (first: Hundredths, second: Hundredths): Hundredths => (first < second ? first : second)

/** 3.8 */
export const unitsText = (units: Hundredths): string => String(units / WHOLE)

type CutLine = Pick<Adjustment, 'target' | 'targetId'>

interface Cut {
  readonly reasonCode: Adjustment['reasonCode']
  readonly amount: Cents
  readonly note: string
}

/** Notes a cut of a rule, unless it changes nothing. */
export function noteCut(adjustments: Adjustment[], { target, targetId }: CutLine, cut: Cut): void {
  const { reasonCode, amount, note } = cut
  if (amount !== 0) adjustments.push({ target, targetId, reasonCode, amount, note, isAutomatic: true })
}

/** What the rules allow of a line, before an adjuster decides otherwise. */
export const allowedHours = ({ hoursRequested, hoursGuide }: LaborLine): Hundredths =>
  hoursGuide === null ? hoursRequested : fewer(hoursRequested, hoursGuide)
export const allowedRate = ({ rateRequested }: LaborLine, laborRate: Cents | null): Cents =>
  laborRate === null ? rateRequested : smaller(rateRequested, laborRate)
export const allowedPrice = ({ unitPriceRequested, msrp }: PartLine): Cents =>
  msrp === null ? unitPriceRequested : smaller(unitPriceRequested, msrp)

export function laborFigures(
  line: LaborLine,
  laborRate: Cents | null,
  cut: CoverageCut | null,
  adjustments: Adjustment[],
): Open<LineFigures> {
  const { id, rateRequested } = line
  const requested = priced(rateRequested, line.hoursRequested)
  const place: CutLine = { target: 'Labor', targetId: id }
  if (cut) {
    noteCut(adjustments, place, { reasonCode: cut.reason, amount: minus(ZERO, requested), note: cut.note })
    return { id, requested, amount: ZERO, tax: ZERO, hoursApproved: NO_UNITS, rateApproved: rateRequested }
  }
  const [hours, rate] = [allowedHours(line), allowedRate(line, laborRate)]
  const [byGuide, allowed] = [priced(rateRequested, hours), priced(rate, hours)]
  if (byGuide !== requested)
    noteCut(adjustments, place, {
      reasonCode: 'GuideTime',
      amount: minus(byGuide, requested),
      note: 'The labor guide allows fewer hours.',
    })
  if (allowed !== byGuide)
    noteCut(adjustments, place, {
      reasonCode: 'LaborRate',
      amount: minus(allowed, byGuide),
      note: 'The labor rate that is agreed with the repair facility applies.',
    })
  const [hoursApproved, rateApproved] = [line.hoursApproved ?? hours, line.rateApproved ?? rate]
  const amount = priced(rateApproved, hoursApproved)
  if (amount !== allowed)
    noteCut(adjustments, place, {
      reasonCode: 'Adjuster',
      amount: minus(amount, allowed),
      note: 'An adjuster set the hours or the rate.',
    })
  return { id, requested, amount, tax: ZERO, hoursApproved, rateApproved }
}

export function partFigures(
  line: PartLine,
  cut: CoverageCut | null,
  adjustments: Adjustment[],
): Open<LineFigures> {
  const { id, quantity } = line
  const requested = priced(line.unitPriceRequested, quantity)
  const place: CutLine = { target: 'Part', targetId: id }
  if (cut) {
    noteCut(adjustments, place, { reasonCode: cut.reason, amount: minus(ZERO, requested), note: cut.note })
    return { id, requested, amount: ZERO, tax: ZERO, unitPriceApproved: ZERO }
  }
  const price = allowedPrice(line)
  const allowed = priced(price, quantity)
  if (allowed !== requested)
    noteCut(adjustments, place, {
      reasonCode: 'PartPrice',
      amount: minus(allowed, requested),
      note: 'The part is paid up to the price that its maker suggests.',
    })
  const unitPriceApproved = line.unitPriceApproved ?? price
  const amount = priced(unitPriceApproved, quantity)
  if (amount !== allowed)
    noteCut(adjustments, place, {
      reasonCode: 'Adjuster',
      amount: minus(amount, allowed),
      note: 'An adjuster set the price.',
    })
  return { id, requested, amount, tax: ZERO, unitPriceApproved }
}
