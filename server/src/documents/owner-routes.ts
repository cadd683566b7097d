import { z } from 'zod'
import type { Db } from '../db/database.ts'
import type { Caller } from '../http/caller.ts'
import { found } from '../http/problems.ts'
import { type Route, route } from '../http/route.ts'
import { queryBoolean } from '../http/schemas.ts'
import { addDocument } from './add-document.ts'
import type { DocumentOwner } from './owner.ts'
import {
  documentList,
  documentSearch,
  fileInfoFromRow,
  fileList,
  fileSearch,
  findDocument,
  findFile,
} from './queries.ts'
import { documentAnswer, fileAnswer } from './read-files.ts'
import { receiveDocument } from './receive-documents.ts'
import { receivedUpload, takeBase64, takeFormFile } from './receive-files.ts'
import { saveFile } from './save-documents.ts'
import {
  DocumentPostResponse,
  documentCreateData,
  documentShapes,
  FileCreateData,
  FileForm,
  FileInfo,
  FileResultData,
} from './schemas.ts'
import type { DocumentServices } from './services.ts'

export const DownloadQuery = z.strictObject({
  download: queryBoolean().optional().describe('Return the bytes, whatever the Accept header says.'),
})

/** The operations on the documents of one kind of record, and on its files if it has any. */
export function documentRoutesFor(services: DocumentServices, owner: DocumentOwner): Route[] {
  return [...documentRoutes(services, owner), ...(owner.fileIdName ? fileRoutes(services, owner) : [])]
}

// Each owner names its own path parameters, so their names are not known to the compiler here.
const idIn = (params: object, name: string | undefined) =>
  (params as Readonly<Record<string, number>>)[name ?? ''] ?? 0

/** Answers 404 if the owner does not exist or the caller may not see it. */
async function requireOwner(db: Db, caller: Caller, owner: DocumentOwner, params: object): Promise<number> {
  const id = idIn(params, owner.idName)
  found((await owner.canSee(db, caller, id)) || undefined, `${owner.noun} ${id}`)
  return id
}

function documentRoutes(services: DocumentServices, owner: DocumentOwner): Route[] {
  const { tag, noun, idName, entityType } = owner
  const path = `${owner.path}/documents`
  const shapes = documentShapes(owner)
  const documentIdName = owner.documentIdName
  return [
    route.list({
      path,
      tag,
      summary: `List the documents of a ${noun}`,
      permission: owner.read,
      form: 'array',
      row: shapes.row,
      search: documentSearch,
      list: async ({ db, caller, params }) =>
        documentList(owner, await requireOwner(db, caller, owner, params)),
    }),
    route.upload({
      path,
      tag,
      summary: `Add a document to a ${noun}, or a version of one`,
      description:
        'A document with the same file name and type on the same record gets a new version. Send the content in base64, or set `requestUpload` and send it to the upload link in the answer.',
      permission: owner.write,
      problems: ['UnknownReference', 'Locked', 'NotEditable'],
      body: documentCreateData(owner),
      answer: DocumentPostResponse,
      status: 201,
      subject: 'documents/{documentId}',
      location: '/documents/{documentId}',
      async receive({ body, params, origin, ...acting }) {
        if (!('json' in body)) throw new Error('A document is not sent as a form.')
        return receiveDocument(services.files, owner, {
          ...acting,
          origin,
          entityId: idIn(params, idName),
          sent: body.json,
        })
      },
      handler: ({ tx, params, body, ...acting }) =>
        addDocument(tx, acting, { services, owner, entityId: idIn(params, idName), incoming: body }),
    }),
    ...(documentIdName
      ? [
          route.file({
            path: `${path}/{${documentIdName}}`,
            tag,
            summary: `Read a document of a ${noun} with its content`,
            permission: owner.read,
            answer: shapes.one,
            async handler({ db, caller, params }) {
              const entityId = await requireOwner(db, caller, owner, params)
              const id = idIn(params, documentIdName)
              const row = await findDocument(db, id)
              const own = row?.entityType === entityType && row.entityId === entityId ? row : undefined
              return documentAnswer(db, services.files, found(own, `document ${id}`), owner)
            },
          }),
        ]
      : []),
  ]
}

function fileRoutes(services: DocumentServices, owner: DocumentOwner): Route[] {
  const { tag, noun, idName, fileIdName, entityType } = owner
  const path = `${owner.path}/files`
  return [
    route.list({
      path,
      tag,
      summary: `List the files of a ${noun}`,
      description:
        'Lists files that belong to no document. Versions of documents are listed with their documents.',
      permission: owner.read,
      form: 'array',
      row: FileInfo,
      search: fileSearch,
      list: async ({ db, caller, params }) => fileList(owner, await requireOwner(db, caller, owner, params)),
    }),
    route.upload({
      path,
      tag,
      summary: `Add a file to a ${noun}`,
      permission: owner.write,
      problems: ['Locked', 'NotEditable'],
      body: FileCreateData,
      form: FileForm,
      answer: FileInfo,
      status: 201,
      subject: 'files/{id}',
      location: '/files/{id}',
      async receive({ body, caller }) {
        const { files } = services
        if ('parts' in body)
          return receivedUpload(await takeFormFile(files, caller.tenant.id, body.parts), {})
        const { fileName, contentType, data } = body.json
        const claim = { fileName, contentType }
        return receivedUpload(
          await takeBase64(files, caller.tenant.id, claim, { data, pointer: '/data' }),
          {},
        )
      },
      async handler({ tx, params, body, ...acting }) {
        const entityId = idIn(params, idName)
        await owner.lock(tx, acting, entityId)
        return fileInfoFromRow(await saveFile(tx, acting, owner, entityId, body.file))
      },
    }),
    route.file({
      path: `${path}/{${fileIdName}}`,
      tag,
      summary: `Read a file of a ${noun}`,
      permission: owner.read,
      query: DownloadQuery,
      answer: FileResultData,
      async handler({ db, caller, params, query, accept }) {
        const entityId = await requireOwner(db, caller, owner, params)
        const id = idIn(params, fileIdName)
        const row = await findFile(db, id)
        const isOwn = row?.entityType === entityType && row.entityId === entityId && row.documentId === null
        const file = found(isOwn ? row : undefined, `file ${id}`)
        return fileAnswer(services.files, file, { accept, download: query.download === true })
      },
    }),
  ]
}
