import { randomBytes, timingSafeEqual } from 'node:crypto'
import { orNull, text } from '../db/columns.ts'
import { type Key, type Keys, keyedHash, presentKeys } from '../db/keys.ts'
import { statement } from '../db/statement.ts'
import type { AccessServices } from './services.ts'

// A device that has signed in as a user carries a signed cookie that says so. It is no credential: it only gives the device a
// count of wrong passwords of its own. It ends with the password that it was given for.

export const DEVICE_SECONDS = 180 * 24 * 60 * 60

interface DeviceOf {
  readonly tenantId: number
  readonly userId: number
  readonly passwordHash: string | null
}

/** The value of the cookie for a device of this user; a known device keeps its id. */
export function deviceCookie(
  { data }: Pick<Keys, 'data'>,
  user: DeviceOf,
  known: string | undefined,
): string {
  const id = known?.split('.')[2] ?? randomBytes(12).toString('base64url')
  const until = Math.floor(Date.now() / 1000) + DEVICE_SECONDS
  const claim = `${user.tenantId}.${user.userId}.${id}`
  return `${claim}.${until}.${signature(data, `${claim}.${until}`, user).toString('base64url')}`
}

/** The device that a cookie names, if we gave it to this user, for the password it has now. */
export function knownDevice(
  { data }: Pick<Keys, 'data'>,
  cookie: string | undefined,
  user: DeviceOf,
): string | undefined {
  const claim = claimIn(cookie)
  if (!claim || claim.tenantId !== user.tenantId || claim.userId !== user.userId) return undefined
  const { device, until } = claim
  if (until * 1000 <= Date.now()) return undefined
  const isOurs = presentKeys(data).some((key) =>
    timingSafeEqual(signature([key], `${device}.${until}`, user), claim.signature),
  )
  return isOurs ? device : undefined
}

/**
 * The device of the user with this name, if the cookie names one. The user is found by the cookie and not by the name, so that
 * the time it takes tells nothing about the name.
 */
export async function findDevice(
  { databases, keys }: Pick<AccessServices, 'databases' | 'keys'>,
  cookie: string | undefined,
  userName: string,
): Promise<string | undefined> {
  const claim = claimIn(cookie)
  const tenant = claim && (await databases.tenant(claim.tenantId))
  const user = tenant && (await FIND_OWNER.first(databases.of(tenant), [claim.userId]))
  if (!user) return undefined
  const device = knownDevice(keys, cookie, { ...claim, passwordHash: user.passwordHash })
  return user.userName.toLowerCase() === userName.toLowerCase() ? device : undefined
}

const FIND_OWNER = statement(
  { userName: text, passwordHash: orNull(text) },
  'select user_name as "userName", password_hash as "passwordHash" from app_user where id = $1',
)

/** What a cookie claims, whether it is true or not. */
function claimIn(cookie: string | undefined) {
  const parts = /^((\d{1,15})\.(\d{1,15})\.[\w-]{16})\.(\d{1,12})\.([\w-]{43})$/.exec(cookie ?? '')
  if (!parts) return undefined
  const [, device = '', tenantId, userId, until, sent = ''] = parts
  return {
    device,
    tenantId: Number(tenantId),
    userId: Number(userId),
    until: Number(until),
    signature: Buffer.from(sent, 'base64url'),
  }
}

const signature = (keys: readonly Key[], claim: string, { passwordHash }: DeviceOf) =>
  keyedHash(keys, 'device', `${claim} ${passwordHash ?? ''}`)
