import {
  auditColumns,
  flag,
  instant,
  int,
  ints,
  oneOf,
  orNull,
  type RowOf,
  text,
  texts,
  withDefault,
} from '../db/columns.ts'
import type { Db, Tx } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { query, statement } from '../db/statement.ts'
import { listColumns, table } from '../db/table.ts'
import { lockedOnce } from '../db/unit-of-work.ts'
import { type Caller, isLimited } from '../http/caller.ts'
import { found } from '../http/problems.ts'
import { auditFieldsFromRow } from '../http/schemas.ts'
import { type Filters, type ListQuery, listOf, type Sort } from '../http/search.ts'
import { scopesColumn } from './scopes.ts'
import { type UserModel, userHolderTypes, userStatuses } from './user-schemas.ts'

/** The columns of a user that answers are made from. */
const shownColumns = {
  id: withDefault(int),
  user_name: text,
  email: text,
  first_name: text,
  last_name: text,
  status: oneOf(userStatuses),
  account_holder_type: orNull(oneOf(userHolderTypes)),
  account_holder_id: orNull(int),
  external_provider: orNull(text),
  external_subject: orNull(text),
  mfa_enabled: withDefault(flag),
  totp_confirmed: withDefault(flag),
  scopes: withDefault(scopesColumn),
  last_login_at: orNull(instant),
  ...auditColumns,
}

export const userTable = table('app_user', {
  ...shownColumns,
  password_hash: orNull(text),
  invitation_hash: orNull(text),
  invitation_until: orNull(instant),
  reset_hash: orNull(text),
  reset_until: orNull(instant),
  totp_secret: orNull(text),
  totp_last_step: orNull(int),
  recovery_hashes: withDefault(texts),
})

/** A user without its secrets, with the ids of its groups and the names of their roles. */
const userColumns = { ...shownColumns, membership_group_ids: ints, roles: texts }
export type UserRow = RowOf<typeof userColumns>

const COLUMNS = `${listColumns(shownColumns, 'u')},
  array(select m.membership_group_id from app_user_group m where m.user_id = u.id order by 1)
    as membership_group_ids,
  array(select distinct r.name collate "C" from app_user_group m
    join membership_group_role gr on gr.membership_group_id = m.membership_group_id
    join membership_role r on r.id = gr.membership_role_id
    where m.user_id = u.id order by 1) as roles`

export function userModel(row: UserRow): UserModel {
  return {
    id: row.id,
    userName: row.user_name,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    status: row.status,
    accountHolderType: row.account_holder_type,
    accountHolderId: row.account_holder_id,
    membershipGroupIds: [...row.membership_group_ids],
    lastLoginAt: row.last_login_at?.toISOString() ?? null,
    externalIdentity:
      row.external_provider !== null && row.external_subject !== null
        ? { provider: row.external_provider, subject: row.external_subject }
        : null,
    mfaEnabled: row.mfa_enabled || row.totp_confirmed,
    roles: [...row.roles],
    // Only scope types that were validated are ever stored.
    scopes: row.scopes as UserModel['scopes'],
    ...auditFieldsFromRow(row),
  }
}

/**
 * The condition that the caller may see user `u`: itself, or a user that shares an account holder or a scope with it.
 * Nothing for a caller without scopes.
 */
export function seesUser(caller: Caller): Sql | undefined {
  if (!isLimited(caller)) return undefined
  const self = caller.kind === 'User' ? caller.id : 0
  const types = caller.scopes.map((scope) => scope.type)
  const ids = caller.scopes.map((scope) => scope.id)
  return sql`(u.id = ${self} or exists (
    select 1 from unnest(${types}::text[], ${ids}::bigint[]) as mine (type, id)
    where (mine.type = u.account_holder_type and mine.id = u.account_holder_id)
      or u.scopes @> jsonb_build_array(jsonb_build_object('type', mine.type, 'id', mine.id))))`
}

/** The user, if the caller may see it. */
export async function findUser(db: Db, caller: Caller, id: number): Promise<UserRow | undefined> {
  const seen = seesUser(caller)
  return query(userColumns)`
    select ${sql.raw(COLUMNS)} from app_user u where u.id = ${id} ${seen ? sql`and ${seen}` : sql``}`.first(
    db,
  )
}

/**
 * The user, locked until the transaction ends. The lock comes first, because a statement that waits for it would still
 * see the old groups.
 */
export function lockUser(tx: Tx, caller: Caller, id: number): Promise<UserRow> {
  return lockedOnce(tx, `user ${id}`, async () => {
    // Sent together: the second statement runs after the first has the lock.
    const [, user] = await Promise.all([LOCK_USER.first(tx, [id]), findUser(tx, caller, id)])
    return found(user, `user ${id}`)
  })
}

const LOCK_USER = statement({ id: int }, 'select id from app_user where id = $1 for update')
const READ_USER = statement(userColumns, `select ${COLUMNS} from app_user u where u.id = $1`)

/** A user that was just written, even if its writer may no longer see it. */
export async function readUser(tx: Tx, id: number): Promise<UserRow> {
  return found(await READ_USER.first(tx, [id]), `user ${id}`)
}

/** The id of the user with this name, if the caller may see it. */
export async function findUserNamed(db: Db, caller: Caller, userName: string): Promise<number | undefined> {
  const seen = seesUser(caller)
  const user = await query({ id: int })`
    select u.id from app_user u
    where lower(u.user_name) = lower(${userName}) ${seen ? sql`and ${seen}` : sql``}`.first(db)
  return user?.id
}

const filters = {
  userName: { match: 'whole', column: 'u.user_name' },
  email: { match: 'whole', column: 'u.email' },
  status: { match: 'oneOf', column: 'u.status', values: userStatuses },
  accountHolderId: { match: 'id', column: 'u.account_holder_id' },
  membershipGroupId: {
    match: 'id where',
    where: 'exists (select 1 from app_user_group m where m.user_id = u.id and m.membership_group_id = ?)',
  },
} as const satisfies Filters

const v2Filters = {
  ...filters,
  updatedSince: { match: 'since', column: 'u.updated_at' },
  role: {
    match: 'text where',
    where: `exists (select 1 from app_user_group m
      join membership_group_role gr on gr.membership_group_id = m.membership_group_id
      join membership_role r on r.id = gr.membership_role_id
      where m.user_id = u.id and lower(r.name) = lower(?))`,
  },
} as const satisfies Filters

const sort = {
  userName: { column: 'u.user_name', text: true },
  email: { column: 'u.email', text: true },
  lastName: { column: 'u.last_name', text: true },
  status: { column: 'u.status', text: true },
} as const satisfies Sort

export const userSearch = { v1: { filters, sort }, v2: { filters: v2Filters, sort } }

export function userList(caller: Caller, version: keyof typeof userSearch): ListQuery<UserModel> {
  return listOf({
    ...userSearch[version],
    columns: userColumns,
    select: COLUMNS,
    from: 'app_user u',
    id: 'u.id',
    where: [seesUser(caller)],
    row: userModel,
  })
}
