import type { CostVisibility } from '../domain/ledger/cost-visibility.ts'
import type { Permission } from '../domain/permissions.ts'
import { type Caller, isLimited } from '../http/caller.ts'
import { Problem } from '../http/problems.ts'

// The one place that decides who sees the lines of dealer cost.

type Scoped = Pick<Caller, 'scopes'>

/** What this caller sees of dealer cost: staff see every line, others one sum, and an agent its own lines as well. */
export const costVisibility = (caller: Scoped): CostVisibility =>
  isLimited(caller) ? { ownAccountIds: ownAgentIds(caller) } : 'EveryLine'

/** The same for the costs of a rate, which also need a permission. */
export const rateCostVisibility = (caller: Pick<Caller, 'scopes' | 'permissions'>): CostVisibility =>
  seesRateCosts(caller) ? 'EveryLine' : { ownAccountIds: [] }

export const seesRateCosts = (caller: Pick<Caller, 'scopes' | 'permissions'>): boolean =>
  seesCostLines(caller) && caller.permissions.has('rates:costs')

/** Whether the caller sees the lines of dealer cost one by one. */
export const seesCostLines = (caller: Scoped): boolean => !isLimited(caller)

/** Whether the caller sees what this agent gets of dealer cost: staff do, and the agent itself. */
export const seesCommission = (caller: Scoped, agentId: number): boolean =>
  seesCostLines(caller) || ownAgentIds(caller).includes(agentId)

const ownAgentIds = ({ scopes }: Scoped): number[] =>
  scopes.filter(({ type }) => type === 'Agent').map(({ id }) => id)

/** Refuses a caller who does not see the lines of dealer cost, regardless of its permissions. */
export function requireCostLines(caller: Scoped, permission: Permission): void {
  if (seesCostLines(caller)) return
  throw new Problem(
    'Forbidden',
    'A caller that is limited to account holders does not see what dealer cost is made of.',
    { members: { permission } },
  )
}
