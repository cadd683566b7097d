import { int } from '../db/columns.ts'
import type { Tx } from '../db/database.ts'
import { command, type Statement, statement } from '../db/statement.ts'
import { unitOf } from '../db/unit-of-work.ts'
import { type DocumentType, documentTypeById } from '../domain/document-types.ts'
import type { FileType } from '../domain/file-types.ts'
import type { Acting } from '../http/caller.ts'
import { found } from '../http/problems.ts'
import type { AcceptedFile } from './files.ts'
import type { DocumentOwner } from './owner.ts'
import {
  documentFromRow,
  type ExpectedUpload,
  fileInfoFromRow,
  findDocument,
  findFile,
  type StoredFileRow,
} from './queries.ts'

/** What a caller states about a document besides its content. */
export interface DocumentFacts {
  readonly type: DocumentType
  readonly fileName: string
  readonly description?: string | null | undefined
  readonly details?: Readonly<Record<string, unknown>>
}

/** What of an owner matters when a file is saved. */
export type FileOwner = Pick<DocumentOwner, 'entityType' | 'onFileAdded' | 'documentFields'>

/** Saves a version of a document, the first or a later one. The caller has locked the owner. */
export async function saveDocument(
  tx: Tx,
  acting: Pick<Acting, 'now'> & { readonly caller: { readonly name: string } },
  owner: FileOwner,
  entityId: number,
  { facts, file }: { readonly facts: DocumentFacts; readonly file: AcceptedFile },
): Promise<{ readonly documentId: number; readonly fileId: number }> {
  const documentId = await saveDocumentRow(tx, acting, owner, entityId, facts)
  const stamp = { at: acting.now, by: acting.caller.name }
  const version = await nextVersion(tx, documentId, stamp)
  const fileId = await insertFile(tx, owner, entityId, { file, documentId, version, ...stamp })
  await notifyOwner(tx, owner, entityId, { fileId, documentId, ...stamp })
  return { documentId, fileId }
}

/** Names a document whose content is still being made. Nobody sees it until then. */
export const reserveDocument = saveDocumentRow

/** Saves a file that belongs to no document. The caller has locked the owner. */
export async function saveFile(
  tx: Tx,
  acting: Acting,
  owner: DocumentOwner,
  entityId: number,
  file: AcceptedFile,
): Promise<StoredFileRow> {
  const stamp = { at: acting.now, by: acting.caller.name }
  const fileId = await insertFile(tx, owner, entityId, { file, ...stamp })
  await notifyOwner(tx, owner, entityId, { fileId, ...stamp })
  return found(await findFile(tx, fileId), `file ${fileId}`)
}

/** Prepares a version that will arrive through an upload link. It stays invisible until then. */
export async function expectVersion(
  tx: Tx,
  acting: Acting,
  owner: DocumentOwner,
  entityId: number,
  {
    facts,
    type,
    expiresAt,
  }: { readonly facts: DocumentFacts; readonly type: FileType; readonly expiresAt: Date },
): Promise<{ readonly documentId: number; readonly fileId: number }> {
  const documentId = await saveDocumentRow(tx, acting, owner, entityId, facts)
  const { caller, now } = acting
  const fileId = await insertedId(INSERT_EXPECTED, tx, [
    ...[owner.entityType, entityId, documentId, facts.fileName, type.contentType],
    ...[now, caller.name, caller.kind, caller.id, expiresAt],
  ])
  return { documentId, fileId }
}

/** Saves the content that arrived through an upload link. The caller has locked its row. */
export async function fillVersion(
  tx: Tx,
  owner: DocumentOwner,
  upload: ExpectedUpload,
  { file, at }: { readonly file: AcceptedFile; readonly at: Date },
): Promise<void> {
  const stamp = { at, by: upload.createdBy }
  await LOCK_DOCUMENT.first(tx, [upload.documentId])
  const version = await nextVersion(tx, upload.documentId, stamp)
  await FILL_VERSION.run(tx, [
    ...[upload.id, file.storeKey, file.sizeBytes, file.checksum, version, at, file.hasActiveContent],
  ])
  const { id: fileId, documentId, entityId } = upload
  await notifyOwner(tx, owner, entityId, { fileId, documentId, ...stamp })
}

