import type { Seals } from '../../account-holders/seals.ts'
import type { Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { together } from '../../db/together.ts'
import { emit } from '../../db/unit-of-work.ts'
import { type ContractState, type ContractTrigger, move } from '../../domain/contract/states.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import type { QuoteServices } from '../../rates/quotes/quotes.ts'
import { refuseLeased } from './leases.ts'
import type { ContractModel } from './models.ts'
import { readContract } from './read-contract.ts'
import { type ContractRow, lockRow, stateFromRow } from './rows.ts'

/** What is needed to sell and change contracts. */
export interface ContractServices extends QuoteServices {
  readonly seals: Seals
  /** Denies the claims of a contract that is voided. The claims room, which comes after this one, implements it. */
  readonly denyClaims?: (tx: Tx, acting: Acting, contractId: number) => Promise<void>
  /** Answers a change without reading the contract again, for a caller who does not need the answer. */
  readonly answerChange?: (id: number) => Promise<ContractModel>
}

/** Locks a contract for a change. Refuses a caller who may not see it, and a contract that another user has locked. */
export async function lockContract(tx: Tx, acting: Acting, id: number): Promise<ContractRow> {
  const [row] = await Promise.all([lockRow(tx, acting.caller, id), refuseLeased(tx, acting, id)])
  return row
}

/** The locked contract as it is answered, for If-Match and the audit. */
export async function currentContract(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  id: number,
): Promise<ContractModel> {
  // The reads are queued behind the lock on the same connection.
  const [, [contract]] = await runAll([
    lockRow(tx, acting.caller, id),
    together(tx, (own) =>
      runAll([readContract(own, { ...acting, seals: services.seals }, id), refuseLeased(own, acting, id)]),
    ),
  ])
  return contract
}

/** The state after a trigger. Refuses a transition that is not in the table of states. */
export function nextState(
  row: Pick<ContractRow, 'status' | 'held_from'>,
  trigger: ContractTrigger,
): ContractState {
  const result = move(stateFromRow(row), trigger)
  if ('to' in result && !('refused' in result)) return result.to
  const { refused, from, to } = result as Extract<typeof result, { refused: string }>
  throw new Problem(refused, `A contract that is ${from} cannot become ${to}.`, { members: { from, to } })
}

/** The columns that store a state. */
export const stateColumns = ({ status, heldFrom }: ContractState) => ({ status, held_from: heldFrom })

/** The contract after a change. The read is queued behind the writes on the same connection. */
export const readChanged = (
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  id: number,
): Promise<ContractModel> =>
  services.answerChange?.(id) ?? readContract(tx, { ...acting, seals: services.seals }, id)

/** Emits an event and answers the contract as it is now. */
export function emitAndRead(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  id: number,
  type: ContractEventName,
): Promise<ContractModel> {
  return readChanged(tx, services, acting, id).then((contract) => {
    const { number, status } = contract
    emit(tx, { subject: `contracts/${id}`, type: `contract.${type}`, data: { id, number, status } })
    return contract
  })
}

type ContractEventName =
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
