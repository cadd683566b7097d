import type {
  Adjustment,
  AdjustmentReason,
  ClaimDetail,
  ClaimFacts,
  Hundredths,
  LineFigures,
} from '../../../../src/domain/claims/claim.ts'
import type { Cents } from '../../../../src/domain/money.ts'
import type { SalesTaxRule } from '../../../../src/domain/rate-book/rate-book.ts'

// What is approved of each line, and its tax, in whole numbers of any
// size.

/** The nearest whole number, a half up. */
export function rounded(numerator: bigint, denominator: bigint): bigint {
  let below = numerator / denominator
  if (below * denominator > numerator) below -= 1n
  const rest = numerator - below * denominator
  return rest * 2n >= denominator ? below + 1n : below
}

export function least(first: bigint, ...others: readonly bigint[]): bigint {
  let smallest = first
  for (const other of others) if (other < smallest) smallest = other
  return smallest
}
export const notNegative = (amount: bigint): bigint => (amount < 0n ? 0n : amount)
export const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)
export const cents = (amount: bigint): Cents => Number(amount) as Cents
export const HUNDRED = 100n
/** 100% in millionths of a percent. */
const WHOLE = 100_000_000n

/** A line on its way through the rules. Amounts are whole cents. */
export interface Line {
  readonly kind: 'Labor' | 'Part' | 'Misc'
  readonly id: number
  /** Null: no component is named, and the detail has none. */
  readonly component: string | null
  readonly isTaxed: boolean
  readonly requested: bigint
  amount: bigint
  tax: bigint
  readonly cuts: { reason: AdjustmentReason; amount: bigint }[]
  approved: Partial<LineFigures>
}

/** What lines before this one took of the caps of misc lines, by type: money and units. */
export type MiscTaken = Map<string, { money: bigint; units: bigint }>

export const miscTaken = (misc: MiscTaken, type: string) => {
  const known = misc.get(type) ?? { money: 0n, units: 0n }
  misc.set(type, known)
  return known
}

/** A line that names no component belongs to the primary failure, else to the first component. */
function componentOf(
  { components }: ClaimDetail,
  line: { readonly componentCode: string | null } | undefined,
): string | null {
  if (line?.componentCode) return line.componentCode
  for (const { code, isPrimaryFailure } of components) if (isPrimaryFailure) return code
  return components[0]?.code ?? null
}

export function requestedLines(detail: ClaimDetail): Line[] {
  const line = (
    kind: Line['kind'],
    one: { readonly id: number; readonly componentCode: string | null },
    [quantity, price, isTaxed]: readonly [Hundredths, Cents, boolean],
  ): Line => {
    const requested = rounded(BigInt(quantity) * BigInt(price), HUNDRED)
    const component = componentOf(detail, one)
    return {
      ...{ kind, id: one.id, component, isTaxed, requested, amount: requested, tax: 0n },
      ...{ cuts: [], approved: {} },
    }
  }
  return [
    ...detail.labor.map((one) => line('Labor', one, [one.hoursRequested, one.rateRequested, one.isTaxable])),
    ...detail.parts.map((one) => line('Part', one, [one.quantity, one.unitPriceRequested, true])),
    ...detail.misc.map((one) => line('Misc', one, [one.quantity, one.unitPrice, true])),
  ]
}

/** Brings a line to an amount, and notes why. */
export function cut(line: Line, amount: bigint, reason: AdjustmentReason): void {
  if (amount !== line.amount) line.cuts.push({ reason, amount: amount - line.amount })
  line.amount = amount
}

/** Step 4, labor. True: an adjuster went above the rules. */
export function approveLabor({ facility }: ClaimFacts, detail: ClaimDetail, line: Line): boolean {
  const asked = detail.labor.find(({ id }) => id === line.id)
  if (!asked) throw new Error('The line is missing.')
  const { hoursRequested, hoursGuide, rateRequested } = asked
  const hours = Math.min(hoursRequested, hoursGuide ?? hoursRequested)
  const rate = Math.min(rateRequested, facility?.laborRate ?? rateRequested)
  const worth = (quantity: number, price: number) => rounded(BigInt(quantity) * BigInt(price), HUNDRED)
  cut(line, worth(hours, rateRequested), 'GuideTime')
  cut(line, worth(hours, rate), 'LaborRate')
  const [hoursApproved, rateApproved] = [asked.hoursApproved ?? hours, asked.rateApproved ?? rate]
  cut(line, worth(hoursApproved, rateApproved), 'Adjuster')
  line.approved = { hoursApproved: hoursApproved as Hundredths, rateApproved: rateApproved as Cents }
  return hoursApproved > hours || rateApproved > rate
}

