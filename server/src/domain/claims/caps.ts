import { type Cents, minus, smaller, ZERO } from '../money.ts'
import type {
  Adjustment,
  BenefitTerms,
  ClaimDetail,
  ClaimFacts,
  DetailFigures,
  Hundredths,
  LineFigures,
  MiscLine,
} from './claim.ts'
import type { CoverageCut } from './components.ts'
import { fewer, NO_UNITS, noteCut, type Open, priced, WHOLE } from './line-figures.ts'

// What is approved of misc lines. Tows and rentals are paid by the benefits of the plan, shop supplies up to a cap. The
// lines of a claim share these caps: decided details keep what they took, and the others use up the rest in order of
// detail and line.

/** The code of the benefit that pays a type of line. */
export const benefitCodes: Readonly<Partial<Record<MiscLine['type'], string>>> = {
  Tow: 'TOW',
  Rental: 'RENTAL',
}

interface BenefitLeft {
  readonly benefit: BenefitTerms
  readonly note: string
  units: Hundredths
  amount: Cents
}

export interface CapsLeft {
  /** Null: the plan does not have the benefit. */
  readonly Tow: BenefitLeft | null
  readonly Rental: BenefitLeft | null
  shopSupplies: Cents
}

/** The caps before the first line of the claim. */
export const wholeCaps = ({ terms, settings }: Pick<ClaimFacts, 'terms' | 'settings'>): CapsLeft => ({
  Tow: wholeBenefit(terms.benefits, 'TOW'),
  Rental: wholeBenefit(terms.benefits, 'RENTAL'),
  shopSupplies: settings.shopSuppliesCap,
})

function wholeBenefit(benefits: readonly BenefitTerms[], wanted: string): BenefitLeft | null {
  for (const benefit of benefits) {
    if (benefit.code !== wanted) continue
    const { occurrenceCap, contractCap, usedElsewhere, maximumUnits } = benefit
    const ofContract = contractCap === null ? occurrenceCap : notBelowZero(minus(contractCap, usedElsewhere))
    const amount = smaller(occurrenceCap, ofContract)
    const note = `The benefit ${benefit.name} pays up to its cap.`
    return { benefit, note, units: (maximumUnits * WHOLE) as Hundredths, amount }
  }
  return null
}

export const notBelowZero = (amount: Cents): Cents => (amount > 0 ? amount : ZERO)

/** Takes off what a decided detail took. */
export function takeDecided(caps: CapsLeft, { misc }: ClaimDetail, frozen: DetailFigures): void {
  for (const line of misc) {
    const figures = frozen.misc.find(({ id }) => id === line.id)
    const cap = figures?.cap
    if (!figures || cap === null || cap === undefined) continue
    const units = figures.quantityApproved ?? line.quantity
    const taken = smaller(priced(line.unitPrice, units), cap)
    if (line.type === 'ShopSupplies') caps.shopSupplies = notBelowZero(minus(caps.shopSupplies, taken))
    else if (line.type === 'Tow' || line.type === 'Rental') takeBenefit(caps[line.type], units, taken)
  }
}

function takeBenefit(left: BenefitLeft | null, units: Hundredths, amount: Cents): void {
  if (!left) return
  left.units = Math.max(0, left.units - units) as Hundredths
  left.amount = notBelowZero(minus(left.amount, amount))
}

export function miscFigures(
  line: MiscLine,
  caps: CapsLeft,
  cut: CoverageCut | null,
  adjustments: Adjustment[],
): Open<LineFigures> {
  const { id, quantity, type } = line
  const requested = priced(line.unitPrice, quantity)
  // A line that is not covered uses up no cap.
  if (cut) {
    const { reason: reasonCode, note } = cut
    noteCut(
      adjustments,
      { target: 'Misc', targetId: id },
      { reasonCode, amount: minus(ZERO, requested), note },
    )
    return { id, requested, amount: ZERO, tax: ZERO, quantityApproved: NO_UNITS, cap: null }
  }
  if (type === 'Tow' || type === 'Rental') return benefitFigures(line, requested, caps[type], adjustments)
  if (type !== 'ShopSupplies')
    return { id, requested, amount: requested, tax: ZERO, quantityApproved: quantity, cap: null }
  const cap = caps.shopSupplies
  const amount = smaller(requested, cap)
  caps.shopSupplies = minus(cap, amount)
  if (amount !== requested)
    noteCut(
      adjustments,
      { target: 'Misc', targetId: id },
      {
        reasonCode: 'FeeCap',
        amount: minus(amount, requested),
        note: 'The shop supplies of a claim are paid up to a cap.',
      },
    )
  return { id, requested, amount, tax: ZERO, quantityApproved: quantity, cap }
}

function benefitFigures(
  line: MiscLine,
  requested: Cents,
  left: BenefitLeft | null,
  adjustments: Adjustment[],
): Open<LineFigures> {
  const { id, unitPrice } = line
  const units = left ? fewer(line.quantity, left.units) : NO_UNITS
  const cap = left ? smaller(priced(left.benefit.unitCap, units), left.amount) : ZERO
  const amount = smaller(priced(unitPrice, units), cap)
  takeBenefit(left, units, amount)
  if (amount !== requested)
    noteCut(
      adjustments,
      { target: 'Misc', targetId: id },
      {
        reasonCode: 'BenefitCap',
        amount: minus(amount, requested),
        note: left ? left.note : `The plan pays no ${line.type.toLowerCase()}.`,
      },
    )
  return { id, requested, amount, tax: ZERO, quantityApproved: units, cap }
}
