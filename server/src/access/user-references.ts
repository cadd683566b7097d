import { type Db, run } from '../db/database.ts'
import type { Scope } from '../http/caller.ts'
import { type Fault, Problem } from '../http/problems.ts'
import { requireScopes } from './scopes.ts'
import type { UserFields } from './user-schemas.ts'

/** Membership groups by their id: what they permit, and what they limit their members to. */
export type Groups = ReadonlyMap<number, { permissions: string[]; portal_visibility_group_id: number | null }>

const GROUPS = `
  select g.id, g.portal_visibility_group_id,
    array(select distinct unnest(r.permissions) from membership_group_role gr
      join membership_role r on r.id = gr.membership_role_id
      where gr.membership_group_id = g.id) as permissions
  from membership_group g where g.id = any($1::bigint[])`

export async function loadGroups(db: Db, ids: readonly number[]): Promise<Groups> {
  if (ids.length === 0) return new Map()
  const rows = await run<{ id: number; permissions: string[]; portal_visibility_group_id: number | null }>(
    db,
    GROUPS,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export const permissionsOf = (groups: Groups, ids: readonly number[]) =>
  new Set(ids.flatMap((id) => groups.get(id)?.permissions ?? []))

/** A group may limit its members to a portal visibility group. */
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

/** Refuses groups, an account holder and scopes that name nothing, all of them at once. */
export async function requireReferences(db: Db, { user, scopes, groups }: References): Promise<void> {
  const faults = [
    ...user.membershipGroupIds.flatMap((id, at) =>
      groups.has(id) ? [] : [unknown(`/membershipGroupIds/${at}`, `membership group ${id}`)],
    ),
    ...(await holderFaults(db, user)),
    ...(await scopeFaults(db, scopes)),
  ]
  if (faults.length > 0)
    throw new Problem('UnknownReference', 'The user names records that do not exist; see errors.', {
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
  const there = await run(db, 'select 1 from account_holder where id = $1 and type = $2', [id, type])
  return there.length > 0 ? [] : [unknown('/accountHolderId', `${type} ${id}`)]
}

async function scopeFaults(db: Db, scopes: readonly Scope[]): Promise<readonly Fault[]> {
  try {
    await requireScopes(db, scopes)
    return []
  } catch (error) {
    if (error instanceof Problem && error.errors) return error.errors
    throw error
  }
}