/** Step 4, parts. True: an adjuster went above the rules. */
export function approvePart(detail: ClaimDetail, line: Line): boolean {
  const asked = detail.parts.find(({ id }) => id === line.id)
  if (!asked) throw new Error('The line is missing.')
  const { quantity, unitPriceRequested, msrp } = asked
  const price = Math.min(unitPriceRequested, msrp ?? unitPriceRequested)
  cut(line, rounded(BigInt(quantity) * BigInt(price), HUNDRED), 'PartPrice')
  const unitPriceApproved = asked.unitPriceApproved ?? price
  cut(line, rounded(BigInt(quantity) * BigInt(unitPriceApproved), HUNDRED), 'Adjuster')
  line.approved = { unitPriceApproved: unitPriceApproved as Cents }
  return unitPriceApproved > price
}

/** Step 4, misc: tows and rentals by their benefit, shop supplies by the setting. */
export function approveMisc(
  { terms, settings }: ClaimFacts,
  detail: ClaimDetail,
  line: Line,
  taken: MiscTaken,
): void {
  const asked = detail.misc.find(({ id }) => id === line.id)
  if (!asked) throw new Error('The line is missing.')
  const used = miscTaken(taken, asked.type)
  line.approved = { quantityApproved: asked.quantity }
  if (asked.type === 'ShopSupplies') {
    const left = notNegative(BigInt(settings.shopSuppliesCap) - used.money)
    cut(line, least(line.amount, left), 'FeeCap')
    line.approved = { quantityApproved: asked.quantity, cap: cents(left) }
    used.money += line.amount
  }
  if (asked.type !== 'Tow' && asked.type !== 'Rental') return
  const code = asked.type === 'Tow' ? 'TOW' : 'RENTAL'
  const benefit = terms.benefits.find((one) => one.code === code)
  const unitsLeft = notNegative(BigInt(benefit?.maximumUnits ?? 0) * HUNDRED - used.units)
  const units = least(BigInt(asked.quantity), unitsLeft)
  const price = least(BigInt(asked.unitPrice), BigInt(benefit?.unitCap ?? 0))
  const ofClaim = notNegative(BigInt(benefit?.occurrenceCap ?? 0) - used.money)
  const ofContract =
    !benefit || benefit.contractCap === null
      ? ofClaim
      : notNegative(BigInt(benefit.contractCap) - BigInt(benefit.usedElsewhere) - used.money)
  cut(line, least(rounded(units * price, HUNDRED), ofClaim, ofContract), 'BenefitCap')
  const cap = least(rounded(units * BigInt(benefit?.unitCap ?? 0), HUNDRED), ofClaim, ofContract)
  line.approved = { quantityApproved: Number(units) as Hundredths, cap: cents(cap) }
  used.money += line.amount
  used.units += units
}

/** Step 6: every rule on its own base, rounded by itself. */
export function taxOn(rules: readonly SalesTaxRule[], { amount, isTaxed }: Line): bigint {
  if (!isTaxed) return 0n
  return total(
    rules.map(({ rate, maximumTaxable, roundMode }) => {
      const base = maximumTaxable === null ? amount : least(amount, BigInt(maximumTaxable))
      const exact = base * BigInt(rate)
      if (roundMode === 'HalfUp') return rounded(exact, WHOLE)
      return (exact + (roundMode === 'Up' ? BigInt(WHOLE) - 1n : 0n)) / BigInt(WHOLE)
    }),
  )
}

export const adjustmentsOf = ({ kind, id, cuts }: Line): Adjustment[] =>
  cuts.map(({ reason, amount }) => ({
    ...{
      target: kind,
      targetId: id,
      reasonCode: reason,
      amount: cents(amount),
      note: null,
      isAutomatic: true,
    },
  }))
