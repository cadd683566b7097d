import type { Raw, World } from './world.ts'

// The rows that a limited caller may see, computed in plain steps over all rows.

export interface NaiveCaller {
  readonly kind: string
  readonly id: number
  readonly permissions: readonly string[]
  readonly scopes: readonly { readonly type: string; readonly id: number }[]
}

const isLimited = ({ scopes }: NaiveCaller) => scopes.length > 0

const scopesOf = ({ scopes }: NaiveCaller, type: string) =>
  new Set(scopes.filter((scope) => scope.type === type).map(({ id }) => id as unknown))

/** Whether one of these is a record or one of its parents. */
function isBelow(world: World, table: string, column: string, tops: ReadonlySet<unknown>, id: unknown) {
  for (let at = world.find(table, id); at; at = world.find(table, at[column]))
    if (tops.has(at.id)) return true
  return false
}

const isBelowGroup = (world: World, caller: NaiveCaller, id: unknown) =>
  isBelow(world, 'dealer_group', 'parent_group_id', scopesOf(caller, 'DealerGroup'), id)

const isBelowAgent = (world: World, caller: NaiveCaller, id: unknown) =>
  isBelow(world, 'agent', 'parent_agent_id', scopesOf(caller, 'Agent'), id)

export function reachesDealer(world: World, caller: NaiveCaller, dealerId: unknown): boolean {
  if (!isLimited(caller) || scopesOf(caller, 'Dealer').has(dealerId)) return true
  if (isBelowGroup(world, caller, world.one('dealer', dealerId).dealer_group_id)) return true
  const groups = scopesOf(caller, 'PortalVisibilityGroup')
  const inGroup = world
    .all('portal_visibility_group_dealer')
    .some(
      ({ portal_visibility_group_id: id, dealer_id }) =>
        dealer_id === dealerId && groups.has(id) && world.one('portal_visibility_group', id).is_active,
    )
  return (
    inGroup ||
    world
      .all('dealer_agent')
      .some(({ dealer_id, agent_id }) => dealer_id === dealerId && isBelowAgent(world, caller, agent_id))
  )
}

export const seesContract = (world: World, caller: NaiveCaller, { dealer_id, lien_holder_id }: Raw) =>
  reachesDealer(world, caller, dealer_id) || scopesOf(caller, 'LienHolder').has(lien_holder_id)

export function seesClaim(
  world: World,
  caller: NaiveCaller,
  { contract_id, repair_facility_id }: Raw,
): boolean {
  return (
    seesContract(world, caller, world.one('contract', contract_id)) ||
    scopesOf(caller, 'RepairFacility').has(repair_facility_id)
  )
}

export const seesInspection = (world: World, caller: NaiveCaller, { company_id, claim_id }: Raw) =>
  scopesOf(caller, 'InspectionCompany').has(company_id) ||
  seesClaim(world, caller, world.one('claim', claim_id))

export function seesHolder(world: World, caller: NaiveCaller, { id, type }: Raw): boolean {
  if (!isLimited(caller)) return true
  switch (type) {
    case 'Agent':
      return isBelowAgent(world, caller, id)
    case 'Customer':
      return world
        .all('contract')
        .some((contract) => contract.customer_id === id && seesContract(world, caller, contract))
    case 'Dealer':
      return reachesDealer(world, caller, id)
    case 'DealerGroup':
      return isBelowGroup(world, caller, id)
    case 'InspectionCompany':
      return scopesOf(caller, 'InspectionCompany').has(id)
    case 'LienHolder':
    case 'RepairFacility':
      return true
    default:
      return false
  }
}

const shares = (caller: NaiveCaller, scopes: unknown) =>
  (scopes as NaiveCaller['scopes']).some(({ type, id }) => scopesOf(caller, type).has(id))

export function seesUser(caller: NaiveCaller, user: Raw): boolean {
  if (!isLimited(caller)) return true
  if (caller.kind === 'User' && caller.id === user.id) return true
  return (
    scopesOf(caller, String(user.account_holder_type)).has(user.account_holder_id) ||
    shares(caller, user.scopes)
  )
}

export function seesPortalGroup(world: World, caller: NaiveCaller, { id }: Raw): boolean {
  if (!isLimited(caller) || scopesOf(caller, 'PortalVisibilityGroup').has(id)) return true
  return world
    .all('portal_visibility_group_dealer')
    .some(
      ({ portal_visibility_group_id, dealer_id }) =>
        portal_visibility_group_id === id && reachesDealer(world, caller, dealer_id),
    )
}

export const seesClient = (caller: NaiveCaller, client: Raw) =>
  !isLimited(caller) || shares(caller, client.scopes)

export function seesKey(caller: NaiveCaller, key: Raw): boolean {
  if (key.maker_kind === caller.kind && key.maker_id === caller.id) return true
  return caller.permissions.includes('access:manage') && (!isLimited(caller) || shares(caller, key.scopes))
}
