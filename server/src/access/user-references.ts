import { int, orNull, texts } from '../db/columns.ts'
import type { Db } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import type { Scope } from '../http/caller.ts'
import { type Fault, Problem } from '../http/problems.ts'
import { unknownScopes } from './scopes.ts'
import type { UserFields } from './user-schemas.ts'

/** Membership groups by id: their permissions, and the portal visibility group that limits their members. */
export type Groups = ReadonlyMap<
  number,
  { readonly permissions: readonly string[]; readonly portal_visibility_group_id: number | null }
>

const FIND_GROUPS = statement(
  { id: int, portal_visibility_group_id: orNull(int), permissions: texts },
  `select g.id, g.portal_visibility_group_id,
    array(select distinct unnest(r.permissions) from membership_group_role gr
      join membership_role r on r.id = gr.membership_role_id
      where gr.membership_group_id = g.id) as permissions
  from membership_group g where g.id = any($1::bigint[])`,
)

export async function loadGroups(db: Db, ids: readonly number[]): Promise<Groups> {
  if (ids.length === 0) return new Map()
  return new Map((await FIND_GROUPS.rows(db, [ids])).map((row) => [row.id, row]))
}

export const groupPermissions = (groups: Groups, ids: readonly number[]) =>
  new Set(ids.flatMap((id) => groups.get(id)?.permissions ?? []))

/** The scopes of groups that limit their members to a portal visibility group. */
export const groupScopes = (groups: Groups, ids: readonly number[]): Scope[] =>
  ids.flatMap((id) => {
    const limit = groups.get(id)?.portal_visibility_group_id ?? null
    return limit === null ? [] : [{ type: 'PortalVisibilityGroup', id: limit }]
  })

interface References {
  readonly user: UserFields
  readonly scopes: readonly Scope[]
  readonly groups: Groups
}

/** Refuses groups, an account holder and scopes that do not exist, all at once. */
export async function requireReferences(db: Db, { user, scopes, groups }: References): Promise<void> {
  const faults = [
    ...user.membershipGroupIds.flatMap((id, index) =>
      groups.has(id) ? [] : [unknown(`/membershipGroupIds/${index}`, `membership group ${id}`)],
    ),
    ...(await holderFaults(db, user)),
    ...(await unknownScopes(db, scopes)),
  ]
  if (faults.length > 0)
    throw new Problem('UnknownReference', 'The user refers to records that do not exist; see errors.', {
      errors: faults,
    })
}

const unknown = (pointer: string, what: string): Fault => ({
  pointer,
  code: 'UnknownReference',
  message: `There is no ${what}.`,
})

async function holderFaults(db: Db, { accountHolderType: type, accountHolderId: id }: UserFields) {
  if (type === null || id === null) return []
  const holder = await FIND_HOLDER.first(db, [id, type])
  return holder ? [] : [unknown('/accountHolderId', `${type} ${id}`)]
}

const FIND_HOLDER = statement({ id: int }, 'select id from account_holder where id = $1 and type = $2')
