import { z } from 'zod'
import { bytes, flag, instant, int, json, oneOf, orNull, text } from '../db/columns.ts'
import type { Db, Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { statement } from '../db/statement.ts'
import { listColumns, type TableRow, table } from '../db/table.ts'
import { documentTypeById } from '../domain/document-types.ts'
import { csvType, type FileType, fileTypes } from '../domain/file-types.ts'
import { type Filters, listOf, type Sort } from '../http/search.ts'
import type { AcceptedFile } from './files.ts'
import { type DocumentOwner, entityTypes, fileEntityTypes } from './owner.ts'
import type { DocumentModel, FileInfoModel } from './schemas.ts'

/** A file whose content has arrived. */
const files = table('file', {
  id: int,
  entityType: oneOf(fileEntityTypes),
  entityId: int,
  documentId: orNull(int),
  fileName: text,
  contentType: text,
  storeKey: text,
  sizeBytes: int,
  checksum: bytes,
  hasActiveContent: flag,
  createdAt: instant,
  createdBy: text,
})
export type StoredFileRow = TableRow<typeof files>

const FIND_FILE = statement(
  files.columns,
  `select ${files.list('f')} from file f where f.id = $1 and f.store_key is not null`,
)

/** A file that has arrived: a version of a document, or a single file. */
export const findFile = (db: Db, id: number): Promise<StoredFileRow | undefined> => FIND_FILE.first(db, [id])

export const acceptedFileFromRow = (row: StoredFileRow): AcceptedFile => ({
  ...row,
  type: fileTypeNamed(row.contentType),
})

function fileTypeNamed(contentType: string): FileType {
  const type = [...fileTypes, csvType].find((candidate) => candidate.contentType === contentType)
  if (!type) throw new Error(`There is no file type ${contentType}.`)
  return type
}

export const fileInfoFromRow = (row: StoredFileRow): FileInfoModel => ({
  id: row.id,
  fileName: row.fileName,
  contentType: row.contentType,
  sizeBytes: row.sizeBytes,
  checksumSha256: row.checksum.toString('hex'),
  hasActiveContent: row.hasActiveContent,
  createdAt: row.createdAt.toISOString(),
  createdBy: row.createdBy,
})

const Versions = z.array(
  z.object({
    version: z.number(),
    fileId: z.number(),
    uploadedAt: z.string(),
    uploadedBy: z.string(),
    checksumSha256: z.string(),
    hasActiveContent: z.boolean(),
  }),
)
const Details = z.record(z.string(), z.unknown())

const documents = table('document', {
  id: int,
  entityType: oneOf(entityTypes),
  entityId: int,
  documentTypeId: int,
  fileName: text,
  description: orNull(text),
  details: json((value) => Details.parse(value)),
  createdAt: instant,
  createdBy: text,
})
const newestFile = { contentType: text, sizeBytes: int }
const documentColumns = {
  ...documents.columns,
  ...newestFile,
  versions: json((value) => Versions.parse(value)),
}
/** A document with its versions; content type and size are those of the newest. */
export type DocumentRow = TableRow<ReturnType<typeof table<typeof documentColumns>>>

const DOCUMENT = `${documents.list('d')}, ${listColumns(newestFile, 'f')},
  (select json_agg(json_build_object('version', v.version, 'fileId', v.id, 'uploadedAt', v.created_at,
     'uploadedBy', v.created_by, 'checksumSha256', encode(v.checksum, 'hex'),
     'hasActiveContent', v.has_active_content) order by v.version)
   from file v where v.document_id = d.id and v.version is not null) as versions`
/** Documents with at least one uploaded version. */
const DOCUMENTS = 'document d join file f on f.document_id = d.id and f.version = d.versions'

const FIND_DOCUMENT = statement(documentColumns, `select ${DOCUMENT} from ${DOCUMENTS} where d.id = $1`)

/** A document with at least one uploaded version. */
export const findDocument = (db: Db, id: number): Promise<DocumentRow | undefined> =>
  FIND_DOCUMENT.first(db, [id])

export function documentFromRow(
  row: DocumentRow,
  owner: Pick<DocumentOwner, 'documentFields'> | undefined,
): DocumentModel {
  const { details, documentTypeId, createdAt, versions, ...rest } = row
  const { code, name } = documentTypeById(documentTypeId)
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

export const documentList = (owner: DocumentOwner, id: number) =>
  listOf({
    ...documentSearch,
    columns: documentColumns,
    select: DOCUMENT,
    from: DOCUMENTS,
    id: 'd.id',
    where: [sql`d.entity_type = ${owner.entityType}`, sql`d.entity_id = ${id}`],
    row: (row) => documentFromRow(row, owner),
  })

export const fileSearch = {
  filters: {},
  sort: { fileName: { column: 'f.file_name', text: true }, createdAt: { column: 'f.created_at' } },
} as const satisfies { filters: Filters; sort: Sort }

/** Files that are not versions of a document; those are listed with their documents. */
export const fileList = (owner: DocumentOwner, id: number) =>
  listOf({
    ...fileSearch,
    columns: files.columns,
    select: files.list('f'),
    from: 'file f',
    id: 'f.id',
    where: [sql`f.entity_type = ${owner.entityType}`, sql`f.entity_id = ${id}`, sql`f.document_id is null`],
    row: fileInfoFromRow,
  })

/** The file that an upload link is waiting for. */
const expectedUploads = table('file', {
  id: int,
  entityType: oneOf(entityTypes),
  entityId: int,
  documentId: int,
  fileName: text,
  contentType: text,
  createdBy: text,
  askedByKind: oneOf(['Client', 'ApiKey', 'User']),
  askedById: int,
  /** Set once the content has arrived. */
  checksum: orNull(bytes),
})
export type ExpectedUpload = TableRow<typeof expectedUploads>

/** The file a link is for. The end is part of it, because ids are used again after a sandbox is reset. */
interface UploadLinkPlace {
  readonly fileId: number
  readonly expiresAt: Date
}

const EXPECTED = `select ${expectedUploads.list('f')}
  from file f where f.id = $1 and f.expires_at = $2 and f.expires_at > now()`
const FIND_EXPECTED = statement(expectedUploads.columns, EXPECTED)
const LOCK_EXPECTED = statement(expectedUploads.columns, `${EXPECTED} for update`)

export const findExpectedUpload = (db: Db, { fileId, expiresAt }: UploadLinkPlace) =>
  FIND_EXPECTED.first(db, [fileId, expiresAt])

export const lockExpectedUpload = (tx: Tx, { fileId, expiresAt }: UploadLinkPlace) =>
  LOCK_EXPECTED.first(tx, [fileId, expiresAt])
