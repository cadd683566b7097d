import type { z } from 'zod'
import type { Tx } from '../db/database.ts'
import type { Acting } from '../http/caller.ts'
import { minutesFrom, sealLink, UPLOAD_MINUTES } from './links.ts'
import type { DocumentOwner } from './owner.ts'
import type { BroughtDocument } from './receive-documents.ts'
import { awaitVersion, saveDocument } from './save-documents.ts'
import type { DocumentPostResponse, PresignedLinkModel } from './schemas.ts'
import type { DocumentServices } from './services.ts'

interface Addition {
  readonly services: DocumentServices
  readonly owner: DocumentOwner
  readonly entityId: number
  readonly brought: BroughtDocument
}

type Response = z.input<typeof DocumentPostResponse>

/** Records what a request has brought: a version that is here, or one that a link awaits. */
export async function addDocument(
  tx: Tx,
  acting: Acting,
  { services, owner, entityId, brought }: Addition,
): Promise<Response> {
  await owner.lock(tx, acting, entityId)
  const { facts } = brought
  if ('awaited' in brought) {
    const { awaited: type, origin } = brought
    const expiresAt = minutesFrom(new Date(), UPLOAD_MINUTES)
    const made = await awaitVersion(tx, acting, owner, entityId, { facts, type, expiresAt })
    const link = { use: 'upload', tenantId: acting.caller.tenant.id, fileId: made.fileId, expiresAt } as const
    const uploadLink: PresignedLinkModel = {
      url: `${origin}/uploads/${sealLink(services.keys.data, link)}`,
      method: 'PUT',
      headers: { 'Content-Type': type.contentType },
      expiresAt: expiresAt.toISOString(),
    }
    return { ...made, checksumSha256: null, uploadLink, generatedDocument: null }
  }
  const { file, written } = brought
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
