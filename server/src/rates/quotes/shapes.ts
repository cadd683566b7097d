import { z } from 'zod'
import { roundModes } from '../../domain/money.ts'
import { CalendarDate, Id, Instant, Money, Reference } from '../../http/schemas.ts'
import { DisbursementShape } from '../disbursements/models.ts'
import { DeductibleModel, PlanModel, ProductModel, ProgramModel, TermModel } from '../lists/rate-models.ts'

// The answer of a rate quote.

const text = z.string().nullable()
const count = z.int().nullable()

export const ClassDetail = z
  .object({
    classCode: z.string(),
    className: z.string(),
    programId: Id,
    isEligible: z.boolean(),
    source: z.enum(['Table', 'Override']),
    matchedOn: z
      .object({
        make: text,
        model: text,
        trim: text,
        series: text,
        engine: text,
        fuelType: text,
        driveType: text,
      })
      .meta({ id: 'ClassMatch' }),
  })
  .meta({ id: 'ClassDetail' })

export const SurchargeShape = z
  .object({
    id: Id,
    code: z.string(),
    name: z.string(),
    amount: Money,
    retailAmount: Money.nullable(),
    isMandatory: z.boolean(),
    isOption: z.boolean(),
    isSelected: z.boolean(),
    feeds: z
      .array(z.object({ disbursementCode: z.string(), amount: Money }).meta({ id: 'SurchargeFeed' }))
      .optional()
      .describe('Only for callers who may see the split of dealer cost.'),
    criteria: text,
  })
  .meta({ id: 'Surcharge' })

export const ServiceShape = z
  .object({
    id: Id,
    code: z.string(),
    name: z.string(),
    quantity: z.int(),
    intervalMonths: count,
    intervalMiles: count,
    price: Money,
    toleranceMiles: z.int(),
    useRule: z.string(),
    sequence: z.int(),
  })
  .meta({ id: 'PPMService' })

const RateField = z
  .object({
    name: z.string(),
    label: z.string(),
    dataType: z.string(),
    isRequired: z.boolean(),
    value: text,
    options: z.array(z.string()).nullable(),
  })
  .meta({ id: 'RateField' })

const RelatedRate = z
  .object({
    relationType: z.string(),
    productId: Id,
    planId: z.int().nullable(),
    rateId: text,
    discountAmount: Money.nullable(),
  })
  .meta({ id: 'RelatedRate' })

const SalesTax = z
  .object({
    jurisdiction: z.object({ state: z.string(), county: text, city: text }).meta({ id: 'RateJurisdiction' }),
    taxable: Money,
    totalTax: Money,
    details: z.array(
      z
        .object({
          taxTypeCode: z.string(),
          ruleId: Id,
          rate: z.number(),
          roundMode: z.enum(roundModes),
          taxable: Money,
          tax: Money,
        })
        .meta({ id: 'RateSalesTaxLine' }),
    ),
  })
  .meta({ id: 'RateSalesTax' })

const ContractRate = z
  .object({
    rateId: z.string(),
    productId: Id,
    programId: Id,
    planId: Id,
    planCode: z.string(),
    formNumber: z.string(),
    term: TermModel,
    deductible: DeductibleModel,
    class: ClassDetail.nullable(),
    dealerCost: Money,
    suggestedRetail: Money,
    minRetail: Money,
    maxRetail: Money.nullable(),
    retailRule: z.string(),
    regulatedRuleId: text,
    effectiveDate: CalendarDate,
    expirationDate: CalendarDate,
    expirationOdometer: count,
    surcharges: z.array(SurchargeShape),
    disbursements: z.array(DisbursementShape).optional(),
    ppmServices: z.array(ServiceShape).optional(),
    rateFields: z.array(RateField),
    relatedRates: z.array(RelatedRate),
    salesTax: SalesTax,
  })
  .meta({ id: 'ContractRate' })

/** Which vehicle or other item it is, as every answer has it. */
export const itemModelFields = {
  year: count,
  make: text,
  model: text,
  trim: text,
  series: text,
  bodyStyle: text,
}

/** What the VIN or the caller says of a vehicle's drive, as every answer has it. */
export const drivetrainFields = {
  engine: text,
  cylinders: count,
  displacement: z.number().nullable(),
  fuelType: text,
  driveType: text,
  aspiration: text,
  gvw: count,
}

export const WarrantyModel = z
  .object({
    type: z.string(),
    months: count,
    miles: count,
    startDate: CalendarDate.nullable(),
    endDate: CalendarDate.nullable(),
    endOdometer: count,
    source: z.string(),
  })
  .meta({ id: 'Warranty' })

const VehicleShape = z
  .object({
    assetTypeCode: z.string(),
    identifier: text,
    vin: text,
    isVinValid: z.boolean().nullable(),
    ...itemModelFields,
    segmentation: text,
    ...drivetrainFields,
    odometer: count,
    odometerUnit: z.enum(['Miles', 'Hours', 'None']),
    condition: text,
    inServiceDate: CalendarDate.nullable(),
    vehicleUse: text,
    serialNumber: text,
    usage: count,
    usageUnit: z.enum(['Miles', 'Hours', 'None']),
    purchasePrice: Money.nullable(),
    purchaseDate: CalendarDate.nullable(),
    msrp: Money.nullable(),
    nadaValue: Money.nullable(),
    warranties: z.array(WarrantyModel),
  })
  .meta({ id: 'Vehicle' })

const ReasonShape = z
  .object({
    productCode: text,
    programCode: text,
    planCode: text,
    rule: z.string(),
    field: text,
    seen: z.unknown(),
    needed: z.unknown(),
    fault: z.enum(['Input', 'Configuration']),
    message: z.string(),
  })
  .meta({ id: 'RateReason' })

const WarningShape = z
  .object({
    code: z.string(),
    message: z.string(),
    productCode: z.string().optional(),
    missing: z.array(z.string()).optional(),
  })
  .meta({ id: 'RateWarning' })

const QuotedPlan = PlanModel.extend({ rates: z.array(ContractRate) }).meta({ id: 'Plan' })
const QuotedProgram = ProgramModel.extend({ plans: z.array(QuotedPlan) }).meta({ id: 'Program' })
const QuotedProduct = ProductModel.extend({ programs: z.array(QuotedProgram) }).meta({ id: 'Product' })

export const RateResponse = z
  .object({
    quoteId: z.string(),
    quotedAt: Instant,
    validUntil: Instant,
    dealer: Reference,
    vehicle: VehicleShape,
    products: z
      .array(QuotedProduct)
      .describe('Only products, programs, plans, terms and deductibles that have rates.'),
    warnings: z.array(WarningShape),
    reasons: z.array(ReasonShape).optional(),
  })
  .meta({ id: 'RateResponse' })

export const StoredQuote = z
  .object({
    quoteId: z.string(),
    quotedAt: Instant,
    validUntil: Instant,
    dealer: Reference,
    request: z.record(z.string(), z.unknown()).describe('The parameters of the request.'),
    bookVersion: z.int(),
    outcome: z.enum(['Rates', 'NoPlansFound']),
    result: RateResponse.describe(
      'The answer, computed again. For the outcome NoPlansFound it has no products, and the reasons.',
    ),
  })
  .meta({ id: 'RateQuote' })
