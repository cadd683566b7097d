import { z } from 'zod'
import { int, json, orNull, type RowOf, text, texts } from '../db/columns.ts'
import type { Db } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { statement } from '../db/statement.ts'
import type { Caller } from '../http/caller.ts'
import { found } from '../http/problems.ts'
import { type Route, route } from '../http/route.ts'
import { Id } from '../http/schemas.ts'
import { type Filters, listOf, type Sort } from '../http/search.ts'
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
    description: 'A set of roles. Users get roles by membership in groups.',
    example: {
      id: 12,
      name: 'RateAdmin',
      description: null,
      roles: [{ id: 7, name: 'RateAdmin', permissions: ['rates:read'] }],
      portalVisibilityGroupId: null,
    },
  })

/** The id of a user, or 0 for all. */
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

const MembershipRoles = z.array(MembershipRole)
const groupColumns = {
  id: int,
  name: text,
  description: orNull(text),
  portalVisibilityGroupId: orNull(int),
  roles: json((value) => MembershipRoles.parse(value)),
}
const roleColumns = { id: int, name: text, permissions: texts }
const FIND_GROUP = statement(groupColumns, `select ${GROUP} from membership_group g where g.id = $1`)
const FIND_ROLE = statement(roleColumns, 'select id, name, permissions from membership_role where id = $1')

const roleModel = (role: RowOf<typeof roleColumns>) => ({ ...role, permissions: [...role.permissions] })

const inGroupsOf = (userId: number) =>
  sql`g.id in (select m.membership_group_id from app_user_group m where m.user_id = ${userId})`
const inRolesOf = (userId: number) => sql`r.id in (
  select gr.membership_role_id from app_user_group m
  join membership_group_role gr on gr.membership_group_id = m.membership_group_id where m.user_id = ${userId})`

/** Limits a list to one user that the caller may see; 0 means no limit. */
async function limitedToUser(db: Db, caller: Caller, userId: number, to: (userId: number) => Sql) {
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

/** Membership groups and roles: what users may be members of, and what that permits. */
export const membershipRoutes: readonly Route[] = [
  route.read({
    path: '/MembershipGroups/{membershipGroupId}',
    tag,
    summary: 'Read a membership group',
    permission: 'users:read',
    answer: MembershipGroup,
    handler: async ({ db, params: { membershipGroupId: id } }) =>
      found(await FIND_GROUP.first(db, [id]), `membership group ${id}`),
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
    list: async ({ db, caller, params }) =>
      listOf({
        ...groupSearch,
        columns: groupColumns,
        select: GROUP,
        from: 'membership_group g',
        id: 'g.id',
        where: await limitedToUser(db, caller, params.id, inGroupsOf),
        row: (group) => group,
      }),
  }),
  route.read({
    path: '/MembershipRoles/{membershipRoleId}',
    tag,
    summary: 'Read a membership role',
    permission: 'users:read',
    answer: MembershipRole,
    handler: async ({ db, params: { membershipRoleId: id } }) =>
      roleModel(found(await FIND_ROLE.first(db, [id]), `membership role ${id}`)),
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
    list: async ({ db, caller, params }) =>
      listOf({
        ...roleSearch,
        columns: roleColumns,
        select: 'r.id, r.name, r.permissions',
        from: 'membership_role r',
        id: 'r.id',
        where: await limitedToUser(db, caller, params.id, inRolesOf),
        row: roleModel,
      }),
  }),
]
