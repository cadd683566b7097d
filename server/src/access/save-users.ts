import { isDeepStrictEqual } from 'node:util'
import { run, type Tx } from '../db/database.ts'
import { insertRow, updateRow } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import { claimCredential, dropCredential } from '../db/tenants.ts'
import { emit } from '../db/unit-of-work.ts'
import type { Acting } from '../http/caller.ts'
import { constraintMeans } from '../http/constraints.ts'
import { Problem } from '../http/problems.ts'
import { requireStrong } from './password-rule.ts'
import { requireOwn } from './scopes.ts'
import { hashOf, newSecret } from './secrets.ts'
import { endSessionsOf } from './sessions.ts'
import { groupScopes, loadGroups, permissionsOf, requireReferences } from './user-references.ts'
import { requireOthersRights, sameSet, scopesOf } from './user-rights.ts'
import type { UserFields, UserModel, V2Fields } from './user-schemas.ts'
import { findUserNamed, lockUser, readUser, type UserRow, userOf } from './users.ts'

const nameTaken = {
  code: 'DuplicateNumber',
  pointer: '/userName',
  message: 'Another user has this user name.',
} as const
constraintMeans('app_user_name', nameTaken)
constraintMeans('credential_pkey', nameTaken)

interface UserInput {
  readonly user: UserFields
  /** The fields that v1 does not know: absent, a new user has none, and a present one keeps its own. */
  readonly v2: V2Fields | undefined
  hash(password: string): Promise<string>
}

/** Makes a user. Without a password it gets an invitation, which is answered this once and kept as a hash. */
export async function createUser(
  tx: Tx,
  acting: Acting,
  input: UserInput,
): Promise<UserModel & { invitation: string | null }> {
  const { user, v2 = { externalIdentity: null, mfaEnabled: false, scopes: [] } } = input
  const { caller, now } = acting
  const groups = await loadGroups(tx, user.membershipGroupIds)
  requireOwn(caller, {
    permissions: permissionsOf(groups, user.membershipGroupIds),
    scopes: [...scopesOf({ ...user, ...v2 }), ...groupScopes(groups, user.membershipGroupIds)],
  })
  await claimName(tx, acting, user.userName)
  if (user.password !== undefined) requireStrong(user.password, user.userName, '/password')
  await requireReferences(tx, { user, scopes: v2.scopes, groups })
  // The administrator's id stands in front, because whoever comes with an invitation is not signed in yet.
  const invitation = user.password === undefined ? `${caller.tenant.id}.${newSecret()}` : null
  const id = await insertRow(tx, 'app_user', {
    ...columnsOf(user),
    ...v2ColumnsOf(v2),
    scopes: JSON.stringify(v2.scopes),
    password_hash: user.password === undefined ? null : await input.hash(user.password),
    invitation_hash: invitation === null ? null : hashOf(invitation).toString('hex'),
    created_at: now,
    created_by: caller.name,
    updated_at: now,
    updated_by: caller.name,
  })
  await saveGroups(tx, id, user.membershipGroupIds)
  // The token itself stays out of the event: whoever may read events could take the user over with it.
  tell(tx, 'user.created', { id, user, more: invitation === null ? {} : { invited: true } })
  return { ...userOf(await readUser(tx, id)), invitation }
}

