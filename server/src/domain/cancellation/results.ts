import type { CalendarDate } from '../dates.ts'
import type { Cents } from '../money.ts'
import type { FigureRefusal, RefundFigures } from '../refund/figures.ts'
import type { MethodCode } from '../refund/methods.ts'
import type { TaxRefund } from '../refund/tax.ts'
import type { WorksheetStep } from '../worksheet-step.ts'
import type { Party, RefundPayer } from './facts.ts'
import type { RefundPayee } from './payee.ts'
import type { PaymentRefusal, PlannedPayment } from './payments.ts'
import type { LatePenalty, Side } from './rules.ts'

/** The result of a cancellation. Factors are rounded to six decimals here and nowhere earlier. */
export interface CancelCalculation extends RefundFigures {
  readonly ruleId: number
  readonly ruleCode: string
  /** Absent in calculations that were stored before it was kept. */
  readonly ruleSource?: string | null
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
  readonly payee: RefundPayee
  readonly lines: readonly CancelLineRefund[]
  readonly shortfall: Cents
  /** The part of the claims deduction that lowers the shortfall. */
  readonly shortfallClaims: Cents
  readonly payments: readonly PlannedPayment[]
  /** Required documents and inputs that are missing. */
  readonly missing: readonly string[]
  readonly explanation: readonly string[]
  readonly steps: readonly WorksheetStep[]
  /** With an override: the calculation by the rules alone. Null if there is none, or the rules cannot give one. */
  readonly computed: CancelCalculation | null
}

export interface CancelLineRefund {
  readonly code: string
  readonly accountHolder: Party
  readonly original: Cents
  readonly unearnedFactor: number
  readonly refund: Cents
  readonly claimsDeduction: Cents
  /** The account holder must pay the amount back. */
  readonly chargeback: boolean
  readonly direction: 'Receive'
}

export type CancelRefusal =
  | { readonly code: 'OdometerRequired' }
  | { readonly code: 'LinesDoNotSum'; readonly grossRefund: Cents; readonly missing: readonly string[] }
  | FigureRefusal
  | PaymentRefusal

export interface CancelRefused<Refusal> {
  readonly refused: readonly Refusal[]
}
