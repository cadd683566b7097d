import { z } from 'zod'
import { decrypt, encrypt } from '../db/keys.ts'
import { command } from '../db/statement.ts'
import { afterCommit } from '../db/unit-of-work.ts'
import { found, Problem } from '../http/problems.ts'
import { type Route, route } from '../http/route.ts'
import { shownOnce } from '../http/schemas.ts'
import { renewRecoveryCodes } from './secrets/recovery-codes.ts'
import { newTotpSecret, stepOfCode, totpUri } from './secrets/totp.ts'
import { emitUserUpdated, lockedSelf, proven } from './self.ts'
import type { AccessServices } from './services.ts'
import { endEnrollment } from './sessions.ts'

const tag = 'Access'

const TotpSecret = z
  .object({
    secret: shownOnce('The secret in base32, for an authenticator app.'),
    uri: shownOnce('The secret as an otpauth URI, to show as a QR code.'),
  })
  .meta({ id: 'TotpSecret' })

const RecoveryCodes = z
  .object({
    codes: z
      .array(z.string())
      .nullable()
      .meta({ secret: true, description: 'Ten codes. They are shown only this once, and each works once.' }),
  })
  .meta({ id: 'RecoveryCodes', example: { codes: ['MFRG-GZDF-MZTW', 'NBUW-UZLK-NNWG'] } })

/** One-time codes of the caller: set up, confirmed, switched off, and what helps when the authenticator is lost. */
export function totpRoutes(services: AccessServices): Route[] {
  const { keys, passwords, authenticator } = services
  return [
    route.write({
      method: 'POST',
      path: '/me/totp',
      tag,
      summary: 'Get a secret for one-time codes; it takes effect when a code is confirmed',
      permission: 'signed-in',
      whileEnrolling: true,
      answer: TotpSecret,
      subject: 'users/{id}/totp',
      problems: ['Forbidden', 'NotEditable'],
      async handler({ tx, caller }) {
        const user = await lockedSelf(tx, caller)
        if (user.totpConfirmed)
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
      whileEnrolling: true,
      body: z
        .strictObject({ code: z.string().max(10) })
        .meta({ id: 'TotpCode', example: { code: '123456' } }),
      subject: 'users/{id}/totp',
      problems: ['Forbidden', 'TotpInvalid'],
      async handler({ tx, body, ...acting }) {
        const { caller } = acting
        const user = await lockedSelf(tx, caller)
        const secret =
          user.totpSecret && !user.totpConfirmed ? decrypt(keys.data, user.totpSecret) : undefined
        const step = await proven(services, caller, async () => {
          const fits = secret && stepOfCode(secret, body.code, new Date(), user.totpLastStep)
          if (fits) return fits
          throw new Problem('TotpInvalid', 'The code is wrong, or no secret is waiting to be confirmed.')
        })
        await CONFIRM_TOTP.run(tx, [caller.id, step, acting.now, caller.name])
        await endEnrollment(tx, caller.id)
        emitUserUpdated(tx, acting)
        afterCommit(tx, authenticator.forget)
      },
    }),
    route.write({
      method: 'DELETE',
      path: '/me/totp',
      tag,
      summary: 'Stop using one-time codes',
      description:
        'The recovery codes end, too. A user whom an administrator requires to use codes sets up new ones at the next sign-in.',
      permission: 'signed-in',
      subject: 'users/{id}/totp',
      problems: ['Forbidden', 'NotFound'],
      async handler({ tx, ...acting }) {
        const { caller } = acting
        const user = await lockedSelf(tx, caller)
        found(user.totpSecret, 'secret for one-time codes')
        await REMOVE_TOTP.run(tx, [caller.id, acting.now, caller.name])
        emitUserUpdated(tx, acting)
      },
    }),
    route.write({
      method: 'POST',
      path: '/me/totp/recoverycodes',
      tag,
      summary: 'Get ten recovery codes, for when the authenticator is lost',
      description:
        'Each is accepted once instead of a one-time code, as `totp` of POST /session. The codes that were given before end.',
      permission: 'signed-in',
      body: z
        .strictObject({ current: z.string().max(1024).describe('The current password.') })
        .meta({ id: 'RecoveryCodesData', example: { current: 'correct horse battery' } }),
      answer: RecoveryCodes,
      subject: 'users/{id}/totp',
      problems: ['Forbidden', 'NotEditable', 'PasswordWrong'],
      async handler({ tx, body, caller }) {
        const user = await lockedSelf(tx, caller)
        await proven(services, caller, async () => {
          if (await passwords.matches(user.passwordHash, body.current)) return
          throw new Problem('PasswordWrong', 'The current password is wrong.')
        })
        if (!user.totpConfirmed)
          throw new Problem(
            'NotEditable',
            'One-time codes are not set up yet. Set them up with POST /me/totp and PUT /me/totp first.',
          )
        return { codes: await renewRecoveryCodes(tx, caller.id) }
      },
    }),
  ]
}

const SET_SECRET = command('update app_user set totp_secret = $2 where id = $1')
// Whether codes are required (mfa_enabled) is an administrator's choice, which stays as it is.
const CONFIRM_TOTP =
  command(`update app_user set totp_confirmed = true, totp_last_step = $2, recovery_hashes = '{}', updated_at = $3,
    updated_by = $4, row_version = row_version + 1 where id = $1`)
const REMOVE_TOTP =
  command(`update app_user set totp_secret = null, totp_confirmed = false, totp_last_step = null, recovery_hashes = '{}',
    updated_at = $2, updated_by = $3, row_version = row_version + 1 where id = $1`)
