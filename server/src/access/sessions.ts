import { flag, instant, int, orNull, type RowOf, text } from '../db/columns.ts'
import type { Tx } from '../db/database.ts'
import { decrypt } from '../db/keys.ts'
import { command, statement } from '../db/statement.ts'
import { claimCredential, dropCredential, type Tenant, tenantOfCredential } from '../db/tenants.ts'
import { recordedWrite } from '../db/write-record.ts'
import { signInCounts } from '../domain/guessing.ts'
import { found, Problem } from '../http/problems.ts'
import { deviceCookie, findDevice } from './devices.ts'
import { spendRecoveryCode } from './secrets/recovery-codes.ts'
import { hashSecret, newSecret } from './secrets/secrets.ts'
import { stepOfCode } from './secrets/totp.ts'
import type { AccessServices } from './services.ts'

export const SESSION_SECONDS = 12 * 60 * 60
/** So much is kept of what a browser says about itself. */
const DEVICE_AT_MOST = 300

interface SignIn {
  readonly userName: string
  readonly password: string
  /** A one-time code, or a recovery code. */
  readonly totp: string | undefined
  /** The cookie of a device that has signed in before. */
  readonly device: string | undefined
  readonly address: string
  /** The program of the caller, by its own account. */
  readonly userAgent: string | undefined
  readonly requestId: string
}

export interface SignedIn {
  readonly token: string
  readonly tenant: Tenant
  readonly userId: number
  /** When the session ends at the latest, in real time. */
  readonly expiresAt: Date
  /** The user must set up one-time codes before anything else. */
  readonly mustEnroll: boolean
  /** The cookie by which the device is known from now on. */
  readonly device: string
}

/** Signs a user in and gives the token of the new session. Unknown name, wrong password and inactive user get the same refusal. */
export async function signIn(services: AccessServices, request: SignIn): Promise<SignedIn> {
  const { databases, passwords, guesses, keys } = services
  const { userName, address } = request
  const device = await findDevice(services, request.device, userName)
  return guesses.attempt(signInCounts({ name: userName, address, device }), {
    refusal: 'Too many failed sign-ins for this user name.',
    // A missing one-time code and a database that is down are not wrong attempts.
    isWrong: (error) =>
      error instanceof Problem &&
      (error.code === 'Unauthenticated' || (error.code === 'TotpRequired' && request.totp !== undefined)),
    async run() {
      const tenant = await tenantOfCredential(databases, 'User', userName.toLowerCase())
      const user = tenant && (await USER_BY_NAME.first(databases.of(tenant), [userName]))
      const fits = await passwords.matches(user?.password_hash, request.password)
      if (!user || !fits || user.status !== 'Active') throw wrongPair()
      const opened = await openSession(services, tenant, user, request)
      const owner = { tenantId: tenant.id, userId: user.id, passwordHash: user.password_hash }
      return { ...opened, device: deviceCookie(keys, owner, device) }
    },
  })
}

const wrongPair = () =>
  new Problem('Unauthenticated', 'The user name or password is wrong, or the user is not active.')

const signInColumns = {
  id: int,
  user_name: text,
  status: text,
  password_hash: orNull(text),
  mfa_enabled: flag,
  totp_secret: orNull(text),
  totp_confirmed: flag,
}
const SELECT =
  'select id, user_name, status, password_hash, mfa_enabled, totp_secret, totp_confirmed from app_user'
const USER_BY_NAME = statement(signInColumns, `${SELECT} where lower(user_name) = lower($1)`)
const LOCK_USER = statement(signInColumns, `${SELECT} where id = $1 for update`)
const ADD_SESSION = statement(
  { expires_at: instant },
  `insert into session (token_hash, user_id, expires_at, must_enroll, address, device)
   values ($1, $2, now() + make_interval(secs => $3), $4, $5, $6) returning expires_at`,
)
const SET_LAST_LOGIN = command('update app_user set last_login_at = $2 where id = $1')

