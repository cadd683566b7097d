import type { ContractStatus } from '../contract/states.ts'
import type { CalendarDate } from '../dates.ts'
import type { Cents } from '../money.ts'
import type { SalesTaxRule } from '../rate-book/rate-book.ts'

// A claim as the rules see it: what was asked, what the contract promises, and what was decided. Amounts are cents. Hours
// and quantities are whole hundredths: 4.2 hours are 420.

export const claimTypes = [
  'Repair',
  'GAP',
  'PPM',
  'TireWheel',
  'Appearance',
  'Key',
  'Benefit',
  'Reimbursement',
] as const
export type ClaimType = (typeof claimTypes)[number]

export const claimStatuses = [
  'Open',
  'InReview',
  'OnHold',
  'PendingApproval',
  'Authorized',
  'PaymentRequested',
  'Paid',
  'Closed',
  'Denied',
  'Voided',
] as const
export type ClaimStatus = (typeof claimStatuses)[number]

export const detailStatuses = [
  'Pending',
  'Hold',
  'Inspection',
  'PendingApproval',
  'Authorized',
  'Denied',
  'Paid',
  'Voided',
] as const
export type DetailStatus = (typeof detailStatuses)[number]

export type Hundredths = number & { readonly unit: 'hundredths' }

export const miscTypes = [
  'Tow',
  'Rental',
  'Diagnosis',
  'Sublet',
  'Fluids',
  'ShopSupplies',
  'Teardown',
] as const

interface ClaimedLine {
  readonly id: number
  /** Null: the line belongs to the primary failure of its detail. */
  readonly componentCode: string | null
}

export interface LaborLine extends ClaimedLine {
  readonly operationCode: string | null
  readonly description: string | null
  readonly hoursRequested: Hundredths
  readonly hoursGuide: Hundredths | null
  /** As an adjuster sent it. Null: as the rules say. */
  readonly hoursApproved: Hundredths | null
  readonly rateRequested: Cents
  readonly rateApproved: Cents | null
  readonly isTaxable: boolean
}

export const partTypes = ['OEM', 'Aftermarket', 'Reman', 'Used'] as const

export interface PartLine extends ClaimedLine {
  readonly partNumber: string | null
  readonly description: string | null
  readonly type: (typeof partTypes)[number]
  readonly quantity: Hundredths
  readonly unitPriceRequested: Cents
  readonly msrp: Cents | null
  readonly unitPriceApproved: Cents | null
}

export interface MiscLine extends ClaimedLine {
  readonly type: (typeof miscTypes)[number]
  readonly quantity: Hundredths
  readonly unitPrice: Cents
}

export const adjustmentTargets = ['Labor', 'Part', 'Misc', 'Detail', 'Claim'] as const
export type AdjustmentTarget = (typeof adjustmentTargets)[number]

/** Reasons that an adjuster may give. */
export const manualReasons = ['Adjuster', 'Betterment', 'Other'] as const
/** Reasons of the rules, in the order in which they are applied. */
export const automaticReasons = [
  'NotCovered',
  'MfrWarranty',
  'GuideTime',
  'LaborRate',
  'PartPrice',
  'BenefitCap',
  'FeeCap',
] as const
export type AdjustmentReason = (typeof manualReasons)[number] | (typeof automaticReasons)[number]

/** A cut that an adjuster entered. The amount is negative. */
export interface ManualAdjustment {
  readonly target: AdjustmentTarget
  /** The id of a line; null for a detail. */
  readonly targetId: number | null
  readonly reasonCode: (typeof manualReasons)[number]
  readonly amount: Cents
  readonly note: string | null
}

/** What failed. */
export interface ClaimedComponent {
  readonly code: string
  readonly isPrimaryFailure: boolean
}

/** One complaint, with everything asked for it. */
export interface ClaimDetail {
  readonly id: number
  readonly sequence: number
  readonly status: DetailStatus
  readonly causeCode: string | null
  /** Whether the cause is excluded for the product type. */
  readonly isCauseExcluded: boolean
  readonly components: readonly ClaimedComponent[]
  readonly labor: readonly LaborLine[]
  readonly parts: readonly PartLine[]
  readonly misc: readonly MiscLine[]
  readonly adjustments: readonly ManualAdjustment[]
  /** What was decided: the figures do not change any more. Null: undecided. */
  readonly frozen: DetailFigures | null
  /** Paid or being paid. */
  readonly requestedPayments: Cents
  readonly paid: Cents
}

/** A component that the product can cover. */
export interface ComponentTerms {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly groupId: number
  readonly groupCode: string
  readonly groupName: string
  readonly isCovered: boolean
  /** For all its lines of one claim, with tax. Null: no limit. */
  readonly limit: Cents | null
}

export interface BenefitTerms {
  readonly code: string
  readonly name: string
  readonly unit: 'Day' | 'Occurrence'
  readonly unitCap: Cents
  readonly maximumUnits: number
  /** For one claim: the unit cap times the units. */
  readonly occurrenceCap: Cents
  /** For all claims of the contract. Null: no limit. */
  readonly contractCap: Cents | null
  /** What other claims of the contract take of it. */
  readonly usedElsewhere: Cents
}

