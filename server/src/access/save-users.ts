import { isDeepStrictEqual } from 'node:util'
import { besideTable } from '../db/beside.ts'
import type { Tx } from '../db/database.ts'
import { queueMail } from '../db/mail-outbox.ts'
import { runAll } from '../db/run-all.ts'
import { sql } from '../db/sql.ts'
import { command } from '../db/statement.ts'
import { insertInto, updateIn } from '../db/table.ts'
import { claimCredential, dropCredential } from '../db/tenants.ts'
import { afterCommit, emit } from '../db/unit-of-work.ts'
import { beginClosing } from '../db/write-record.ts'
import { invitationMail } from '../domain/mail/texts.ts'
import type { Acting } from '../http/caller.ts'
import { constraintMeans } from '../http/constraints.ts'
import { Problem } from '../http/problems.ts'
import { type Passwords, requireStrong } from './passwords.ts'
import { requireOwn } from './scopes.ts'
import { hashSecret, newSecret } from './secrets/secrets.ts'
import type { AccessServices } from './services.ts'
import { endUserSessions } from './sessions.ts'
import { namesOf } from './user-names.ts'
import { groupPermissions, groupScopes, loadGroups, requireReferences } from './user-references.ts'
import { requireOthersRights, sameSet, userScopes } from './user-rights.ts'
import type { UserFields, UserModel, V2Fields } from './user-schemas.ts'
import { findUserNamed, lockUser, readUser, type UserRow, userModel, userTable } from './users.ts'

const nameTaken = {
  code: 'DuplicateNumber',
  pointer: '/userName',
  message: 'Another user has this user name.',
} as const
constraintMeans('app_user_name', nameTaken)
constraintMeans('credential_pkey', nameTaken)

/** How long an invitation can be used. Who comes later asks for a code, with POST /session/password-resets. */
export const INVITATION_DAYS = 7

interface UserInput {
  readonly user: UserFields
  /** The fields that only v2 has. Absent: a new user gets their defaults, an existing user keeps its values. */
  readonly v2: V2Fields | undefined
  readonly passwords: Pick<Passwords, 'hash' | 'weaknessOf'>
}

/** What writing a mail about signing in needs. */
export type Mailing = Pick<AccessServices, 'keys' | 'mailedUrl'>

/**
 * Creates a user. Without a password the user gets an invitation, which is shown once and stored as a hash. With `mailing`,
 * it is also mailed to the user.
 */
export async function createUser(
  tx: Tx,
  acting: Acting,
  input: UserInput & { readonly mailing: Mailing | undefined },
): Promise<UserModel & { invitation: string | null }> {
  const { user, v2 = { externalIdentity: null, mfaEnabled: false, scopes: [] } } = input
  const { caller, now } = acting
  const groups = await loadGroups(tx, user.membershipGroupIds)
  requireOwn(caller, {
    permissions: groupPermissions(groups, user.membershipGroupIds),
    scopes: [...userScopes({ ...user, ...v2 }), ...groupScopes(groups, user.membershipGroupIds)],
  })
  await claimName(tx, acting, user.userName)
  if (user.password !== undefined)
    await requireStrong(input.passwords, user.password, await namesOf(tx, caller.tenant, user), '/password')
  await requireReferences(tx, { user, scopes: v2.scopes, groups })
  // It begins with the administrator's id, because a user with an invitation is not signed in yet.
  const invitation = user.password === undefined ? `${caller.tenant.id}.${newSecret()}` : null
  const id = await insertInto(tx, userTable, {
    ...userColumnValues(user),
    ...v2ColumnValues(v2),
    password_hash: user.password === undefined ? null : await input.passwords.hash(user.password),
    invitation_hash: invitation === null ? null : hashSecret(invitation).toString('hex'),
    // In real time, like all that signing in depends on.
    invitation_until: invitation === null ? null : new Date(Date.now() + INVITATION_DAYS * 86_400_000),
    created_at: now,
    created_by: caller.name,
    updated_at: now,
    updated_by: caller.name,
  })
  await saveGroups(tx, id, user.membershipGroupIds)
  // The event does not contain the invitation: a reader of events could take over the user with it.
  const data = { id, number: user.userName, status: user.status, isInvited: invitation !== null }
  emit(tx, { subject: `users/${id}`, type: 'user.created', data })
  if (invitation !== null && input.mailing && user.status === 'Active') {
    const { keys, mailedUrl } = input.mailing
    const to = { ...user, administrator: caller.tenant.name, publicUrl: mailedUrl }
    const text = invitationMail({ ...to, invitation, validDays: INVITATION_DAYS })
    const mail = { ...text, to: user.email, now }
    await queueMail(tx, keys, { ...mail, kind: 'Invitation' })
  }
  return { ...userModel(await readUser(tx, id)), invitation }
}

