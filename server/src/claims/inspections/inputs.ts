import { z } from 'zod'
import { AddressInput } from '../../account-holders/people.ts'
import { FileName } from '../../documents/schemas.ts'
import { type InspectionReport, inspectionStatuses, recommendations } from '../../domain/claims/inspection.ts'
import { CalendarDate, Id, Instant, optionalText, text } from '../../http/schemas.ts'
import { fileKinds } from '../record/inspection-models.ts'

const Code = text(40)

export const InspectionOrder = z
  .strictObject({
    inspectionCompanyId: Id,
    reasonId: Id.optional(),
    reasonCode: Code.optional().describe('In place of reasonId.'),
    detailIds: z.array(Id).max(200).optional().describe('Absent: all details that are Pending or Hold.'),
    location: AddressInput.nullable().optional().describe('Absent: the address of the repair facility.'),
    contactName: optionalText(200).optional(),
    contactPhone: optionalText(40).optional(),
    questions: z.array(text(1000)).max(50).optional(),
    dueDate: CalendarDate.nullable().optional(),
  })
  .superRefine(({ reasonId, reasonCode }, context) => {
    if (reasonId === undefined && reasonCode === undefined)
      context.addIssue({
        ...{ code: 'custom', path: ['reasonId'], message: 'Send reasonId or reasonCode.' },
        params: { code: 'Required' },
      })
  })
  .meta({
    id: 'InspectionOrder',
    example: { inspectionCompanyId: 61, reasonCode: 'VERIFY', questions: ['Is the pump leaking?'] },
  })
export type InspectionOrderInput = z.output<typeof InspectionOrder>

const Reference = text(100).meta({ example: 'LS-20391' })
const ExternalReference = Reference.describe('The number of the order in the system of the company.')

export const TakeRejectInspection = z
  .strictObject({
    action: z.enum(['Take', 'Reject']),
    rejectReasonId: Id.optional(),
    rejectReasonCode: Code.optional().describe('In place of rejectReasonId.'),
    externalReference: ExternalReference.nullable().optional(),
    scheduledDate: CalendarDate.nullable().optional().describe('With Take: the inspection is Scheduled.'),
  })
  .meta({ id: 'TakeRejectInspection', example: { action: 'Take', externalReference: 'LS-20391' } })
export type TakeRejectInput = z.output<typeof TakeRejectInspection>

const Field = z
  .strictObject({
    code: text(100),
    label: optionalText(200).optional(),
    value: optionalText(4000).optional(),
  })
  .meta({ id: 'InspectionFieldData', example: { code: 'OILLEVEL', label: 'Oil level', value: 'Low' } })

/** What a company finds out. */
const report = {
  status: z.enum(inspectionStatuses).optional(),
  scheduledAt: Instant.nullable().optional(),
  completedAt: Instant.nullable().optional(),
  odometerSeen: z.int().min(0).max(9_999_999).nullable().optional(),
  findings: optionalText(20_000).optional(),
  recommendation: z.enum(recommendations).nullable().optional(),
  fields: z.array(Field).max(500).optional(),
}
const EXAMPLE = {
  ...{ status: 'Completed', odometerSeen: 24120, recommendation: 'FailureConfirmed' },
  findings: 'The water pump leaks at the shaft seal.',
} as const

const update = { ...report, holdReasonId: Id.nullable().optional() }

const ClaimInspectionUpdate = z.strictObject(update).meta({ id: 'ClaimInspectionUpdate', example: EXAMPLE })

export const ClaimInspectionPut = z
  .strictObject({ id: Id, ...update })
  .meta({ id: 'ClaimInspectionPut', example: { id: 12, ...EXAMPLE, status: 'Reviewed' } })
export type ClaimInspectionPutInput = z.output<typeof ClaimInspectionPut>

const EventId = text(200).describe(
  'The id of the event in the system of the company. Each event counts once.',
)
const Sequence = z
  .int()
  .min(0)
  .describe(
    'The order of the events of an inspection. An event that is not above the last one is not applied.',
  )

