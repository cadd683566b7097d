import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { recordedWrite } from '../db/write-record.ts'
import { arrivingBytes } from '../http/arriving.ts'
import { sendBytes } from '../http/file-answers.ts'
import { found, Problem } from '../http/problems.ts'
import { type Route, route } from '../http/route.ts'
import { keptWhere } from '../http/uploads.ts'
import type { TakenFile } from './files.ts'
import { type FileLink, openLink } from './links.ts'
import { type AwaitedFile, findAwaited, findFile, lockAwaited, takenFileOf } from './queries.ts'
import type { Owners } from './read-files.ts'
import { fillVersion } from './save-documents.ts'
import type { DocumentServices } from './services.ts'

const Link = z.string().meta({ example: '1.204.1710519300000.…' }).describe('What was given out.')

/** What is done with a link alone, without signing in: send the one file it awaits, or fetch the one it names. */
export function linkRoutes(services: DocumentServices, owners: Owners): Route[] {
  return [
    route.plain({
      method: 'PUT',
      path: '/uploads/{link}',
      tag: 'Files',
      summary: 'Send the content of a document to its upload link',
      description:
        'The bytes themselves, with the Content-Type that the link says. The link counts for 15 minutes and takes one content; the same again is no fault.',
      permission: 'public',
      params: { link: Link },
      bodyType: 'file',
      problems: ['NotEditable', 'Locked'],
      async handler({ request }) {
        const { tenant, db, link } = await linked(services, request, 'upload')
        const awaited = found(await findAwaited(db, link), 'such upload link')
        const owner = found(owners.of(awaited.entityType), 'such upload link')
        const claim = { fileName: awaited.fileName, contentType: request.headers['content-type'] }
        const bytes = arrivingBytes(request, services.files.fileBytes)
        const pending = await services.files.take(tenant.id, claim, bytes, '')
        await keptWhere(
          (isFilled) => isFilled,
          pending,
          () => {
            const entry = entryOf(services, request, awaited)
            return recordedWrite(db, services.keys, entry, async (tx) => {
              // The owner first: that is the order in which everybody locks.
              const key = `${awaited.askedByKind}:${awaited.askedById}`
              await owner.lockFor?.(tx, { caller: { key }, now: entry.at }, awaited.entityId)
              // It may have run out, or come by another way, while this one was under way.
              const locked = found(await lockAwaited(tx, link), 'such upload link')
              if (hasCome(locked, pending.file)) return false
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
      summary: 'Fetch a file by a link that was given out for it',
      permission: 'public',
      params: { link: Link },
      answersFile: true,
      async handler({ request, reply }) {
        const { db, link } = await linked(services, request, 'download')
        const file = found(await findFile(db, link.fileId), 'such download link')
        const content = services.files.contentOf(takenFileOf(file))
        await sendBytes(reply, content, undefined, (error) =>
          services.log.error({ requestId: request.id, err: error }),
        )
        return undefined
      },
    }),
  ]
}

/** Whose link it is, and of which file. One that is forged, out of date or of no administrator is none. */
async function linked({ keys, databases }: DocumentServices, request: FastifyRequest, use: FileLink['use']) {
  const { link: token } = request.params as { link: string }
  const link = found(openLink(keys.data, use, token, new Date()), `such ${use} link`)
  const tenant = found(await databases.tenant(link.tenantId), `such ${use} link`)
  return { tenant, db: databases.of(tenant), link }
}

/** Whether the file has come before. The same bytes again are a retry; others would be another version. */
function hasCome({ checksum }: AwaitedFile, file: TakenFile): boolean {
  if (checksum === null) return false
  if (checksum.equals(file.checksum)) return true
  throw new Problem('NotEditable', 'The upload link has been used with another content.')
}

/** The one who asked for the link is the one who acts. */
function entryOf({ clock }: DocumentServices, request: FastifyRequest, awaited: AwaitedFile) {
  return {
    at: clock.now(),
    actorKind: awaited.askedByKind,
    actorId: awaited.askedById,
    actorName: awaited.createdBy,
    address: request.ip,
    operation: 'PUT /uploads/{link}',
    subject: `documents/${awaited.documentId}`,
    requestId: request.id,
  }
}
