import { z } from 'zod'
import { flag, int, orNull, type RowOf, text } from '../db/columns.ts'
import type { Tx } from '../db/database.ts'
import { decrypt, encrypt } from '../db/keys.ts'
import { command, statement } from '../db/statement.ts'
import { afterCommit, emit } from '../db/unit-of-work.ts'
import type { Acting, Caller } from '../http/caller.ts'
import { found, Problem } from '../http/problems.ts'
import { type Route, route } from '../http/route.ts'
import { shownOnce } from '../http/schemas.ts'
import { Me } from './credential-schemas.ts'
import { requireStrong } from './passwords.ts'
import { findUserPrincipal, type Principal } from './principals.ts'
import { hashSecret, sameHash } from './secrets.ts'
import type { AccessServices } from './services.ts'
import { endUserSessions } from './sessions.ts'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

const tag = 'Access'

const TotpSecret = z
  .object({
    secret: shownOnce('The secret in base32, for an authenticator app.'),
    uri: shownOnce('The secret as an otpauth URI, to show as a QR code.'),
  })
  .meta({ id: 'TotpSecret' })

const PasswordChange = z
  .strictObject({
    current: z.string().max(1024).optional(),
    invitation: z.string().max(200).optional().describe('The invitation, or the code of a password reset.'),
    new: z.string().max(1024),
  })
  .refine((body) => (body.current === undefined) !== (body.invitation === undefined), {
    path: ['current'],
    message: 'Send either current or invitation.',
    params: { code: 'Required' },
  })
  .meta({ id: 'PasswordChange', example: { current: 'the old one', new: 'a longer new one' } })

/** What callers can read and change about themselves. */
export function meRoutes(services: AccessServices): Route[] {
  const { keys, passwords, authenticator, databases } = services
  return [
    route.read({
      path: '/me',
      tag,
      summary: 'Show who the caller is and what it may do',
      permission: 'signed-in',
      answer: Me,
      async handler({ db, caller }) {
        const numbers = await FIND_NUMBERS.rows(db, [caller.scopes.map(({ id }) => id)])
        const numberOf = (scope: { type: string; id: number }) =>
          numbers.find((row) => row.type === scope.type && row.id === scope.id)?.number ?? null
        return {
          kind: caller.kind,
          id: caller.id,
          name: caller.name,
          roles: [...caller.roles],
          permissions: [...caller.permissions].sort(),
          scopes: caller.scopes.map((scope) => ({ ...scope, number: numberOf(scope) })),
        }
      },
    }),
    route.write({
      method: 'POST',
      path: '/me/totp',
      tag,
      summary: 'Get a secret for one-time codes; it takes effect when a code is confirmed',
      permission: 'signed-in',
      answer: TotpSecret,
      subject: 'users/{id}/totp',
      problems: ['Forbidden', 'NotEditable'],
      async handler({ tx, caller }) {
        const user = await lockedSelf(tx, caller)
        if (user.totp_confirmed)
          throw new Problem(
            'NotEditable',
            'One-time codes are already set up. To start over, DELETE /me/totp first.',
          )
        const secret = newTotpSecret()
        await SET_SECRET.run(tx, [caller.id, encrypt(keys.data, secret)])
        return { secret, uri: totpUri(secret, caller.name) }
      },
    }),
    route.write({
      method: 'PUT',
      path: '/me/totp',
      tag,
      summary: 'Confirm the secret with a code; from then on, sign-in requires a code',
      permission: 'signed-in',
      body: z
        .strictObject({ code: z.string().max(10) })
        .meta({ id: 'TotpCode', example: { code: '123456' } }),
      subject: 'users/{id}/totp',
      problems: ['Forbidden', 'TotpInvalid'],
      async handler({ tx, body, ...acting }) {
        const { caller } = acting
        const user = await lockedSelf(tx, caller)
        const secret =
          user.totp_secret && !user.totp_confirmed ? decrypt(keys.data, user.totp_secret) : undefined
        const step = secret && stepOfCode(secret, body.code, new Date(), user.totp_last_step)
        if (!step)
          throw new Problem('TotpInvalid', 'The code is wrong, or no secret is waiting to be confirmed.')
        await CONFIRM_TOTP.run(tx, [caller.id, step, acting.now, caller.name])
        emitUserUpdated(tx, acting)
      },
    }),
    route.write({
      method: 'DELETE',
      path: '/me/totp',
      tag,
      summary: 'Stop using one-time codes',
      permission: 'signed-in',
      subject: 'users/{id}/totp',
      problems: ['Forbidden', 'NotFound'],
      async handler({ tx, ...acting }) {
        const { caller } = acting
        const user = await lockedSelf(tx, caller)
        found(user.totp_secret, 'secret for one-time codes')
        await REMOVE_TOTP.run(tx, [caller.id, acting.now, caller.name])
        emitUserUpdated(tx, acting)
      },
    }),
    route.write({
      method: 'PUT',
      path: '/me/password',
      tag,
      summary: 'Change your password, or set one with an invitation or the code of a reset',
      description:
        'Ends the other sessions of the user. With `invitation`, no sign-in is required. The code of a password reset (POST /session/password-resets) is sent as `invitation`, too.',
      permission: 'signed-in',
      body: PasswordChange,
      subject: 'users/{id}/password',
      problems: ['Forbidden', 'PasswordTooWeak', 'PasswordWrong'],
      async identify({ invitation }) {
        const tenant = invitation && (await databases.tenant(tenantIn(invitation)))
        if (!tenant) return undefined
        const db = databases.of(tenant)
        const row = await FIND_INVITED.first(db, [hashSecret(invitation).toString('hex')])
        return row && findUserPrincipal(db, tenant, row.id)
      },
      async handler({ tx, body, ...acting }) {
        const { caller } = acting
        const user = await lockedSelf(tx, caller)
        const fits =
          body.current !== undefined
            ? await passwords.matches(user.password_hash, body.current)
            : [user.invitation_hash, user.reset_hash].some((hash) =>
                sameHash(hashSecret(body.invitation ?? ''), Buffer.from(hash ?? '', 'hex')),
              )
        if (!fits)
          throw new Problem(
            'PasswordWrong',
            'The current password, the invitation or the code is wrong, or the code has expired.',
          )
        requireStrong(body.new, caller.name, '/new')
        const hashed = await passwords.hash(body.new)
        await SET_PASSWORD.run(tx, [caller.id, hashed, acting.now, caller.name])
        // A caller with a session cookie is a Principal that knows its session.
        await endUserSessions(tx, caller.id, (caller as Principal).sessionHash)
        emitUserUpdated(tx, acting)
        afterCommit(tx, authenticator.forget)
      },
    }),
  ]
}

