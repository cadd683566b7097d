import type { z } from 'zod'
import type { Db, Tx } from '../db/database.ts'
import type { Access, Acting, Caller } from '../http/caller.ts'

/** The kinds of records that have documents. */
export const entityTypes = ['Contract', 'Claim', 'Cancel', 'AccountHolder'] as const
/** The kinds of records that have files. An inspection has files, but no documents with versions. */
export const fileEntityTypes = [...entityTypes, 'Inspection'] as const
type EntityType = (typeof fileEntityTypes)[number]

/** A file that was added to a record: a version of a document, or a single file. */
export interface AddedFile {
  readonly fileId: number
  readonly fileName: string
  /** Set for a version of a document. */
  readonly documentId: number | undefined
  readonly documentTypeCode: string | undefined
  readonly at: Date
  readonly by: string
}

/** A document that the service generates, such as a contract's form. */
export interface WrittenDocument {
  readonly documentTypeCode: string
  readonly fileName: string
  readonly content: Buffer
  readonly isDraft: boolean
}

/** The caller who requested an upload link, and the time at which it is used. */
interface LinkRequester {
  readonly caller: Pick<Caller, 'key'>
  readonly now: Date
}

/** A kind of record that has documents and files. Its own room declares it. */
export interface DocumentOwner {
  readonly entityType: EntityType
  /** For example `/contracts/{contractId}`. */
  readonly path: string
  /** The name of the owner's id in the path, for example `contractId`. */
  readonly idName: string
  readonly tag: string
  /** As it is used in a sentence: `contract`. */
  readonly noun: string
  readonly read: Access
  readonly write: Access
  /** Whether the owner exists and the caller may see it. This also decides who may read its documents and files. */
  canSee(db: Db, caller: Caller, id: number): Promise<boolean>
  /** Locks the owner until the transaction ends. Refuses an owner that cannot be changed now (404, 409, 423). */
  lock(tx: Tx, acting: Acting, id: number): Promise<unknown>
  /**
   * Locks the owner when content arrives through an upload link: 423 while someone other than the requester of the link
   * holds a lock. If absent, a link always works.
   */
  lockForUpload?(tx: Tx, requester: LinkRequester, id: number): Promise<void>
  /** Called when content has been added, so that the owner can emit its event. Not called for a requested upload link. */
  onFileAdded?(tx: Tx, id: number, file: AddedFile): Promise<void>
  /** Codes of the document types it accepts; if absent, all. */
  readonly documentTypes?: readonly string[]
  /** Fields that only its documents have: what may be sent, what is answered, and how stored details become answers. */
  readonly documentFields?: {
    readonly sent: Readonly<Record<string, z.ZodType>>
    readonly shown: Readonly<Record<string, z.ZodType>>
    show(details: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>
  }
  /** The path parameter of one document below the owner, if there is such an operation. */
  readonly documentIdName?: string
  /** The path parameter of one file. If absent, there are no operations on files. */
  readonly fileIdName?: string
  /** Generates the document when a caller sends `generate: true`. Runs outside any transaction. */
  generate?(acting: Acting, id: number): Promise<WrittenDocument>
}
