import type { z } from 'zod'
import type { Db, Tx } from '../db/database.ts'
import type { Access, Acting, Caller } from '../http/caller.ts'

export const entityTypes = ['Contract', 'Claim', 'Cancel', 'AccountHolder'] as const
export type EntityType = (typeof entityTypes)[number]

/** What has come to an owner: a version of a document, or a file by itself. */
export interface AddedFile {
  readonly fileId: number
  readonly fileName: string
  /** Of a document. */
  readonly documentId: number | undefined
  readonly documentTypeCode: string | undefined
  readonly at: Date
  readonly by: string
}

/** A document that the service writes itself, such as a contract's form. */
export interface WrittenDocument {
  readonly documentTypeCode: string
  readonly fileName: string
  readonly content: Buffer
  readonly isDraft: boolean
}

/** Who asked for an upload link, at the instant that it is used. */
export interface Asker {
  readonly caller: Pick<Caller, 'key'>
  readonly now: Date
}

/** A kind of record that has documents and files, as its own room declares it. */
export interface DocumentOwner {
  readonly entityType: EntityType
  /** E.g. `/contracts/{contractId}`. */
  readonly path: string
  /** The name of the owner's id in the path, e.g. `contractId`. */
  readonly idName: string
  readonly tag: string
  /** As it stands in a sentence: `contract`. */
  readonly noun: string
  readonly read: Access
  readonly write: Access
  /** Whether the owner is there and the caller may see it: what single reads of documents and files go by, too. */
  sees(db: Db, caller: Caller, id: number): Promise<boolean>
  /** Refuses what must not be changed now (404, 423, 409), and keeps the owner from others until the transaction ends. */
  lock(tx: Tx, acting: Acting, id: number): Promise<unknown>
  /**
   * The same for the one who asked for an upload link, when what it awaited arrives: 423 while somebody else has the
   * owner. Absent: a link is always good.
   */
  lockFor?(tx: Tx, asker: Asker, id: number): Promise<void>
  /** Something has come: the owner's event, its version and the like follow. Not for what an upload link still awaits. */
  added?(tx: Tx, id: number, file: AddedFile): Promise<void>
  /** Names of the document types that it takes; absent: all. */
  readonly documentTypes?: readonly string[]
  /** Fields that only its documents have: what may be sent, what is answered, and how one becomes the other. */
  readonly documentFields?: {
    readonly sent: Readonly<Record<string, z.ZodType>>
    readonly shown: Readonly<Record<string, z.ZodType>>
    show(details: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>
  }
  /** The name of the id in the path of one document below the owner, where there is such an operation. */
  readonly documentIdName?: string
  /** The same of one file; absent: no operations on files. */
  readonly fileIdName?: string
  /** Writes its document when a caller asks for it with `generate: true`. Outside any transaction. */
  generate?(acting: Acting, id: number): Promise<WrittenDocument>
}