/** Replaces the whole user, but for a password that is not given. What changes nothing leaves no trace. */
export async function replaceUser(
  tx: Tx,
  acting: Acting,
  input: UserInput & { readonly id: number },
): Promise<UserModel> {
  const { id, user, v2 } = input
  const { caller, now } = acting
  const row = await lockUser(tx, caller, id)
  const before = userOf(row)
  const after = { ...user, scopes: v2?.scopes ?? before.scopes }
  if (caller.kind === 'User' && caller.id === id) requireOthersRights(before, after)
  const groups = await loadGroups(tx, [...user.membershipGroupIds, ...before.membershipGroupIds])
  const had = permissionsOf(groups, before.membershipGroupIds)
  const takesOver = user.password !== undefined || givesIdentity(v2, before)
  requireOwn(caller, {
    // Whoever sets how a user signs in can sign in as that user, and so needs all that the user may do.
    permissions: [...permissionsOf(groups, user.membershipGroupIds)].filter(
      (name) => takesOver || !had.has(name),
    ),
    scopes: [...scopesOf(after), ...groupScopes(groups, user.membershipGroupIds)],
  })
  if (lookupOf(user.userName) !== lookupOf(before.userName)) {
    await claimName(tx, acting, user.userName)
    await dropCredential(tx, 'User', lookupOf(before.userName))
  }
  if (user.password !== undefined) requireStrong(user.password, user.userName, '/password')
  await requireReferences(tx, { user, scopes: v2?.scopes ?? [], groups })
  if (!changes(row, user, v2)) return before
  await updateRow(tx, 'app_user', id, {
    ...columnsOf(user),
    ...(v2 ? { ...v2ColumnsOf(v2), scopes: JSON.stringify(v2.scopes) } : {}),
    ...(v2?.mfaEnabled === false && row.totp_confirmed ? WITHOUT_TOTP : {}),
    // A password that is set uses up the invitation.
    ...(user.password === undefined
      ? {}
      : { password_hash: await input.hash(user.password), invitation_hash: null }),
    updated_at: now,
    updated_by: caller.name,
    row_version: sql`row_version + 1`,
  })
  await saveGroups(tx, id, user.membershipGroupIds)
  if (user.password !== undefined || user.status !== 'Active') await endSessionsOf(tx, id)
  tell(tx, 'user.updated', { id, user })
  return userOf(await readUser(tx, id))
}

// --- What is decided on -------------------------------------------------------------------------------------------

const givesIdentity = (v2: V2Fields | undefined, before: UserModel) =>
  (v2?.externalIdentity ?? null) !== null && !isDeepStrictEqual(v2?.externalIdentity, before.externalIdentity)

function changes(row: UserRow, user: UserFields, v2: V2Fields | undefined): boolean {
  if (user.password !== undefined || !sameSet(row.membership_group_ids, user.membershipGroupIds)) return true
  if (v2?.mfaEnabled === false && row.totp_confirmed) return true
  const columns = { ...columnsOf(user), ...(v2 ? { ...v2ColumnsOf(v2), scopes: v2.scopes } : {}) }
  return Object.entries(columns).some(
    ([name, value]) => !isDeepStrictEqual(row[name as keyof UserRow], value),
  )
}

// --- What is refused ----------------------------------------------------------------------------------------------

/** As the platform finds a user's administrator at sign-in. */
const lookupOf = (userName: string) => userName.toLowerCase()

async function claimName(tx: Tx, { caller }: Acting, userName: string): Promise<void> {
  if (await claimCredential(tx, 'User', lookupOf(userName), caller.tenant.id)) return
  const id = await findUserNamed(tx, caller, userName)
  const { code, pointer, message } = nameTaken
  throw new Problem(code, message, {
    errors: [{ pointer, code, message }],
    members: id === undefined ? {} : { existing: { id } },
  })
}

// --- What is saved ------------------------------------------------------------------------------------------------

const columnsOf = (user: UserFields) => ({
  user_name: user.userName,
  email: user.email,
  first_name: user.firstName,
  last_name: user.lastName,
  status: user.status,
  account_holder_type: user.accountHolderType,
  account_holder_id: user.accountHolderId,
})

const v2ColumnsOf = (v2: V2Fields) => ({
  external_provider: v2.externalIdentity?.provider ?? null,
  external_subject: v2.externalIdentity?.subject ?? null,
  mfa_enabled: v2.mfaEnabled,
})

/** Switching one-time codes off lets in a user whose authenticator is lost. */
const WITHOUT_TOTP = { totp_secret: null, totp_confirmed: false, totp_last_step: null }

const SAVE_GROUPS = `
  with gone as (delete from app_user_group where user_id = $1 and membership_group_id <> all($2::bigint[]))
  insert into app_user_group (user_id, membership_group_id) select distinct $1::bigint, unnest($2::bigint[])
  on conflict do nothing`

const saveGroups = (tx: Tx, id: number, groupIds: readonly number[]) => run(tx, SAVE_GROUPS, [id, groupIds])

interface Told {
  readonly id: number
  readonly user: UserFields
  readonly more?: Readonly<Record<string, unknown>>
}

function tell(tx: Tx, type: 'user.created' | 'user.updated', { id, user, more = {} }: Told): void {
  emit(tx, {
    subject: `users/${id}`,
    type,
    data: { id, number: user.userName, status: user.status, ...more },
  })
}
