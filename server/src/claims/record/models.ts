import { z } from 'zod'
import { ServiceEventModel } from '../../contracts/reading/coverage.ts'
import {
  adjustmentTargets,
  automaticReasons,
  claimStatuses,
  claimTypes,
  detailStatuses,
  manualReasons,
  miscTypes,
  partTypes,
} from '../../domain/claims/claim.ts'
import { auditFields, CalendarDate, Id, Instant, Money, Reference } from '../../http/schemas.ts'
import { DeductibleModel, TermModel } from '../../rates/lists/rate-models.ts'
import { GapData, SettlementModel, StepModel } from './gap-data.ts'
import { Inspection } from './inspection-models.ts'
import { payeeTypes, paymentMethods, requestStatuses } from './tables.ts'

// The answers about claims.

const text = z.string().nullable()
const count = z.int().nullable()
const amount = Money.nullable()
const hours = z.number().describe('Hours, with at most two decimals.')

const ReasonModel = z.object({ code: z.string(), message: z.string() }).meta({ id: 'ClaimReason' })

const line = { id: Id, componentCode: text }

const LaborModel = z
  .object({
    ...line,
    operationCode: text,
    description: text,
    hoursRequested: hours,
    hoursGuide: hours.nullable(),
    hoursApproved: hours,
    rateRequested: Money,
    rateApproved: Money,
    amount: Money.describe('What is approved, before tax.'),
    isTaxable: z.boolean(),
    tax: Money,
  })
  .meta({ id: 'Labor' })

const PartModel = z
  .object({
    ...line,
    partNumber: text,
    description: text,
    type: z.enum(partTypes),
    quantity: z.number(),
    unitPriceRequested: Money,
    msrp: amount,
    unitPriceApproved: Money,
    amount: Money.describe('What is approved, before tax.'),
    tax: Money,
  })
  .meta({ id: 'Part' })

const MiscModel = z
  .object({
    ...line,
    type: z.enum(miscTypes),
    quantity: z.number(),
    unitPrice: Money,
    cap: amount.describe('The most that is paid for the line; null: no limit.'),
    amount: Money.describe('What is approved, before tax.'),
    tax: Money,
  })
  .meta({ id: 'MiscellaneousItem' })

const AdjustmentModel = z
  .object({
    id: z.int().describe('The position within the detail.'),
    target: z.enum(adjustmentTargets),
    targetId: Id.nullable(),
    reasonCode: z.enum([...automaticReasons, ...manualReasons]),
    amount: Money.describe('Negative: what was cut.'),
    note: text,
    isAutomatic: z.boolean(),
  })
  .meta({ id: 'Adjustment' })

const ComponentModel = z
  .object({
    componentId: Id.nullable(),
    code: z.string(),
    name: z.string(),
    coverageGroupId: Id.nullable(),
    isCovered: z.boolean(),
    isPrimaryFailure: z.boolean(),
    limit: amount,
  })
  .meta({ id: 'ClaimDetailComponent' })

export const IssueModel = z
  .object({
    id: Id,
    sequence: z.int(),
    status: z.enum(detailStatuses),
    complaintId: Id.nullable(),
    complaintCode: text,
    causeId: Id.nullable(),
    causeCode: text,
    correctionId: Id.nullable(),
    correctionCode: text,
    complaintText: text,
    causeText: text,
    correctionText: text,
    components: z.array(ComponentModel),
    labor: z.array(LaborModel),
    parts: z.array(PartModel),
    misc: z.array(MiscModel),
    adjustments: z.array(AdjustmentModel),
    requested: Money,
    adjusted: Money,
    tax: Money,
    deductibleApplied: Money,
    overLimit: Money,
    notCovered: Money,
    payable: Money,
    customerPay: Money,
    authorizedAmount: amount,
    requestedPayments: Money,
    paid: Money,
    deniedReasonId: Id.nullable(),
    deniedReasonCode: text,
    holdReasonId: Id.nullable(),
    holdReasonCode: text,
    ppmEventId: Id.nullable(),
  })
  .meta({ id: 'Issue' })

export const CostModel = z
  .object({
    requested: Money,
    adjusted: Money,
    tax: Money,
    deductible: Money,
    overLimit: Money,
    payable: Money,
    customerPay: Money,
    authorized: Money,
    paid: Money,
    outstanding: Money.describe('Authorized less paid.'),
  })
  .meta({ id: 'CostData' })

export const BenefitModel = z
  .object({
    code: z.string(),
    name: z.string(),
    unit: z.enum(['Day', 'Occurrence']),
    unitCap: Money,
    occurrenceCap: Money,
    contractCap: amount,
    used: Money,
    remaining: Money,
  })
  .meta({ id: 'ClaimBenefit' })

