import { z } from 'zod'
import { int } from '../db/columns.ts'
import { command, statement } from '../db/statement.ts'
import type { Databases } from '../db/tenants.ts'
import { afterCommit } from '../db/unit-of-work.ts'
import { forgivenCounts, unknownCount } from '../domain/guessing.ts'
import { Problem } from '../http/problems.ts'
import { type Route, route } from '../http/route.ts'
import { Me } from './credential-schemas.ts'
import { type Passwords, requireStrong } from './passwords.ts'
import { findUserPrincipal, type Principal } from './principals.ts'
import { hashSecret, sameHash } from './secrets/secrets.ts'
import { emitUserUpdated, lockedSelf, proven, type Self, usesOneTimeCodes } from './self.ts'
import type { AccessServices } from './services.ts'
import { namedScopes } from './session-facts.ts'
import { endUserSessions } from './sessions.ts'
import { namesOf } from './user-names.ts'

const tag = 'Access'

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
  const { passwords, authenticator, databases, guesses } = services
  return [
    route.read({
      path: '/me',
      tag,
      summary: 'Show who the caller is and what it may do',
      permission: 'signed-in',
      whileEnrolling: true,
      answer: Me,
      async handler({ db, caller }) {
        return {
          kind: caller.kind,
          id: caller.id,
          name: caller.name,
          roles: [...caller.roles],
          permissions: [...caller.permissions].sort(),
          scopes: await namedScopes(db, caller.scopes),
          oneTimeCodes: await usesOneTimeCodes(db, caller),
        }
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
      async identify({ invitation }, address) {
        const user = invitation && (await findInvited(databases, invitation))
        if (!invitation) return undefined
        // Valid ones are accepted whatever others have tried: they have 256 random bits.
        if (!user)
          await guesses.count(
            [unknownCount('invitation', address)],
            'Too many unknown invitations from this address.',
          )
        // Whoever reads the user's mail is not one of the strangers who tried to guess the password.
        else await guesses.forgive(forgivenCounts(user.name, address))
        return user || undefined
      },
      async handler({ tx, body, ...acting }) {
        const { caller } = acting
        const user = await lockedSelf(tx, caller)
        await proven(services, caller, async () => {
          if (await isProof(passwords, user, body)) return
          throw new Problem(
            'PasswordWrong',
            'The current password, the invitation or the code is wrong, or the invitation or the code has expired.',
          )
        })
        await requireStrong(passwords, body.new, await namesOf(tx, caller.tenant, user), '/new')
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

/** Whether the body has the user's password, or the invitation or code that the user was sent. */
async function isProof(passwords: Passwords, user: Self, body: z.output<typeof PasswordChange>) {
  if (body.current !== undefined) return passwords.matches(user.passwordHash, body.current)
  const sent = hashSecret(body.invitation ?? '')
  return [user.invitationHash, user.resetHash].some((hash) => sameHash(sent, Buffer.from(hash ?? '', 'hex')))
}

/** The user with this invitation or code, if it has not expired. */
async function findInvited(databases: Databases, invitation: string): Promise<Principal | undefined> {
  const tenant = await databases.tenant(tenantIn(invitation))
  if (!tenant) return undefined
  const db = databases.of(tenant)
  const row = await FIND_INVITED.first(db, [hashSecret(invitation).toString('hex')])
  return row && findUserPrincipal(db, tenant, row.id)
}

/** The administrator's id at the beginning of an invitation; 0 if there is none. */
const tenantIn = (invitation: string) => Number(/^(\d{1,15})\./.exec(invitation)?.[1] ?? 0)

const FIND_INVITED = statement(
  { id: int },
  `select id from app_user where (invitation_hash = $1 and invitation_until > now())
     or (reset_hash = $1 and reset_until > now())`,
)
const SET_PASSWORD =
  command(`update app_user set password_hash = $2, invitation_hash = null, invitation_until = null, reset_hash = null,
    reset_until = null, updated_at = $3, updated_by = $4, row_version = row_version + 1 where id = $1`)
