import type { Db } from '../db/database.ts'
import type { Permission } from '../domain/permissions.ts'
import { prefersBytes } from '../http/accept.ts'
import { type Access, type Caller, lacking } from '../http/caller.ts'
import { found } from '../http/problems.ts'
import type { FileAnswer } from '../http/route-specs.ts'
import type { Files } from './files.ts'
import { type DocumentOwner, entityTypes } from './owner.ts'
import {
  acceptedFileFromRow,
  type DocumentRow,
  documentFromRow,
  findDocument,
  findFile,
  type StoredFileRow,
} from './queries.ts'

/** In which form the caller asks for a file. */
interface RequestedForm {
  readonly accept: string | undefined
  readonly download: boolean
}

/** Answers a file as bytes, or as JSON if the caller asks for that. */
export function fileAnswer(
  files: Files,
  row: StoredFileRow,
  { accept, download }: RequestedForm,
): FileAnswer {
  const content = files.contentOf(acceptedFileFromRow(row))
  if (download || prefersBytes(accept, content.contentType)) return { bytes: content }
  const { id: fileId, fileName, contentType, hasActiveContent } = row
  return { json: { fileId, fileName, contentType, hasActiveContent, data: '' }, member: 'data', content }
}

/** A document with the content of its newest version. */
export async function documentAnswer(
  db: Db,
  files: Files,
  row: DocumentRow,
  owner: DocumentOwner,
): Promise<FileAnswer> {
  const newest = row.versions.at(-1)?.fileId ?? 0
  const file = found(await findFile(db, newest), `file ${newest}`)
  return {
    json: { ...documentFromRow(row, owner), documentData: '' },
    member: 'documentData',
    content: files.contentOf(acceptedFileFromRow(file)),
  }
}

/** The owners of documents and files by kind of record. Documents of any other kind are visible to no one. */
export interface Owners {
  find(entityType: string): DocumentOwner | undefined
  /** What a caller needs to read a file of any of them. Whether it suffices for one file, its owner says. */
  readonly read: readonly Permission[]
  /** The same for documents, which not every kind of record has. */
  readonly readDocuments: readonly Permission[]
}

export const openOwners = (owners: readonly DocumentOwner[]): Owners => ({
  find: (entityType) => owners.find((owner) => owner.entityType === entityType),
  read: permissionsOf(owners),
  readDocuments: permissionsOf(
    owners.filter(({ entityType }) => (entityTypes as readonly string[]).includes(entityType)),
  ),
})

const permissionsOf = (owners: readonly DocumentOwner[]): Permission[] => [
  ...new Set(owners.flatMap(({ read }) => permissionsIn(read))),
]

function permissionsIn(access: Access): readonly Permission[] {
  if (access === 'public' || access === 'signed-in') return []
  if (typeof access === 'string') return [access]
  return 'role' in access ? [] : access
}

/** A file that the caller may see because they may see the record it belongs to. */
export async function loadFile(db: Db, caller: Caller, owners: Owners, id: number): Promise<StoredFileRow> {
  const row = await findFile(db, id)
  return found(row && (await isSeen(db, caller, owners, row)) ? row : undefined, `file ${id}`)
}

/** The same for a document. */
export async function loadDocument(db: Db, caller: Caller, owners: Owners, id: number) {
  const row = await findDocument(db, id)
  const owner = row && owners.find(row.entityType)
  const isReader = owner !== undefined && lacking(caller, owner.read) === undefined
  const seen = row && isReader && (await owner.canSee(db, caller, row.entityId)) ? { row, owner } : undefined
  return found(seen, `document ${id}`)
}

async function isSeen(db: Db, caller: Caller, owners: Owners, row: StoredFileRow): Promise<boolean> {
  const owner = owners.find(row.entityType)
  if (!owner || lacking(caller, owner.read) !== undefined) return false
  return owner.canSee(db, caller, row.entityId)
}