export const PaymentRequestModel = z
  .object({
    id: Id,
    claimId: Id,
    status: z.enum(requestStatuses),
    payee: z.object({ type: z.enum(payeeTypes).nullable(), id: Id.nullable(), number: text, name: text }),
    amount: Money,
    detailIds: z.array(Id),
    invoiceNumber: text,
    invoiceDate: CalendarDate.nullable(),
    invoiceAmount: amount,
    paymentMethod: z.enum(paymentMethods).nullable(),
    odometerOut: count,
    documentIds: z.array(Id),
    note: text,
    ledgerId: Id.nullable(),
    cashTransactionId: Id.nullable(),
    requestedAt: Instant,
    requestedBy: z.string(),
    voidReason: text,
  })
  .meta({ id: 'ClaimPaymentRequest' })

const ClaimContractModel = z
  .object({
    contractId: Id,
    number: text,
    status: z.string(),
    productName: z.string(),
    planName: z.string(),
    term: TermModel,
    deductible: DeductibleModel,
    effectiveDate: CalendarDate,
    expirationDate: CalendarDate,
    expirationOdometer: count,
    vehicle: z.object({ vin: text, year: count, make: text, model: text }).nullable(),
    dealer: Reference,
    remainingLiability: amount.describe('What is left of the aggregate limit; null: no limit.'),
  })
  .meta({ id: 'ClaimContract' })

const ClaimDocumentModel = z
  .object({
    id: Id,
    documentTypeCode: z.string(),
    fileName: z.string(),
    createdAt: Instant,
    createdBy: z.string(),
  })
  .meta({ id: 'ClaimDocument' })

export const ClaimModel = z
  .object({
    id: Id,
    number: z.string(),
    status: z.enum(claimStatuses),
    claimType: z.enum(claimTypes),
    contract: ClaimContractModel,
    coverage: z.object({ inForce: z.boolean(), reasons: z.array(ReasonModel) }).meta({ id: 'ClaimCoverage' }),
    reportedDate: CalendarDate,
    lossDate: CalendarDate,
    lossOdometer: count,
    repairFacility: Reference.nullable(),
    advisorName: text,
    repairOrderNumber: text,
    customerContact: text,
    adjusterId: Id.nullable(),
    details: z.array(IssueModel),
    deductible: z.object({ ...DeductibleModel.shape, applied: Money }).meta({ id: 'ClaimDeductible' }),
    costs: CostModel,
    benefits: z.array(BenefitModel),
    gap: GapData.nullable(),
    gapSettlement: SettlementModel.nullable(),
    gapMissing: z.array(z.string()).describe('What a settlement still needs.'),
    ppmEvents: z.array(ServiceEventModel),
    holds: z.array(
      z
        .object({ reasonId: Id, reasonCode: z.string(), from: CalendarDate, to: CalendarDate.nullable() })
        .meta({ id: 'ClaimHold' }),
    ),
    deniedReason: text,
    endReason: text.describe('Why the claim was voided or closed.'),
    inspections: z.array(Inspection),
    inspectionRequired: z.boolean(),
    inspectionWaiver: text,
    payments: z.array(PaymentRequestModel),
    miscPayments: z.array(
      z
        .object({ id: Id, description: z.string(), payee: z.string(), amount: Money, reason: text })
        .meta({ id: 'ClaimMiscPayment' }),
    ),
    authorizationNumber: text,
    authorizedUntil: CalendarDate.nullable(),
    notesCount: z.int(),
    reserve: Money,
    caseReserve: amount,
    steps: z.array(StepModel),
    documents: z.array(ClaimDocumentModel),
    relatedDealer: z
      .object({ dealerId: Id, number: text, isSellingDealer: z.boolean(), isSameGroup: z.boolean() })
      .meta({ id: 'RelatedDealer' })
      .nullable(),
    relatedContracts: z.array(Reference),
    warnings: z.array(ReasonModel),
    ...auditFields,
  })
  .meta({ id: 'Claim' })
export type ClaimModel = z.input<typeof ClaimModel>

/** The answer to a change: the claim, with the letter if one was written. */
export const ChangedClaim = z
  .object({
    ...ClaimModel.shape,
    generatedDocument: z.object({ id: Id, documentTypeCode: z.string() }).nullable().optional(),
  })
  .meta({ id: 'ChangedClaim' })

export const ClaimIndexModel = z
  .object({
    id: Id,
    number: z.string(),
    status: z.enum(claimStatuses),
    claimType: z.enum(claimTypes),
    contractNumber: text,
    customerName: text,
    vin: text,
    lossDate: CalendarDate,
    lossOdometer: count,
    facilityName: text,
    adjuster: text,
    requested: Money,
    authorized: Money,
    paid: Money,
    updatedAt: Instant,
  })
  .meta({ id: 'ClaimIndexResult' })
export type ClaimIndexModel = z.input<typeof ClaimIndexModel>
