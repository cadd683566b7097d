import type { Caller } from '../service/api.ts'
import { sandboxToday } from '../service/sandbox.ts'
import { waterPump } from './claims.ts'
import { rateIdOfR1, saleOfR1, withKey } from './contracts.ts'
import type { WriteStory } from './every-write.ts'

const actor = 'sandbox-admin'

interface Issue {
  readonly id: number
  readonly labor: readonly { readonly id: number }[]
  readonly parts: readonly { readonly id: number }[]
  readonly misc: readonly { readonly id: number }[]
}

/** The water pump with the ids that it was stored with, so that nothing is new. */
const withIds = ({ id, labor, parts, misc }: Issue) => ({
  ...{ ...waterPump, id },
  labor: waterPump.labor.map((line, at) => ({ ...line, id: labor[at]?.id })),
  parts: waterPump.parts.map((line, at) => ({ ...line, id: parts[at]?.id })),
  misc: waterPump.misc.map((line, at) => ({ ...line, id: misc[at]?.id })),
})

/** The writes of claims, on contracts sold today. */
export async function claimWrites(admin: Caller): Promise<WriteStory[]> {
  const today = await sandboxToday(admin)
  const rateId = await rateIdOfR1(admin, 'D1001', { saleDate: today })
  const facilityId: number = (await admin.get('/repairfacilities?number=RF100')).body[0].id
  const sell = async (): Promise<number> => {
    const { status, body, text } = await admin.post('/contracts', { rateId, ...saleOfR1() })
    if (status !== 201) throw new Error(text)
    await admin.post(`/contracts/${body.id}/finalize`, {}, withKey())
    return body.id
  }
  const loss = { lossDate: today, lossOdometer: 12_100, repairFacilityId: facilityId, details: [waterPump] }
  const enter = async (contractId: number) => {
    const { status, body, text } = await admin.post('/claims', { contractId, ...loss })
    if (status !== 201) throw new Error(text)
    return body
  }
  const [contractId, denied] = [await sell(), await sell()]
  const [replaced, changed, paid] = [
    await enter(contractId),
    await enter(contractId),
    await enter(contractId),
  ]
  await enter(denied)
  const decide = { action: 'Authorize', inspectionWaiver: 'Seen at the shop' }
  const authorized = await admin.patch(`/claims/${paid.id}`, decide)
  if (authorized.status !== 200) throw new Error(authorized.text)
  const request = {
    payee: { type: 'RepairFacility', id: facilityId },
    invoiceNumber: 'RO-4711',
    invoiceDate: today,
  }
  const unknown = [{ ...waterPump, complaintCode: 'NOSUCH' }]
  return [
    {
      ...{ operation: 'POST /claims', subject: 'claims/#', actor, refusal: 'UnknownReference' },
      done: { path: '/claims', body: { contractId, ...loss } },
      refused: { path: '/claims', body: { contractId, ...loss, details: unknown } },
    },
    {
      ...{ operation: 'PUT /claims/{claimId}', subject: `claims/${replaced.id}`, actor },
      done: {
        path: `/claims/${replaced.id}`,
        body: { ...loss, advisorName: 'Sam', details: [withIds(replaced.details[0])] },
      },
      refused: { path: `/claims/${replaced.id}`, body: { ...loss, details: unknown } },
      refusal: 'UnknownReference',
    },
    {
      ...{ operation: 'PATCH /claims/{claimId}', subject: `claims/${changed.id}`, actor },
      done: { path: `/claims/${changed.id}`, body: decide },
      refused: {
        path: `/claims/${changed.id}`,
        body: { action: 'Release', holdReasonCode: 'CXLPEND' },
      },
      refusal: 'NoHold',
    },
    {
      ...{ operation: 'POST /claims/{claimId}/paymentrequests', subject: `claims/${paid.id}`, actor },
      done: { path: `/claims/${paid.id}/paymentrequests`, body: request },
      // Refused by the schema, because any other refusal would be stored under the key.
      refused: { path: `/claims/${paid.id}/paymentrequests`, body: { ...request, invoiceNumber: '' } },
      refusal: 'ValidationFailed',
    },
    {
      ...{ operation: 'POST /contracts/denyClaims', subject: 'contracts', actor },
      done: {
        path: '/contracts/denyClaims',
        body: { contractIds: [denied], deniedReasonCode: 'NOINFORCE' },
      },
      refused: {
        path: '/contracts/denyClaims',
        body: { contractIds: [denied], deniedReasonCode: 'NOSUCH' },
      },
      refusal: 'UnknownReference',
    },
  ]
}
