import { z } from 'zod'
import { AddressAnswer } from '../../account-holders/people.ts'
import { inspectionStatuses, recommendations } from '../../domain/claims/inspection.ts'
import { auditFields, CalendarDate, Id, Instant, Money } from '../../http/schemas.ts'

// The answers about inspections. A claim shows its inspections as well.

const text = z.string().nullable()

const Reason = z
  .object({ id: Id, code: z.string(), name: z.string() })
  .meta({ id: 'InspectionReason', example: { id: 43, code: 'VERIFY', name: 'Verify the failure' } })

export const fileKinds = ['Photo', 'Report', 'Estimate'] as const

export const InspectionFile = z
  .object({
    id: Id.describe('The id of the file. Read it with GET /files/{fileId}.'),
    fileName: z.string(),
    contentType: z.string(),
    kind: z.enum(fileKinds),
    takenAt: Instant.nullable(),
  })
  .meta({ id: 'InspectionFile' })
export type InspectionFileModel = z.input<typeof InspectionFile>

const Field = z
  .object({ code: z.string(), label: text, value: text })
  .meta({ id: 'InspectionField', example: { code: 'OILLEVEL', label: 'Oil level', value: 'Low' } })

const Note = z.object({ text: z.string(), author: z.string(), at: Instant }).meta({
  id: 'InspectionNote',
  example: { text: 'Head removed.', author: 'R. Vega', at: '2025-03-14T16:20:00Z' },
})

const Company = z
  .object({ type: z.literal('InspectionCompany'), id: Id, number: z.string(), name: z.string().nullable() })
  .meta({ id: 'InspectionCompanyReference' })

export const Inspection = z
  .object({
    id: Id,
    claimId: Id,
    claimNumber: z.string(),
    detailIds: z.array(Id),
    number: z.string().meta({ example: 'INS-000012' }),
    company: Company,
    reason: Reason,
    status: z.enum(inspectionStatuses),
    orderedAt: Instant,
    dueAt: CalendarDate.nullable().describe('The day by which the report is expected.'),
    scheduledAt: Instant.nullable(),
    completedAt: Instant.nullable(),
    location: AddressAnswer.nullable(),
    contactName: text,
    contactPhone: text,
    questions: z.array(z.string()),
    odometerSeen: z.int().nullable(),
    findings: text,
    recommendation: z.enum(recommendations).nullable(),
    fee: Money.describe('What the company gets when it has completed the inspection.'),
    feeLedgerId: Id.nullable(),
    externalReference: text.describe('The number of the order in the system of the company.'),
    lastSequence: z.int().nullable().describe('The sequence of the last event that was applied.'),
    rejectReason: Reason.nullable(),
    fields: z.array(Field),
    notes: z.array(Note),
    files: z.array(InspectionFile),
    holdReason: Reason.nullable(),
    ...auditFields,
  })
  .meta({ id: 'Inspection' })
export type InspectionModel = z.input<typeof Inspection>
