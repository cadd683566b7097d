import { type Route, route } from '../http/route.ts'
import { linkRoutes } from './link-routes.ts'
import type { DocumentOwner } from './owner.ts'
import { DownloadQuery } from './owner-routes.ts'
import { documentAnswer, fileAnswer, loadDocument, loadFile, openOwners } from './read-files.ts'
import { DocumentWithData, FileResultData } from './schemas.ts'
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
    ...linkRoutes(services, owners),
  ]
}
