import type { Tx } from '../../db/database.ts'
import { editingIn } from '../../domain/contract/states.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import { refuse } from '../../http/validation.ts'
import {
  type ContractServices,
  emitAndRead,
  lockContract,
  nextState,
  readChanged,
} from '../record/change-state.ts'
import type { ContractModel } from '../record/models.ts'
import { type ContractPatch, freeFields, rateFields, steeringFields } from '../record/patch.ts'
import { type ContractRow, stateFromRow, updateContract } from '../record/rows.ts'
import { numberFaults } from '../sale/completeness.ts'
import { submitContract } from '../sale/submit-contract.ts'
import { editFree } from './edit-free.ts'
import { editSale } from './edit-sale.ts'
import { reopenContract } from './reopen-contract.ts'
import { voidContract } from './void-contract.ts'

/** The names of the fields that are changed, without those that only steer the change. */
const changedNames = (patch: ContractPatch): string[] =>
  Object.entries(patch)
    .filter(([name, value]) => value !== undefined && !(steeringFields as readonly string[]).includes(name))
    .map(([name]) => name)

/** Changes a contract as far as its state allows, or voids or submits it. */
export async function changeContract(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  id: number,
  patch: ContractPatch,
): Promise<ContractModel> {
  const row = await lockContract(tx, acting, id)
  const trigger = requestedTrigger(row, patch)
  const editing = editingIn(stateFromRow(row))
  if (editing === 'notes' && row.status === 'Expired' && reopens(patch))
    return reopenContract(tx, services, acting, row, patch)
  refuseLockedFields(row, patch)
  refuseLeftOut(trigger, row, patch)
  if (trigger === 'void') {
    const changes = await editFree(tx, services, acting, row, patch)
    if (Object.keys(changes).length > 0) await updateContract(tx, acting, id, changes)
    await voidContract(tx, services, acting, row, patch.voidReason ?? null)
    return emitAndRead(tx, services, acting, id, 'voided')
  }
  const free = await editFree(tx, services, acting, row, patch)
  // The sale begins with what is free: its pending change keeps it, or has just been dropped.
  const changes = { ...free, ...(await editSale(tx, services, acting, { ...row, ...free }, patch)) }
  if (trigger === 'submit')
    Object.assign(changes, await submitContract(tx, services, acting, { ...row, ...changes }, patch))
  const isChanged = Object.keys(changes).length > 0
  if (isChanged) await updateContract(tx, acting, id, changes)
  // What a saved quote announced had no number.
  if (trigger === 'submit') return emitAndRead(tx, services, acting, id, 'created')
  if (isChanged || patch.customer) return emitAndRead(tx, services, acting, id, 'updated')
  return readChanged(tx, services, acting, id)
}

/** The trigger for the requested status; undefined if the status is the present one. Refuses any other status. */
function requestedTrigger(row: ContractRow, { status }: ContractPatch): 'submit' | 'void' | undefined {
  if (status === undefined || status === row.status) return undefined
  const trigger = status === 'Pending' ? 'submit' : status === 'Voided' ? 'void' : undefined
  if (!trigger)
    throw new Problem(
      'InvalidTransition',
      `A contract that is ${row.status} cannot become ${status} by changing its status. Use the operation for that step.`,
      {
        members: { from: row.status, to: status },
      },
    )
  nextState(row, trigger)
  return trigger
}

/** Refuses fields that this step would leave out, naming all of them. */
function refuseLeftOut(trigger: 'submit' | 'void' | undefined, row: ContractRow, patch: ContractPatch): void {
  const ofSale = editingIn(stateFromRow(row)) === 'all' ? [...rateFields, 'vehiclePurchaseDate'] : rateFields
  const beside =
    trigger === 'void'
      ? changedNames(patch).filter((name) => (ofSale as readonly string[]).includes(name))
      : []
  const faults = [
    ...(row.status === 'Quote' && trigger !== 'submit' ? numberFaults('Quote', patch.contractNumber) : []),
    ...beside.map((name) => ({ pointer: `/${name}`, code: 'Unknown' as const, message: NOT_WITH_VOID })),
  ]
  if (faults.length > 0) throw refuse(faults)
}

const NOT_WITH_VOID =
  'The sale of a contract cannot be changed together with its status Voided. Remove this field, or send it in a request of its own first.'

const reopens = ({ odometerReading, saleDate }: ContractPatch) =>
  odometerReading !== undefined || saleDate !== undefined

/** Refuses the fields that cannot be changed in this state, naming all of them. */
function refuseLockedFields(row: ContractRow, patch: ContractPatch): void {
  const fixed = changedNames(patch).filter((name) => !isOpen(row, patch, name))
  if (fixed.length === 0) return
  const message = `This field cannot be changed while the contract is ${row.status}.`
  throw new Problem('NotEditable', `These fields cannot be changed while the contract is ${row.status}.`, {
    errors: fixed.map((name) => ({ pointer: `/${name}`, code: 'NotEditable', message })),
  })
}

function isOpen(row: ContractRow, patch: ContractPatch, name: string): boolean {
  switch (editingIn(stateFromRow(row))) {
    case 'all':
      // An odometer reading needs a contract in force.
      return name !== 'odometerReading'
    case 'pendingChanges':
      return ([...rateFields, ...freeFields] as readonly string[]).includes(name)
    case 'notes':
      return name === 'notes' || (name === 'customer' && isAddressOnly(row, patch.customer))
  }
}

/** The id of the present customer may be sent with the address. */
const isAddressOnly = (row: ContractRow, customer: ContractPatch['customer']) =>
  customer !== null &&
  customer !== undefined &&
  Object.entries(customer).every(
    ([name, value]) => name === 'address' || (name === 'customerId' && value === row.customer_id),
  )
