import { z } from 'zod'
import { type DocumentType, documentTypes } from '../domain/document-types.ts'
import { type Route, route } from '../http/route.ts'
import { downloadLink, linkRoutes } from './link-routes.ts'
import { type DocumentOwner, entityTypes } from './owner.ts'
import { DownloadQuery } from './owner-routes.ts'
import { documentAnswer, fileAnswer, loadDocument, loadFile, openOwners } from './read-files.ts'
import { DocumentTypeModel, DocumentWithData, FileResultData, PresignedLink } from './schemas.ts'
import type { DocumentServices } from './services.ts'

/** Reads documents and files of any record, for callers who may see that record. */
export function documentRoutes(services: DocumentServices, known: readonly DocumentOwner[]): Route[] {
  const owners = openOwners(known)
  return [
    route.file({
      path: '/documents/{documentId}',
      tag: 'Documents',
      summary: 'Read a document with the content of its newest version',
      permission: owners.readDocuments,
      answer: DocumentWithData,
      async handler({ db, caller, params }) {
        const { row, owner } = await loadDocument(db, caller, owners, params.documentId)
        return documentAnswer(db, services.files, row, owner)
      },
    }),
    route.file({
      path: '/files/{fileId}',
      tag: 'Files',
      summary: 'Read a file, alone or as a version of a document',
      permission: owners.read,
      query: DownloadQuery,
      answer: FileResultData,
      async handler({ db, caller, params, query, accept }) {
        const row = await loadFile(db, caller, owners, params.fileId)
        return fileAnswer(services.files, row, { accept, download: query.download === true })
      },
    }),
    route.read({
      path: '/files/{fileId}/downloadlink',
      tag: 'Files',
      summary: 'Get a link with which a file can be downloaded without signing in',
      description:
        'The link is valid for 15 minutes. Whoever has it can download the file, so hand it only to the person it is for. Links cannot be taken back.',
      permission: owners.read,
      answer: PresignedLink,
      async handler({ db, caller, params }) {
        const { id: fileId } = await loadFile(db, caller, owners, params.fileId)
        return downloadLink(services, { tenantId: caller.tenant.id, fileId })
      },
    }),
    route.read({
      path: '/documenttypes',
      tag: 'Documents',
      summary: 'List the types of documents',
      permission: 'signed-in',
      answer: z.array(DocumentTypeModel),
      pages: ['id', 'code', 'name'],
      handler: async () => documentTypes.map((type) => ({ ...type, acceptedOn: acceptedOn(known, type) })),
    }),
    ...linkRoutes(services, owners),
  ]
}

/** The kinds of records that accept documents of this type. */
const acceptedOn = (known: readonly DocumentOwner[], { code }: DocumentType) =>
  entityTypes.filter((entityType) =>
    known.some((owner) => owner.entityType === entityType && (owner.documentTypes?.includes(code) ?? true)),
  )
