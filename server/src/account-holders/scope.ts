import { reachesDealer, seesContract } from '../access/scope.ts'
import { type Sql, sql } from '../db/sql.ts'
import { type Caller, isLimited } from '../http/caller.ts'
import type { HolderType } from './holder-types.ts'
import { holderTypes, type Kind, kinds } from './kinds.ts'

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
  return sql`exists (select 1 from contract c where c.customer_id = h.id and ${seesContract(caller) ?? sql`true`})`
}

/** The column that says who stands above a record of this kind. */
function aboveIn({ fields }: Kind): string {
  const field = Object.values(fields).find(({ isParent: above }) => above)
  return Object.keys(field?.select ?? {})[0] ?? 'id'
}

/** Which account holders `h` of a kind a limited caller sees. */
function sees(caller: Caller, kind: Kind): Sql {
  switch (kind.limitedSees) {
    case 'all':
      return sql`true`
    case 'none':
      return sql`false`
    case 'own':
      return among(own(caller, kind.type))
    case 'below':
      return below(own(caller, kind.type), kind.table, aboveIn(kind))
    case 'reached':
      return reachesDealer(caller, 'h.id') ?? sql`true`
    default:
      return kind.limitedSees satisfies never
  }
}

/** The condition that the caller may see an account holder `h` of this type; nothing for one without limits. */
export function seesHolder(caller: Caller, type: HolderType): Sql | undefined {
  if (!isLimited(caller)) return undefined
  if (type === 'Customer') return seesCustomer(caller)
  const kind = kinds.find((one) => one.type === type)
  return kind ? sees(caller, kind) : sql`false`
}

/** The same for account holders of any type. */
export function seesAnyHolder(caller: Caller): Sql | undefined {
  if (!isLimited(caller)) return undefined
  const each = holderTypes.map((type) => sql`(h.type = ${type} and ${seesHolder(caller, type)})`)
  return sql`(${sql.join(each, sql` or `)})`
}
