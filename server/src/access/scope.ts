import { int } from '../db/columns.ts'
import type { Db } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { query } from '../db/statement.ts'
import { type Caller, isLimited, type Scope } from '../http/caller.ts'

/** The kinds of records that a caller can be limited to. */
export const scopeTypes = [
  'Dealer',
  'DealerGroup',
  'PortalVisibilityGroup',
  'Agent',
  'LienHolder',
  'RepairFacility',
  'InspectionCompany',
] as const

type Condition = Sql

/**
 * The SQL condition that the caller reaches a dealer: directly, through its group (and the groups above it), through an
 * active portal visibility group, or through its agent (and the agents above it). It is part of the query, so that a
 * membership takes effect as soon as it is committed. Nothing for a caller without scopes.
 */
export function reachesDealer({ scopes }: Pick<Caller, 'scopes'>, dealerId: string): Condition | undefined {
  if (!isLimited({ scopes })) return undefined
  // Callers are cached for some seconds, and so is the SQL of their scopes.
  const known = reaches.get(scopes) ?? new Map<string, Condition>()
  reaches.set(scopes, known)
  const condition = known.get(dealerId) ?? reachOf(scopes, dealerId)
  known.set(dealerId, condition)
  return condition
}

const reaches = new WeakMap<readonly Scope[], Map<string, Condition>>()

/** The contracts that the caller sees: those of its dealers, and those that it finances. `c` is the contract. */
export function seesContract(caller: Pick<Caller, 'scopes'>, c = 'c'): Condition | undefined {
  const reaches = reachesDealer(caller, `${c}.dealer_id`)
  if (!reaches) return undefined
  const lienHolders = caller.scopes.filter(({ type }) => type === 'LienHolder').map(({ id }) => id)
  return lienHolders.length === 0
    ? reaches
    : sql`(${reaches} or ${isOneOf(sql.raw(`${c}.lien_holder_id`), lienHolders)})`
}

function reachOf(scopes: readonly Scope[], dealerId: string): Condition {
  const column = sql.raw(dealerId)
  const ways: Record<string, (ids: number[]) => Condition> = {
    Dealer: (ids) => isOneOf(column, ids),
    DealerGroup: (ids) => sql`${column} in (
      select id from dealer where dealer_group_id in (
        with recursive below as (
          select id from dealer_group where id = any(${ids}::bigint[])
          union select child.id from dealer_group child join below on child.parent_group_id = below.id)
        select id from below))`,
    PortalVisibilityGroup: (ids) => sql`${column} in (
      select member.dealer_id from portal_visibility_group_dealer member
      join portal_visibility_group visible on visible.id = member.portal_visibility_group_id
      where visible.is_active and visible.id = any(${ids}::bigint[]))`,
    Agent: (ids) => sql`${column} in (
      select dealer_id from dealer_agent where agent_id in (
        with recursive below as (
          select id from agent where id = any(${ids}::bigint[])
          union select child.id from agent child join below on child.parent_agent_id = below.id)
        select id from below))`,
  }
  return anyWay(scopes, ways) ?? sql`false`
}

/** Most callers have one id. Compared with one value, an index gives the rows in order, and a page ends after its rows. */
const isOneOf = (column: Condition, ids: readonly number[]): Condition =>
  ids.length === 1 ? sql`${column} = ${ids[0]}::bigint` : sql`${column} = any(${ids}::bigint[])`

function anyWay(
  scopes: readonly Scope[],
  ways: Record<string, (ids: number[]) => Condition>,
): Condition | undefined {
  const conditions = Object.entries(ways).flatMap(([type, way]) => {
    const ids = scopes.filter((scope) => scope.type === type).map((scope) => scope.id)
    return ids.length > 0 ? [way(ids)] : []
  })
  return conditions.length === 0 ? undefined : sql`(${sql.join(conditions, sql` or `)})`
}

/**
 * The SQL condition that the scopes in a column share one with the caller: what a limited caller may see of other
 * credentials. Nothing for a caller without scopes.
 */
export function sharesScope(caller: Caller, scopes: string): Condition | undefined {
  if (!isLimited(caller)) return undefined
  const each = caller.scopes.map(
    ({ type, id }) => sql`${sql.raw(scopes)} @> ${JSON.stringify([{ type, id }])}::jsonb`,
  )
  return sql`(${sql.join(each, sql` or `)})`
}

const isSame = (first: Scope, second: Scope) => first.type === second.type && first.id === second.id

/**
 * The wanted scopes that stay within the limits: the same scopes, and the dealers of a dealer group or portal visibility
 * group. Not the dealers of an agent, because an agent sees less of its dealers than they do.
 */
export async function scopesWithin(
  db: Db,
  limits: readonly Scope[],
  wanted: readonly Scope[],
): Promise<readonly Scope[]> {
  const groups = limits.filter(({ type }) => type === 'DealerGroup' || type === 'PortalVisibilityGroup')
  const dealers = wanted.filter(({ type }) => type === 'Dealer').map(({ id }) => id)
  const reaches = dealers.length > 0 ? reachesDealer({ scopes: groups }, 'd.id') : undefined
  const rows = reaches
    ? await query({ id: int })`
        select d.id from dealer d where d.id = any(${dealers}::bigint[]) and ${reaches}`.rows(db)
    : []
  const within = [...limits, ...rows.map(({ id }) => ({ type: 'Dealer', id }))]
  return wanted.filter((scope) => within.some((held) => isSame(held, scope)))
}