const NewNote = z
  .strictObject({ text: text(4000), author: text(200).optional() })
  .meta({ id: 'InspectionNoteData', example: { text: 'The head is removed.', author: 'R. Vega' } })

export const ClaimInspectionPatchRequest = z
  .strictObject({
    externalReference: ExternalReference,
    externalEventId: EventId,
    sequence: Sequence,
    inspection: ClaimInspectionUpdate.optional(),
    notes: z.array(NewNote).max(100).optional(),
  })
  .meta({
    id: 'ClaimInspectionPatchRequest',
    example: { externalReference: 'LS-20391', externalEventId: 'evt-7', sequence: 7, inspection: EXAMPLE },
  })
export type ClaimInspectionPatch = z.output<typeof ClaimInspectionPatchRequest>

const SeenVehicle = z
  .strictObject({
    vin: optionalText(40).optional(),
    year: z.int().min(1900).max(2100).nullable().optional(),
    make: optionalText(100).optional(),
    model: optionalText(100).optional(),
    odometer: z.int().min(0).max(9_999_999).nullable().optional(),
  })
  .meta({ id: 'ClaimInspectionVehicle', example: { vin: '1HGCM82633A004352', odometer: 24120 } })

const SeenFacility = z
  .strictObject({
    name: optionalText(200).optional(),
    address: AddressInput.nullable().optional(),
    phone: optionalText(40).optional(),
    contact: optionalText(200).optional(),
  })
  .meta({ id: 'ClaimInspectionRepairFacility', example: { name: 'Hill Country Repair', contact: 'Dana' } })

export const ClaimInspection = z
  .strictObject({
    externalReference: ExternalReference,
    claimNumber: text(40).meta({ example: 'CLM-000311' }),
    contractNumber: optionalText(40).optional(),
    companyNumber: optionalText(40).optional().describe('Absent: the company of the caller.'),
    reasonCode: Code.nullable().optional().describe('For a new inspection. Absent: VERIFY.'),
    externalEventId: EventId.nullable().optional(),
    sequence: Sequence.nullable().optional(),
    ...report,
    vehicle: SeenVehicle.nullable().optional(),
    repairFacility: SeenFacility.nullable().optional(),
    notes: z
      .array(z.strictObject({ ...NewNote.shape, at: Instant.optional() }))
      .max(100)
      .optional()
      .describe('All notes. Those that are known are not added again.'),
  })
  .meta({
    id: 'ClaimInspection',
    example: {
      ...{ externalReference: 'LS-20391', claimNumber: 'CLM-000311', externalEventId: 'evt-7', sequence: 7 },
      ...EXAMPLE,
    },
  })
export type ClaimInspectionInput = z.output<typeof ClaimInspection>

export const InspectionFileData = z
  .strictObject({
    fileName: FileName,
    contentType: text(200),
    data: z
      .string()
      .meta({ contentEncoding: 'base64', maxLength: 34 * 1024 * 1024, example: 'JVBERi0xLjcK' }),
    kind: z.enum(fileKinds).optional().describe('Absent: Photo for an image, Report for anything else.'),
    takenAt: Instant.nullable().optional(),
  })
  .meta({
    id: 'InspectionFileData',
    example: { fileName: 'pump.jpg', contentType: 'image/jpeg', data: '/9j/4AAQ', kind: 'Photo' },
  })

type SentReport = Pick<ClaimInspectionPutInput, keyof typeof update>

/** What was sent, as the rules see it. What is absent stays absent. */
export function reportSent({ scheduledAt, completedAt, fields, ...rest }: SentReport): InspectionReport {
  return {
    ...rest,
    scheduledAt: instantSent(scheduledAt),
    completedAt: instantSent(completedAt),
    fields: fields?.map(({ code, label = null, value = null }) => ({ code, label, value })),
  }
}

const instantSent = (at: string | null | undefined) => (typeof at === 'string' ? new Date(at) : at)

/** A report in which what is absent is cleared, except the status. */
export const wholeReport = (sent: InspectionReport): InspectionReport => ({
  ...{ scheduledAt: null, completedAt: null, odometerSeen: null, findings: null, recommendation: null },
  ...{ holdReasonId: null, fields: [] },
  ...Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)),
})
