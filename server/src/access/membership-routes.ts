import { z } from 'zod'
import { type Db, run } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { Caller } from '../http/caller.ts'
import { found } from '../http/problems.ts'
import { type Route, route } from '../http/route.ts'
import { Id } from '../http/schemas.ts'
import type { Filters, Sort } from '../http/search.ts'
import { findUser } from './users.ts'

const tag = 'MembershipGroups and MembershipRoles'

const MembershipRole = z.object({ id: Id, name: z.string(), permissions: z.array(z.string()) }).meta({
  id: 'MembershipRole',
  description: 'A set of permissions.',
  example: { id: 7, name: 'RateAdmin', permissions: ['accountholders:read', 'rates:read', 'rates:write'] },
})

const MembershipGroup = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string().nullable(),
    roles: z.array(MembershipRole),
    portalVisibilityGroupId: Id.nullable(),
  })
  .meta({
    id: 'MembershipGroup',
    description: 'A set of roles that users are given together.',
    example: {
      id: 12,
      name: 'RateAdmin',
      description: null,
      roles: [{ id: 7, name: 'RateAdmin', permissions: ['rates:read'] }],
      portalVisibilityGroupId: null,
    },
  })

/** The id of a user, or 0 for all there is. */
const UserIdOrAll = z
  .string()
  .regex(/^(0|[1-9]\d{0,15})$/)
  .meta({ example: '0', description: 'The id of a user; 0 for all.' })
  .transform(Number)
  .refine(Number.isSafeInteger)

const GROUP = `g.id, g.name, g.description, g.portal_visibility_group_id as "portalVisibilityGroupId",
  coalesce((select json_agg(json_build_object('id', r.id, 'name', r.name, 'permissions', r.permissions) order by r.id)
    from membership_group_role gr join membership_role r on r.id = gr.membership_role_id
    where gr.membership_group_id = g.id), '[]') as roles`

type Group = z.input<typeof MembershipGroup>
type Role = z.input<typeof MembershipRole>

const groupsOf = (userId: number) =>
  sql`g.id in (select m.membership_group_id from app_user_group m where m.user_id = ${userId})`
const rolesOf = (userId: number) => sql`r.id in (
  select gr.membership_role_id from app_user_group m
  join membership_group_role gr on gr.membership_group_id = m.membership_group_id where m.user_id = ${userId})`

/** Narrows a list to one user that the caller may see; 0 leaves it whole. */
async function narrowed(db: Db, caller: Caller, userId: number, to: (userId: number) => Sql) {
  if (userId === 0) return []
  found(await findUser(db, caller, userId), `user ${userId}`)
  return [to(userId)]
}

const searchBy = (column: string) =>
  ({
    filters: { name: { match: 'contains', column } },
    sort: { name: { column, text: true } },
  }) as const satisfies { filters: Filters; sort: Sort }
const groupSearch = searchBy('g.name')
const roleSearch = searchBy('r.name')

/** What users may be members of, and what that lets them do. */
export const membershipRoutes: readonly Route[] = [
  route.read({
    path: '/MembershipGroups/{membershipGroupId}',
    tag,
    summary: 'Read a membership group',
    permission: 'users:read',
    answer: MembershipGroup,
    handler: async ({ db, params: { membershipGroupId: id } }) => {
      const [group] = await run<Group>(db, `select ${GROUP} from membership_group g where g.id = $1`, [id])
      return found(group, `membership group ${id}`)
    },
  }),
  route.list({
    path: '/MembershipGroups/Search/{id}',
    tag,
    summary: 'List the membership groups of a user, or all',
    permission: 'users:read',
    params: { id: UserIdOrAll },
    form: 'array',
    row: MembershipGroup,
    search: groupSearch,
    list: async ({ db, caller, params }) => ({
      ...groupSearch,
      select: GROUP,
      from: 'membership_group g',
      id: 'g.id',
      where: await narrowed(db, caller, params.id, groupsOf),
      row: (group: Group) => group,
    }),
  }),
  route.read({
    path: '/MembershipRoles/{membershipRoleId}',
    tag,
    summary: 'Read a membership role',
    permission: 'users:read',
    answer: MembershipRole,
    handler: async ({ db, params: { membershipRoleId: id } }) => {
      const [role] = await run<Role>(db, 'select id, name, permissions from membership_role where id = $1', [
        id,
      ])
      return found(role, `membership role ${id}`)
    },
  }),
  route.list({
    path: '/MembershipRoles/Search/{id}',
    tag,
    summary: 'List the membership roles of a user, or all',
    permission: 'users:read',
    params: { id: UserIdOrAll },
    form: 'array',
    row: MembershipRole,
    search: roleSearch,
    list: async ({ db, caller, params }) => ({
      ...roleSearch,
      select: 'r.id, r.name, r.permissions',
      from: 'membership_role r',
      id: 'r.id',
      where: await narrowed(db, caller, params.id, rolesOf),
      row: (role: Role) => role,
    }),
  }),
]
