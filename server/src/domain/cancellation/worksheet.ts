import type { Figure, WorksheetStep } from '../worksheet-step.ts'

// The worksheet of a cancellation: every figure by its name, with its inputs, its formula and the rule behind it. It is
// the one source of all wordings. The steps of a calculation are its figures in order, the explanation is written from
// it, and so is the letter, which reads it back from the stored steps.

type Part = Figure<{ readonly left: number; readonly whole: number }>

/** The figures in the order of the steps. */
export interface Worksheet {
  readonly rule: Figure<{
    state: string
    productTypeCode: string
    reason: string
    requestedBy: string
    side: string
    saleDate: string
    /** Only the provider owes notice. */
    noticeDays?: number
  }>
  readonly freeLook: Figure<{
    saleDate: string
    freeLookDays: number
    cancelDate: string
    noticeReceivedDate: string
    isTransferred: boolean
    claimsLoseIt: boolean
    /** Only if it does not run from the sale, in calendar days, to its last day. */
    startDate?: string
    countsBusinessDays?: boolean
    endedBy?: string
  }>
  readonly daysElapsed: Figure<{ saleDate: string; cancelDate: string; suspendedDays: number }>
  readonly totalDays: Figure<{ saleDate: string; expirationDate: string; extendedDays: number }>
  readonly monthsElapsed: Figure<{ totalMonths: number; daysIntoMonth: number; monthRule: string }>
  readonly milesUsed: Figure<{
    cancelOdometer: number
    effectiveOdometer: number
    expirationOdometer?: number
  }> | null
  readonly timeFactor: Part | null
  readonly milesFactor: Part | null
  readonly unearnedFactor: Figure<{
    method: string
    monthRule: string
    methodPercent: number
    floor?: string
  }>
  readonly grossRefund: Figure<{
    retail: number
    unearnedFactor: string
    refundPercent: number
    byRule?: number
  }>
  readonly claimsDeduction: Figure<{ claimsPaid: number; grossRefund: number }>
  readonly cancelFee: Figure<{ contractFee: number; allowed: number; left: number }>
  readonly netRefund: Figure<{ grossRefund: number; claimsDeduction: number; cancelFee: number }>
  readonly taxes: readonly Figure<{
    ratePercent: number
    taxable: number
    charged: number
    grossRefund: number
    retail: number
  }>[]
  readonly totalRefund: Figure<{ netRefund: number; salesTaxRefund: number }>
  readonly lines: readonly Figure<{
    original: number
    unearnedFactor: number
    cancelRule: string
    claimsDeduction: number
  }>[]
  readonly shortfall: Figure<{ grossRefund: number; lines: number }>
  readonly refundDueDate: Figure<{
    noticeReceivedDate: string
    refundDays: number
    /** Only if the days count from the end of the loan. */
    payoffDate?: string
  }>
  readonly payee: Figure<{
    payeeRule: string
    hasLien: boolean
    refundPayer: string
    isDealerOwing: boolean
  }>
  /** Finance charges that the creditor credits besides the refund. */
  readonly financeCharges: Figure<{ financeCharge?: number; unearnedFactor: string }> | null
  readonly request: Figure<{
    cancelDate: string
    noticeReceivedDate: string
    requestWithinDays: number
  }> | null
  readonly payoff: Figure<{ payoffDate: string; noticeReceivedDate: string }> | null
  /** Only for the desk. */
  readonly verification: Figure<Record<string, string>> | null
}

/** The steps of a calculation: all figures, in the order in which `buildWorksheet` builds them. */
export const stepsFromWorksheet = (worksheet: Worksheet): WorksheetStep[] =>
  Object.values(worksheet).flatMap((figures) => figures ?? [])

export const TAX = 'salesTaxRefund:'
export const LINE = 'line:'

/** The worksheet that stored steps were made from. */
export function worksheetFromSteps(steps: readonly WorksheetStep[]): Worksheet {
  const single = Object.fromEntries(steps.map((figure) => [figure.code, figure]))
  const all = (prefix: string) => steps.filter(({ code }) => code.startsWith(prefix))
  const optional = {
    ...{ milesUsed: null, timeFactor: null, milesFactor: null },
    ...{ financeCharges: null, request: null, payoff: null, verification: null },
  }
  // `buildWorksheet` is the only author of steps.
  return { ...optional, ...single, taxes: all(TAX), lines: all(LINE) } as unknown as Worksheet
}

/** The formula of a figure that was set by hand. Stored steps contain it. */
export const AS_SET = 'as set'

export const isSetByHand = ({ formula }: WorksheetStep): boolean => formula === AS_SET

/** The clause of a method that was set by hand. Stored steps contain it. */
export const METHOD_SET = 'method set by hand'

export const isMethodSet = ({ unearnedFactor }: Worksheet): boolean => unearnedFactor.clause === METHOD_SET

/** The clause of a method that gives nothing because a benefit was paid. Stored steps contain it. */
export const AFTER_BENEFIT = 'no refund after a benefit'

export const isAfterBenefit = ({ unearnedFactor }: Worksheet): boolean =>
  unearnedFactor.clause === AFTER_BENEFIT

/** What the formula of a refund ends with that is too small to be owed. Stored steps contain it. */
export const NOT_OWED = 'not owed below'
/** What the formula of a refund ends with that is rounded to the dollar. Stored steps contain it. */
export const IN_DOLLARS = 'rounded to the dollar'

export const isBelowLeast = ({ formula }: WorksheetStep): boolean => formula.includes(NOT_OWED)
export const isInDollars = ({ formula }: WorksheetStep): boolean => formula.includes(IN_DOLLARS)

/** The formula of claims that the rule does not deduct. Stored steps contain it. */
export const NO_DEDUCTION = 'nothing'

export const deductsNoClaims = ({ claimsDeduction }: Worksheet): boolean =>
  claimsDeduction.formula === NO_DEDUCTION

/** The formula of a tax that is not refunded. Stored steps contain it. */
export const TAX_KEPT = 'not refundable'