export interface WarrantyTerms {
  readonly type: string
  readonly endDate: CalendarDate | null
  readonly endOdometer: number | null
}

export const deductibleTypes = ['PerVisit', 'PerComponent', 'PerItem', 'Disappearing', 'Reduced'] as const

/** What decides whether a contract covers a loss at all. */
export interface CoverageTerms {
  readonly status: ContractStatus
  /** The status that a hold interrupted. */
  readonly heldFrom: 'Pending' | 'Active' | null
  /** A total loss was paid: nothing else is covered. */
  readonly isClaimed: boolean
  readonly isCancelledFlat: boolean
  readonly cancelDate: CalendarDate | null
  readonly effectiveDate: CalendarDate
  readonly expirationDate: CalendarDate
  readonly effectiveOdometer: number | null
  readonly expirationOdometer: number | null
  readonly waitingDays: number
  readonly waitingMiles: number
  /** The names of the reasons of open holds that block claims. */
  readonly blockingHolds: readonly string[]
  /** The last day is included. Null: still suspended. */
  readonly suspensions: readonly { readonly from: CalendarDate; readonly to: CalendarDate | null }[]
}

/** What the contract promises. */
export interface ClaimTerms extends CoverageTerms {
  readonly productTypeCode: string
  readonly formNumber: string
  /** By code. Empty: the product has no coverage groups and covers every line. */
  readonly components: ReadonlyMap<string, ComponentTerms>
  readonly warranties: readonly WarrantyTerms[]
  readonly deductible: {
    readonly type: (typeof deductibleTypes)[number]
    readonly amount: Cents
    readonly reducedAmount: Cents | null
  }
  readonly perClaimLimit: Cents | null
  readonly aggregateLimit: Cents | null
  readonly benefits: readonly BenefitTerms[]
}

export interface ClaimSettings {
  readonly shopSuppliesCap: Cents
  readonly inspectionThreshold: Cents
  readonly earlyClaimDays: number
}

/** Everything that the figures of a claim follow from. */
export interface ClaimFacts {
  readonly terms: ClaimTerms
  readonly claimType: ClaimType
  readonly today: CalendarDate
  readonly lossDate: CalendarDate
  readonly lossOdometer: number | null
  readonly facility: {
    /** On the day of the loss. Null: none is agreed. */
    readonly laborRate: Cents | null
    /** Linked to the selling dealer or to a dealer of its group. */
    readonly isRelated: boolean
  } | null
  /** The rules that tax each kind of line at the place of the repair on the day of the loss. */
  readonly taxRules: Readonly<Record<'Labor' | 'Part' | 'Misc', readonly SalesTaxRule[]>>
  readonly settings: ClaimSettings
  /** Paid on all claims of the contract, this one included. */
  readonly contractPaid: Cents
  /**
   * Authorized on other claims of the contract and not paid yet. What waits for approval counts as authorized, so that an
   * approval never breaks a limit. Of this claim, the decided details tell.
   */
  readonly authorizedElsewhere: Cents
  readonly details: readonly ClaimDetail[]
}

/** A line with what was approved of it. */
export interface LineFigures {
  readonly id: number
  /** Before tax. */
  readonly requested: Cents
  readonly amount: Cents
  readonly tax: Cents
  readonly hoursApproved?: Hundredths
  readonly rateApproved?: Cents
  readonly unitPriceApproved?: Cents
  /** Of a misc line: the units that are paid. */
  readonly quantityApproved?: Hundredths
  /** For Tow, Rental and ShopSupplies: the most that the rules allow for the line. */
  readonly cap?: Cents | null
}

export interface Adjustment {
  readonly target: AdjustmentTarget
  readonly targetId: number | null
  readonly reasonCode: AdjustmentReason
  readonly amount: Cents
  readonly note: string | null
  readonly isAutomatic: boolean
}

/** The figures of a detail. `requested` and `adjusted` are before tax. */
export interface DetailFigures {
  readonly labor: readonly LineFigures[]
  readonly parts: readonly LineFigures[]
  readonly misc: readonly LineFigures[]
  readonly adjustments: readonly Adjustment[]
  readonly requested: Cents
  readonly adjusted: Cents
  readonly tax: Cents
  readonly deductibleApplied: Cents
  readonly overLimit: Cents
  readonly notCovered: Cents
  readonly payable: Cents
  readonly customerPay: Cents
  /** Components with a limit: what is used of each. Left out where no component has one. */
  readonly limitedComponents?: readonly { readonly code: string; readonly used: Cents }[]
}

export interface Reason {
  readonly code: string
  readonly message: string
}

/** The adjudication of a claim. `worksheetOf` explains it. */
export interface Adjudication {
  readonly coverage: { readonly inForce: boolean; readonly reasons: readonly Reason[] }
  /** By id, in sequence. Decided details have the figures that were decided. */
  readonly details: ReadonlyMap<number, DetailFigures>
  readonly deductibleApplied: Cents
  readonly inspectionRequired: boolean
}
