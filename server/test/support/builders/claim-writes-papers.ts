import type { Caller } from '../service/api.ts'
import { sandboxToday } from '../service/sandbox.ts'
import { signed } from './contract-files.ts'
import { finalize, rateIdOfR1, saleOfR1 } from './contracts.ts'
import { pdf } from './documents.ts'
import type { WriteStory } from './every-write.ts'

/** The writes of notes and documents of a claim. */
export async function claimPaperWrites(admin: Caller): Promise<WriteStory[]> {
  const today = await sandboxToday(admin)
  const rateId = await rateIdOfR1(admin, 'D1001', { saleDate: today })
  const sold = await admin.post('/contracts', { rateId, ...saleOfR1() })
  const final = await finalize(admin, sold.body.id)
  const loss = { lossDate: today, lossOdometer: 12_100 }
  const claim = await admin.post('/claims', { contractId: sold.body.id, ...loss })
  const path = `/claims/${claim.body.id}`
  const estimate = (content: string) =>
    signed({ documentTypeCode: 'ESTIMATE', documentData: pdf(content).toString('base64') })
  const first = await admin.post(`${path}/documents`, estimate('first'))
  if (first.status !== 201) throw new Error(`${sold.text} ${final.text} ${claim.text} ${first.text}`)
  const actor = 'sandbox-admin'
  return [
    {
      operation: 'POST /claims/{claimId}/notes',
      done: { path: `${path}/notes`, body: { type: 'Phone', text: 'The shop sends photos.' } },
      refused: { path: `${path}/notes`, body: { type: 'Letter', text: 'Wrong type' } },
      refusal: 'ValidationFailed',
      subject: `claims/${claim.body.id}`,
      actor,
    },
    {
      operation: 'POST /claims/{claimId}/documents',
      done: { path: `${path}/documents`, body: estimate('again') },
      refused: { path: `${path}/documents`, body: signed() },
      refusal: 'UnknownReference',
      subject: `documents/${first.body.documentId}`,
      actor,
    },
  ]
}
