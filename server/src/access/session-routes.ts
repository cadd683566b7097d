import { setTimeout } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { recordedWrite } from '../db/write-record.ts'
import { found, Problem } from '../http/problems.ts'
import { type Route, route } from '../http/route.ts'
import { deriveCsrfToken, enrolling } from './authenticate.ts'
import { cookieName, cookieNamed, cookieText, DEVICE_COOKIE, SESSION_COOKIE } from './cookies.ts'
import { DEVICE_SECONDS, deviceCookie, knownDevice } from './devices.ts'
import { countReset, RESET_MINUTES, resetPassword } from './password-resets.ts'
import { findUserPrincipal, type Principal } from './principals.ts'
import type { AccessServices } from './services.ts'
import { describeSession, Session } from './session-facts.ts'
import { endSession, SESSION_SECONDS, signIn } from './sessions.ts'

const SignInBody = z
  .strictObject({
    userName: z.string().max(200),
    password: z.string().max(1024),
    totp: z
      .string()
      .max(20)
      .optional()
      .describe(
        'The current code of the authenticator app, or a recovery code. Required if codes are set up.',
      ),
  })
  .meta({ id: 'SignIn', example: { userName: 'sandbox-admin@sandbox.example', password: 'sandbox' } })

const PasswordResetBody = z
  .strictObject({ userName: z.string().max(200) })
  .meta({ id: 'PasswordResetData', example: { userName: 'sandbox-admin@sandbox.example' } })
const PasswordResetAnswer = z.object({ message: z.string() }).meta({ id: 'PasswordReset' })

const tag = 'Access'

/** Sign-in of people with a session cookie, as the web portal uses it. */
export function sessionRoutes(services: AccessServices): Route[] {
  const { databases, keys, clock, authenticator } = services
  const name = cookieName(SESSION_COOKIE, services.secureCookies)
  const deviceName = cookieName(DEVICE_COOKIE, services.secureCookies)
  const cookie = (request: FastifyRequest, value: string, seconds: number) =>
    cookieText({ name, value, seconds, isSecure: request.isHttps })
  const deviceText = (request: FastifyRequest, value: string) =>
    cookieText({ name: deviceName, value, seconds: DEVICE_SECONDS, isSecure: request.isHttps })
  const deviceOf = (request: FastifyRequest) => cookieNamed(request.headers.cookie ?? '', deviceName)
  return [
    route.plain({
      method: 'POST',
      path: '/session',
      tag,
      summary: 'Sign in with a user name and password; sets the session cookie',
      permission: 'public',
      body: SignInBody,
      answer: Session,
      problems: ['Unauthenticated', 'TotpRequired'],
      async handler({ request, reply, body }) {
        const { token, tenant, userId, mustEnroll, device, expiresAt } = await signIn(services, {
          ...body,
          totp: body.totp,
          device: deviceOf(request),
          address: request.clientAddress,
          userAgent: request.headers['user-agent'],
          requestId: request.id,
        })
        const db = databases.of(tenant)
        const user = found(await findUserPrincipal(db, tenant, userId), `user ${userId}`)
        const caller = mustEnroll ? enrolling(user) : user
        reply.header('Set-Cookie', [cookie(request, token, SESSION_SECONDS), deviceText(request, device)])
        const opened = { csrfToken: deriveCsrfToken(token), expiresAt }
        return (await describeSession(services, db, caller, opened)).answer
      },
    }),
    route.plain({
      method: 'POST',
      path: '/session/password-resets',
      tag,
      summary: 'Get a code by mail to set a new password',
      description:
        'The answer is the same, after the same time, whether the user exists or not. An active user gets a mail with a code that is valid for an hour and works once, as `invitation` of PUT /me/password. A new code ends the one before.',
      permission: 'public',
      body: PasswordResetBody,
      answer: PasswordResetAnswer,
      status: 202,
      async handler({ request, body: { userName } }) {
        const asked = {
          userName,
          device: deviceOf(request),
          address: request.clientAddress,
          requestId: request.id,
        }
        await countReset(services, asked)
        await inEvenTime(() => resetPassword(services, asked))
        return {
          message: `If the user exists and is active, a mail with a code is on its way. The code is valid for ${RESET_MINUTES} minutes.`,
        }
      },
    }),
    route.plain({
      method: 'GET',
      path: '/session',
      tag,
      summary: 'Show who is signed in with the session cookie',
      permission: 'signed-in',
      whileEnrolling: true,
      answer: Session,
      async handler({ request, reply, acting }) {
        // A caller with a session cookie is a Principal that knows when its session ends.
        const caller = acting?.caller as Principal | undefined
        const { csrfToken, expiresAt } = caller ?? {}
        if (!caller || !csrfToken || !expiresAt)
          throw new Problem('Unauthenticated', 'The request has no session cookie.')
        const opened = { csrfToken, expiresAt }
        const { answer, passwordHash } = await describeSession(services, caller.db, caller, opened)
        // The user may have changed the password, which ended what the device was known by.
        const owner = { tenantId: caller.tenant.id, userId: caller.id, passwordHash }
        if (!knownDevice(keys, deviceOf(request), owner))
          reply.header('Set-Cookie', deviceText(request, deviceCookie(keys, owner, undefined)))
        return answer
      },
    }),
    route.plain({
      method: 'DELETE',
      path: '/session',
      tag,
      summary: 'Sign out',
      permission: 'signed-in',
      whileEnrolling: true,
      async handler({ request, reply, acting }) {
        const token = cookieNamed(request.headers.cookie ?? '', name)
        const { caller } = acting ?? {}
        if (!caller?.csrfToken || !token)
          throw new Problem('Unauthenticated', 'The request has no session cookie.')
        const entry = {
          at: clock.now(),
          actorKind: caller.kind,
          actorId: caller.id,
          actorName: caller.name,
          address: request.clientAddress,
          operation: 'DELETE /session',
          subject: `users/${caller.id}`,
          requestId: request.id,
        }
        await recordedWrite(caller.db, keys, entry, (tx) => endSession(tx, token))
        authenticator.forget()
        reply.header('Set-Cookie', cookie(request, '', 0))
        return undefined
      },
    }),
  ]
}

const EVEN_MILLISECONDS = 250

/** Ends only at a multiple of this time, so that nobody can tell from the time what was done. */
async function inEvenTime(work: () => Promise<void>): Promise<void> {
  const start = performance.now()
  try {
    await work()
  } finally {
    await setTimeout(EVEN_MILLISECONDS - ((performance.now() - start) % EVEN_MILLISECONDS))
  }
}
