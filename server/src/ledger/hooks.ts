import type { Tx } from '../db/database.ts'
import type { LineEdit } from '../domain/ledger/plan.ts'
import type { Acting } from '../http/caller.ts'

/** Called when rows of a contract are changed manually. The contracts room, which comes after this one, implements them. */
export interface ContractHooks {
  /** Refuses when another user has the contract locked. Its database row is already locked. */
  mayChange(tx: Tx, acting: Acting, contractId: number): Promise<void>
  /** Called after rows were changed: earnings and funding may change with them. */
  changed(tx: Tx, acting: Acting, contractId: number, edits: readonly LineEdit[]): Promise<void>
}

export const noContracts: ContractHooks = {
  mayChange: async () => undefined,
  changed: async () => undefined,
}
