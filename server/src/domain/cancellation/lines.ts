import { exactProduct, NOTHING, toSixDecimals } from '../fraction.ts'
import { type Cents, sumCents, ZERO } from '../money.ts'
import { boundedFraction, fractionFromPercent } from '../refund/factor.ts'
import { type DividedRefund, deductClaims, divideRefund, type LineOfPrice } from '../refund/lines.ts'
import type { CancelFacts, CancelOverride } from './facts.ts'
import type { ChosenMethod } from './method.ts'
import type { CancelLineRefund, CancelRefusal } from './results.ts'

// Divides a refund over the lines of the contract: by their cancel rules, or as an override sets them.

export interface DividedLines {
  readonly lines: readonly CancelLineRefund[]
  readonly shortfall: Cents
  readonly shortfallClaims: Cents
}

interface Figures {
  readonly grossRefund: Cents
  readonly claimsDeduction: Cents
  /** The gross refund by the factor. A gross refund that differs is divided in proportion to the lines. */
  readonly ruledGross: Cents
}

export function divideOverLines(
  { contract }: CancelFacts,
  priced: readonly LineOfPrice[],
  { chosen, isFreeLook }: { readonly chosen: ChosenMethod; readonly isFreeLook: boolean },
  { grossRefund, claimsDeduction, ruledGross }: Figures,
  override: CancelOverride | null,
): DividedLines {
  const inProportion = boundedFraction(grossRefund, contract.retail)
  const isRuled = grossRefund === ruledGross
  const divided = override?.disbursements
    ? linesFromOverride(priced, override.disbursements)
    : divideRefund(priced, grossRefund, {
        share: isRuled
          ? exactProduct(chosen.factor, fractionFromPercent(chosen.refundPercent))
          : inProportion,
        factor: isRuled ? chosen.factor : inProportion,
        isFreeLook,
      })
  const codes = priced.map(({ code }) => code)
  const deducted = deductClaims(codes, divided, claimsDeduction)
  const lines = contract.lines.map(({ code, accountHolder, amount, isInternal }, index): CancelLineRefund => {
    const { refund, factor } = divided.lines[index] ?? { refund: ZERO, factor: NOTHING }
    return {
      code,
      accountHolder,
      original: amount,
      unearnedFactor: toSixDecimals(factor),
      refund,
      claimsDeduction: deducted.lines[index] ?? ZERO,
      chargeback: !isInternal,
      direction: 'Receive',
    }
  })
  return { lines, shortfall: divided.shortfall, shortfallClaims: deducted.shortfall }
}

type LineOverrides = NonNullable<CancelOverride['disbursements']>

function linesFromOverride(priced: readonly LineOfPrice[], overrides: LineOverrides): DividedRefund {
  const refunds = new Map(overrides.map(({ code, refund }) => [code, refund]))
  const lines = priced.map(({ code, amount }) => {
    const refund = refunds.get(code) ?? ZERO
    return { refund, factor: boundedFraction(refund, amount) }
  })
  return { lines, shortfall: ZERO }
}

/** An override must set all lines, they must sum to the refund, and no line may give back more than its amount. */
export function lineRefusals(
  { contract }: CancelFacts,
  overrides: LineOverrides | undefined,
  grossRefund: Cents,
): CancelRefusal[] {
  if (!overrides) return []
  const refunds = new Map(overrides.map(({ code, refund }) => [code, refund]))
  const amounts = new Map(contract.lines.map(({ code, amount }) => [code, amount]))
  const outOfRange = overrides.flatMap(({ code, refund }, index): CancelRefusal[] => {
    const most = amounts.get(code)
    return most !== undefined && (refund < 0 || refund > most)
      ? [{ code: 'OverrideOutOfRange', field: `disbursements/${index}/refund`, least: 0, most }]
      : []
  })
  const codes = new Set(contract.lines.map(({ code }) => code))
  const missing = [...codes].filter((code) => !refunds.has(code))
  const isSound =
    missing.length === 0 &&
    overrides.length === codes.size &&
    overrides.every(({ code }) => codes.has(code)) &&
    sumCents(overrides.map(({ refund }) => refund)) === grossRefund
  return isSound ? outOfRange : [...outOfRange, { code: 'LinesDoNotSum', grossRefund, missing }]
}
