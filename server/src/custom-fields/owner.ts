import type { Db, Tx } from '../db/database.ts'
import type { CustomFieldOwnerType } from '../domain/custom-fields/custom-fields.ts'
import type { Access, Acting, Caller } from '../http/caller.ts'

/** A kind of record that has custom fields, as its own room declares it. */
export interface CustomFieldOwner {
  readonly type: CustomFieldOwnerType
  /** The table whose `id` is the owner's. */
  readonly table: string
  /** E.g. `/dealers/{dealerId}`. */
  readonly path: string
  /** The name of the owner's id in the path, e.g. `dealerId`. */
  readonly idName: string
  readonly tag: string
  readonly read: Access
  readonly write: Access
  /** Refuses (404) an owner that is not there, or that the caller does not reach. */
  requireOwner(db: Db, caller: Caller, id: number): Promise<unknown>
  /** The same, and keeps the owner's row from others until the transaction ends. */
  lockOwner(tx: Tx, caller: Caller, id: number): Promise<unknown>
  /** A field of the locked owner has changed: its version, its audit fields and its event follow. */
  touchOwner(tx: Tx, acting: Acting, id: number): Promise<unknown>
}
