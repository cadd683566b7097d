import { z } from 'zod'
import type { DocumentServices } from '../../documents/services.ts'
import { type Route, route } from '../../http/route.ts'
import { Id } from '../../http/schemas.ts'
import { Inspection } from '../record/inspection-models.ts'
import type { ClaimServices } from '../record/read-claim.ts'
import { takeRejectInspection, updateInspection } from './change-inspection.ts'
import {
  currentInspection,
  readInspection,
  recordedByReference,
  recordedInspection,
} from './find-inspection.ts'
import {
  ClaimInspection,
  ClaimInspectionPatchRequest,
  ClaimInspectionPut,
  InspectionFileData,
  InspectionOrder,
  TakeRejectInspection,
} from './inputs.ts'
import { addInspectionFile, receiveInspectionFile } from './inspection-files.ts'
import { inspectionList, inspectionSearch } from './list.ts'
import { orderInspection } from './order-inspection.ts'
import { type PutSyncAnswer, syncInspection, syncWholeInspection } from './sync-inspection.ts'

const tag = 'Inspection'
const subject = 'inspections/{id}'
const byCompany = ['inspections:sync', 'inspections:write'] as const

const InspectionFileResult = z
  .object({ fileId: Id, status: z.literal('Stored') })
  .meta({ id: 'InspectionFileResult' })

const InspectionSyncResult = z
  .object({
    applied: z.boolean().describe('Whether the event counted.'),
    reason: z
      .enum(['Duplicate', 'Stale'])
      .nullable()
      .describe('Why it did not count: it came before, or a later one came before it.'),
    inspection: Inspection,
  })
  .meta({ id: 'InspectionSyncResult' })

/** The inspections of claims, and what the systems of inspection companies send. */
export const inspectionRoutes = (services: ClaimServices & DocumentServices): readonly Route[] => [
  route.list({
    path: '/claims/inspections',
    tag,
    summary: 'List inspections',
    permission: 'inspections:read',
    form: 'array',
    row: Inspection,
    search: inspectionSearch,
    list: ({ caller }) => inspectionList(caller),
  }),
  route.read({
    path: '/claims/inspections/{claimInspectionId}',
    tag,
    summary: 'Read an inspection',
    permission: 'inspections:read',
    answer: Inspection,
    handler: ({ db, caller, params }) => readInspection(db, caller, params.claimInspectionId),
  }),
  route.write({
    method: 'POST',
    path: '/claims/{claimId}/inspections',
    tag,
    summary: 'Order an inspection of a claim',
    description:
      'The details move to Inspection, and the claim is on hold (INSPPEND) until no inspection of it is open.',
    permission: 'inspections:write',
    body: InspectionOrder,
    answer: Inspection,
    status: 201,
    subject,
    location: '/claims/inspections/{id}',
    problems: ['ClaimClosed', 'InvalidTransition', 'UnknownReference', 'CompanyInactive'],
    handler: ({ tx, params, body, ...acting }) => orderInspection(tx, services, acting, params.claimId, body),
  }),
  route.write({
    method: 'PUT',
    path: '/claims/{claimId}/inspections',
    tag,
    summary: 'Change an inspection as the administrator',
    description: 'What is absent is cleared, except the status. Reviewed and Cancelled are set here.',
    permission: 'inspections:write',
    body: ClaimInspectionPut,
    answer: Inspection,
    subject,
    problems: ['InvalidTransition', 'RejectReasonRequired', 'UnknownReference'],
    current: ({ tx, caller, params, body }) => currentInspection(tx, caller, body.id, params.claimId),
    handler: ({ tx, params, body, ...acting }) =>
      updateInspection(tx, services, acting, params.claimId, body),
  }),
  route.write({
    method: 'POST',
    path: '/claims/{claimId}/inspections/takereject/{claimInspectionId}',
    tag,
    summary: 'Take or reject an inspection as its company',
    description: 'Taking an inspection again changes nothing.',
    permission: byCompany,
    body: TakeRejectInspection,
    answer: Inspection,
    subject,
    problems: [
      ...(['AlreadyTaken', 'DuplicateReference', 'InvalidTransition'] as const),
      ...(['RejectReasonRequired', 'UnknownReference'] as const),
    ],
    current: ({ tx, caller, params }) =>
      currentInspection(tx, caller, params.claimInspectionId, params.claimId),
    handler: ({ tx, params, body, ...acting }) => takeRejectInspection(tx, services, acting, params, body),
  }),
  route.upload({
    path: '/claims/{claimId}/inspectionfiles/{inspectionId}',
    tag,
    summary: 'Add a photo, report or estimate to an inspection',
    description: 'Read it with GET /files/{fileId}.',
    permission: byCompany,
    body: InspectionFileData,
    answer: InspectionFileResult,
    status: 201,
    subject: 'inspections/{inspectionId}',
    location: '/files/{fileId}',
    problems: ['InvalidBase64'],
    receive({ body, ...acting }) {
      if (!('json' in body)) throw new Error('A file of an inspection is sent in JSON.')
      return receiveInspectionFile(services, acting, body.json)
    },
    recorded: ({ tx, caller, params }) => recordedInspection(tx, caller, params.inspectionId, params.claimId),
    handler: ({ tx, params, body, ...acting }) => addInspectionFile(tx, acting, params, body),
  }),
  route.write({
    method: 'PATCH',
    path: '/claims/inspections/syncinspection',
    tag,
    summary: 'Report a change of an inspection from the system of its company',
    description:
      'Each externalEventId counts once. An event whose sequence is not above the last one is not applied. Neither is an error.',
    permission: 'inspections:sync',
    body: ClaimInspectionPatchRequest,
    answer: InspectionSyncResult,
    subject: 'inspections/{id}',
    problems: [
      'NotFound',
      'DuplicateReference',
      'InvalidTransition',
      'RejectReasonRequired',
      'NotEditable',
      'UnknownReference',
    ],
    recorded: ({ tx, caller, body }) => recordedByReference(tx, caller, body.externalReference),
    handler: async ({ tx, body, ...acting }) => withId(await syncInspection(tx, services, acting, body)),
  }),
  route.write({
    method: 'PUT',
    path: '/claims/inspections/syncpostputinspection',
    tag,
    summary: 'Report an inspection as a whole from the system of its company',
    description:
      'A new externalReference makes an inspection (201), a known one changes it (200). What is absent is cleared, except the status.',
    permission: 'inspections:sync',
    body: ClaimInspection,
    answer: InspectionSyncResult,
    isCreated: (answer) => (answer as unknown as PutSyncAnswer).isNew,
    subject: 'inspections/{id}',
    location: '/claims/inspections/{id}',
    problems: [
      ...(['NotFound', 'DuplicateReference', 'ClaimClosed', 'CompanyInactive', 'InvalidTransition'] as const),
      ...(['RejectReasonRequired', 'NotEditable', 'UnknownReference'] as const),
    ],
    recorded: ({ tx, caller, body }) => recordedByReference(tx, caller, body.externalReference),
    handler: ({ tx, body, ...acting }) => syncWholeInspection(tx, services, acting, body),
  }),
]

/** The audit names the inspection by its id. */
const withId = <Answer extends { readonly inspection: { readonly id: number } }>(answer: Answer) => ({
  ...answer,
  id: answer.inspection.id,
})
