import type { Caller } from '../service/api.ts'
import { sandboxToday } from '../service/sandbox.ts'
import { signed } from './contract-files.ts'
import { rateIdOfR1, saleOfR1 } from './contracts.ts'
import { pdf } from './documents.ts'
import type { WriteStory } from './every-write.ts'

/** The writes of documents and files of a contract. */
export async function documentWrites(admin: Caller): Promise<WriteStory[]> {
  const today = await sandboxToday(admin)
  const rateId = await rateIdOfR1(admin, 'D1001', { saleDate: today })
  const sold = await admin.post('/contracts', { rateId, ...saleOfR1() })
  const path = `/contracts/${sold.body.id}/documents`
  const first = await admin.post(path, signed())
  if (first.status !== 201) throw new Error(`${sold.text} ${first.text}`)
  const files = `/contracts/${sold.body.id}/files`
  const actor = 'sandbox-admin'
  const data = pdf('file').toString('base64')
  return [
    {
      operation: 'POST /contracts/{contractId}/documents',
      done: { path, body: signed({ documentData: pdf('again').toString('base64'), isSigned: true }) },
      refused: { path, body: signed({ documentTypeCode: 'SIGNATURE' }) },
      refusal: 'UnknownReference',
      subject: `documents/${first.body.documentId}`,
      actor,
    },
    {
      operation: 'POST /contracts/{contractId}/files',
      done: { path: files, body: { fileName: 'scan.pdf', data } },
      refused: { path: files, body: { fileName: 'scan.png', data } },
      refusal: 'UnsupportedMediaType',
      subject: 'files/#',
      actor,
    },
  ]
}
