import type { NaiveList } from './lists.ts'
import { anyId, anyText, idOf, rowsIn } from './meanings.ts'
import { reachesDealer, seesClient, seesKey, seesPortalGroup, seesUser } from './scope.ts'
import type { World } from './world.ts'

const groupsOf = (world: World, userId: unknown) =>
  rowsIn(world, 'app_user_group', ({ user_id }) => user_id === userId).map((m) => m.membership_group_id)

const rolesOf = (world: World, userId: unknown) => {
  const groups = groupsOf(world, userId)
  return rowsIn(world, 'membership_group_role', (link) => groups.includes(link.membership_group_id)).map(
    ({ membership_role_id: id }) => world.one('membership_role', id),
  )
}

const users: NaiveList = {
  rows: (world, caller) => rowsIn(world, 'app_user', (u) => seesUser(caller, u)).map((u) => ({ u })),
  id: idOf('u'),
  where: {
    membershipGroupId: anyId(({ u }, world) => groupsOf(world, u?.id)),
    role: anyText(({ u }, world) => rolesOf(world, u?.id).map(({ name }) => name)),
  },
}

/** The permissions of all users (0), or of one user. */
const memberships = (
  alias: string,
  table: string,
  idsOf: (world: World, userId: number) => readonly unknown[],
): NaiveList => ({
  named: (world) => [
    0,
    0,
    ...world
      .all('app_user')
      .slice(-10)
      .map(({ id }) => Number(id)),
  ],
  rows(world, caller, named) {
    const user = world.find('app_user', Number(named))
    if (named !== '0' && !(user && seesUser(caller, user))) return undefined
    const ids = named === '0' ? undefined : idsOf(world, Number(named))
    return rowsIn(world, table, ({ id }) => ids?.includes(id) ?? true).map((row) => ({ [alias]: row }))
  },
  id: idOf(alias),
})

const portalGroups: NaiveList = {
  rows: (world, caller) =>
    rowsIn(world, 'portal_visibility_group', (g) => seesPortalGroup(world, caller, g)).map((g) => ({ g })),
  id: idOf('g'),
}

/** The dealers of a group that is named by its id, or by its code. */
const groupDealers = (by: 'id' | 'code'): NaiveList => ({
  named: (world) =>
    world
      .all('portal_visibility_group')
      .map((g) => String(g[by]))
      .slice(0, 12),
  rows(world, caller, named) {
    const group = world.all('portal_visibility_group').find((g) => String(g[by]) === named)
    if (!group || !seesPortalGroup(world, caller, group)) return undefined
    return rowsIn(
      world,
      'portal_visibility_group_dealer',
      (m) => m.portal_visibility_group_id === group.id && reachesDealer(world, caller, m.dealer_id),
    ).map((m) => ({ m, h: world.one('account_holder', m.dealer_id) }))
  },
  id: idOf('h'),
  shown: { in: ({ dealerId }) => String(dealerId), of: ({ h }) => String(h?.id) },
})

/** By the paths that the lists are declared with. */
export const accessLists: Readonly<Record<string, NaiveList>> = {
  '/v1/platformadminusers': users,
  '/v2/Users': users,
  '/MembershipGroups/Search/{id}': memberships('g', 'membership_group', groupsOf),
  '/MembershipRoles/Search/{id}': memberships('r', 'membership_role', (world, userId) =>
    rolesOf(world, userId).map(({ id }) => id),
  ),
  '/portalvisibilitygroups': portalGroups,
  '/portalvisibilitygroups/{portalVisibilityGroupId}/dealers': groupDealers('id'),
  '/portalvisibilitygroups/code/{portalVisibilityGroupCode}/dealers': groupDealers('code'),
  '/oauthclients': {
    rows: (world, caller) =>
      rowsIn(world, 'oauth_client', (one) => seesClient(caller, one)).map((one) => ({ '': one })),
    id: idOf(''),
  },
  '/apikeys': {
    rows: (world, caller) =>
      rowsIn(world, 'api_key', (one) => seesKey(caller, one)).map((one) => ({ '': one })),
    id: idOf(''),
  },
}
