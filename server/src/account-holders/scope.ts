import { reachesDealer } from '../access/scope.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { Caller } from '../http/caller.ts'
import { type HolderType, holderTypes } from './holder-types.ts'

/** The records of this type that the caller has among its scopes. */
const own = (caller: Caller, type: HolderType): number[] =>
  caller.scopes.filter((scope) => scope.type === type).map((scope) => scope.id)

const among = (ids: readonly number[]) => (ids.length === 0 ? sql`false` : sql`h.id = any(${ids}::bigint[])`)

/** A group with the groups below it, or an agent with the agents below. */
const below = (ids: readonly number[], table: string, above: string) =>
  ids.length === 0
    ? sql`false`
    : sql`h.id in (
        with recursive below as (
          select id from ${sql.raw(table)} where id = any(${ids}::bigint[])
          union select child.id from ${sql.raw(table)} child join below on child.${sql.raw(above)} = below.id)
        select id from below)`

/** The customers of the contracts that a limited caller may read. */
function seesCustomer(caller: Caller): Sql {
  const reaches = reachesDealer(caller, 'c.dealer_id') ?? sql`true`
  return sql`exists (select 1 from contract c where c.customer_id = h.id
    and (${reaches} or c.lien_holder_id = any(${own(caller, 'LienHolder')}::bigint[])))`
}

/** Which account holders `h` of a type a limited caller sees: its own, lien holders and repair facilities all. */
const sees: Readonly<Record<HolderType, (caller: Caller) => Sql>> = {
  AdminCompany: () => sql`false`,
  Agent: (caller) => below(own(caller, 'Agent'), 'agent', 'parent_agent_id'),
  ClaimPayee: () => sql`false`,
  Customer: seesCustomer,
  Dealer: (caller) => reachesDealer(caller, 'h.id') ?? sql`true`,
  DealerGroup: (caller) => below(own(caller, 'DealerGroup'), 'dealer_group', 'parent_group_id'),
  DisbursementAccount: () => sql`false`,
  InspectionCompany: (caller) => among(own(caller, 'InspectionCompany')),
  Insurer: () => sql`false`,
  LienHolder: () => sql`true`,
  RepairFacility: () => sql`true`,
}

/** The condition that the caller may see an account holder `h` of this type; nothing for one without limits. */
export const seesHolder = (caller: Caller, type: HolderType): Sql | undefined =>
  caller.scopes.length === 0 ? undefined : sees[type](caller)

/** The same for account holders of any type. */
export function seesAnyHolder(caller: Caller): Sql | undefined {
  if (caller.scopes.length === 0) return undefined
  const each = holderTypes.map((type) => sql`(h.type = ${type} and ${sees[type](caller)})`)
  return sql`(${sql.join(each, sql` or `)})`
}