/** Finds the document of this name and type, or creates it, and locks it. */
async function saveDocumentRow(
  tx: Tx,
  acting: Pick<Acting, 'now'> & { readonly caller: { readonly name: string } },
  owner: FileOwner,
  entityId: number,
  { type, fileName, description, details = {} }: DocumentFacts,
): Promise<number> {
  return insertedId(SAVE_DOCUMENT, tx, [
    ...[owner.entityType, entityId, type.id, fileName, description ?? null],
    ...[JSON.stringify(details), acting.now, acting.caller.name],
  ])
}

interface Stamp {
  readonly at: Date
  readonly by: string
}

/** Raises the count of versions. A document is dated by its first version, not by the request for an upload link. */
async function nextVersion(tx: Tx, documentId: number, { at, by }: Stamp): Promise<number> {
  return (await NEXT_VERSION.first(tx, [documentId, at, by]))?.versions ?? 0
}

interface NewFile extends Stamp {
  readonly file: AcceptedFile
  readonly documentId?: number
  readonly version?: number
}

async function insertFile(
  tx: Tx,
  { entityType }: FileOwner,
  entityId: number,
  { file, documentId, version, at, by }: NewFile,
): Promise<number> {
  return insertedId(INSERT_FILE, tx, [
    ...[entityType, entityId, documentId ?? null, version ?? null, file.fileName, file.type.contentType],
    ...[file.storeKey, file.sizeBytes, file.checksum, at, by, file.hasActiveContent],
  ])
}

async function insertedId(insert: Statement<{ readonly id: number }>, tx: Tx, values: readonly unknown[]) {
  const row = await insert.first(tx, values)
  if (!row) throw new Error('The insert returned no row.')
  return row.id
}

const SAVE_DOCUMENT = statement(
  { id: int },
  `insert into document
     (entity_type, entity_id, document_type_id, file_name, description, details, created_at, created_by)
   values ($1, $2, $3, $4, $5, $6::jsonb, $7, $8)
   on conflict (entity_type, entity_id, document_type_id, file_name) do update
     set description = coalesce(excluded.description, document.description),
       details = document.details || excluded.details
   returning id`,
)
const LOCK_DOCUMENT = statement({ id: int }, 'select id from document where id = $1 for update')
const NEXT_VERSION = statement(
  { versions: int },
  `update document set versions = versions + 1,
     created_at = case when versions = 0 then $2::timestamptz else created_at end,
     created_by = case when versions = 0 then $3::text else created_by end
   where id = $1 returning versions`,
)
const INSERT_FILE = statement(
  { id: int },
  `insert into file (entity_type, entity_id, document_id, version, file_name, content_type, store_key, size_bytes,
     checksum, created_at, created_by, has_active_content)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id`,
)
const INSERT_EXPECTED = statement(
  { id: int },
  `insert into file (entity_type, entity_id, document_id, file_name, content_type, created_at, created_by,
     asked_by_kind, asked_by_id, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
)
const FILL_VERSION = command(
  `update file set store_key = $2, size_bytes = $3, checksum = $4, version = $5, created_at = $6,
     has_active_content = $7 where id = $1`,
)

/** Tells the owner about the new file, and adds it to the effects of a dry run. */
async function notifyOwner(
  tx: Tx,
  owner: FileOwner,
  entityId: number,
  { fileId, documentId, at, by }: Stamp & { readonly fileId: number; readonly documentId?: number },
): Promise<void> {
  const file = found(await findFile(tx, fileId), `file ${fileId}`)
  const document = documentId === undefined ? undefined : await findDocument(tx, documentId)
  unitOf(tx).documents.push(document ? documentFromRow(document, owner) : fileInfoFromRow(file))
  const documentTypeCode = document && documentTypeById(document.documentTypeId).code
  await owner.onFileAdded?.(tx, entityId, {
    fileId,
    fileName: file.fileName,
    documentId,
    documentTypeCode,
    at,
    by,
  })
}
