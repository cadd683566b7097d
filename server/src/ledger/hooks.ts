import type { Tx } from '../db/database.ts'
import type { LedgerEdit } from '../domain/ledger/plan.ts'
import type { Acting } from '../http/caller.ts'

/** What the contracts, which come after this room, have to say about rows of theirs that are changed by hand. */
export interface ContractHooks {
  /** Refuses when somebody else has the contract locked. The row of the contract is locked already. */
  mayChange(tx: Tx, acting: Acting, contractId: number): Promise<void>
  /** Called when rows were changed: what is earned and whether it is funded may follow from them. */
  changed(tx: Tx, acting: Acting, contractId: number, edits: readonly LedgerEdit[]): Promise<void>
}

export const noContracts: ContractHooks = {
  mayChange: async () => undefined,
  changed: async () => undefined,
}
