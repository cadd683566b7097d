import type { CalendarDate } from '../dates.ts'
import type { Cents } from '../money.ts'
import type { FigureRefusal, RefundFigures } from '../refund/figures.ts'
import type { MethodCode } from '../refund/methods.ts'
import type { TaxRefund } from '../refund/tax.ts'
import type { Party, RefundPayer } from './facts.ts'
import type { Payee } from './payee.ts'
import type { PaymentRefusal, PlannedPayment } from './payments.ts'
import type { LatePenalty, Side } from './rules.ts'

/** What a cancellation comes to. Factors are rounded to six decimals here and nowhere before. */
export interface CancelCalculation extends RefundFigures {
  readonly ruleId: number
  readonly ruleCode: string
  readonly state: string
  readonly side: Side
  readonly method: MethodCode
  readonly isFreeLook: boolean
  readonly freeLookEndDate: CalendarDate
  readonly daysElapsed: number
  readonly totalDays: number
  readonly monthsElapsed: number
  readonly milesUsed: number | null
  readonly timeFactor: number | null
  readonly milesFactor: number | null
  readonly unearnedFactor: number
  readonly refundPercent: number
  readonly retail: Cents
  readonly claimsPaid: Cents
  readonly taxes: readonly TaxRefund[]
  readonly salesTaxRefund: Cents
  readonly totalRefund: Cents
  readonly refundDueDate: CalendarDate
  readonly penalty: LatePenalty | null
  readonly refundPayer: RefundPayer
  readonly payee: Payee
  readonly lines: readonly CancelLineRefund[]
  readonly shortfall: Cents
  /** What of the claims lowers the shortfall. */
  readonly shortfallClaims: Cents
  readonly payments: readonly PlannedPayment[]
  /** Proof that is needed and not there. */
  readonly missing: readonly string[]
  readonly explanation: readonly string[]
  readonly steps: readonly CancelStep[]
  /** What the rules alone give, where somebody has set something; null where they cannot give it. */
  readonly computed: CancelCalculation | null
}

export interface CancelLineRefund {
  readonly code: string
  readonly accountHolder: Party
  readonly original: Cents
  readonly unearnedFactor: number
  readonly refund: Cents
  readonly claimsDeduction: Cents
  /** Somebody else's money, which they have to give back. */
  readonly chargeback: boolean
  readonly direction: 'Receive'
}

/** One figure of the worksheet: how it came about, in figures and in words. */
export interface CancelStep {
  /** The name of the figure. */
  readonly code: string
  /** As they are answered: amounts as decimals. */
  readonly inputs: Readonly<Record<string, string | number | boolean>>
  readonly formula: string
  /** Before it is rounded. */
  readonly exact: string
  readonly rounding: 'None' | 'HalfUpToCent' | 'LargestRemainder' | 'HalfUpToSixDecimals'
  readonly amount: Cents | null
  /** The rule behind it, with what of the rule counts here. */
  readonly ruleCode: string | null
  readonly source: string | null
  readonly clause: string | null
  readonly words: string
}

export type CancelRefusal =
  | { readonly code: 'OdometerRequired' }
  | { readonly code: 'LinesDoNotSum'; readonly grossRefund: Cents; readonly missing: readonly string[] }
  | FigureRefusal
  | PaymentRefusal

export interface CancelRefused<Refusal> {
  readonly refused: readonly Refusal[]
}
