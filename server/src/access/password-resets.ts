import { int, orNull, text } from '../db/columns.ts'
import type { Tx } from '../db/database.ts'
import { queueMail } from '../db/mail-outbox.ts'
import { command, statement } from '../db/statement.ts'
import { type Tenant, tenantOfCredential } from '../db/tenants.ts'
import { recordedWrite } from '../db/write-record.ts'
import { resetCounts } from '../domain/guessing.ts'
import { passwordResetMail } from '../domain/mail/texts.ts'
import { findDevice } from './devices.ts'
import { hashSecret, newSecret } from './secrets/secrets.ts'
import type { AccessServices } from './services.ts'

export const RESET_MINUTES = 60

interface ResetRequest {
  readonly userName: string
  /** The cookie of a device that has signed in before. */
  readonly device: string | undefined
  readonly address: string
  readonly requestId: string
}

/** Refuses to reset the password of a name that was asked for too often, whether it exists or not. */
export async function countReset(services: AccessServices, request: ResetRequest): Promise<void> {
  const { userName: name, address } = request
  const device = await findDevice(services, request.device, name)
  const { own, others } = resetCounts({ name, address, device })
  await services.guesses.count([own, ...others], 'A new password was asked for too often for this user name.')
}

/**
 * Mails a code to a user who forgot the password. An earlier code ends. A name that no active user has gets nothing, and
 * neither has a user who signs in elsewhere; the caller does not learn which.
 */
export async function resetPassword(services: AccessServices, request: ResetRequest): Promise<void> {
  const { databases, keys, clock } = services
  const tenant = await tenantOfCredential(databases, 'User', request.userName.toLowerCase())
  const db = tenant && databases.of(tenant)
  const user = db && (await FIND.first(db, [request.userName]))
  if (!user) return
  const entry = {
    at: clock.now(),
    // Nobody is signed in. The record is about the user, and names nobody else.
    ...{ actorKind: 'Anonymous', actorId: 0, actorName: 'anonymous' },
    address: request.address,
    operation: 'POST /session/password-resets',
    subject: `users/${user.id}`,
    requestId: request.requestId,
  }
  await recordedWrite(db, keys, entry, (tx) => mailCode(tx, services, tenant, user.id))
}

async function mailCode(tx: Tx, services: AccessServices, tenant: Tenant, userId: number): Promise<void> {
  const user = await LOCK.first(tx, [userId])
  if (!user || (user.provider !== null && user.passwordHash === null)) return
  // It begins with the administrator's id, like an invitation, because whoever uses it is not signed in.
  const token = `${tenant.id}.${newSecret()}`
  await SET.run(tx, [userId, hashSecret(token).toString('hex'), RESET_MINUTES])
  const to = { ...user, administrator: tenant.name, publicUrl: services.mailedUrl }
  const mail = passwordResetMail({ ...to, token, validMinutes: RESET_MINUTES })
  const now = services.clock.now()
  await queueMail(tx, services.keys, { ...mail, kind: 'PasswordReset', to: user.email, now })
}

const columns = {
  ...{ id: int, userName: text, email: text, firstName: text },
  ...{ provider: orNull(text), passwordHash: orNull(text) },
}
const SELECT = `select id, user_name as "userName", email, first_name as "firstName", external_provider as provider,
  password_hash as "passwordHash" from app_user where status = 'Active'`
const FIND = statement(columns, `${SELECT} and lower(user_name) = lower($1)`)
const LOCK = statement(columns, `${SELECT} and id = $1 for update`)
const SET = command(
  'update app_user set reset_hash = $2, reset_until = now() + make_interval(mins => $3) where id = $1',
)