/** The administrator's id at the beginning of an invitation; 0 if there is none. */
const tenantIn = (invitation: string) => Number(/^(\d{1,15})\./.exec(invitation)?.[1] ?? 0)

const FIND_NUMBERS = statement(
  { type: text, id: int, number: text },
  `select type, id, number from account_holder where id = any($1::bigint[])
   union all select 'PortalVisibilityGroup', id, code from portal_visibility_group where id = any($1::bigint[])`,
)
const FIND_INVITED = statement(
  { id: int },
  'select id from app_user where invitation_hash = $1 or (reset_hash = $1 and reset_until > now())',
)
const SET_SECRET = command('update app_user set totp_secret = $2 where id = $1')
const CONFIRM_TOTP =
  command(`update app_user set totp_confirmed = true, mfa_enabled = true, totp_last_step = $2, updated_at = $3,
    updated_by = $4, row_version = row_version + 1 where id = $1`)
const REMOVE_TOTP =
  command(`update app_user set totp_secret = null, totp_confirmed = false, mfa_enabled = false,
    totp_last_step = null, updated_at = $2, updated_by = $3, row_version = row_version + 1 where id = $1`)
const SET_PASSWORD =
  command(`update app_user set password_hash = $2, invitation_hash = null, reset_hash = null, reset_until = null, updated_at = $3, updated_by = $4,
    row_version = row_version + 1 where id = $1`)

const selfColumns = {
  user_name: text,
  status: text,
  password_hash: orNull(text),
  invitation_hash: orNull(text),
  reset_hash: orNull(text),
  totp_secret: orNull(text),
  totp_confirmed: flag,
  totp_last_step: orNull(int),
}
const LOCK_SELF = statement(
  selfColumns,
  `select user_name, status, password_hash, invitation_hash,
     case when reset_until > now() then reset_hash end as reset_hash, totp_secret, totp_confirmed, totp_last_step
   from app_user where id = $1 for update`,
)

/** The caller's own row, locked. Clients and API keys have no password and no one-time codes. */
async function lockedSelf(tx: Tx, caller: Caller): Promise<RowOf<typeof selfColumns>> {
  if (caller.kind !== 'User')
    throw new Problem('Forbidden', 'This operation is only for users who sign in with a password.', {
      members: { permission: 'user' },
    })
  return found(await LOCK_SELF.first(tx, [caller.id]), `user ${caller.id}`)
}

function emitUserUpdated(tx: Tx, { caller }: Acting): void {
  emit(tx, {
    subject: `users/${caller.id}`,
    type: 'user.updated',
    data: { id: caller.id, number: caller.name, status: 'Active' },
  })
}
