import { z } from 'zod'
import { CalendarDate, Id, Instant, Money, optionalText, text } from '../../http/schemas.ts'

// The requests and answers for lines of dealer cost that are changed through the API.

const ToAccount = z
  .object({
    accountHolderType: z.string(),
    accountHolderId: z.int().nullable(),
    name: z.string().nullable(),
  })
  .meta({ id: 'ToAccount' })

export const DisbursementShape = z
  .object({
    id: Id,
    code: z.string(),
    label: z.string(),
    groupCode: z.string().nullable(),
    amount: Money,
    calculationType: z.enum(['Flat', 'RateRow', 'FactorTable', 'PercentOf', 'Remainder']),
    percent: z.number().nullable(),
    percentBase: z.union([z.string(), z.array(z.string())]).nullable(),
    factorTableId: z.int().nullable(),
    toAccount: ToAccount,
    includedInDealerCost: z.boolean(),
    earningMethodCode: z.string(),
    earningFactorTableId: z.int().nullable(),
    cancelRule: z.string(),
    cancelMethodId: z.int().nullable(),
    payWhen: z.string(),
    sequence: z.int(),
    effectiveFrom: CalendarDate,
    effectiveTo: CalendarDate.nullable(),
  })
  .meta({ id: 'Disbursement' })

const types = ['Flat', 'RateRow', 'FactorTable', 'PercentOf', 'Remainder'] as const

const Percent = z
  .number()
  .min(0)
  .lt(100)
  // Exactly the number closest to a whole count of millionths.
  .refine((value) => Math.round(value * 1_000_000) / 1_000_000 === value, {
    message: 'at most six decimals',
    params: { code: 'Precision' },
  })

/** The members that each type requires. No other type may have them. */
const members: Readonly<Record<string, readonly ('amount' | 'percent' | 'percentBase')[]>> = {
  Flat: ['amount'],
  PercentOf: ['percent', 'percentBase'],
}

export const CalculationInput = z
  .strictObject({
    type: z
      .enum(types)
      .describe(
        'Flat and PercentOf come with their figures. RateRow, FactorTable and Remainder restore the calculation of the rate book, if the line has that type there.',
      ),
    amount: Money.min(0).nullable().optional().describe('Required for Flat.'),
    percent: Percent.nullable().optional().describe('Required for PercentOf: from 0 to below 100.'),
    percentBase: z
      .union([text(40), z.array(text(40)).min(1).max(100)])
      .nullable()
      .optional()
      .describe('Required for PercentOf: DealerCost, Retail or Markup, or the codes of lines.'),
  })
  .superRefine((calculation, context) => {
    for (const member of ['amount', 'percent', 'percentBase'] as const) {
      const isSent = calculation[member] !== undefined && calculation[member] !== null
      const belongs = members[calculation.type]?.includes(member) ?? false
      if (isSent === belongs) continue
      context.addIssue({
        code: 'custom',
        path: [member],
        params: { code: isSent ? 'Unknown' : 'Required' },
        message: isSent
          ? `Remove ${member}: it does not belong to a calculation of type ${calculation.type}.`
          : `A calculation of type ${calculation.type} requires ${member}.`,
      })
    }
  })
  .meta({ id: 'CalculationData', example: { type: 'Flat', amount: 90 } })
export type CalculationInput = z.output<typeof CalculationInput>

const days = {
  effectiveFrom: CalendarDate.describe('The first sale date that it applies to.'),
  effectiveTo: CalendarDate.nullable()
    .optional()
    .describe('The last sale date that it applies to. Null: no end.'),
}

export const DisbursementPatch = z
  .strictObject({
    calculation: CalculationInput,
    ...days,
    reason: optionalText(500).optional().describe('The reason for the change, for the audit log.'),
  })
  .meta({
    id: 'RateDisbursementPatchData',
    example: {
      calculation: { type: 'Flat', amount: 90 },
      effectiveFrom: '2024-04-01',
      reason: 'New agreement',
    },
  })
export type DisbursementPatch = z.output<typeof DisbursementPatch>

const narrowed = Id.nullable().optional()

export const DisbursementInput = z
  .strictObject({
    programId: Id,
    disbursementCode: text(40).describe('The code of a line of the program.'),
    calculation: CalculationInput,
    ...days,
    planId: narrowed.describe('Only for this plan. Null: all plans.'),
    termId: narrowed.describe('Only for this term. Null: all terms.'),
    deductibleId: narrowed.describe('Only for this deductible. Null: all deductibles.'),
    classCode: text(40).nullable().optional().describe('Only for vehicles of this class. Null: all classes.'),
  })
  .meta({
    id: 'RateDisbursementData',
    example: {
      programId: 1,
      disbursementCode: 'AGENT',
      calculation: { type: 'Flat', amount: 90 },
      effectiveFrom: '2024-04-01',
    },
  })
export type DisbursementInput = z.output<typeof DisbursementInput>

export const RateDisbursementModel = z
  .object({
    disbursement: DisbursementShape.extend({
      amount: Money.nullable().describe('The amount of a fixed line. Null: it is computed with the rate.'),
    }),
    programId: Id,
    planId: Id.nullable(),
    termId: Id.nullable(),
    deductibleId: Id.nullable(),
    classCode: z.string().nullable(),
    accountHolderId: Id.nullable().describe(
      'The account holder of the agreement. Null: it applies to the whole program.',
    ),
    status: z
      .enum(['Active', 'Scheduled', 'Expired'])
      .describe('Whether it applies today, later, or no longer.'),
    auditLogId: Id.nullable().describe('The last change. Null: the figures of the rate book apply.'),
  })
  .meta({ id: 'RateDisbursementResponse' })
export type RateDisbursementModel = z.input<typeof RateDisbursementModel>

export const AcceptedChange = z
  .object({
    auditLogId: Id.describe(
      'GET /Rates/Disbursements/AuditLog/{auditLogId} answers the result of the change.',
    ),
  })
  .meta({ id: 'RateDisbursementAccepted', example: { auditLogId: 1 } })

const figure = z.union([z.string(), z.number(), z.array(z.string())]).nullable()

export const AuditLogModel = z
  .object({
    id: Id,
    action: z.enum(['Add', 'Update']),
    status: z.enum(['Queued', 'Processing', 'Completed', 'Failed']),
    requestedBy: z.string(),
    requestedAt: Instant,
    completedAt: Instant.nullable(),
    reason: z.string().nullable(),
    affectedRates: z
      .int()
      .describe('How many combinations of plan, term and deductible of the program it affects.'),
    changes: z.array(z.object({ disbursementId: Id, field: z.string(), oldValue: figure, newValue: figure })),
    errors: z
      .array(z.object({ code: z.string(), message: z.string() }))
      .describe('Why a change with status Failed had no effect.'),
  })
  .meta({
    id: 'AuditLogResponse',
    example: {
      id: 1,
      action: 'Add',
      status: 'Completed',
      requestedBy: 'sandbox-rates',
      requestedAt: '2024-03-15T15:00:00Z',
      completedAt: '2024-03-15T15:00:00Z',
      reason: null,
      affectedRates: 105,
      changes: [{ disbursementId: 51, field: 'amount', oldValue: null, newValue: 90 }],
      errors: [],
    },
  })
export type AuditLogModel = z.input<typeof AuditLogModel>
