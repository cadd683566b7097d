import { z } from 'zod'
import {
  customFieldDataTypes,
  customFieldOwnerTypes,
  requiredAtSteps,
} from '../../domain/custom-fields/custom-fields.ts'
import { CalendarDate, Id, Money } from '../../http/schemas.ts'

// The shapes of what is sold, as lists and quotes answer them.

export const conditions = ['New', 'Used', 'CPO'] as const

export const CustomFieldModel = z
  .object({
    id: Id,
    code: z.string(),
    name: z.string(),
    dataType: z.enum(customFieldDataTypes),
    isRequired: z.boolean(),
    requiredAt: z
      .enum(requiredAtSteps)
      .nullable()
      .describe('The step of a sale at which the field is asked for.'),
    maxLength: z.int().nullable().describe('Of a Text.'),
    options: z.array(z.string()).nullable().describe('Of a List.'),
    criteria: z.string().nullable().describe('When the field is asked for. Null: always.'),
    appliesTo: z.enum(customFieldOwnerTypes),
    productId: Id.nullable().describe('Null: for every product.'),
    displayOrder: z.int(),
  })
  .meta({
    id: 'CustomField',
    example: {
      id: 22,
      code: 'SALESPERSON',
      name: 'Salesperson',
      dataType: 'Text',
      isRequired: true,
      requiredAt: 'Pending',
      maxLength: 50,
      options: null,
      criteria: null,
      appliesTo: 'Contract',
      productId: 1,
      displayOrder: 1,
    },
  })
export type CustomFieldModel = z.input<typeof CustomFieldModel>

const effective = {
  effectiveFrom: CalendarDate,
  effectiveTo: CalendarDate.nullable().describe('The last day. Null: without end.'),
}

export const ClaimSettingModel = z
  .object({
    productId: Id,
    deductibleRule: z
      .enum(['PerVisit', 'PerComponent', 'PerItem'])
      .nullable()
      .describe('How often a deductible is asked for. Null: as the type of the deductible says.'),
    allowsMultipleOpenClaims: z.boolean().nullable(),
    inspectionThreshold: Money.nullable().describe('Amount from which a claim is inspected.'),
    authExpireDays: z.int().nullable().describe('Days for which an authorisation holds.'),
    partsPriceLevel: z
      .enum(['MSRP', 'Cost'])
      .nullable()
      .describe('Parts are paid up to their suggested price, or up to their cost with the markup allowed.'),
    laborGuide: z.string().nullable().describe('The guide that labor hours are taken from.'),
    maxPartsMarkupPercent: z.number().nullable(),
  })
  .meta({
    id: 'ClaimSetting',
    example: {
      productId: 1,
      deductibleRule: null,
      allowsMultipleOpenClaims: true,
      inspectionThreshold: null,
      authExpireDays: null,
      partsPriceLevel: 'MSRP',
      laborGuide: null,
      maxPartsMarkupPercent: null,
    },
  })

export const ProductModel = z
  .object({
    id: Id,
    code: z.string().meta({ example: 'VSC1' }),
    name: z.string().meta({ example: 'Vehicle service contract' }),
    productTypeCode: z.string().meta({ example: 'VSC' }),
    assetTypeCodes: z.array(z.string()).meta({ example: ['AUTO', 'TRUCK'] }),
    adminCompanyId: Id,
    isActive: z.boolean().describe('Whether today is one of its days.'),
    ...effective,
    requiresLien: z.boolean(),
    claimSettings: ClaimSettingModel.describe(
      'How claims of it are looked at. Null: as the general settings say, or as is usual.',
    ),
    customFields: z.array(CustomFieldModel).describe('What its contracts have besides.'),
  })
  .meta({ id: 'ProductResponse' })
export type ProductModel = z.input<typeof ProductModel>

export const ProgramModel = z
  .object({
    id: Id,
    code: z.string().meta({ example: 'VSC-STD' }),
    name: z.string().meta({ example: 'Standard vehicle service contract' }),
    productId: Id,
    insurerId: Id.nullable(),
    obligor: z.enum(['Admin', 'Dealer', 'Insurer']),
    formNumber: z.string().meta({ example: 'VSC-100' }),
    states: z.array(z.string()).meta({ example: ['CA', 'FL', 'TX'] }),
    ...effective,
    rateBookVersion: z.int(),
    cancelMethodId: Id.nullable().describe('How refunds are computed where no rule of a state says another.'),
    transferable: z.boolean(),
    status: z.enum(['Active', 'Scheduled', 'Expired']),
  })
  .meta({ id: 'ProgramResponse' })
export type ProgramModel = z.input<typeof ProgramModel>

export const TermModel = z
  .object({
    id: Id,
    code: z.string(),
    months: z.int(),
    miles: z.int().nullable().describe('Null: without limit.'),
    hours: z.int().nullable(),
    basis: z.enum(['FromSale', 'FromInService', 'FromZero']),
  })
  .meta({
    id: 'Term',
    example: { id: 5, code: '60/75000', months: 60, miles: 75000, hours: null, basis: 'FromSale' },
  })

export const TermPlanModel = z
  .object({
    term: TermModel,
    planId: Id,
    conditions: z.array(z.enum(conditions)),
    minOdometer: z.int().nullable(),
    maxOdometer: z.int().nullable(),
    maxVehicleAge: z.int().nullable(),
    isVisible: z
      .boolean()
      .describe(
        'Whether a dealer that the rate book does not name is shown it. To callers limited to dealers it is always true.',
      ),
  })
  .meta({ id: 'TermPlanResponse' })
export type TermPlanModel = z.input<typeof TermPlanModel>

export const DeductibleModel = z
  .object({
    id: Id,
    code: z.string(),
    amount: Money,
    type: z.enum(['PerVisit', 'PerComponent', 'Disappearing', 'Reduced', 'PerItem']),
    reducedAmount: Money.nullable(),
    description: z.string().nullable(),
  })
  .meta({
    id: 'DeductibleResponse',
    example: {
      id: 3,
      code: '100',
      amount: 100,
      type: 'PerVisit',
      reducedAmount: null,
      description: '100.00 a visit',
    },
  })
export type DeductibleModel = z.input<typeof DeductibleModel>

export const PlanModel = z
  .object({
    id: Id,
    code: z.string().meta({ example: 'PLATINUM' }),
    name: z.string().meta({ example: 'Platinum' }),
    programId: Id,
    productId: Id,
    coverageType: z.enum(['Stated', 'Exclusionary', 'Service', 'Waiver']),
    coverageGroups: z.array(z.string()),
    waitingDays: z.int(),
    waitingMiles: z.int(),
    displayOrder: z.int(),
    terms: z.array(TermPlanModel),
    deductibles: z.array(DeductibleModel),
  })
  .meta({ id: 'PlanResponse' })
export type PlanModel = z.input<typeof PlanModel>

/** An entry of a selection list. */
export const Choice = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string().nullable(),
    code: z.string(),
  })
  .meta({ id: 'IdNameDescription', example: { id: 3, name: 'Ford', description: null, code: 'FORD' } })
