import { type Db, run, type Tx } from '../db/database.ts'
import { decrypt } from '../db/keys.ts'
import { sql } from '../db/sql.ts'
import { claimCredential, dropCredential, type Tenant, tenantOfCredential } from '../db/tenants.ts'
import { recordedWrite } from '../db/write-record.ts'
import { Problem } from '../http/problems.ts'
import { hashOf, newSecret } from './secrets.ts'
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

/** Signs a user in: the new session's token. The same refusal for an unknown name, a wrong password and a closed account. */
export async function signIn(
  services: AccessServices,
  request: SignIn,
): Promise<{ token: string; tenant: Tenant; userId: number }> {
  const { databases, passwords } = services
  const tenant = await tenantOfCredential(databases, 'User', request.userName.toLowerCase())
  const user = tenant && (await userNamed(databases.of(tenant), request.userName))
  const fits = await passwords.matches(user?.password_hash, request.password)
  if (!tenant || !user || !fits || user.status !== 'Active') throw wrongPair()
  return openSession(services, tenant, user, request)
}

const wrongPair = () =>
  new Problem('Unauthenticated', 'The user name or the password is wrong, or the user may not sign in.')

interface UserRow {
  id: number
  user_name: string
  status: string
  password_hash: string | null
  totp_secret: string | null
  totp_confirmed: boolean
}

const COLUMNS = 'select id, user_name, status, password_hash, totp_secret, totp_confirmed from app_user'

async function userNamed(db: Db, userName: string): Promise<UserRow | undefined> {
  const [row] = await run<UserRow>(db, `${COLUMNS} where lower(user_name) = lower($1)`, [userName])
  return row
}

function openSession(services: AccessServices, tenant: Tenant, user: UserRow, request: SignIn) {
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
    // Checking the password took a while: nobody signs in with one that was changed, or a user closed, meanwhile.
    const [now] = await run<UserRow>(tx, `${COLUMNS} where id = $1 for update`, [user.id])
    if (now?.status !== 'Active' || now.password_hash !== user.password_hash) throw wrongPair()
    if (now.totp_confirmed && now.totp_secret !== null)
      await spendCode(tx, user.id, decrypt(services.keys.data, now.totp_secret), request.totp)
    const hash = hashOf(token)
    await sql`insert into session (token_hash, user_id, expires_at)
      values (${hash}, ${user.id}, now() + make_interval(secs => ${SESSION_SECONDS}))`.execute(tx)
    await sql`update app_user set last_login_at = ${entry.at} where id = ${user.id}`.execute(tx)
    await claimCredential(tx, 'Session', hash.toString('hex'), tenant.id)
    return { token, tenant, userId: user.id }
  })
}

/** Takes a one-time code; the row lock makes sure that of two with the same code one is refused. */
export async function spendCode(
  tx: Tx,
  userId: number,
  secret: string,
  code: string | undefined,
): Promise<void> {
  const [row] = await run<{ totp_last_step: number | null }>(
    tx,
    'select totp_last_step from app_user where id = $1 for update',
    [userId],
  )
  const step =
    code === undefined ? undefined : stepOfCode(secret, code, new Date(), row?.totp_last_step ?? null)
  if (step === undefined)
    throw new Problem(
      'TotpRequired',
      code === undefined ? 'Send the one-time code as `totp`.' : 'The one-time code is wrong.',
      { headers: { 'WWW-Authenticate': 'Bearer' } },
    )
  await sql`update app_user set totp_last_step = ${step} where id = ${userId}`.execute(tx)
}

export async function endSession(tx: Tx, token: string): Promise<void> {
  const hash = hashOf(token)
  await sql`delete from session where token_hash = ${hash}`.execute(tx)
  await dropCredential(tx, 'Session', hash.toString('hex'))
}

/** Ends every session of a user, but for one that may stay. */
export async function endSessionsOf(tx: Tx, userId: number, except?: Buffer): Promise<void> {
  await sql`
    with ended as (
      delete from session where user_id = ${userId} and token_hash <> ${except ?? Buffer.alloc(0)} returning token_hash)
    delete from platform.credential where kind = 'Session' and lookup in (select encode(token_hash, 'hex') from ended)`.execute(
    tx,
  )
}
