import { z } from 'zod'
import { PersonAnswer, personAnswer } from '../../account-holders/people.ts'
import { GeneratedDocument } from '../../documents/schemas.ts'
import { deliveryMethods } from '../../domain/cancellation/law-terms.ts'
import { contractStatuses } from '../../domain/contract/states.ts'
import { ledgerStatuses } from '../../domain/ledger/rows.ts'
import { roundModes } from '../../domain/money.ts'
import {
  auditFields,
  CalendarDate,
  ExternalReference,
  Id,
  Instant,
  Money,
  Reference,
} from '../../http/schemas.ts'
import { DeductibleModel, IdNameDescription, TermModel } from '../../rates/lists/rate-models.ts'
import {
  ClassDetail,
  drivetrainFields,
  itemModelFields,
  ServiceShape,
  SurchargeShape,
  WarrantyModel,
} from '../../rates/quotes/shapes.ts'

// The answers about contracts.

const text = z.string().nullable()
const count = z.int().nullable()
const amount = Money.nullable()

export const fundingStatuses = ['NotFunded', 'PartiallyFunded', 'Funded'] as const

const Customer = z.object({ ...personAnswer, customerId: Id }).meta({ id: 'ContractCustomer' })

const asset = {
  assetTypeCode: z.string(),
  identifier: text.describe('VIN, hull or serial number.'),
  ...itemModelFields,
  purchasePrice: amount,
  purchaseDate: CalendarDate.nullable(),
  usage: count,
  usageUnit: z.enum(['Miles', 'Hours', 'None']),
  condition: text,
}
const AssetModel = z.object(asset).meta({ id: 'Asset' })

const VehicleModel = z
  .object({
    ...asset,
    vin: text,
    isVinValid: z.boolean().nullable(),
    ...drivetrainFields,
    odometer: count,
    odometerUnit: z.enum(['Miles', 'Km']),
    inServiceDate: CalendarDate.nullable(),
    msrp: amount,
    nadaValue: amount,
    vehicleUse: text,
    segmentation: text,
    warranties: z.array(WarrantyModel),
  })
  .meta({ id: 'ContractVehicle' })

const FinancingModel = z
  .object({
    dealType: text,
    amountFinanced: amount,
    apr: z.number().nullable(),
    termMonths: count,
    monthlyPayment: amount,
    firstPaymentDate: CalendarDate.nullable(),
    maturityDate: CalendarDate.nullable(),
    payoffDate: CalendarDate.nullable(),
    financeChargeOnContract: amount,
    residualValue: amount,
    balloonAmount: amount,
    accountNumber: text,
    lienHolderId: Id.nullable(),
    downPayment: amount,
    tradeIn: amount,
  })
  .meta({ id: 'FinancingData' })

export const SalesTaxDetail = z
  .object({
    contractId: Id.nullable(),
    jurisdiction: z
      .object({ state: z.string(), county: text, city: text, zip: text.optional() })
      .meta({ id: 'SalesTaxJurisdiction' }),
    taxable: Money,
    totalTax: Money,
    details: z.array(
      z
        .object({
          lineItemId: z.int().nullable(),
          taxTypeCode: z.string(),
          ruleId: Id,
          taxable: Money,
          rate: z.number(),
          roundMode: z.enum(roundModes),
          tax: Money,
        })
        .meta({ id: 'CalculatedLineItemDetail' }),
    ),
    calculatedAt: Instant,
  })
  .meta({ id: 'ContractSalesTaxDetail' })

const Line = z
  .object({
    id: Id.nullable(),
    code: z.string(),
    label: z.string(),
    groupCode: text,
    accountHolder: Reference.nullable(),
    amount: Money,
    earnedToDate: amount,
    refunded: Money,
    ledgerStatus: z.enum(ledgerStatuses).nullable(),
  })
  .meta({ id: 'ContractDisbursement' })

export const holdModes = ['Freeze', 'Suspend'] as const
export const resolutions = ['Cleared', 'Corrected', 'Overridden', 'Cancelled'] as const

const HoldReasonModel = z
  .object({
    id: Id,
    code: z.string(),
    name: z.string(),
    blocksClaims: z.boolean(),
    freezesPayables: z.boolean(),
    defaultMode: z.enum(holdModes),
    isActive: z.boolean(),
  })
  .meta({ id: 'ContractHoldReason' })

export const ResolveModel = z
  .object({
    id: Id,
    holdId: Id,
    resolveDate: CalendarDate,
    resolution: z.enum(resolutions),
    note: text,
    earningCatchUp: z.array(z.object({ code: z.string(), amount: Money }).meta({ id: 'EarningCatchUp' })),
    extendsExpirationDays: count,
  })
  .meta({ id: 'Resolve' })

