import type { z } from 'zod'
import type { Tx } from '../db/database.ts'
import type { Acting } from '../http/caller.ts'
import { minutesFrom, sealLink, UPLOAD_MINUTES } from './links.ts'
import type { DocumentOwner } from './owner.ts'
import type { IncomingDocument } from './receive-documents.ts'
import { expectVersion, saveDocument } from './save-documents.ts'
import type { DocumentPostResponse, PresignedLinkModel } from './schemas.ts'
import type { DocumentServices } from './services.ts'

interface Addition {
  readonly services: DocumentServices
  readonly owner: DocumentOwner
  readonly entityId: number
  readonly incoming: IncomingDocument
}

type Response = z.input<typeof DocumentPostResponse>

/** Records a document: a version whose content is here, or one that will arrive through an upload link. */
export async function addDocument(
  tx: Tx,
  acting: Acting,
  { services, owner, entityId, incoming }: Addition,
): Promise<Response> {
  await owner.lock(tx, acting, entityId)
  const { facts } = incoming
  if ('uploadLater' in incoming) {
    const { uploadLater: type, origin } = incoming
    const expiresAt = minutesFrom(new Date(), UPLOAD_MINUTES)
    const made = await expectVersion(tx, acting, owner, entityId, { facts, type, expiresAt })
    const link = { use: 'upload', tenantId: acting.caller.tenant.id, fileId: made.fileId, expiresAt } as const
    const uploadLink: PresignedLinkModel = {
      url: `${origin}/uploads/${sealLink(services.keys.data, link)}`,
      method: 'PUT',
      headers: { 'Content-Type': type.contentType },
      expiresAt: expiresAt.toISOString(),
    }
    return { ...made, checksumSha256: null, uploadLink, generatedDocument: null }
  }
  const { file, written } = incoming
  const made = await saveDocument(tx, acting, owner, entityId, { facts, file })
  const { fileName } = file
  const generatedDocument = written
    ? {
        documentId: made.documentId,
        fileName,
        pdf: { fileName, contentType: file.type.contentType, data: written.content.toString('base64') },
        isDraft: written.isDraft,
      }
    : null
  return { ...made, checksumSha256: file.checksum.toString('hex'), uploadLink: null, generatedDocument }
}
