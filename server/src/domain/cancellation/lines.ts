import { type Fraction, toSixDecimals } from '../fraction.ts'
import { type Cents, sumCents, ZERO } from '../money.ts'
import { boundedFraction, fractionFromPercent, multiplyFractions } from '../refund/factor.ts'
import { type DividedRefund, deductClaims, divideRefund, type LineOfPrice } from '../refund/lines.ts'
import type { CancelFacts, CancelOverride } from './facts.ts'
import type { ChosenMethod } from './method.ts'
import type { CancelLineRefund, CancelRefusal } from './results.ts'

// The lines of a contract in its cancellation: by their rules, or as somebody has set them.

export interface DividedLines {
  readonly lines: readonly CancelLineRefund[]
  readonly shortfall: Cents
  readonly shortfallClaims: Cents
}

interface Figures {
  readonly grossRefund: Cents
  readonly claimsDeduction: Cents
  /** What the factor gives; another gross refund is divided in proportion to the lines. */
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
    ? asGiven(priced, override.disbursements)
    : divideRefund(priced, grossRefund, {
        share: isRuled
          ? multiplyFractions(chosen.factor, fractionFromPercent(chosen.refundPercent))
          : inProportion,
        factor: isRuled ? chosen.factor : inProportion,
        isFreeLook,
      })
  const codes = priced.map(({ code }) => code)
  const deducted = deductClaims(codes, divided, claimsDeduction)
  const lines = contract.lines.map(({ code, accountHolder, amount, isInternal }, at): CancelLineRefund => {
    const { refund, factor } = divided.lines[at] ?? { refund: ZERO, factor: NONE }
    return {
      code,
      accountHolder,
      original: amount,
      unearnedFactor: toSixDecimals(factor),
      refund,
      claimsDeduction: deducted.lines[at] ?? ZERO,
      chargeback: !isInternal,
      direction: 'Receive',
    }
  })
  return { lines, shortfall: divided.shortfall, shortfallClaims: deducted.shortfall }
}

const NONE: Fraction = { part: 0, whole: 1 }

type Given = NonNullable<CancelOverride['disbursements']>

function asGiven(priced: readonly LineOfPrice[], given: Given): DividedRefund {
  const refunds = new Map(given.map(({ code, refund }) => [code, refund]))
  const lines = priced.map(({ code, amount }) => {
    const refund = refunds.get(code) ?? ZERO
    return { refund, factor: boundedFraction(refund, amount) }
  })
  return { lines, shortfall: ZERO }
}

/** Lines that are set are all of them, sum to the refund, and nobody gives back more than they had. */
export function lineRefusals(
  { contract }: CancelFacts,
  given: Given | undefined,
  grossRefund: Cents,
): CancelRefusal[] {
  if (!given) return []
  const refunds = new Map(given.map(({ code, refund }) => [code, refund]))
  const amounts = new Map(contract.lines.map(({ code, amount }) => [code, amount]))
  const outOfRange = given.flatMap(({ code, refund }, at): CancelRefusal[] => {
    const most = amounts.get(code)
    return most !== undefined && (refund < 0 || refund > most)
      ? [{ code: 'OverrideOutOfRange', field: `disbursements/${at}/refund`, least: 0, most }]
      : []
  })
  const codes = new Set(contract.lines.map(({ code }) => code))
  const missing = [...codes].filter((code) => !refunds.has(code))
  const isSound =
    missing.length === 0 &&
    given.length === codes.size &&
    given.every(({ code }) => codes.has(code)) &&
    sumCents(given.map(({ refund }) => refund)) === grossRefund
  return isSound ? outOfRange : [...outOfRange, { code: 'LinesDoNotSum', grossRefund, missing }]
}
