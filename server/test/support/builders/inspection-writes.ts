import type { TestService } from '../service/app.ts'
import { holderId } from '../service/sandbox.ts'
import { png } from './documents.ts'
import type { WriteStory } from './every-write.ts'
import { claimToInspect, newReference, orderInspection, takeInspection } from './inspections.ts'

const actor = 'sandbox-admin'

/** The writes of inspections. */
export async function inspectionWrites(service: TestService): Promise<WriteStory[]> {
  const admin = service.api.as('sandbox-admin')
  const company = await holderId(service, 'InspectionCompany', 'IC100')
  const { body: contracts } = await admin.get('/contracts?status=Active&productTypeCode=VSC&pageSize=1')
  const claim = await claimToInspect(service, contracts[0].id)
  const path = `/claims/${claim.id}/inspections`
  const ordered = async () => (await orderInspection(admin, claim.id, company)).body.id as number
  const [toTake, toChange, toSync] = [await ordered(), await ordered(), await ordered()]
  const externalReference = await takeInspection(admin, { id: toSync, claimId: claim.id })
  const event = { externalReference, externalEventId: 'e-1', sequence: 1, inspection: { findings: 'Worn' } }
  const whole = { externalReference: newReference(), claimNumber: claim.number, companyNumber: 'IC100' }
  const photo = { fileName: 'pump.png', contentType: 'image/png', data: png().toString('base64') }
  const sync = '/claims/inspections/syncinspection'
  const syncWhole = '/claims/inspections/syncpostputinspection'
  return [
    {
      operation: 'POST /claims/{claimId}/inspections',
      done: { path, body: { inspectionCompanyId: company, reasonCode: 'HIGHCOST' } },
      refused: { path, body: { inspectionCompanyId: 987_654, reasonCode: 'HIGHCOST' } },
      refusal: 'UnknownReference',
      subject: 'inspections/#',
      actor,
    },
    {
      operation: 'PUT /claims/{claimId}/inspections',
      done: { path, body: { id: toChange, findings: 'Nothing yet' } },
      refused: { path, body: { id: toChange, status: 'Reviewed' } },
      refusal: 'InvalidTransition',
      subject: `inspections/${toChange}`,
      actor,
    },
    {
      operation: 'POST /claims/{claimId}/inspections/takereject/{claimInspectionId}',
      done: { path: `${path}/takereject/${toTake}`, body: { action: 'Take', scheduledDate: '2024-04-02' } },
      refused: { path: `${path}/takereject/${toChange}`, body: { action: 'Reject' } },
      refusal: 'RejectReasonRequired',
      subject: `inspections/${toTake}`,
      actor,
    },
    {
      operation: 'POST /claims/{claimId}/inspectionfiles/{inspectionId}',
      done: { path: `/claims/${claim.id}/inspectionfiles/${toChange}`, body: photo },
      refused: { path: `/claims/${claim.id}/inspectionfiles/987654`, body: photo },
      refusal: 'NotFound',
      subject: `inspections/${toChange}`,
      actor,
    },
    {
      operation: 'PATCH /claims/inspections/syncinspection',
      done: { path: sync, body: event },
      refused: { path: sync, body: { ...event, externalReference: 'NOBODY' } },
      refusal: 'NotFound',
      subject: `inspections/${toSync}`,
      actor,
    },
    {
      operation: 'PUT /claims/inspections/syncpostputinspection',
      done: { path: syncWhole, body: whole },
      refused: { path: syncWhole, body: { ...whole, claimNumber: 'CLM-987654' } },
      refusal: 'NotFound',
      subject: 'inspections/#',
      actor,
    },
  ]
}