function openSession(
  services: AccessServices,
  tenant: Tenant,
  user: RowOf<typeof signInColumns>,
  request: SignIn,
) {
  const token = newSecret()
  const entry = {
    at: services.clock.now(),
    actorKind: 'User',
    actorId: user.id,
    actorName: user.user_name,
    address: request.address,
    operation: 'POST /session',
    subject: `users/${user.id}`,
    requestId: request.requestId,
  }
  return recordedWrite(services.databases.of(tenant), services.keys, entry, async (tx) => {
    // Checking the password takes a while. The password may have been changed, or the user closed, meanwhile.
    const current = await LOCK_USER.first(tx, [user.id])
    if (current?.status !== 'Active' || current.password_hash !== user.password_hash) throw wrongPair()
    const hasCodes = current.totp_confirmed && current.totp_secret !== null
    if (hasCodes)
      await spendCode(tx, user.id, decrypt(services.keys.data, current.totp_secret ?? ''), request.totp)
    const mustEnroll = current.mfa_enabled && !hasCodes
    const hash = hashSecret(token)
    const device = request.userAgent?.slice(0, DEVICE_AT_MOST) ?? null
    const session = [hash, user.id, SESSION_SECONDS, mustEnroll, request.address, device]
    const added = found(await ADD_SESSION.first(tx, session), 'new session')
    await SET_LAST_LOGIN.run(tx, [user.id, entry.at])
    await claimCredential(tx, 'Session', hash.toString('hex'), tenant.id)
    return { token, tenant, userId: user.id, mustEnroll, expiresAt: added.expires_at }
  })
}

/** Uses up a one-time or recovery code. The row lock ensures that of two sign-ins with the same code, one is refused. */
async function spendCode(tx: Tx, userId: number, secret: string, code: string | undefined): Promise<void> {
  if (code === undefined) throw codeRequired('Send the one-time code as `totp`.')
  const row = await LOCK_LAST_STEP.first(tx, [userId])
  const step = stepOfCode(secret, code, new Date(), row?.totp_last_step ?? null)
  if (step !== undefined) await SET_LAST_STEP.run(tx, [userId, step])
  else if (!(await spendRecoveryCode(tx, userId, code))) throw codeRequired('The one-time code is wrong.')
}

const codeRequired = (message: string) =>
  new Problem('TotpRequired', message, { headers: { 'WWW-Authenticate': 'Bearer' } })

const LOCK_LAST_STEP = statement(
  { totp_last_step: orNull(int) },
  'select totp_last_step from app_user where id = $1 for update',
)
const SET_LAST_STEP = command('update app_user set totp_last_step = $2 where id = $1')

/** One-time codes are set up: the sessions of the user are no longer limited to that. */
export const endEnrollment = (tx: Tx, userId: number) => END_ENROLLMENT.run(tx, [userId])

const END_ENROLLMENT = command('update session set must_enroll = false where user_id = $1 and must_enroll')

export const endSession = (tx: Tx, token: string): Promise<void> => endSessionOf(tx, hashSecret(token))

/** Ends the session whose token has this hash. */
export async function endSessionOf(tx: Tx, hash: Buffer): Promise<void> {
  await END_SESSION.run(tx, [hash])
  await dropCredential(tx, 'Session', hash.toString('hex'))
}

/** Ends every session of a user, except one. */
export async function endUserSessions(tx: Tx, userId: number, except?: Buffer): Promise<void> {
  await END_USER_SESSIONS.run(tx, [userId, except ?? Buffer.alloc(0)])
}

const END_SESSION = command('delete from session where token_hash = $1')
const END_USER_SESSIONS = command(`
  with ended as (
    delete from session where user_id = $1 and token_hash <> $2 returning token_hash)
  delete from platform.credential where kind = 'Session' and lookup in (select encode(token_hash, 'hex') from ended)`)
