import { type RawBuilder, sql } from 'kysely'
import type { Caller, Scope } from '../http/caller.ts'

/** What a caller can be limited to. */
export const scopeTypes = [
  'Dealer',
  'DealerGroup',
  'PortalVisibilityGroup',
  'Agent',
  'LienHolder',
  'RepairFacility',
  'InspectionCompany',
] as const

type Condition = RawBuilder<unknown>

/**
 * The SQL condition that a dealer is one the caller reaches: itself, through its group (and the groups above
 * it), through an active portal visibility group, or through its agent (and the agents above it). It is part of
 * the query, so that a membership counts from the moment it is committed. Nothing for a caller without scopes.
 */
export function reachesDealer(caller: Caller, dealerId: string): Condition | undefined {
  if (caller.scopes.length === 0) return undefined
  const column = sql.raw(dealerId)
  const ways: Record<string, (ids: number[]) => Condition> = {
    Dealer: (ids) => sql`${column} = any(${ids}::bigint[])`,
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
  return anyWay(caller.scopes, ways) ?? sql`false`
}

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

/** Whether one caller's reach includes everything that these scopes would give. */
export function scopesBeyond(caller: Caller, wanted: readonly Scope[]): Scope[] {
  if (caller.scopes.length === 0) return []
  return wanted.filter(
    (scope) => !caller.scopes.some((own) => own.type === scope.type && own.id === scope.id),
  )
}
