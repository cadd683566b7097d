import type { CalendarDate } from '../dates.ts'
import { isInForce } from '../in-force.ts'
import { type Cents, ZERO } from '../money.ts'
import type { MethodCode } from '../refund/methods.ts'

// What the law of a state, or an administrator's own terms, say of a cancellation: data, found by what is cancelled and
// by whom.

export type Requester = 'Customer' | 'Dealer' | 'LienHolder' | 'Administrator' | 'Insurer'

/** The administrator and the insurer are the provider; everybody else is on the holder's side. */
export type Side = 'Holder' | 'Provider'

export interface CancelRule {
  readonly id: number
  readonly ruleCode: string
  /** The statute, as a reader would look it up. */
  readonly source: string | null
  /** Null, as with the next three: in every one that no other rule names. */
  readonly state: string | null
  readonly productTypeCodes: readonly string[] | null
  readonly programId: number | null
  readonly reasonCodes: readonly string[] | null
  readonly side: Side
  /** By the date of sale, both inclusive. */
  readonly effectiveFrom: CalendarDate | null
  readonly effectiveTo: CalendarDate | null
  /** The day of sale is day 0. */
  readonly freeLookDays: number
  readonly shortFreeLook: ShortFreeLook | null
  /** What a paid claim does in the free look; null where it makes no difference. */
  readonly freeLookClaims: 'Deduct' | 'LoseFreeLook' | null
  /** The most that a fee in the free look may be, of retail; null: none is taken. */
  readonly freeLookFeePercent: number | null
  /** After the free look; null: the program's own. */
  readonly method: MethodCode | null
  /** The refund is at least what this method gives. */
  readonly floorMethod: MethodCode | null
  readonly refundPercent: number
  readonly maxFee: Cents
  readonly maxFeePercent: number | null
  readonly deductsClaims: boolean
  readonly refundDays: number
  /** The refund is owed when the loan is paid off, without anybody asking. */
  readonly refundsAtPayoff: boolean
  readonly penalty: LatePenalty | null
  /** From that day of the contract on, the provider cancels for these reasons only. */
  readonly limitedReasons: { readonly fromDay: number; readonly codes: readonly string[] } | null
  /** Days ahead that the provider owes the holder written notice. */
  readonly noticeDays: number | null
}

/** A free look of other length, for some product types and for used vehicles without a maker's warranty. */
export interface ShortFreeLook {
  readonly days: number
  readonly productTypeCodes: readonly string[]
  readonly withoutWarranty: boolean
}

/** What a late refund costs for each period begun: a percent of what is still owed, or of the price. */
export interface LatePenalty {
  readonly base: 'Outstanding' | 'Price'
  readonly percent: number
  readonly period: 'Month' | 'ThirtyDays'
  readonly inFreeLookOnly: boolean
}

export interface RuleQuestion {
  /** Of the sale, not where the customer lives today. */
  readonly state: string
  readonly productTypeCode: string
  readonly programId: number
  readonly reasonCode: string
  readonly side: Side
  readonly saleDate: CalendarDate
}

/** The rule that names most of what is asked; of equals that with the program, the state, the product type, the reason. */
export function ruleFor(rules: readonly CancelRule[], question: RuleQuestion): CancelRule {
  let best: CancelRule | undefined
  for (const rule of rules)
    if (applies(rule, question) && (best === undefined || isCloser(rule, best))) best = rule
  if (!best) throw new Error(`No cancel rule is for ${question.productTypeCode} in ${question.state}.`)
  return best
}

function applies(rule: CancelRule, asked: RuleQuestion): boolean {
  return (
    rule.side === asked.side &&
    (rule.state === null || rule.state === asked.state) &&
    (rule.productTypeCodes === null || rule.productTypeCodes.includes(asked.productTypeCode)) &&
    (rule.programId === null || rule.programId === asked.programId) &&
    (rule.reasonCodes === null || rule.reasonCodes.includes(asked.reasonCode)) &&
    isInForce(rule, asked.saleDate)
  )
}

/** What a rule names, the weightiest first. */
const named = ({ programId, state, productTypeCodes, reasonCodes }: CancelRule) => [
  programId !== null,
  state !== null,
  productTypeCodes !== null,
  reasonCodes !== null,
]

function isCloser(rule: CancelRule, other: CancelRule): boolean {
  const [one, two] = [named(rule), named(other)]
  const counts = one.filter(Boolean).length - two.filter(Boolean).length
  if (counts !== 0) return counts > 0
  const first = one.findIndex((isNamed, at) => isNamed !== two[at])
  if (first >= 0) return one[first] === true
  // Two that say the same of the same: the later law counts.
  const [from, otherFrom] = [rule.effectiveFrom ?? '', other.effectiveFrom ?? '']
  return from === otherFrom ? rule.id < other.id : from > otherFrom
}

/** The same rule when the provider cancels: it takes no fee and gives back all that is unearned. */
export const providerTwin = <Rule extends Omit<CancelRule, 'id' | 'programId'>>(rule: Rule): Rule => ({
  ...rule,
  ruleCode: `${rule.ruleCode}-P`,
  side: 'Provider',
  freeLookFeePercent: null,
  refundPercent: 100,
  maxFee: ZERO,
  maxFeePercent: null,
})
