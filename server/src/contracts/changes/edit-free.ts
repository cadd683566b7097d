import type { Seals } from '../../account-holders/seals.ts'
import type { Tx } from '../../db/database.ts'
import { editingIn } from '../../domain/contract/states.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import { refuse } from '../../http/validation.ts'
import type { ContractServices } from '../record/change-state.ts'
import { type ContractCustomerInput, ContractPersonInput } from '../record/input.ts'
import { readOdometer } from '../record/odometer.ts'
import { type ContractPatch, mergePatch } from '../record/patch.ts'
import { type ContractRow, stateFromRow } from '../record/rows.ts'
import { accountLast4, cobuyerColumns, referenceColumns } from '../sale/columns.ts'
import {
  checkFields,
  deliveryFaults,
  missingOfCustomer,
  namelessFaults,
  type SaleStep,
} from '../sale/completeness.ts'
import { findOrMakeCustomer } from '../sale/find-customer.ts'
import { changeCustomer, findSentCustomer, newPerson } from '../sale/name-customer.ts'
import { draftFromRow, recomputeRate } from '../sale/sale-draft.ts'
import { findLienHolder, type SaleFault } from '../sale/sale-references.ts'
import { pendingAfter } from './pending-change.ts'

type Changes = Partial<ContractRow>

/** Changes what the rate does not depend on. Returns the columns to change. */
export async function editFree(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  row: ContractRow,
  patch: ContractPatch,
): Promise<Changes> {
  const { seals } = services
  const { notes, financing, cobuyer, externalReferences, contractNumber } = patch
  return {
    ...(notes === undefined ? {} : { notes }),
    ...deliveryAfter(row, patch),
    ...(contractNumber === undefined || row.status === 'Quote' ? {} : { number: contractNumber }),
    ...purchaseDateAfter(row, patch),
    ...(externalReferences === undefined ? {} : referenceColumns(externalReferences)),
    ...(cobuyer === undefined ? {} : cobuyerAfter(row, cobuyer, services)),
    ...(financing === undefined ? {} : financingAfter(row, financing, seals)),
    ...(await customerAfter(tx, services, acting, row, patch.customer)),
    ...(await lienHolderAfter(tx, row, patch)),
    ...(await customFieldsAfter(services, acting, row, patch)),
    ...(patch.odometerReading ? await readOdometer(tx, acting, row, patch.odometerReading) : {}),
    ...pendingAfter(row, patch),
  }
}

/** Before a contract is in force, the date is part of the sale. The item has it too, unless it is no vehicle. */
function purchaseDateAfter(row: ContractRow, { vehiclePurchaseDate: date }: ContractPatch): Changes {
  if (date === undefined || editingIn(stateFromRow(row)) === 'all') return {}
  return {
    vehicle_purchase_date: date,
    ...(row.item.isVehicle ? { item: { ...row.item, purchaseDate: date } } : {}),
  }
}

function deliveryAfter(row: ContractRow, { deliveryDate, deliveryMethod, saleDate }: ContractPatch): Changes {
  const faults = deliveryFaults(deliveryDate, saleDate ?? row.sale_date)
  if (faults.length > 0) throw refuse(faults)
  return {
    ...(deliveryDate === undefined ? {} : { delivery_date: deliveryDate }),
    ...(deliveryMethod === undefined ? {} : { delivery_method: deliveryMethod }),
  }
}

function cobuyerAfter(
  row: ContractRow,
  sent: ContractPatch['cobuyer'],
  { seals }: ContractServices,
): Changes {
  if (!sent) return cobuyerColumns(null, seals)
  const sealed = row.cobuyer_birth_date
  const known = { ...row.cobuyer, birthDate: sealed === null ? null : seals.open(sealed) }
  const cobuyer = ContractPersonInput.parse(mergePatch(withoutNulls(known), sent))
  requireNamed('/cobuyer', cobuyer)
  return cobuyerColumns(cobuyer, seals)
}

function requireNamed(pointer: string, person: ContractPersonInput): void {
  const faults = namelessFaults(pointer, person)
  if (faults.length > 0) throw refuse(faults)
}

const withoutNulls = (value: object) =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null))

