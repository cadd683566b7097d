import { z } from 'zod'
import { run, type Tx } from '../db/database.ts'
import { decrypt, encrypt } from '../db/keys.ts'
import { sql } from '../db/sql.ts'
import { afterCommit, emit } from '../db/unit-of-work.ts'
import type { Acting, Caller } from '../http/caller.ts'
import { found, Problem } from '../http/problems.ts'
import { type Route, route } from '../http/route.ts'
import { shownOnce } from '../http/schemas.ts'
import { Me } from './credential-schemas.ts'
import { requireStrong } from './password-rule.ts'
import { findUser, type Principal } from './principals.ts'
import { hashOf, sameHash } from './secrets.ts'
import type { AccessServices } from './services.ts'
import { endSessionsOf } from './sessions.ts'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

const tag = 'Access'

const TotpSecret = z
  .object({
    secret: shownOnce('The secret in base32, for an authenticator.'),
    uri: shownOnce('The same as an otpauth address, to show as a QR code.'),
  })
  .meta({ id: 'TotpSecret' })

const PasswordChange = z
  .strictObject({
    current: z.string().max(1024).optional(),
    invitation: z.string().max(200).optional(),
    new: z.string().max(1024),
  })
  .refine((body) => (body.current === undefined) !== (body.invitation === undefined), {
    path: ['current'],
    message: 'Send either current or invitation.',
    params: { code: 'Required' },
  })
  .meta({ id: 'PasswordChange', example: { current: 'the old one', new: 'a longer new one' } })

/** What a caller can ask and change about itself. */
export function meRoutes(services: AccessServices): Route[] {
  const { keys, passwords, authenticator, databases } = services
  return [
    route.read({
      path: '/me',
      tag,
      summary: 'Who the caller is and what it may do',
      permission: 'signed-in',
      answer: Me,
      async handler({ db, caller }) {
        const numbers = await run<{ type: string; id: number; number: string }>(db, NUMBERS, [
          caller.scopes.map(({ id }) => id),
        ])
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
      summary: 'Ask for a secret for one-time codes; it counts once a code has been confirmed',
      permission: 'signed-in',
      answer: TotpSecret,
      subject: 'users/{id}/totp',
      problems: ['Forbidden', 'NotEditable'],
      async handler({ tx, caller }) {
        const user = await lockedSelf(tx, caller)
        if (user.totp_confirmed)
          throw new Problem('NotEditable', 'One-time codes are set up already; DELETE /me/totp first.')
        const secret = newTotpSecret()
        await sql`update app_user set totp_secret = ${encrypt(keys.data, secret)} where id = ${caller.id}`.execute(
          tx,
        )
        return { secret, uri: totpUri(secret, caller.name) }
      },
    }),
    route.write({
      method: 'PUT',
      path: '/me/totp',
      tag,
      summary: 'Confirm the secret with a code; from then on sign-in asks for one',
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
        if (!step) throw new Problem('TotpInvalid', 'The code does not fit a secret that waits for one.')
        await sql`update app_user set totp_confirmed = true, mfa_enabled = true, totp_last_step = ${step},
          updated_at = ${acting.now}, updated_by = ${caller.name}, row_version = row_version + 1
          where id = ${caller.id}`.execute(tx)
        tellOfUpdate(tx, acting)
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
        await sql`update app_user set totp_secret = null, totp_confirmed = false, mfa_enabled = false,
          totp_last_step = null, updated_at = ${acting.now}, updated_by = ${caller.name},
          row_version = row_version + 1 where id = ${caller.id}`.execute(tx)
        tellOfUpdate(tx, acting)
      },
    }),
    route.write({
      method: 'PUT',
      path: '/me/password',
      tag,
      summary: 'Change one’s password with the current one, or set the first with an invitation',
      description: 'Other sessions of the user end. With `invitation` no sign-in is needed.',
      permission: 'signed-in',
      body: PasswordChange,
      subject: 'users/{id}/password',
      problems: ['Forbidden', 'PasswordTooWeak', 'PasswordWrong'],
      async identify({ invitation }) {
        const tenant = invitation && (await databases.tenant(tenantIn(invitation)))
        if (!tenant) return undefined
        const db = databases.of(tenant)
        const [row] = await run<{ id: number }>(db, 'select id from app_user where invitation_hash = $1', [
          hashOf(invitation).toString('hex'),
        ])
        return row && findUser(db, tenant, row.id)
      },
      async handler({ tx, body, ...acting }) {
        const { caller } = acting
        const user = await lockedSelf(tx, caller)
        const fits =
          body.current !== undefined
            ? await passwords.matches(user.password_hash, body.current)
            : sameHash(hashOf(body.invitation ?? ''), Buffer.from(user.invitation_hash ?? '', 'hex'))
        if (!fits) throw new Problem('PasswordWrong', 'The current password or the invitation is wrong.')
        requireStrong(body.new, caller.name, '/new')
        const hashed = await passwords.hash(body.new)
        await sql`update app_user set password_hash = ${hashed}, invitation_hash = null, updated_at = ${acting.now},
          updated_by = ${caller.name}, row_version = row_version + 1 where id = ${caller.id}`.execute(tx)
        // Whoever signed in with a cookie is a principal of the authenticator, which knows the session.
        await endSessionsOf(tx, caller.id, (caller as Principal).sessionHash)
        tellOfUpdate(tx, acting)
        afterCommit(tx, authenticator.forget)
      },
    }),
  ]
}

/** The administrator that an invitation names in front; 0 where it names none. */
const tenantIn = (invitation: string) => Number(/^(\d{1,15})\./.exec(invitation)?.[1] ?? 0)

const NUMBERS = `
  select type, id, number from account_holder where id = any($1::bigint[])
  union all select 'PortalVisibilityGroup', id, code from portal_visibility_group where id = any($1::bigint[])`

interface Self {
  user_name: string
  status: string
  password_hash: string | null
  invitation_hash: string | null
  totp_secret: string | null
  totp_confirmed: boolean
  totp_last_step: number | null
}

/** The caller's own row, locked. A client or a key has no password and no authenticator. */
async function lockedSelf(tx: Tx, caller: Caller): Promise<Self> {
  if (caller.kind !== 'User')
    throw new Problem('Forbidden', 'Only a signed-in user has this.', { members: { permission: 'user' } })
  const [row] = await run<Self>(
    tx,
    `select user_name, status, password_hash, invitation_hash, totp_secret, totp_confirmed, totp_last_step
     from app_user where id = $1 for update`,
    [caller.id],
  )
  return found(row, 'such user')
}

function tellOfUpdate(tx: Tx, { caller }: Acting): void {
  emit(tx, {
    subject: `users/${caller.id}`,
    type: 'user.updated',
    data: { id: caller.id, number: caller.name, status: 'Active' },
  })
}
