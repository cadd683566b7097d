import type { Seals } from '../../account-holders/seals.ts'
import type { Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { emit } from '../../db/unit-of-work.ts'
import { type ContractState, type ContractTrigger, move } from '../../domain/contract/states.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import type { QuoteServices } from '../../rates/quotes/quotes.ts'
import { refuseLeased } from './leases.ts'
import type { ContractModel } from './models.ts'
import { readContract } from './read-contract.ts'
import { type ContractRow, lockRow, stateOf } from './rows.ts'

/** What contracts are made and kept with. */
export interface ContractServices extends QuoteServices {
  readonly seals: Seals
}

/** The contract for a change: locked, the caller's to see, and in nobody else's hands. */
export async function lockContract(tx: Tx, acting: Acting, id: number): Promise<ContractRow> {
  const [row] = await Promise.all([lockRow(tx, acting.caller, id), refuseLeased(tx, acting, id)])
  return row
}

/** The same as it is answered: what If-Match and the audit go by. */
export async function currentContract(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  id: number,
): Promise<ContractModel> {
  // Read behind the lock, and sent with it.
  const [, contract] = await runAll([
    lockContract(tx, acting, id),
    readContract(tx, { ...acting, seals: services.seals }, id),
  ])
  return contract
}

/** Where a trigger leads; what the table of states does not have is refused. */
export function nextState(
  row: Pick<ContractRow, 'status' | 'held_from'>,
  trigger: ContractTrigger,
): ContractState {
  const result = move(stateOf(row), trigger)
  if ('to' in result && !('refused' in result)) return result.to
  const { refused, from, to } = result as Extract<typeof result, { refused: string }>
  throw new Problem(refused, `A contract that is ${from} does not become ${to}.`, { members: { from, to } })
}

/** The columns of a state. */
export const columnsOfState = ({ status, heldFrom }: ContractState) => ({ status, held_from: heldFrom })

/** Tells of a change, and answers the contract as it is now. */
export function emitAndRead(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  id: number,
  type: ContractEventName,
): Promise<ContractModel> {
  return readContract(tx, { ...acting, seals: services.seals }, id).then((contract) => {
    const { number, status } = contract
    emit(tx, { subject: `contracts/${id}`, type: `contract.${type}`, data: { id, number, status } })
    return contract
  })
}

export type ContractEventName =
  | 'created'
  | 'updated'
  | 'finalized'
  | 'refinalized'
  | 'held'
  | 'resolved'
  | 'rerated'
  | 'voided'
  | 'expired'
  | 'transferred'
  | 'funded'
  | 'unfunded'
