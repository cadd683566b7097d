import { z } from 'zod'
import { int, text, texts } from '../db/columns.ts'
import { statement } from '../db/statement.ts'
import { permissions } from '../domain/permissions.ts'
import { found } from '../http/problems.ts'
import { type Route, route } from '../http/route.ts'
import { Id } from '../http/schemas.ts'
import { seesRateCosts } from './cost-visibility.ts'
import { findUserPrincipal } from './principals.ts'
import { NamedScope } from './scopes.ts'
import { namedScopes } from './session-facts.ts'
import { userStatuses } from './user-schemas.ts'
import { findUser } from './users.ts'

const PermissionModel = z
  .object({
    permission: z.string().meta({ example: 'contracts:read' }),
    area: z.string().describe('What it is about.').meta({ example: 'contracts' }),
    right: z.string().describe('What it allows there.').meta({ example: 'read' }),
    roles: z.array(z.string()).describe('The names of the roles that have it.'),
  })
  .meta({ id: 'Permission' })

const UserRightsModel = z
  .object({
    user: z.object({
      id: Id,
      userName: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      status: z.enum(userStatuses),
    }),
    groups: z
      .array(z.object({ id: Id, name: z.string() }).meta({ id: 'UserRightsGroup' }))
      .describe('The groups that the user is a member of.'),
    roles: z.array(z.string()).describe('The roles of these groups.'),
    permissions: z.array(z.string()).describe('What the user may do. Empty for a user that cannot sign in.'),
    scopes: z
      .array(NamedScope)
      .describe('What the user is limited to. Empty: nothing, if the user may sign in.'),
    seesCosts: z.boolean().describe('Whether the user sees what dealer cost is made of.'),
  })
  .meta({ id: 'UserRights' })

const ROLES = statement(
  { name: text, permissions: texts },
  'select name, permissions from membership_role order by id',
)
const GROUPS = statement(
  { id: int, name: text },
  `select g.id, g.name from app_user_group m join membership_group g on g.id = m.membership_group_id
   where m.user_id = $1 order by g.id`,
)

/** Who may do what: all permissions with the roles that have them, and what a user may do and see. */
export const rightsRoutes: readonly Route[] = [
  route.read({
    path: '/permissions',
    tag: 'MembershipGroups and MembershipRoles',
    summary: 'List all permissions with the roles that have them',
    permission: 'users:read',
    answer: z.array(PermissionModel),
    pages: ['permission', 'area', 'right'],
    async handler({ db }) {
      const roles = await ROLES.rows(db, [])
      return permissions.map((permission) => {
        const [area = '', right = ''] = permission.split(':')
        const having = roles.filter((role) => role.permissions.includes(permission)).map(({ name }) => name)
        return { permission, area, right, roles: having }
      })
    },
  }),
  route.read({
    path: '/v2/Users/{userId}/rights',
    tag: 'UsersV2',
    summary: 'Show what a user may do and see',
    description: 'As it is for the next request of the user. A user that cannot sign in has no permissions.',
    permission: 'users:read',
    answer: UserRightsModel,
    async handler({ db, caller, params: { userId } }) {
      const row = found(await findUser(db, caller, userId), `user ${userId}`)
      const [principal, groups] = await Promise.all([
        findUserPrincipal(db, caller.tenant, userId),
        GROUPS.rows(db, [userId]),
      ])
      return {
        user: {
          ...{ id: row.id, userName: row.user_name, firstName: row.first_name, lastName: row.last_name },
          status: row.status,
        },
        groups,
        roles: [...(principal?.roles ?? [])],
        permissions: [...(principal?.permissions ?? [])].sort(),
        scopes: principal ? await namedScopes(db, principal.scopes) : [],
        seesCosts: principal !== undefined && seesRateCosts(principal),
      }
    },
  }),
]
