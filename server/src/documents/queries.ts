import { type Db, run, type Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { documentTypeOf } from '../domain/document-types.ts'
import { type FileType, fileTypes } from '../domain/file-types.ts'
import type { Filters, ListQuery, Sort } from '../http/search.ts'
import type { TakenFile } from './files.ts'
import type { DocumentOwner, EntityType } from './owner.ts'
import type { DocumentModel, FileInfoModel } from './schemas.ts'

/** Whose a document or file is. */
export interface OwnerName {
  readonly entityType: EntityType
  readonly entityId: number
}

export interface FileRow extends OwnerName {
  readonly id: number
  readonly documentId: number | null
  readonly fileName: string
  readonly contentType: string
  readonly storeKey: string
  readonly sizeBytes: number
  readonly checksum: Buffer
  readonly createdAt: Date
  readonly createdBy: string
}

const FILE = `f.id, f.entity_type as "entityType", f.entity_id as "entityId", f.document_id as "documentId",
  f.file_name as "fileName", f.content_type as "contentType", f.store_key as "storeKey",
  f.size_bytes as "sizeBytes", f.checksum, f.created_at as "createdAt", f.created_by as "createdBy"`

/** A file that has arrived, with or without a document. */
export async function findFile(db: Db, id: number): Promise<FileRow | undefined> {
  const [row] = await run<FileRow>(
    db,
    `select ${FILE} from file f where f.id = $1 and f.store_key is not null`,
    [id],
  )
  return row
}

export const takenFileOf = (row: FileRow): TakenFile => ({ ...row, type: typeNamed(row.contentType) })

function typeNamed(contentType: string): FileType {
  const type = fileTypes.find((candidate) => candidate.contentType === contentType)
  if (!type) throw new Error(`There is no file type ${contentType}.`)
  return type
}

export const fileInfoOf = (row: FileRow): FileInfoModel => ({
  id: row.id,
  fileName: row.fileName,
  contentType: row.contentType,
  sizeBytes: row.sizeBytes,
  checksumSha256: row.checksum.toString('hex'),
  createdAt: row.createdAt.toISOString(),
  createdBy: row.createdBy,
})

interface VersionRow {
  readonly version: number
  readonly fileId: number
  readonly uploadedAt: string
  readonly uploadedBy: string
  readonly checksumSha256: string
}

export interface DocumentRow extends OwnerName {
  readonly id: number
  readonly documentTypeId: number
  readonly fileName: string
  readonly contentType: string
  readonly sizeBytes: number
  readonly description: string | null
  readonly details: Readonly<Record<string, unknown>>
  readonly versions: readonly VersionRow[]
  readonly createdAt: Date
  readonly createdBy: string
}

const DOCUMENT = `d.id, d.entity_type as "entityType", d.entity_id as "entityId",
  d.document_type_id as "documentTypeId", d.file_name as "fileName", f.content_type as "contentType",
  f.size_bytes as "sizeBytes", d.description, d.details, d.created_at as "createdAt", d.created_by as "createdBy",
  (select json_agg(json_build_object('version', v.version, 'fileId', v.id, 'uploadedAt', v.created_at,
     'uploadedBy', v.created_by, 'checksumSha256', encode(v.checksum, 'hex')) order by v.version)
   from file v where v.document_id = d.id and v.version is not null) as versions`
/** Only with a version that has arrived. */
const DOCUMENTS = 'document d join file f on f.document_id = d.id and f.version = d.versions'

/** A document with at least one version. */
export async function findDocument(db: Db, id: number): Promise<DocumentRow | undefined> {
  const [row] = await run<DocumentRow>(db, `select ${DOCUMENT} from ${DOCUMENTS} where d.id = $1`, [id])
  return row
}

export function documentOf(row: DocumentRow, owner: DocumentOwner | undefined): DocumentModel {
  const { details, documentTypeId, createdAt, versions, ...rest } = row
  const { code, name } = documentTypeOf(documentTypeId)
  return {
    ...rest,
    documentTypeId,
    documentTypeCode: code,
    documentTypeName: name,
    versions: versions.map((version) => ({
      ...version,
      uploadedAt: new Date(version.uploadedAt).toISOString(),
    })),
    createdAt: createdAt.toISOString(),
    ...owner?.documentFields?.show(details),
  }
}

export const documentSearch = {
  filters: { documentTypeId: { match: 'id', column: 'd.document_type_id' } },
  sort: {
    fileName: { column: 'd.file_name', text: true },
    documentTypeId: { column: 'd.document_type_id' },
    createdAt: { column: 'd.created_at' },
  },
} as const satisfies { filters: Filters; sort: Sort }

export const documentList = (owner: DocumentOwner, id: number): ListQuery<DocumentModel> => ({
  ...documentSearch,
  select: DOCUMENT,
  from: DOCUMENTS,
  id: 'd.id',
  where: [sql`d.entity_type = ${owner.entityType}`, sql`d.entity_id = ${id}`],
  row: (record: never) => documentOf(record, owner),
})

export const fileSearch = {
  filters: {},
  sort: { fileName: { column: 'f.file_name', text: true }, createdAt: { column: 'f.created_at' } },
} as const satisfies { filters: Filters; sort: Sort }

/** The files by themselves: versions of documents are listed with their documents. */
export const fileList = (owner: DocumentOwner, id: number): ListQuery<FileInfoModel> => ({
  ...fileSearch,
  select: FILE,
  from: 'file f',
  id: 'f.id',
  where: [sql`f.entity_type = ${owner.entityType}`, sql`f.entity_id = ${id}`, sql`f.document_id is null`],
  row: (record: never) => fileInfoOf(record),
})

/** A file that an upload link awaits. */
export interface AwaitedFile extends OwnerName {
  readonly id: number
  readonly documentId: number
  readonly fileName: string
  readonly contentType: string
  readonly createdBy: string
  readonly askedByKind: 'Client' | 'ApiKey' | 'User'
  readonly askedById: number
  /** Set once it has arrived. */
  readonly checksum: Buffer | null
}

const AWAITED = `select f.id, f.entity_type as "entityType", f.entity_id as "entityId", f.document_id as "documentId",
  f.file_name as "fileName", f.content_type as "contentType", f.created_by as "createdBy",
  f.asked_by_kind as "askedByKind", f.asked_by_id as "askedById", f.checksum
  from file f where f.id = $1 and f.expires_at = $2 and f.expires_at > now()`

/** Which place a link is for: by its end, too, because ids come again when a sandbox is reset. */
export interface AwaitedPlace {
  readonly fileId: number
  readonly expiresAt: Date
}

export async function findAwaited(db: Db, { fileId, expiresAt }: AwaitedPlace) {
  return (await run<AwaitedFile>(db, AWAITED, [fileId, expiresAt]))[0]
}

export async function lockAwaited(tx: Tx, { fileId, expiresAt }: AwaitedPlace) {
  return (await run<AwaitedFile>(tx, `${AWAITED} for update`, [fileId, expiresAt]))[0]
}
