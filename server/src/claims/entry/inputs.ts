import { z } from 'zod'
import { LetterMail } from '../../contracts/form/mail-letter.ts'
import {
  adjustmentTargets,
  claimTypes,
  manualReasons,
  miscTypes,
  partTypes,
} from '../../domain/claims/claim.ts'
import { hundredthsOf } from '../../domain/claims/hundredths.ts'
import { centsOf, hasWholeCents } from '../../domain/money.ts'
import { CalendarDate, Id, Money, optionalText, text } from '../../http/schemas.ts'
import { GapData } from '../record/gap-data.ts'

// What callers send for a claim.

const PRICE_AT_MOST = 10_000_000

const price = Money.min(0).max(PRICE_AT_MOST).transform(centsOf)
const optionalPrice = price.nullable().optional()

/** Hours or a quantity, with at most two decimals. */
const hundredths = z
  .number()
  .min(0)
  .max(10_000)
  .refine(hasWholeCents, { message: 'at most two decimals', params: { code: 'Precision' } })
  .transform(hundredthsOf)
const optionalHundredths = hundredths.nullable().optional()

const code = text(40)
const line = {
  id: Id.optional().describe(
    'The id of a line that is kept. For a new line: any number, by which an adjustment in the same request can name it.',
  ),
  componentCode: optionalText(40).optional().describe('Default: the primary failure of the detail.'),
}

const LaborInput = z
  .strictObject({
    ...line,
    operationCode: optionalText(40).optional(),
    description: optionalText(400).optional(),
    hoursRequested: hundredths,
    hoursGuide: optionalHundredths.describe('The hours of the labor guide. No guide: no cut.'),
    hoursApproved: optionalHundredths.describe('Set by an adjuster. Default: by the rules.'),
    rateRequested: price,
    rateApproved: optionalPrice.describe('Set by an adjuster. Default: by the rules.'),
    isTaxable: z.boolean().optional(),
  })
  .meta({ id: 'LaborData' })

const PartInput = z
  .strictObject({
    ...line,
    partNumber: optionalText(80).optional(),
    description: optionalText(400).optional(),
    type: z.enum(partTypes).optional(),
    quantity: hundredths,
    unitPriceRequested: price,
    msrp: optionalPrice,
    unitPriceApproved: optionalPrice.describe('Set by an adjuster. Default: by the rules.'),
  })
  .meta({ id: 'PartData' })

const MiscInput = z
  .strictObject({
    ...line,
    type: z.enum(miscTypes),
    quantity: hundredths,
    unitPrice: price,
  })
  .meta({ id: 'MiscellaneousItemData' })

const AdjustmentInput = z
  .strictObject({
    target: z.enum(adjustmentTargets),
    targetId: Id.nullable().optional().describe('The id of the line. Not for a detail or a claim.'),
    reasonCode: z.enum(manualReasons),
    amount: Money.max(-0.01)
      .min(-PRICE_AT_MOST)
      .meta({ example: -120.5 })
      .transform(centsOf)
      .describe('Negative: what is cut.'),
    note: optionalText(2_000).optional(),
  })
  .meta({ id: 'AdjustmentData' })

const ComponentInput = z
  .strictObject({
    componentId: Id.optional(),
    code: code.optional(),
    isPrimaryFailure: z.boolean().optional(),
  })
  .meta({ id: 'ClaimDetailComponentData' })

const lines = <Line extends z.ZodType>(schema: Line) => z.array(schema).max(200).optional()

const detailFields = {
  complaintId: Id.nullable().optional(),
  complaintCode: optionalText(40).optional(),
  causeId: Id.nullable().optional(),
  causeCode: optionalText(40).optional(),
  correctionId: Id.nullable().optional(),
  correctionCode: optionalText(40).optional(),
  complaintText: optionalText(2_000).optional(),
  causeText: optionalText(2_000).optional(),
  correctionText: optionalText(2_000).optional(),
  components: lines(ComponentInput),
  labor: lines(LaborInput),
  parts: lines(PartInput),
  misc: lines(MiscInput),
  adjustments: lines(AdjustmentInput),
}

export const DetailInput = z.strictObject(detailFields).meta({ id: 'ClaimDetailCreateData' })
const ReplacedDetail = z
  .strictObject({ id: Id.optional().describe('Without an id the detail is new.'), ...detailFields })
  .meta({ id: 'ClaimDetailUpdateData' })

