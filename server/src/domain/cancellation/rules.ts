import type { CalendarDate } from '../dates.ts'
import { isInForce } from '../in-force.ts'
import { type Cents, ZERO } from '../money.ts'
import type { MethodCode } from '../refund/methods.ts'
import type { SellerKind } from '../seller-kinds.ts'
import { type Evidence, type LawTerms, withGeneralTerms } from './law-terms.ts'

// Cancel rules: what a state's law or the administrator's own terms require of a cancellation. Rules are data. The rule
// that applies depends on the contract, the reason and who cancels.

export type Requester = 'Customer' | 'Dealer' | 'LienHolder' | 'Administrator' | 'Insurer'

/** The administrator and the insurer are the provider. All other requesters are on the holder's side. */
export type Side = 'Holder' | 'Provider'

/** Whose rule it is: the administrator's own, or one of the library of state laws that comes with Bulwark. */
export type RuleLayer = 'Own' | 'Library'

export interface CancelRule extends LawTerms, Evidence {
  readonly id: number
  readonly layer: RuleLayer
  readonly ruleCode: string
  /** The statute, as a reader would look it up. */
  readonly source: string | null
  /** Null, here and in the next three members, means all that no other rule names. */
  readonly state: string | null
  readonly productTypeCodes: readonly string[] | null
  readonly programId: number | null
  readonly reasonCodes: readonly string[] | null
  readonly side: Side
  /** Sale dates, both included. */
  readonly effectiveFrom: CalendarDate | null
  readonly effectiveTo: CalendarDate | null
  /** The day of sale is day 0. */
  readonly freeLookDays: number
  readonly shortFreeLook: ShortFreeLook | null
  /** The effect of a paid claim in the free look. Null: none. */
  readonly freeLookClaims: 'Deduct' | 'LoseFreeLook' | null
  /** The maximum fee in the free look, as a percent of retail. Null: no fee. */
  readonly freeLookFeePercent: number | null
  /** The method after the free look. Null: the program's method. */
  readonly method: MethodCode | null
  /** The refund is never less than this method gives. */
  readonly floorMethod: MethodCode | null
  readonly refundPercent: number
  readonly maxFee: Cents
  readonly maxFeePercent: number | null
  readonly deductsClaims: boolean
  /** Null: as the setting says. */
  readonly refundDays: number | null
  /** The refund is owed when the loan is paid off, even without a request. */
  readonly refundsAtPayoff: boolean
  readonly penalty: LatePenalty | null
  /** From this day of the contract on, the provider may cancel for these reasons only. */
  readonly limitedReasons: { readonly fromDay: number; readonly codes: readonly string[] } | null
  /** The provider must give written notice this many days in advance. */
  readonly noticeDays: number | null
}

/** A different free look for some product types, or for used vehicles without a manufacturer's warranty. */
export interface ShortFreeLook {
  readonly days: number
  readonly productTypeCodes: readonly string[]
  readonly withoutWarranty: boolean
}

/** How often the penalty for a late refund is owed. */
export const penaltyPeriods = ['Month', 'ThirtyDays', 'Once'] as const
export type PenaltyPeriod = (typeof penaltyPeriods)[number]

/** The penalty for a late refund: a percent of what is unpaid, of the whole refund or of the price, for each period that has started, or once. */
export interface LatePenalty {
  readonly base: 'Outstanding' | 'Refund' | 'Price'
  readonly percent: number
  readonly period: PenaltyPeriod
  readonly inFreeLookOnly: boolean
}

export interface RuleQuestion {
  /** The state of sale, not where the customer lives today. */
  readonly state: string
  readonly productTypeCode: string
  readonly programId: number
  readonly reasonCode: string
  readonly side: Side
  readonly saleDate: CalendarDate
  /** Null if it is not known: no rule leaves the seller out then. */
  readonly sellerKind: SellerKind | null
}

/**
 * The most specific rule. If two name equally many things: program wins over state, then product type, then reason. Of
 * equals, the administrator's own rule wins. Where the rule has no term of its own, the general rule's counts.
 */
export function ruleFor(rules: readonly CancelRule[], question: RuleQuestion): CancelRule {
  const best = findRule(rules, question)
  if (!best) throw new Error(`No cancel rule applies to ${question.productTypeCode} in ${question.state}.`)
  return best
}

/** The same; nothing if no rule applies. */
export function findRule(rules: readonly CancelRule[], question: RuleQuestion): CancelRule | undefined {
  const best = closestRule(rules, question)
  if (!best || (best.silent.length === 0 && best.unverified.length === 0)) return best
  const general = closestRule(rules.filter(isGeneral), question)
  return general ? withGeneralTerms(best, general) : best
}

/** Cancelled by the customer, without a reason that a rule of its own may name. */
export const ASKED_BY_CUSTOMER = { reasonCode: 'CUSTREQ', side: 'Holder' } as const

/** A rule that names nothing: it decides where no other does. */
export const isGeneral = (rule: CancelRule): boolean => !namedThings(rule).includes(true)

function closestRule(rules: readonly CancelRule[], question: RuleQuestion): CancelRule | undefined {
  let best: CancelRule | undefined
  for (const rule of rules)
    if (applies(rule, question) && (best === undefined || isMoreSpecific(rule, best))) best = rule
  return best
}

function applies(rule: CancelRule, question: RuleQuestion): boolean {
  return (
    rule.side === question.side &&
    (rule.state === null || rule.state === question.state) &&
    (rule.productTypeCodes === null || rule.productTypeCodes.includes(question.productTypeCode)) &&
    (rule.programId === null || rule.programId === question.programId) &&
    (rule.reasonCodes === null || rule.reasonCodes.includes(question.reasonCode)) &&
    (question.sellerKind === null || !rule.leavesOut.includes(question.sellerKind)) &&
    isInForce(rule, question.saleDate)
  )
}

/** Which things a rule names, the most important first. */
const namedThings = ({ programId, state, productTypeCodes, reasonCodes }: CancelRule) => [
  programId !== null,
  state !== null,
  productTypeCodes !== null,
  reasonCodes !== null,
]

function isMoreSpecific(rule: CancelRule, other: CancelRule): boolean {
  const [names, otherNames] = [namedThings(rule), namedThings(other)]
  const difference = names.filter(Boolean).length - otherNames.filter(Boolean).length
  if (difference !== 0) return difference > 0
  const first = names.findIndex((isNamed, index) => isNamed !== otherNames[index])
  if (first >= 0) return names[first] === true
  // Both name the same things: the administrator's own rule applies, then the later law.
  if (rule.layer !== other.layer) return rule.layer === 'Own'
  const [from, otherFrom] = [rule.effectiveFrom ?? '', other.effectiveFrom ?? '']
  return from === otherFrom ? rule.id < other.id : from > otherFrom
}

/** The rule for the provider's side: no fee, and all of the unearned part is refunded. */
export const providerTwin = <Rule extends Omit<CancelRule, 'id' | 'programId' | 'layer'>>(
  rule: Rule,
): Rule => ({
  ...rule,
  ruleCode: `${rule.ruleCode}-P`,
  side: 'Provider',
  freeLookFeePercent: null,
  freeLookFees: [],
  refundPercent: 100,
  maxFee: ZERO,
  maxFeePercent: null,
  feeBase: 'Price',
  percentFeeOnly: false,
})
