import type { Db, Tx } from '../db/database.ts'
import type { CustomFieldOwnerType } from '../domain/custom-fields/custom-fields.ts'
import type { Access, Acting, Caller } from '../http/caller.ts'

/** A type of record with custom fields, declared by the room of the record. */
export interface CustomFieldOwner {
  readonly type: CustomFieldOwnerType
  /** The table of the records. */
  readonly table: string
  /** Such as `/dealers/{dealerId}`. */
  readonly path: string
  /** The name of the id in the path, such as `dealerId`. */
  readonly idName: string
  readonly tag: string
  readonly read: Access
  readonly write: Access
  /** 404 if the record does not exist or the caller has no access to it. */
  requireOwner(db: Db, caller: Caller, id: number): Promise<unknown>
  /** The same, and locks the record until the transaction ends. */
  lockOwner(tx: Tx, caller: Caller, id: number): Promise<unknown>
  /** Updates version and audit fields of the locked record and emits its event. */
  touchOwner(tx: Tx, acting: Acting, id: number): Promise<unknown>
}
