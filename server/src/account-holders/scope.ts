import { reachesDealer, seesContract } from '../access/scope.ts'
import { type Sql, sql } from '../db/sql.ts'
import { type Caller, isLimited } from '../http/caller.ts'
import type { AccountHolderType } from './holder-types.ts'
import { accountHolderTypes, type Kind, kinds } from './kinds.ts'

/** The ids of this type in the caller's scopes. */
const idsInScope = (caller: Caller, type: AccountHolderType): number[] =>
  caller.scopes.filter((scope) => scope.type === type).map((scope) => scope.id)

const hasIdAmong = (ids: readonly number[]) =>
  ids.length === 0 ? sql`false` : sql`h.id = any(${ids}::bigint[])`

/** A group with all groups below it, or an agent with all agents below. */
const isInHierarchy = (ids: readonly number[], table: string, parentColumn: string) =>
  ids.length === 0
    ? sql`false`
    : sql`h.id in (
        with recursive below as (
          select id from ${sql.raw(table)} where id = any(${ids}::bigint[])
          union select child.id from ${sql.raw(table)} child join below on child.${sql.raw(parentColumn)} = below.id)
        select id from below)`

/** Limited callers see the customers of the contracts that they see. */
function seesCustomer(caller: Caller): Sql {
  return sql`exists (select 1 from contract c where c.customer_id = h.id and ${seesContract(caller) ?? sql`true`})`
}

/** The column with the id of the parent. */
function parentColumn({ fields }: Kind): string {
  const field = Object.values(fields).find(({ isParent }) => isParent)
  return Object.keys(field?.select ?? {})[0] ?? 'id'
}

/** The condition that a limited caller sees an account holder `h` of this kind. */
function seesKind(caller: Caller, kind: Kind): Sql {
  switch (kind.limitedSees) {
    case 'all':
      return sql`true`
    case 'none':
      return sql`false`
    case 'own':
      return hasIdAmong(idsInScope(caller, kind.type))
    case 'below':
      return isInHierarchy(idsInScope(caller, kind.type), kind.table, parentColumn(kind))
    case 'reached':
      return reachesDealer(caller, 'h.id') ?? sql`true`
    default:
      return kind.limitedSees satisfies never
  }
}

/** The condition that the caller sees an account holder `h` of this type. Nothing for a caller without limits. */
export function seesHolder(caller: Caller, type: AccountHolderType): Sql | undefined {
  if (!isLimited(caller)) return undefined
  if (type === 'Customer') return seesCustomer(caller)
  const kind = kinds.find((candidate) => candidate.type === type)
  return kind ? seesKind(caller, kind) : sql`false`
}

/** The same for account holders of any type. */
export function seesAnyHolder(caller: Caller): Sql | undefined {
  if (!isLimited(caller)) return undefined
  const conditions = accountHolderTypes.map((type) => sql`(h.type = ${type} and ${seesHolder(caller, type)})`)
  return sql`(${sql.join(conditions, sql` or `)})`
}
