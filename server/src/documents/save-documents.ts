import { run, type Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { unitOf } from '../db/unit-of-work.ts'
import { type DocumentType, documentTypeOf } from '../domain/document-types.ts'
import type { FileType } from '../domain/file-types.ts'
import type { Acting } from '../http/caller.ts'
import { found } from '../http/problems.ts'
import type { TakenFile } from './files.ts'
import type { DocumentOwner } from './owner.ts'
import { type AwaitedFile, documentOf, type FileRow, fileInfoOf, findDocument, findFile } from './queries.ts'

/** What is said of a document besides its content. */
export interface DocumentFacts {
  readonly type: DocumentType
  readonly fileName: string
  readonly description?: string | null | undefined
  readonly details?: Readonly<Record<string, unknown>>
}

/** A version of a document, the first or a further one. The owner is locked. */
export async function saveDocument(
  tx: Tx,
  acting: Pick<Acting, 'now'> & { readonly caller: { readonly name: string } },
  owner: DocumentOwner,
  entityId: number,
  { facts, file }: { readonly facts: DocumentFacts; readonly file: TakenFile },
): Promise<{ readonly documentId: number; readonly fileId: number }> {
  const documentId = await nameDocument(tx, acting, owner, entityId, facts)
  const stamp = { at: acting.now, by: acting.caller.name }
  const version = await nextVersion(tx, documentId, stamp)
  const fileId = await insertFile(tx, owner, entityId, { file, documentId, version, ...stamp })
  await tell(tx, owner, entityId, { fileId, documentId, ...stamp })
  return { documentId, fileId }
}

/** A file by itself. The owner is locked. */
export async function saveFile(
  tx: Tx,
  acting: Acting,
  owner: DocumentOwner,
  entityId: number,
  file: TakenFile,
): Promise<FileRow> {
  const stamp = { at: acting.now, by: acting.caller.name }
  const fileId = await insertFile(tx, owner, entityId, { file, ...stamp })
  await tell(tx, owner, entityId, { fileId, ...stamp })
  return found(await findFile(tx, fileId), `file ${fileId}`)
}

/** A place for a version that is to arrive through a link. Nobody sees it before. */
export async function awaitVersion(
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
  const documentId = await nameDocument(tx, acting, owner, entityId, facts)
  const { caller, now } = acting
  const { rows } = await sql<{ id: number }>`
    insert into file (entity_type, entity_id, document_id, file_name, content_type, created_at, created_by,
      asked_by_kind, asked_by_id, expires_at)
    values (${owner.entityType}, ${entityId}, ${documentId}, ${facts.fileName}, ${type.contentType}, ${now},
      ${caller.name}, ${caller.kind}, ${caller.id}, ${expiresAt}) returning id`.execute(tx)
  return { documentId, fileId: idOf(rows) }
}

/** The version that a link awaited has arrived. Its row is locked. */
export async function fillVersion(
  tx: Tx,
  owner: DocumentOwner,
  awaited: AwaitedFile,
  { file, at }: { readonly file: TakenFile; readonly at: Date },
): Promise<void> {
  const stamp = { at, by: awaited.createdBy }
  await run(tx, 'select from document where id = $1 for update', [awaited.documentId])
  const version = await nextVersion(tx, awaited.documentId, stamp)
  await sql`update file set store_key = ${file.storeKey}, size_bytes = ${file.sizeBytes}, checksum = ${file.checksum},
    version = ${version}, created_at = ${at} where id = ${awaited.id}`.execute(tx)
  const { documentId, entityId } = awaited
  await tell(tx, owner, entityId, { fileId: awaited.id, documentId, ...stamp })
}

/** The document of this name and type, made where there is none, and locked. */
async function nameDocument(
  tx: Tx,
  acting: Pick<Acting, 'now'> & { readonly caller: { readonly name: string } },
  owner: DocumentOwner,
  entityId: number,
  { type, fileName, description, details = {} }: DocumentFacts,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into document (entity_type, entity_id, document_type_id, file_name, description, details, created_at, created_by)
    values (${owner.entityType}, ${entityId}, ${type.id}, ${fileName}, ${description ?? null},
      ${JSON.stringify(details)}::jsonb, ${acting.now}, ${acting.caller.name})
    on conflict (entity_type, entity_id, document_type_id, file_name) do update
      set description = coalesce(excluded.description, document.description),
        details = document.details || excluded.details
    returning id`.execute(tx)
  return idOf(rows)
}

interface Stamp {
  readonly at: Date
  readonly by: string
}

/** Counts a version up. A document is as old as its first version, not as the wish for one. */
async function nextVersion(tx: Tx, documentId: number, { at, by }: Stamp): Promise<number> {
  const { rows } = await sql<{ versions: number }>`
    update document set versions = versions + 1,
      created_at = case when versions = 0 then ${at}::timestamptz else created_at end,
      created_by = case when versions = 0 then ${by} else created_by end
    where id = ${documentId} returning versions`.execute(tx)
  return rows[0]?.versions ?? 0
}

interface NewFile extends Stamp {
  readonly file: TakenFile
  readonly documentId?: number
  readonly version?: number
}

async function insertFile(
  tx: Tx,
  { entityType }: DocumentOwner,
  entityId: number,
  { file, documentId, version, at, by }: NewFile,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into file (entity_type, entity_id, document_id, version, file_name, content_type, store_key, size_bytes,
      checksum, created_at, created_by)
    values (${entityType}, ${entityId}, ${documentId ?? null}, ${version ?? null}, ${file.fileName}, ${file.type.contentType},
      ${file.storeKey}, ${file.sizeBytes}, ${file.checksum}, ${at}, ${by}) returning id`.execute(tx)
  return idOf(rows)
}

function idOf([row]: readonly { readonly id: number }[]): number {
  if (!row) throw new Error('Nothing was inserted.')
  return row.id
}

/** Tells the owner of what has come, and a dry run what would have. */
async function tell(
  tx: Tx,
  owner: DocumentOwner,
  entityId: number,
  { fileId, documentId, at, by }: Stamp & { readonly fileId: number; readonly documentId?: number },
): Promise<void> {
  const file = found(await findFile(tx, fileId), `file ${fileId}`)
  const document = documentId === undefined ? undefined : await findDocument(tx, documentId)
  unitOf(tx).documents.push(document ? documentOf(document, owner) : fileInfoOf(file))
  const documentTypeCode = document && documentTypeOf(document.documentTypeId).code
  await owner.added?.(tx, entityId, { fileId, fileName: file.fileName, documentId, documentTypeCode, at, by })
}