export function financingAfter(row: ContractRow, sent: ContractPatch['financing'], { seal }: Seals): Changes {
  if (!sent) return { financing: null, account_number: null }
  const { accountNumber, lienHolderId: _, ...rest } = sent
  const { accountLast4: last4, ...before } = row.financing ?? {}
  const shown =
    accountNumber === undefined ? withoutNulls({ accountLast4: last4 ?? null }) : accountLast4(accountNumber)
  const after = { ...(mergePatch(before, rest) as object), ...shown }
  return {
    financing: Object.keys(after).length === 0 ? null : after,
    ...(accountNumber === undefined
      ? {}
      : { account_number: accountNumber === null ? null : seal(accountNumber) }),
  }
}

/** Changes the facts about the customer, or sets another one. */
async function customerAfter(
  tx: Tx,
  { seals }: ContractServices,
  acting: Acting,
  row: ContractRow,
  sent: ContractPatch['customer'],
): Promise<Changes> {
  if (sent === undefined) return {}
  if (sent === null) {
    if (row.status === 'Quote') return { customer_id: null }
    throw refuse([
      { pointer: '/customer', code: 'Required', message: 'The customer of a contract cannot be removed.' },
    ])
  }
  const named = sent.customerId ?? row.customer_id
  if (named === null) {
    const person = newPerson(sent, '/customer')
    requireNamed('/customer', person)
    return { customer_id: await findOrMakeCustomer(tx, acting, seals, person) }
  }
  if (named !== row.customer_id) await requireAllowedCustomer(tx, acting, seals, row, sent)
  await changeCustomer(tx, acting, seals, named, { sent, pointer: '/customer' })
  return named === row.customer_id ? {} : { customer_id: named }
}

/** Another customer must exist, and have what a sale needs. Once a contract is in force, only a transfer changes who has it. */
async function requireAllowedCustomer(
  tx: Tx,
  acting: Acting,
  seals: Seals,
  row: ContractRow,
  sent: ContractCustomerInput,
): Promise<void> {
  const other = await findSentCustomer(tx, acting, seals, sent, '/customer')
  if (other.is === 'unknown') {
    const [fault] = other.faults
    throw new Problem(fault.code, fault.message, { errors: other.faults })
  }
  if (editingIn(stateFromRow(row)) !== 'all') {
    const message = `A contract that is ${row.status} gets another customer only by a transfer. Use POST /contracts/{contractId}/transferrequest.`
    throw new Problem('NotEditable', message, {
      errors: [{ pointer: '/customer/customerId', code: 'NotEditable', message }],
    })
  }
  const missing = row.status === 'Quote' ? [] : missingOfCustomer(other.person)
  if (missing.length > 0) throw refuse(missing)
}

async function lienHolderAfter(tx: Tx, row: ContractRow, patch: ContractPatch): Promise<Changes> {
  const lienHolderId = patch.lienHolderId !== undefined ? patch.lienHolderId : patch.financing?.lienHolderId
  const { lienHolderNumber } = patch
  if (lienHolderId === undefined && lienHolderNumber === undefined) return {}
  const { id, faults } = await findLienHolder(tx, { lienHolderId, lienHolderNumber })
  const [first] = faults
  if (first) throw new Problem(first.code, first.message, { errors: faults })
  if (id === null && row.sold.requiresLien && row.status !== 'Quote')
    throw refuse([
      { pointer: '/lienHolderId', code: 'Required', message: 'This product needs a lien holder.' },
    ])
  return { lien_holder_id: id }
}

async function customFieldsAfter(
  services: ContractServices,
  { caller }: Acting,
  row: ContractRow,
  { customFieldValues }: ContractPatch,
): Promise<Changes> {
  if (customFieldValues === undefined) return {}
  const sale = await recomputeRate(services, caller, draftFromRow(row), row.rate_quote_id)
  const { values, missing, faults } = checkFields(saleStep(row), sale, customFieldValues)
  if (missing.length > 0) throw refuse(missing)
  const [first] = faults as readonly SaleFault[]
  if (first) throw new Problem(first.code, first.message, { errors: faults })
  return { custom_fields: values }
}

/** The sale step whose requirements a contract must meet. */
export function saleStep(row: ContractRow): SaleStep {
  if (row.status === 'Quote') return 'Quote'
  return row.finalized_at === null ? 'Pending' : 'Finalize'
}
