import { customer } from '../../account-holders/customers.ts'
import { checkNewCustomer, insertHolder, type NewCustomer } from '../../account-holders/save-holders.ts'
import { seesHolder } from '../../account-holders/scope.ts'
import type { Seals } from '../../account-holders/seals.ts'
import { int } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { query } from '../../db/statement.ts'
import type { Acting } from '../../http/caller.ts'
import type { ContractPersonInput } from '../record/input.ts'

/**
 * The customer of a sale: an existing one if the name and everything else the caller gives match, otherwise a new one. A
 * limited caller finds only customers it may see.
 */
export async function findOrMakeCustomer(
  tx: Tx,
  acting: Acting,
  seals: Seals,
  person: ContractPersonInput,
): Promise<number> {
  return (await findCustomer(tx, acting, person)) ?? makeCustomer(tx, acting, seals, person)
}

export const findCustomer = async (
  tx: Tx,
  acting: Acting,
  person: ContractPersonInput,
): Promise<number | undefined> => (isIdentifiable(person) ? findSameCustomer(tx, acting, person) : undefined)

export function makeCustomer(
  tx: Tx,
  acting: Acting,
  seals: Seals,
  person: ContractPersonInput,
): Promise<number> {
  return insertHolder(tx, unlimited(acting), { kind: customer, seals }, customerValues(person))
}

/** Checks a customer who is made together with the contract. */
export const checkCustomer = (
  tx: Tx,
  acting: Acting,
  seals: Seals,
  person: ContractPersonInput,
): Promise<NewCustomer> =>
  checkNewCustomer(tx, unlimited(acting), { kind: customer, seals }, customerValues(person))

function customerValues({ address, ...rest }: ContractPersonInput) {
  const isBusiness = !rest.firstName && !rest.lastName
  return { ...rest, isBusiness, doNotContact: false, ...(address ? { address } : {}) }
}

/** A limited caller may not see the new customer until the contract that makes it visible is stored. */
const unlimited = (acting: Acting): Acting => ({ ...acting, caller: { ...acting.caller, scopes: [] } })

/** A name alone does not identify anyone. */
const isIdentifiable = ({ email, phone, mobile, address }: ContractPersonInput) =>
  Boolean(email || phone || mobile || address?.line1)

async function findSameCustomer(
  tx: Tx,
  { caller }: Acting,
  person: ContractPersonInput,
): Promise<number | undefined> {
  const sees = seesHolder(caller, 'Customer')
  const { firstName, middleName, lastName, suffix, companyName, address, email, phone, mobile } = person
  const name = (column: string, value: string | null) =>
    value
      ? sql`lower(k.${sql.raw(column)}) collate "C" = lower(${value}) collate "C"`
      : sql`coalesce(k.${sql.raw(column)}, '') = ''`
  const text = (column: string, value: string | null | undefined) =>
    value ? sql`and lower(${sql.raw(column)}) = lower(${value})` : sql``
  const digits = (column: string, value: string | null) =>
    value
      ? sql`and regexp_replace(${sql.raw(column)}, '\\D', '', 'g') = regexp_replace(${value}, '\\D', '', 'g')`
      : sql``
  // Birth dates are sealed and cannot be compared here, so a person with a birth date is always a new customer.
  if (person.birthDate !== null) return undefined
  // The name leads, by an index of whole names; that of first names does not fit the condition. Without `offset 0` PostgreSQL
  // may begin with everyone in the same state, which takes longer with each sale.
  const same = await query({ id: int })`
    select k.id from customer k
    where ${name('last_name', lastName)} and ${name('company_name', companyName)}
      and coalesce(lower(k.first_name), '') collate "C" = lower(${firstName ?? ''}) collate "C"
      ${text('k.middle_name', middleName)} ${text('k.suffix', suffix)} ${digits('k.mobile', mobile)}
      ${text('k.tax_id_last4', person.taxIdLast4)}
      and exists (select from account_holder h where h.id = k.id and h.type = 'Customer' and h.status = 'Active'
        ${text('h.email', email)} ${digits('h.phone', phone)} ${text('h.line1', address?.line1)}
        ${text('h.city', address?.city)} ${text('h.state', address?.state)} ${text('h.zip', address?.zip)}
        ${sees ? sql`and ${sees}` : sql``} offset 0)
    order by k.id limit 1`.first(tx)
  return same?.id
}
