import { z } from 'zod'
import {
  customFieldDataTypes,
  customFieldOwnerTypes,
  requiredAtSteps,
} from '../../domain/custom-fields/custom-fields.ts'
import { CalendarDate, Id, Money } from '../../http/schemas.ts'
import { vehicleConditions } from '../book/read-rates.ts'

// The models of products, programs, plans, terms and deductibles, as lists and quotes answer them.

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
      .describe('The step of a sale at which the field is required.'),
    maxLength: z.int().nullable(),
    options: z.array(z.string()).nullable(),
    criteria: z.string().nullable().describe('The rule that decides when the field is used. Null: always.'),
    appliesTo: z.enum(customFieldOwnerTypes),
    productId: Id.nullable(),
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
  effectiveTo: CalendarDate.nullable().describe('The last day. Null: no end.'),
}

const ClaimSettingModel = z
  .object({
    productId: Id,
    deductibleRule: z
      .enum(['PerVisit', 'PerComponent', 'PerItem'])
      .nullable()
      .describe('How often the deductible is charged. Null: by the type of the deductible.'),
    allowsMultipleOpenClaims: z.boolean().nullable(),
    inspectionThreshold: Money.nullable().describe('Claims of this amount or more are inspected.'),
    authExpireDays: z.int().nullable().describe('Days for which an authorization is valid.'),
    partsPriceLevel: z
      .enum(['MSRP', 'Cost'])
      .nullable()
      .describe(
        'Parts are paid up to their suggested retail price, or up to their cost plus the allowed markup.',
      ),
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
    isActive: z.boolean().describe('Whether it is sold today.'),
    ...effective,
    requiresLien: z.boolean(),
    claimSettings: ClaimSettingModel.describe(
      'How claims on it are handled. Null: the general setting or the usual rule applies.',
    ),
    customFields: z.array(CustomFieldModel).describe('The custom fields of its contracts.'),
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
    cancelMethodId: Id.nullable().describe(
      'How refunds are computed unless a state rule requires another method.',
    ),
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
    miles: z.int().nullable(),
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
    conditions: z.array(z.enum(vehicleConditions)),
    minOdometer: z.int().nullable(),
    maxOdometer: z.int().nullable(),
    maxVehicleAge: z.int().nullable(),
    isVisible: z
      .boolean()
      .describe(
        'Whether a dealer that the visibility rules do not name may sell it. Always true for callers limited to some dealers.',
      ),
  })
  .meta({ id: 'TermPlan' })
export type TermPlanModel = z.input<typeof TermPlanModel>
/** The same as a row of a list. */
export const TermPlanResponse = z.object(TermPlanModel.shape).meta({ id: 'TermPlanResponse' })

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
    id: 'Deductible',
    example: {
      id: 3,
      code: '100',
      amount: 100,
      type: 'PerVisit',
      reducedAmount: null,
      description: '100.00 per visit',
    },
  })
export type DeductibleModel = z.input<typeof DeductibleModel>
/** The same as a row of a list. */
export const DeductibleResponse = z.object(DeductibleModel.shape).meta({ id: 'DeductibleResponse' })

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
export const IdNameDescription = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string().nullable(),
    code: z.string(),
  })
  .meta({ id: 'IdNameDescription', example: { id: 3, name: 'Ford', description: null, code: 'FORD' } })