const ServiceEventInput = z
  .strictObject({
    serviceCode: code,
    serviceDate: CalendarDate,
    odometer: z.int().min(0).max(10_000_000).nullable().optional(),
    facilityId: Id.nullable().optional(),
    invoiceNumber: optionalText(80).optional(),
  })
  .meta({ id: 'PPMClaimEventCreateData' })
export type ServiceEventInput = z.output<typeof ServiceEventInput>

const odometer = z.int().min(0).max(10_000_000)

const header = {
  reportedDate: CalendarDate.optional().describe('Default: today.'),
  repairFacilityId: Id.nullable().optional(),
  advisorName: optionalText(200).optional(),
  repairOrderNumber: optionalText(80).optional(),
  customerContact: optionalText(400).optional(),
  adjusterId: Id.nullable().optional().describe('A user of the administrator.'),
}

const example = {
  lossDate: '2025-03-10',
  lossOdometer: 24100,
  repairFacilityId: 41,
  details: [
    {
      complaintCode: 'NOISE',
      causeCode: 'INTFAIL',
      correctionCode: 'REPLACE',
      components: [{ code: 'WATERPUMP', isPrimaryFailure: true }],
      labor: [{ hoursRequested: 4.2, hoursGuide: 3.8, rateRequested: 145 }],
      parts: [{ partNumber: 'PW-552', quantity: 1, unitPriceRequested: 389.95 }],
    },
  ],
}

export const NewClaim = z
  .strictObject({
    contractId: Id.optional(),
    contractNumber: text(80).optional(),
    lossDate: CalendarDate,
    lossOdometer: odometer.nullable().optional().describe('Required for a vehicle.'),
    claimType: z.enum(claimTypes).optional().describe('Default: by the type of the product.'),
    ...header,
    details: z.array(DetailInput).max(100).optional(),
    gap: GapData.nullable().optional(),
    ppmEvents: z.array(ServiceEventInput).max(50).optional(),
  })
  .meta({ id: 'ClaimCreateData', example: { contractId: 1204, ...example } })
export type NewClaim = z.output<typeof NewClaim>

export const ReplacedClaim = z
  .strictObject({
    lossDate: CalendarDate,
    lossOdometer: odometer.nullable().optional().describe('Required for a vehicle.'),
    ...header,
    details: z
      .array(ReplacedDetail)
      .max(100)
      .optional()
      .describe('With an id a detail is replaced, without one it is added. One that is left out is voided.'),
    gap: GapData.nullable().optional(),
    ppmEvents: z
      .array(z.strictObject({ ...ServiceEventInput.shape, id: Id.optional() }))
      .max(50)
      .optional(),
  })
  .meta({ id: 'ClaimUpdateData', example })
export type ReplacedClaim = z.output<typeof ReplacedClaim>
export type DetailInput = z.output<typeof ReplacedDetail>

export const claimActions = [
  'Authorize',
  'Approve',
  'Reopen',
  'Deny',
  'Hold',
  'Release',
  'Void',
  'Close',
  'VoidPayment',
  'Letter',
] as const

export const ClaimPatch = z
  .strictObject({
    lossDate: CalendarDate.optional(),
    lossOdometer: odometer.nullable().optional(),
    ...header,
    gap: GapData.nullable().optional(),
    caseReserve: Money.min(0)
      .max(100_000_000)
      .transform(centsOf)
      .nullable()
      .optional()
      .describe('An estimate of the whole claim. Null: none.'),
    action: z.enum(claimActions).optional().describe('Sent alone, with the fields that it takes.'),
    detailIds: z
      .array(Id)
      .min(1)
      .max(100)
      .optional()
      .describe(
        'Default: every detail that the action fits. Deny takes those that are not decided yet; a detail that was authorized is denied by its id.',
      ),
    reason: text(2_000).optional().describe('For Approve, Reopen, Void, Close and VoidPayment.'),
    note: optionalText(2_000).optional(),
    inspectionWaiver: text(2_000).optional().describe('For Authorize: why no inspection is needed.'),
    deniedReasonId: Id.optional(),
    deniedReasonCode: text(40).optional(),
    holdReasonId: Id.optional(),
    holdReasonCode: text(40).optional(),
    paymentRequestId: Id.optional(),
    mail: LetterMail.optional(),
  })
  .meta({ id: 'ClaimPatch', example: { action: 'Authorize', detailIds: [901], note: 'Per guide' } })
export type ClaimPatch = z.output<typeof ClaimPatch>
