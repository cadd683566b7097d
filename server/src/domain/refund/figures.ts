import { type Cents, minus, plus } from '../money.ts'

// From the gross refund to what the customer gets, and what somebody may set otherwise.

export interface RefundFigures {
  readonly grossRefund: Cents
  readonly claimsDeduction: Cents
  readonly cancelFee: Cents
  readonly netRefund: Cents
}

export interface FigureRules {
  readonly retail: Cents
  /** Claims that are deducted if there is refund enough. */
  readonly claims: Cents
  /** The fee that is taken if there is refund enough. */
  readonly fee: Cents
}

/** Figures that somebody sets in place of the rule's. Later ones follow from earlier ones unless they are given too. */
export type FigureOverrides = { readonly [Name in keyof RefundFigures]?: Cents | undefined }

export type FigureRefusal =
  | {
      readonly code: 'OverrideOutOfRange'
      readonly field: string
      readonly least: number
      readonly most: number | null
    }
  | { readonly code: 'OverrideDoesNotSum'; readonly netRefund: Cents }

/** What a gross refund comes to. */
export function figuresFromGross(grossRefund: Cents, { claims, fee }: FigureRules): RefundFigures {
  const claimsDeduction = Math.min(claims, grossRefund) as Cents
  const cancelFee = Math.min(fee, grossRefund - claimsDeduction) as Cents
  return {
    grossRefund,
    claimsDeduction,
    cancelFee,
    netRefund: minus(minus(grossRefund, claimsDeduction), cancelFee),
  }
}

/** The figures with those that were set. They hold only if nothing is refused. */
export function overriddenFigures(
  ruled: Cents,
  rules: FigureRules,
  given: FigureOverrides,
): { readonly figures: RefundFigures; readonly refusals: readonly FigureRefusal[] } {
  const figures =
    given.netRefund !== undefined && given.grossRefund === undefined
      ? fromNet(given.netRefund, figuresFromGross(ruled, rules), given)
      : fromGross(given.grossRefund ?? ruled, rules, given)
  return { figures, refusals: figureRefusals(figures, rules.retail) }
}

/** Nothing is said of the gross refund: it is what the net one takes, with the claims and the fee as they were. */
function fromNet(netRefund: Cents, ruled: RefundFigures, given: FigureOverrides): RefundFigures {
  const { claimsDeduction = ruled.claimsDeduction, cancelFee = ruled.cancelFee } = given
  return {
    grossRefund: plus(plus(netRefund, claimsDeduction), cancelFee),
    claimsDeduction,
    cancelFee,
    netRefund,
  }
}

function fromGross(grossRefund: Cents, { claims, fee }: FigureRules, given: FigureOverrides): RefundFigures {
  const claimsDeduction = given.claimsDeduction ?? (Math.min(claims, Math.max(grossRefund, 0)) as Cents)
  const left = Math.max(grossRefund - claimsDeduction, 0)
  const cancelFee = given.cancelFee ?? (Math.min(fee, left) as Cents)
  const netRefund = given.netRefund ?? minus(minus(grossRefund, claimsDeduction), cancelFee)
  return { grossRefund, claimsDeduction, cancelFee, netRefund }
}

/** Nobody gets back more than was paid, nothing is negative, and the figures sum. */
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
