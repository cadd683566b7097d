import { z } from 'zod'
import { flag, int, text } from '../../db/columns.ts'
import { statement } from '../../db/statement.ts'
import { amountOf } from '../../domain/money.ts'
import { isLimited } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import { type Route, route } from '../../http/route.ts'
import { Id, Money } from '../../http/schemas.ts'
import { loadSettings } from '../../reference/settings.ts'

const Adjuster = z
  .object({
    id: Id.describe('The id of the user.'),
    name: z.string().describe('The first and the last name.'),
    userName: z.string(),
    authority: Money.nullable().describe(
      'The amount up to which the user authorizes alone. Null: any amount.',
    ),
    mayApprove: z.boolean().describe('Whether the user may approve what others authorized.'),
    isSelf: z.boolean().describe('Whether it is the caller.'),
  })
  .meta({ id: 'Adjuster' })

/** Users of the administrator itself who may decide claims. */
const ADJUSTERS = statement(
  { id: int, userName: text, firstName: text, lastName: text, mayApprove: flag },
  `select u.id, u.user_name as "userName", u.first_name as "firstName", u.last_name as "lastName",
     bool_or('claims:approve' = any(role.permissions)) as "mayApprove"
   from app_user u join app_user_group m on m.user_id = u.id
   join membership_group_role gr on gr.membership_group_id = m.membership_group_id
   join membership_role role on role.id = gr.membership_role_id
   where u.status = 'Active' and u.account_holder_id is null and u.scopes = '[]'
   group by u.id having bool_or('claims:adjudicate' = any(role.permissions))
   order by lower(u.last_name), lower(u.first_name), u.id`,
)

/** Who decides claims. */
export const adjusterRoutes: readonly Route[] = [
  route.read({
    path: '/claims/adjusters',
    tag: 'Claims',
    summary: 'List the users who may be the adjuster of a claim',
    description: 'By name, with the amount that each authorizes alone. For callers without scopes.',
    permission: 'claims:read',
    answer: z.array(Adjuster),
    pages: ['name', 'userName'],
    async handler({ db, caller }) {
      if (isLimited(caller))
        throw new Problem(
          'Forbidden',
          'A caller that is limited to account holders does not see who decides.',
          {
            members: { permission: 'claims:read' },
          },
        )
      const [users, { adjusterAuthority }] = await Promise.all([
        ADJUSTERS.rows(db, []),
        loadSettings(db, ['adjusterAuthority']),
      ])
      return users.map(({ firstName, lastName, ...user }) => ({
        ...user,
        name: `${firstName} ${lastName}`,
        authority: user.mayApprove ? null : amountOf(adjusterAuthority),
        isSelf: caller.kind === 'User' && caller.id === user.id,
      }))
    },
  }),
]
