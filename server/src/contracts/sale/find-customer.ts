import { customer } from '../../account-holders/customers.ts'
import { createHolder } from '../../account-holders/save-holders.ts'
import { seesHolder } from '../../account-holders/scope.ts'
import type { Seals } from '../../account-holders/seals.ts'
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Acting } from '../../http/caller.ts'
import type { PersonInput } from '../record/input.ts'

/**
 * The customer of a sale. Somebody is the same as before when the name is, and everything else that is given of them is
 * what is kept; otherwise they are somebody new. A limited caller finds only customers that it sees.
 */
export async function findOrMakeCustomer(
  tx: Tx,
  acting: Acting,
  seals: Seals,
  person: PersonInput,
): Promise<number> {
  return (await findCustomer(tx, acting, person)) ?? makeCustomer(tx, acting, seals, person)
}

export const findCustomer = async (
  tx: Tx,
  acting: Acting,
  person: PersonInput,
): Promise<number | undefined> => (isTelling(person) ? sameCustomer(tx, acting, person) : undefined)

export async function makeCustomer(
  tx: Tx,
  acting: Acting,
  seals: Seals,
  person: PersonInput,
): Promise<number> {
  const { address, ...rest } = person
  const isBusiness = !person.firstName && !person.lastName
  const values = { ...rest, isBusiness, doNotContact: false, ...(address ? { address } : {}) }
  // Who makes a customer by a sale need not see it yet: the contract that shows it comes next.
  const unlimited: Acting = { ...acting, caller: { ...acting.caller, scopes: [] } }
  const { id } = await createHolder(tx, unlimited, { kind: customer, seals }, values)
  return id
}

/** A name alone is nobody in particular. */
const isTelling = ({ email, phone, mobile, address }: PersonInput) =>
  Boolean(email || phone || mobile || address?.line1)

async function sameCustomer(tx: Tx, { caller }: Acting, person: PersonInput): Promise<number | undefined> {
  const sees = seesHolder(caller, 'Customer')
  const { firstName, middleName, lastName, suffix, companyName, address, email, phone, mobile } = person
  // In the order that the index of names has.
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
  // A birth date is sealed and cannot be compared here: who gives one is taken for somebody new.
  if (person.birthDate !== null) return undefined
  const { rows } = await sql<{ id: number }>`
    select h.id from account_holder h join customer k on k.id = h.id
    where h.type = 'Customer' and h.status = 'Active'
      and ${name('last_name', lastName)} and ${name('first_name', firstName)}
      and ${name('company_name', companyName)}
      ${text('k.middle_name', middleName)} ${text('k.suffix', suffix)}
      ${text('h.email', email)} ${digits('h.phone', phone)} ${digits('k.mobile', mobile)}
      ${text('h.line1', address?.line1)} ${text('h.city', address?.city)}
      ${text('h.state', address?.state)} ${text('h.zip', address?.zip)}
      ${text('k.tax_id_last4', person.taxIdLast4)}
      ${sees ? sql`and ${sees}` : sql``}
    order by h.id limit 1`.execute(tx)
  return rows[0]?.id
}
