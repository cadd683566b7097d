import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { recordedWrite } from '../db/write-record.ts'
import { arrivingBytes } from '../http/arriving.ts'
import { sendBytes } from '../http/file-answers.ts'
import { found, Problem } from '../http/problems.ts'
import { type Route, route } from '../http/route.ts'
import { keepFileIf } from '../http/uploads.ts'
import type { AcceptedFile } from './files.ts'
import { DOWNLOAD_MINUTES, type FileLink, minutesFrom, openLink, sealLink } from './links.ts'
import {
  acceptedFileFromRow,
  type ExpectedUpload,
  findExpectedUpload,
  findFile,
  lockExpectedUpload,
} from './queries.ts'
import type { Owners } from './read-files.ts'
import { fillVersion } from './save-documents.ts'
import type { PresignedLinkModel } from './schemas.ts'
import type { DocumentServices } from './services.ts'

const Link = z
  .string()
  .meta({ example: '1.204.1710519300000.…' })
  .describe('The last part of the link that was given out.')

/** What a link allows without signing in: uploading the one file it waits for, or downloading the one it names. */
export function linkRoutes(services: DocumentServices, owners: Owners): Route[] {
  return [
    route.plain({
      method: 'PUT',
      path: '/uploads/{link}',
      tag: 'Files',
      summary: 'Send the content of a document to its upload link',
      description:
        'Send the bytes with the Content-Type that came with the link. The link is valid for 15 minutes and accepts one content. Sending the same content again is allowed.',
      permission: 'public',
      params: { link: Link },
      bodyType: 'file',
      problems: ['NotEditable', 'Locked'],
      async handler({ request }) {
        const { tenant, db, link } = await linked(services, request, 'upload')
        const upload = found(await findExpectedUpload(db, link), 'such upload link')
        const owner = found(owners.find(upload.entityType), 'such upload link')
        const claim = { fileName: upload.fileName, contentType: request.headers['content-type'] }
        const bytes = arrivingBytes(request, services.files.fileBytes)
        const pending = await services.files.take(tenant.id, claim, bytes, '')
        await keepFileIf(
          (isFilled) => isFilled,
          pending,
          () => {
            const entry = auditEntry(services, request, upload)
            return recordedWrite(db, services.keys, entry, async (tx) => {
              // The owner is locked first, as everywhere.
              const key = `${upload.askedByKind}:${upload.askedById}`
              await owner.lockForUpload?.(tx, { caller: { key }, now: entry.at }, upload.entityId)
              // The link may have expired or been used while the bytes were arriving.
              const locked = found(await lockExpectedUpload(tx, link), 'such upload link')
              if (hasArrived(locked, pending.file)) return false
              await fillVersion(tx, owner, locked, { file: pending.file, at: entry.at })
              return true
            })
          },
        )
        return undefined
      },
    }),
    route.plain({
      method: 'GET',
      path: '/downloads/{link}',
      tag: 'Files',
      summary: 'Download a file with its download link',
      permission: 'public',
      params: { link: Link },
      answersFile: true,
      async handler({ request, reply }) {
        const { db, link } = await linked(services, request, 'download')
        const file = found(await findFile(db, link.fileId), 'such download link')
        const content = services.files.contentOf(acceptedFileFromRow(file))
        await sendBytes(reply, content, undefined, (error) =>
          services.log.error({ requestId: request.id, err: error }),
        )
        return undefined
      },
    }),
  ]
}

/** A link to one file, for whoever has it. */
export function downloadLink(
  { keys, publicUrl = '' }: DocumentServices,
  file: Pick<FileLink, 'tenantId' | 'fileId'>,
): PresignedLinkModel {
  // To the next whole minute, so that asking again soon gives the same link and the same ETag.
  const until = minutesFrom(new Date(), DOWNLOAD_MINUTES).getTime()
  const expiresAt = new Date(Math.ceil(until / 60_000) * 60_000)
  const token = sealLink(keys.data, { use: 'download', ...file, expiresAt })
  return {
    url: `${publicUrl}/downloads/${token}`,
    method: 'GET',
    headers: {},
    expiresAt: expiresAt.toISOString(),
  }
}

/** The administrator and file of a link. A link that is forged or expired, or names no administrator, is 404. */
async function linked({ keys, databases }: DocumentServices, request: FastifyRequest, use: FileLink['use']) {
  const { link: token } = request.params as { link: string }
  const link = found(openLink(keys.data, use, token, new Date()), `such ${use} link`)
  const tenant = found(await databases.tenant(link.tenantId), `such ${use} link`)
  return { tenant, db: databases.of(tenant), link }
}

/** Whether this content has arrived before. The same bytes again are a retry; other bytes are refused. */
function hasArrived({ checksum }: ExpectedUpload, file: AcceptedFile): boolean {
  if (checksum === null) return false
  if (checksum.equals(file.checksum)) return true
  throw new Problem(
    'NotEditable',
    'This upload link was already used with different content. Request a new link.',
  )
}

/** The caller who requested the link is recorded as the one who acts. */
function auditEntry({ clock }: DocumentServices, request: FastifyRequest, upload: ExpectedUpload) {
  return {
    at: clock.now(),
    actorKind: upload.askedByKind,
    actorId: upload.askedById,
    actorName: upload.createdBy,
    address: request.clientAddress,
    operation: 'PUT /uploads/{link}',
    subject: `documents/${upload.documentId}`,
    requestId: request.id,
  }
}
