import { flag, int, orNull, type RowOf, text } from '../db/columns.ts'
import type { Tx } from '../db/database.ts'
import { decrypt } from '../db/keys.ts'
import { command, statement } from '../db/statement.ts'
import { claimCredential, dropCredential, type Tenant, tenantOfCredential } from '../db/tenants.ts'
import { recordedWrite } from '../db/write-record.ts'
import { Problem } from '../http/problems.ts'
import { hashSecret, newSecret } from './secrets.ts'
import type { AccessServices } from './services.ts'
import { stepOfCode } from './totp.ts'

export const SESSION_SECONDS = 12 * 60 * 60

interface SignIn {
  readonly userName: string
  readonly password: string
  readonly totp: string | undefined
  readonly address: string
  readonly requestId: string
}

/** Signs a user in and gives the token of the new session. Unknown name, wrong password and inactive user get the same refusal. */
export async function signIn(
  services: AccessServices,
  request: SignIn,
): Promise<{ token: string; tenant: Tenant; userId: number }> {
  const { databases, passwords } = services
  const tenant = await tenantOfCredential(databases, 'User', request.userName.toLowerCase())
  const user = tenant && (await USER_BY_NAME.first(databases.of(tenant), [request.userName]))
  const fits = await passwords.matches(user?.password_hash, request.password)
  if (!tenant || !user || !fits || user.status !== 'Active') throw wrongPair()
  return openSession(services, tenant, user, request)
}

const wrongPair = () =>
  new Problem('Unauthenticated', 'The user name or password is wrong, or the user is not active.')

const signInColumns = {
  id: int,
  user_name: text,
  status: text,
  password_hash: orNull(text),
  totp_secret: orNull(text),
  totp_confirmed: flag,
}
const SELECT = 'select id, user_name, status, password_hash, totp_secret, totp_confirmed from app_user'
const USER_BY_NAME = statement(signInColumns, `${SELECT} where lower(user_name) = lower($1)`)
const LOCK_USER = statement(signInColumns, `${SELECT} where id = $1 for update`)
const ADD_SESSION = command(`insert into session (token_hash, user_id, expires_at)
  values ($1, $2, now() + make_interval(secs => $3))`)
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
    if (current.totp_confirmed && current.totp_secret !== null)
      await spendCode(tx, user.id, decrypt(services.keys.data, current.totp_secret), request.totp)
    const hash = hashSecret(token)
    await ADD_SESSION.run(tx, [hash, user.id, SESSION_SECONDS])
    await SET_LAST_LOGIN.run(tx, [user.id, entry.at])
    await claimCredential(tx, 'Session', hash.toString('hex'), tenant.id)
    return { token, tenant, userId: user.id }
  })
}

/** Uses up a one-time code. The row lock ensures that of two sign-ins with the same code, one is refused. */
async function spendCode(tx: Tx, userId: number, secret: string, code: string | undefined): Promise<void> {
  const row = await LOCK_LAST_STEP.first(tx, [userId])
  const step =
    code === undefined ? undefined : stepOfCode(secret, code, new Date(), row?.totp_last_step ?? null)
  if (step === undefined)
    throw new Problem(
      'TotpRequired',
      code === undefined ? 'Send the one-time code as `totp`.' : 'The one-time code is wrong.',
      { headers: { 'WWW-Authenticate': 'Bearer' } },
    )
  await SET_LAST_STEP.run(tx, [userId, step])
}

const LOCK_LAST_STEP = statement(
  { totp_last_step: orNull(int) },
  'select totp_last_step from app_user where id = $1 for update',
)
const SET_LAST_STEP = command('update app_user set totp_last_step = $2 where id = $1')

export async function endSession(tx: Tx, token: string): Promise<void> {
  const hash = hashSecret(token)
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
