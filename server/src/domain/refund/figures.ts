import { type Fraction, partOfAmount } from '../fraction.ts'
import { type Cents, minus, plus } from '../money.ts'

// The figures from the gross refund to the net refund, by the rules or with an override.

export interface RefundFigures {
  readonly grossRefund: Cents
  readonly claimsDeduction: Cents
  readonly cancelFee: Cents
  readonly netRefund: Cents
}

export interface FigureRules {
  readonly retail: Cents
  /** The claims to deduct, if the refund is large enough. */
  readonly claims: Cents
  /** The fee to charge, if the refund is large enough. */
  readonly fee: Cents
  /** The fee is also at most this part of what is left after claims. Null: no such limit. */
  readonly feeShare: Fraction | null
}

/** Figures that replace those by the rule. Figures that are not set follow from the earlier ones. */
export type FigureOverrides = { readonly [Name in keyof RefundFigures]?: Cents | undefined }

export type FigureRefusal =
  | {
      readonly code: 'OverrideOutOfRange'
      readonly field: string
      readonly least: number
      readonly most: number | null
    }
  | { readonly code: 'OverrideDoesNotSum'; readonly netRefund: Cents }

/** The figures that follow from a gross refund. */
export function figuresFromGross(grossRefund: Cents, rules: FigureRules): RefundFigures {
  const claimsDeduction = Math.min(rules.claims, grossRefund) as Cents
  const cancelFee = feeFrom(minus(grossRefund, claimsDeduction), rules)
  return {
    grossRefund,
    claimsDeduction,
    cancelFee,
    netRefund: minus(minus(grossRefund, claimsDeduction), cancelFee),
  }
}

function feeFrom(left: Cents, { fee, feeShare }: FigureRules): Cents {
  const most = feeShare === null ? left : partOfAmount(left, feeShare)
  return Math.min(fee, most) as Cents
}

/** The figures with the override. They are valid only if there are no refusals. */
export function overriddenFigures(
  ruled: Cents,
  rules: FigureRules,
  overrides: FigureOverrides,
): { readonly figures: RefundFigures; readonly refusals: readonly FigureRefusal[] } {
  const figures =
    overrides.netRefund !== undefined && overrides.grossRefund === undefined
      ? fromNet(overrides.netRefund, figuresFromGross(ruled, rules), overrides)
      : fromGross(overrides.grossRefund ?? ruled, rules, overrides)
  return { figures, refusals: figureRefusals(figures, rules.retail) }
}

/** Only the net refund is set: the gross refund is the net refund plus claims and fee. */
function fromNet(netRefund: Cents, ruled: RefundFigures, overrides: FigureOverrides): RefundFigures {
  const { claimsDeduction = ruled.claimsDeduction, cancelFee = ruled.cancelFee } = overrides
  return {
    grossRefund: plus(plus(netRefund, claimsDeduction), cancelFee),
    claimsDeduction,
    cancelFee,
    netRefund,
  }
}

function fromGross(grossRefund: Cents, rules: FigureRules, overrides: FigureOverrides): RefundFigures {
  const claimsDeduction =
    overrides.claimsDeduction ?? (Math.min(rules.claims, Math.max(grossRefund, 0)) as Cents)
  const afterClaims = Math.max(grossRefund - claimsDeduction, 0) as Cents
  const cancelFee = overrides.cancelFee ?? feeFrom(afterClaims, rules)
  const netRefund = overrides.netRefund ?? minus(minus(grossRefund, claimsDeduction), cancelFee)
  return { grossRefund, claimsDeduction, cancelFee, netRefund }
}

/** The gross refund may not exceed the price, no figure may be negative, and the figures must add up. */
function figureRefusals(figures: RefundFigures, retail: Cents): FigureRefusal[] {
  const { grossRefund, claimsDeduction, cancelFee, netRefund } = figures
  const outOfRange = Object.entries(figures).flatMap(([field, amount]): FigureRefusal[] => {
    const most = field === 'grossRefund' ? retail : null
    return amount < 0 || (most !== null && amount > most)
      ? [{ code: 'OverrideOutOfRange', field, least: 0, most }]
      : []
  })
  const sum = minus(minus(grossRefund, claimsDeduction), cancelFee)
  return netRefund === sum ? outOfRange : [...outOfRange, { code: 'OverrideDoesNotSum', netRefund: sum }]
}
