import type { CalendarDate } from '../dates.ts'
import { type Cents, ZERO } from '../money.ts'
import type { SellerKind } from '../seller-kinds.ts'

// What the laws of the states say besides the main members of a cancel rule, and how sure a rule is of what it says.

/** A fee in the free look, from a day of it on. The lower of the two limits counts. */
export interface FreeLookFee {
  readonly fromDay: number
  readonly maxFee: Cents | null
  readonly maxFeePercent: number | null
}

export const payoffParties = ['Creditor', 'Assignee', 'Administrator', 'Seller'] as const
export const payoffActs = ['Refunds', 'Instructs', 'Reimburses'] as const

/** What someone owes when the loan ends, without a request. */
export interface PayoffStep {
  readonly by: (typeof payoffParties)[number]
  readonly does: (typeof payoffActs)[number]
  readonly days: number
  readonly from: 'LoanEnd' | 'Notice'
}

/** Grounds on which the provider owes no notice before it cancels. */
export const noticeGrounds = ['Nonpayment', 'Misrepresentation', 'Breach'] as const
export type NoticeGround = (typeof noticeGrounds)[number]

export interface LawTerms {
  /** Sellers to whom the rule does not apply. */
  readonly leavesOut: readonly SellerKind[]
  readonly freeLookCount: 'Calendar' | 'Business'
  /** The day on which the free look starts to run. */
  readonly freeLookFrom: 'Sale' | 'Delivery'
  /** The free look of a contract that was mailed. Null: the same. */
  readonly mailedFreeLookDays: number | null
  /** What ends the free look at once: then the refund is the one after the free look, with its fee. */
  readonly freeLookEndsWith: 'ClaimMade' | 'CoveredLoss' | null
  /** In the order of their days. Empty: as `freeLookFeePercent` says. */
  readonly freeLookFees: readonly FreeLookFee[]
  /** What `maxFeePercent` is a percent of. */
  readonly feeBase: 'Price' | 'Refund' | 'Unearned'
  /** The fee has no limit as an amount, only one as a percent. */
  readonly percentFeeOnly: boolean
  /** A partial month of this many days counts as a whole one. Null: as the method says. */
  readonly wholeMonthDays: number | null
  /** A refund below this amount is not owed. */
  readonly leastRefund: Cents
  /** The refund may be rounded to the dollar. */
  readonly allowsDollars: boolean
  /** The creditor also owes the finance charges on the price. */
  readonly financeCharges: 'InFreeLook' | 'Always' | null
  readonly noRefundAfterBenefit: boolean
  /** A written request within these days of the end of the loan or, with Cancel, also of a cancellation. */
  readonly requestWithin: { readonly days: number; readonly after: 'LoanEnd' | 'Cancel' } | null
  readonly payoffSteps: readonly PayoffStep[]
  readonly noticeExceptions: readonly NoticeGround[]
  /** Null: the rules of the sales tax decide. */
  readonly salesTax: 'Refund' | 'Keep' | null
}

/** A rule that says nothing of this kind. */
export const NO_LAW_TERMS: LawTerms = {
  leavesOut: [],
  freeLookCount: 'Calendar',
  freeLookFrom: 'Sale',
  mailedFreeLookDays: null,
  freeLookEndsWith: null,
  freeLookFees: [],
  feeBase: 'Price',
  percentFeeOnly: false,
  wholeMonthDays: null,
  leastRefund: ZERO,
  allowsDollars: false,
  financeCharges: null,
  noRefundAfterBenefit: false,
  requestWithin: null,
  payoffSteps: [],
  noticeExceptions: [],
  salesTax: null,
}

export const lawMembers = Object.keys(NO_LAW_TERMS) as readonly (keyof LawTerms)[]

/** How the text behind a rule was read: the section itself, a part of it, or only what others wrote about it. */
export const verifications = ['Read', 'PartlyRead', 'Secondary'] as const
export type Verification = (typeof verifications)[number]

/** How sure a rule is of what it says. Administrators may leave this out of their own rules. */
export interface Evidence {
  readonly verification: Verification | null
  /** The age of the text: a year, a month or a day. */
  readonly asOf: string | null
  /** Where the text was read. */
  readonly links: readonly string[]
  /** What a reader should know before relying on it. */
  readonly note: string | null
  /** The law was read and says nothing about these. The general rule decides. */
  readonly silent: readonly TermName[]
  /** Nobody has read what the law says about these. The general rule decides until someone has. */
  readonly unverified: readonly TermName[]
}

export const NO_EVIDENCE: Evidence = {
  verification: null,
  asOf: null,
  links: [],
  note: null,
  silent: [],
  unverified: [],
}

/** The terms that a law is asked for, each with the members of a rule that say it. */
export const lawTerms = {
  freeLookDays: ['freeLookDays', 'shortFreeLook', 'freeLookCount', 'freeLookFrom', 'mailedFreeLookDays'],
  freeLookClaims: ['freeLookClaims', 'freeLookEndsWith'],
  freeLookFee: ['freeLookFeePercent', 'freeLookFees'],
  method: ['method', 'floorMethod', 'refundPercent', 'wholeMonthDays'],
  maxFee: ['maxFee', 'maxFeePercent', 'feeBase', 'percentFeeOnly'],
  deductsClaims: ['deductsClaims', 'noRefundAfterBenefit'],
  refundDays: ['refundDays'],
  penalty: ['penalty'],
  refundsAtPayoff: ['refundsAtPayoff', 'payoffSteps'],
  requestWithin: ['requestWithin'],
  noticeDays: ['noticeDays', 'noticeExceptions'],
  limitedReasons: ['limitedReasons'],
} as const

export type TermName = keyof typeof lawTerms
export const termNames = Object.keys(lawTerms) as readonly TermName[]

/** The rule with the general rule's terms where the law says nothing, or where nobody has read what it says. */
export function withGeneralTerms<Rule extends Pick<Evidence, 'silent' | 'unverified'> & object>(
  rule: Rule,
  general: Rule,
): Rule {
  const names = [...rule.silent, ...rule.unverified].flatMap((term): readonly string[] => lawTerms[term])
  const members = Object.entries(general).filter(([name]) => names.includes(name))
  return { ...rule, ...Object.fromEntries(members) }
}

/** How a contract reaches its customer. */
export const deliveryMethods = ['HandedOver', 'Mailed'] as const
export type DeliveryMethod = (typeof deliveryMethods)[number]

/** A contract as it reached the customer. */
export interface Delivery {
  readonly date: CalendarDate | null
  readonly isMailed: boolean | null
}
