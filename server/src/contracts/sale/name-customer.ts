import { customer } from '../../account-holders/customers.ts'
import { findHolder } from '../../account-holders/holders.ts'
import { missingBirthDate } from '../../account-holders/people.ts'
import { changeHolder } from '../../account-holders/save-holders.ts'
import { MASKED_DATE, type Seals } from '../../account-holders/seals.ts'
import type { Tx } from '../../db/database.ts'
import type { Acting } from '../../http/caller.ts'
import { refusedAt } from '../../http/problems.ts'
import { refuse } from '../../http/validation.ts'
import { type ContractCustomerInput, ContractPersonInput } from '../record/input.ts'
import { mergePatch } from '../record/patch.ts'
import type { KnownPerson, KnownSale } from './completeness.ts'
import type { SaleFault } from './sale-references.ts'

// Who the customer of a body is: a new person, or a customer that it names by `customerId`.

export type SentCustomer =
  | { readonly is: 'new'; readonly person: ContractPersonInput }
  /** `person` is the record with the changes that are sent besides. */
  | { readonly is: 'named'; readonly id: number; readonly person: KnownPerson }
  | { readonly is: 'unknown'; readonly faults: readonly [SaleFault] }

/** The customer of a body, which has it at `pointer`. A limited caller finds only customers it may see. */
export async function findSentCustomer(
  tx: Tx,
  { caller }: Acting,
  seals: Seals,
  sent: ContractCustomerInput,
  pointer: string,
): Promise<SentCustomer> {
  const { customerId, ...changes } = sent
  if (!customerId) return { is: 'new', person: newPerson(sent, pointer) }
  const record = await findHolder(tx, { kind: customer, seals }, caller, customerId)
  if (!record) return { is: 'unknown', faults: [unknownCustomer(customerId, pointer)] }
  return { is: 'named', id: customerId, person: mergePatch(record, changes) as KnownPerson }
}

const unknownCustomer = (id: number, pointer: string): SaleFault => ({
  pointer: `${pointer}/customerId`,
  code: 'UnknownReference',
  message: `There is no customer ${id}.`,
})

/** What is known about the customer, to find out what is missing. */
export const knownCustomer = (found: SentCustomer | undefined): KnownSale['customer'] =>
  found?.is === 'unknown' ? 'not found' : found?.person

/** A person who is not a customer yet. */
export function newPerson(
  { customerId: _, ...sent }: ContractCustomerInput,
  pointer: string,
): ContractPersonInput {
  if (sent.birthDate === MASKED_DATE) throw refuse([missingBirthDate(pointer)])
  return ContractPersonInput.parse(mergePatch({}, sent))
}

/** The fields that are sent about a customer, besides its id. */
export const sentChanges = ({ customerId: _, ...sent }: ContractCustomerInput) =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))

/** Changes the record of a customer as its own PATCH does. */
export async function changeCustomer(
  tx: Tx,
  acting: Acting,
  seals: Seals,
  id: number,
  { sent, pointer }: { readonly sent: ContractCustomerInput; readonly pointer: string },
): Promise<void> {
  const patch = sentChanges(sent)
  if (patch.address === null)
    throw refuse([
      {
        pointer: `${pointer}/address`,
        code: 'Required',
        message: 'The address of the customer cannot be removed.',
      },
    ])
  if (Object.keys(patch).length === 0) return
  await refusedAt(pointer, () => changeHolder(tx, acting, { kind: customer, seals }, { id, patch }))
}