export const HoldModel = z
  .object({
    id: Id,
    contractId: Id,
    reason: HoldReasonModel,
    holdDate: CalendarDate,
    mode: z.enum(holdModes),
    note: text,
    disbursements: z.array(
      z.object({ code: z.string(), amount: Money, isHeld: z.boolean() }).meta({ id: 'HeldDisbursement' }),
    ),
    status: z.enum(['Open', 'Resolved']),
    createdBy: z.string(),
    resolves: z.array(ResolveModel),
  })
  .meta({ id: 'Hold' })

export const TransferModel = z
  .object({
    id: Id,
    contractId: Id,
    previousCustomer: PersonAnswer,
    newOwner: Customer,
    transferDate: CalendarDate,
    odometer: z.int(),
    fee: Money,
    createdAt: Instant,
    createdBy: z.string(),
  })
  .meta({ id: 'ContractTransfer' })

const limitScopes = ['PerComponent', 'PerClaim', 'Aggregate'] as const
const Limits = z
  .object({
    limits: z.array(z.object({ scope: z.enum(limitScopes), amount: Money }).meta({ id: 'LimitOfLiability' })),
    usedAggregate: Money,
    remainingAggregate: amount,
  })
  .meta({ id: 'LimitOfLiabilityResult' })

export const ContractModel = z
  .object({
    id: Id,
    number: text.describe('Null for a quote.'),
    status: z.enum(contractStatuses),
    statusLabel: z.string().describe('The status, or CancelPending while a cancel request is open.'),
    statusReason: text,
    heldFrom: z.enum(['Pending', 'Active']).nullable(),
    fundingStatus: z.enum(fundingStatuses),
    claimStatus: z.enum(['None', 'Open']),
    isEffective: z.boolean().describe('Active, within its dates and past its waiting period.'),
    productTypeCode: z.string(),
    product: IdNameDescription,
    program: IdNameDescription,
    plan: IdNameDescription,
    term: TermModel,
    deductible: DeductibleModel,
    class: ClassDetail.nullable(),
    dealer: Reference,
    dealerGroup: Reference.nullable(),
    agents: z.array(Reference),
    insurer: Reference.nullable(),
    adminCompany: Reference.nullable(),
    obligor: z.enum(['Admin', 'Dealer', 'Insurer']),
    customer: Customer.nullable(),
    cobuyer: PersonAnswer.nullable(),
    lienHolder: Reference.nullable(),
    asset: AssetModel,
    vehicle: VehicleModel.nullable(),
    saleDate: CalendarDate,
    vehiclePurchaseDate: CalendarDate.nullable(),
    vehiclePurchasePrice: amount,
    effectiveDate: CalendarDate,
    effectiveOdometer: count,
    expirationDate: CalendarDate,
    expirationOdometer: count,
    freeLookEndDate: CalendarDate.nullable(),
    retailPrice: Money,
    dealerCost: Money,
    markup: Money,
    salesTax: SalesTaxDetail,
    financing: FinancingModel.nullable(),
    surcharges: z.array(SurchargeShape),
    disbursements: z
      .array(Line)
      .describe('Callers limited to account holders see dealer cost as one line, DEALERCOST.'),
    ppmServices: z.array(ServiceShape),
    customFieldValues: z.array(
      z.object({ code: z.string(), value: z.unknown() }).meta({ id: 'CustomFieldValue' }),
    ),
    formNumber: z.string(),
    stateOfSale: z.string(),
    finalizedAt: Instant.nullable(),
    needsRefinalize: z.boolean(),
    pendingChanges: z.record(z.string(), z.unknown()).nullable(),
    deliveryDate: CalendarDate.nullable(),
    deliveryMethod: z.enum(deliveryMethods).nullable(),
    notes: text,
    holds: z.array(HoldModel),
    currentCancel: Reference.nullable(),
    transfers: z.array(TransferModel),
    isTransferred: z.boolean(),
    limitOfLiability: Limits,
    totals: z
      .object({ claimsPaid: Money, claimsAuthorized: Money, received: Money, paidOut: Money })
      .meta({ id: 'ContractTotals' }),
    lastKnownOdometer: z
      .object({
        value: z.int(),
        date: CalendarDate,
        source: z.string(),
        unit: z.enum(['Miles', 'Hours', 'None']),
      })
      .meta({ id: 'OdometerReading' })
      .nullable(),
    externalReferences: z.array(ExternalReference),
    rateQuoteId: text,
    validUntil: Instant.nullable().describe('For a quote: its rate is honored until then.'),
    ...auditFields,
  })
  .meta({ id: 'Contract' })
export type ContractModel = z.input<typeof ContractModel>

/** The answer to a sale: the contract, with its form if one was requested. */
export const SoldContractModel = ContractModel.extend({
  generatedDocument: GeneratedDocument.optional().meta({ unaudited: true }),
}).meta({ id: 'SoldContract' })
export type SoldContractModel = z.input<typeof SoldContractModel>