/** Replaces the whole user, except a password that is not sent. A request that changes nothing writes nothing. */
export async function replaceUser(
  tx: Tx,
  acting: Acting,
  input: UserInput & {
    readonly id: number
    /** Makes the service look every caller up again. */
    forget(): void
  },
): Promise<UserModel> {
  const { id, user, v2 } = input
  const { caller, now } = acting
  const row = await lockUser(tx, caller, id)
  const before = userModel(row)
  const after = { ...user, scopes: v2?.scopes ?? before.scopes }
  if (caller.kind === 'User' && caller.id === id) requireOthersRights(before, after)
  const groups = await loadGroups(tx, [...user.membershipGroupIds, ...before.membershipGroupIds])
  const had = groupPermissions(groups, before.membershipGroupIds)
  const takesOver = user.password !== undefined || givesIdentity(v2, before)
  requireOwn(caller, {
    // A caller who sets how a user signs in can sign in as that user, so it needs all permissions of the user.
    permissions: [...groupPermissions(groups, user.membershipGroupIds)].filter(
      (name) => takesOver || !had.has(name),
    ),
    scopes: [...userScopes(after), ...groupScopes(groups, user.membershipGroupIds)],
  })
  if (credentialKey(user.userName) !== credentialKey(before.userName)) {
    await claimName(tx, acting, user.userName)
    await dropCredential(tx, 'User', credentialKey(before.userName))
  }
  if (user.password !== undefined)
    await requireStrong(input.passwords, user.password, await namesOf(tx, caller.tenant, user), '/password')
  await requireReferences(tx, { user, scopes: v2?.scopes ?? [], groups })
  if (!changes(row, user, v2)) return before
  await updateIn(tx, userTable, id, {
    ...userColumnValues(user),
    ...(v2 ? v2ColumnValues(v2, row) : {}),
    ...(v2?.mfaEnabled === false && row.totp_confirmed ? WITHOUT_TOTP : {}),
    // Whoever asked for a reset asks again: it may have been mailed to an address that the user no longer has.
    ...{ reset_hash: null, reset_until: null },
    // Setting a password uses up the invitation.
    ...(user.password === undefined
      ? {}
      : {
          password_hash: await input.passwords.hash(user.password),
          ...{ invitation_hash: null, invitation_until: null },
        }),
    updated_at: now,
    updated_by: caller.name,
    row_version: sql`row_version + 1`,
  })
  await saveGroups(tx, id, user.membershipGroupIds)
  if (user.password !== undefined || user.status !== 'Active') await endUserSessions(tx, id)
  if (user.password !== undefined || !isDeepStrictEqual(rightsIn(before), rightsIn(after)))
    afterCommit(tx, input.forget)
  const data = { id, number: user.userName, status: user.status }
  emit(tx, { subject: `users/${id}`, type: 'user.updated', data })
  const read = readUser(tx, id)
  beginClosing(tx)
  return userModel(await read)
}

/** What decides what a user may do. */
const rightsIn = ({
  status,
  membershipGroupIds,
  accountHolderId,
  scopes,
}: Omit<UserFields, 'password'> & V2Scopes) => ({
  ...{ status, membershipGroupIds, accountHolderId, scopes },
})
type V2Scopes = Pick<V2Fields, 'scopes'>

const givesIdentity = (v2: V2Fields | undefined, before: UserModel) =>
  (v2?.externalIdentity ?? null) !== null && !isDeepStrictEqual(v2?.externalIdentity, before.externalIdentity)

function changes(row: UserRow, user: UserFields, v2: V2Fields | undefined): boolean {
  if (user.password !== undefined || !sameSet(row.membership_group_ids, user.membershipGroupIds)) return true
  if (v2?.mfaEnabled === false && row.totp_confirmed) return true
  const columns = { ...userColumnValues(user), ...(v2 ? v2ColumnValues(v2, row) : {}) }
  return Object.entries(columns).some(
    ([name, value]) => !isDeepStrictEqual(row[name as keyof UserRow], value),
  )
}

/** The key by which the platform finds the administrator of a user at sign-in. */
const credentialKey = (userName: string) => userName.toLowerCase()

async function claimName(tx: Tx, { caller }: Acting, userName: string): Promise<void> {
  if (await claimCredential(tx, 'User', credentialKey(userName), caller.tenant.id)) return
  const id = await findUserNamed(tx, caller, userName)
  const { code, pointer, message } = nameTaken
  throw new Problem(code, message, {
    errors: [{ pointer, code, message }],
    members: id === undefined ? {} : { existing: { id } },
  })
}

const userColumnValues = (user: UserFields) => ({
  user_name: user.userName,
  email: user.email,
  first_name: user.firstName,
  last_name: user.lastName,
  status: user.status,
  account_holder_type: user.accountHolderType,
  account_holder_id: user.accountHolderId,
})

const v2ColumnValues = (v2: V2Fields, row?: UserRow) => ({
  external_provider: v2.externalIdentity?.provider ?? null,
  external_subject: v2.externalIdentity?.subject ?? null,
  // A user who set up codes of its own accord is shown with mfaEnabled. Sending that back does not require them.
  mfa_enabled: v2.mfaEnabled && (row?.mfa_enabled === true || row?.totp_confirmed !== true),
  scopes: v2.scopes,
})

/** Switching off one-time codes lets in a user who lost the authenticator. */
const WITHOUT_TOTP = { totp_secret: null, totp_confirmed: false, totp_last_step: null, recovery_hashes: [] }

const REMOVE_GROUPS = command(
  'delete from app_user_group where user_id = $1 and membership_group_id <> all($2::bigint[])',
)
const ADD_GROUPS = command(`
  insert into app_user_group (user_id, membership_group_id)
  select distinct $1::bigint, given.id from unnest($2::bigint[]) as given (id)
  where ${besideTable('app_user_group')} on conflict do nothing`)

const saveGroups = (tx: Tx, id: number, groupIds: readonly number[]) =>
  runAll([REMOVE_GROUPS.run(tx, [id, groupIds]), ADD_GROUPS.run(tx, [id, groupIds])])
