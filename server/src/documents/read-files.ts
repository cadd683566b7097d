import type { Db } from '../db/database.ts'
import type { Caller } from '../http/caller.ts'
import { asksForBytes } from '../http/file-answers.ts'
import { found } from '../http/problems.ts'
import type { FileAnswer } from '../http/route.ts'
import type { Files } from './files.ts'
import type { DocumentOwner } from './owner.ts'
import { type DocumentRow, documentOf, type FileRow, findDocument, findFile, takenFileOf } from './queries.ts'

/** How a caller wants a file. */
interface Wish {
  readonly accept: string | undefined
  readonly download: boolean
}

/** A file as its bytes where the caller asks for them, else in JSON. */
export function fileAnswer(files: Files, row: FileRow, { accept, download }: Wish): FileAnswer {
  const content = files.contentOf(takenFileOf(row))
  if (download || asksForBytes(accept, content)) return { bytes: content }
  const { id: fileId, fileName, contentType } = row
  return { json: { fileId, fileName, contentType, data: '' }, member: 'data', content }
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
    json: { ...documentOf(row, owner), documentData: '' },
    member: 'documentData',
    content: files.contentOf(takenFileOf(file)),
  }
}

/** The owners of documents and files, by what kind of record they are. What none of them knows, nobody sees. */
export interface Owners {
  of(entityType: string): DocumentOwner | undefined
}

export const ownersOf = (owners: readonly DocumentOwner[]): Owners => ({
  of: (entityType) => owners.find((owner) => owner.entityType === entityType),
})

/** A file that the caller may see, through whatever it belongs to. */
export async function loadFile(db: Db, caller: Caller, owners: Owners, id: number): Promise<FileRow> {
  const row = await findFile(db, id)
  return found(row && (await isSeen(db, caller, owners, row)) ? row : undefined, `file ${id}`)
}

/** The same for a document. */
export async function loadDocument(db: Db, caller: Caller, owners: Owners, id: number) {
  const row = await findDocument(db, id)
  const owner = row && owners.of(row.entityType)
  const seen = row && owner && (await owner.sees(db, caller, row.entityId)) ? { row, owner } : undefined
  return found(seen, `document ${id}`)
}

const isSeen = async (db: Db, caller: Caller, owners: Owners, row: FileRow) =>
  (await owners.of(row.entityType)?.sees(db, caller, row.entityId)) ?? false
