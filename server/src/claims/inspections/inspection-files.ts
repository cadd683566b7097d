import type { z } from 'zod'
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { updateIn } from '../../db/table.ts'
import type { AcceptedFile } from '../../documents/files.ts'
import type { DocumentOwner } from '../../documents/owner.ts'
import { receivedUpload, takeBase64 } from '../../documents/receive-files.ts'
import { saveFile } from '../../documents/save-documents.ts'
import { isBase64 } from '../../documents/schemas.ts'
import type { DocumentServices } from '../../documents/services.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import type { InspectionFileModel } from '../record/inspection-models.ts'
import { inspectionTable } from '../record/inspection-table.ts'
import { canSeeInspection, lockInspection } from './find-inspection.ts'
import type { InspectionFileData } from './inputs.ts'
import { emitInspection } from './save-inspection.ts'

/** Inspections as owners of files: photos, reports and estimates. Whoever sees the inspection reads them. */
export const inspectionFiles: DocumentOwner = {
  entityType: 'Inspection',
  path: '/claims/inspections/{claimInspectionId}',
  idName: 'claimInspectionId',
  tag: 'Inspection',
  noun: 'inspection',
  read: 'inspections:read',
  write: ['inspections:sync', 'inspections:write'],
  canSee: canSeeInspection,
  lock: (tx, { caller }, id) => lockInspection(tx, caller, id),
}

type SentFile = z.output<typeof InspectionFileData>
type FileFacts = Pick<SentFile, 'kind' | 'takenAt'>

/** Receives a file before the transaction begins. */
export async function receiveInspectionFile(
  { files }: Pick<DocumentServices, 'files'>,
  { caller }: Acting,
  { fileName, contentType, data, kind, takenAt }: SentFile,
) {
  if (!isBase64(data))
    throw new Problem('InvalidBase64', 'The data must be base64 (RFC 4648) without line breaks.', {
      errors: [{ pointer: '/data', code: 'InvalidBase64', message: 'must be base64 without line breaks' }],
    })
  const sent = { data, pointer: '/data' }
  const pending = await takeBase64(files, caller.tenant.id, { fileName, contentType }, sent)
  return receivedUpload(pending, { kind, takenAt })
}

/** Adds a file to an inspection, in any status: a report may come late. */
export async function addInspectionFile(
  tx: Tx,
  acting: Acting,
  { claimId, inspectionId }: { readonly claimId: number; readonly inspectionId: number },
  { file, facts }: { readonly file: AcceptedFile; readonly facts: FileFacts },
): Promise<{ fileId: number; status: 'Stored' }> {
  const { inspection } = await lockInspection(tx, acting.caller, inspectionId, claimId)
  const { id, fileName, contentType } = await saveFile(tx, acting, inspectionFiles, inspectionId, file)
  const added: InspectionFileModel = {
    ...{ id, fileName, contentType, kind: facts.kind ?? kindOf(contentType) },
    takenAt: facts.takenAt ? new Date(facts.takenAt).toISOString() : null,
  }
  await updateIn(tx, inspectionTable, inspectionId, {
    files: [...inspection.files, added],
    ...{ updated_at: acting.now, updated_by: acting.caller.name, row_version: sql`row_version + 1` },
  })
  emitInspection(tx, inspection, 'fileAdded')
  return { fileId: id, status: 'Stored' }
}

const kindOf = (contentType: string) => (contentType.startsWith('image/') ? 'Photo' : 'Report')
