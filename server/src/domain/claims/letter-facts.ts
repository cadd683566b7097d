import type { ContractForm } from '../contract-form/form.ts'
import type { CalendarDate } from '../dates.ts'
import type { Cents } from '../money.ts'
import type {
  AdjustmentTarget,
  ClaimedComponent,
  ClaimTerms,
  DetailFigures,
  DetailStatus,
  Reason,
} from './claim.ts'

/** The facts that a letter about a claim is written from. Internal notes have no place here. */
export interface ClaimLetter {
  readonly writtenAt: string
  readonly date: CalendarDate
  /** Within how many days the customer can appeal. */
  readonly appealDays: number
  /** The contract as on its form. */
  readonly contract: Pick<
    ContractForm,
    'administrator' | 'contractNumber' | 'formNumber' | 'customer' | 'cobuyer' | 'item' | 'coverage'
  >
  readonly components: ClaimTerms['components']
  readonly number: string
  readonly isVoided: boolean
  readonly lossDate: CalendarDate
  readonly lossOdometer: number | null
  readonly facilityName: string | null
  readonly coverage: { readonly inForce: boolean; readonly reasons: readonly Reason[] }
  /** Why a claim without details was denied. */
  readonly deniedReason: string | null
  readonly authorization: { readonly number: string; readonly until: CalendarDate } | null
  /** Without voided ones, in sequence. */
  readonly details: readonly LetterDetail[]
  /** Of a GAP claim that can be settled. */
  readonly settlement: LetterSettlement | null
  /** Without voided ones. */
  readonly payments: readonly LetterPayment[]
  /** What is still missing, in words: `the police report`. */
  readonly missing: readonly string[]
}

export interface LetterDetail {
  readonly sequence: number
  readonly status: DetailStatus
  /** The complaint, the service or the loss in words. */
  readonly title: string
  readonly components: readonly ClaimedComponent[]
  readonly lines: readonly {
    readonly target: AdjustmentTarget
    readonly id: number
    readonly componentCode: string | null
    /** `Towing`. */
    readonly name: string
  }[]
  readonly figures: DetailFigures
  readonly deniedReason: string | null
}

export interface LetterSettlement {
  readonly scheduledPayoff: Cents
  readonly refunds: Cents
  readonly exclusions: Cents
  readonly coveredBalance: Cents
  readonly insuranceCredit: Cents
  readonly gap: Cents
  readonly maxBenefit: Cents | null
  readonly payable: Cents
  readonly customerResidual: Cents
}

interface LetterPayment {
  readonly payeeName: string
  readonly amount: Cents
  readonly isPaid: boolean
}

export const isAuthorized = ({ status }: LetterDetail): boolean =>
  status === 'Authorized' || status === 'Paid'
export const isDenied = ({ status }: LetterDetail): boolean => status === 'Denied'
export const isUndecided = (detail: LetterDetail): boolean => !isAuthorized(detail) && !isDenied(detail)
