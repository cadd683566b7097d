import { flag, instant, int, text } from '../db/columns.ts'
import { command, statement } from '../db/statement.ts'
import { type Databases, type Tenant, tenantOfCredential } from '../db/tenants.ts'
import { unknownCount } from '../domain/guessing.ts'
import type { Authenticate, Caller, Credentials } from '../http/caller.ts'
import { cookieName, cookieNamed, SESSION_COOKIE } from './cookies.ts'
import type { Guesses } from './guesses.ts'
import { findClientPrincipal, findKeyPrincipal, findUserPrincipal, type Principal } from './principals.ts'
import { hashSecret } from './secrets/secrets.ts'
import type { TokenClaims, Tokens } from './secrets/tokens.ts'

/** Finds the caller of a credential, and caches it for two seconds. */
export interface Authenticator {
  readonly authenticate: Authenticate
  /** Clears the cache: after a change of rights in this process, and after a reset of the sandbox. */
  forget(): void
}

/**
 * A caller is cached for this long, so that a change of rights or a revocation takes effect everywhere within five
 * seconds.
 */
const CACHED_MILLISECONDS = 2_000
const CACHED_AT_MOST = 10_000

interface AuthenticatorSettings {
  readonly secureCookies: boolean
  readonly guesses: Guesses
  /** A session that is not used for longer has ended. */
  readonly idleMinutes: number
}

/** A caller as it was found, and until when that counts. */
interface Known {
  readonly caller: Caller
  readonly until: number
  /** The session was last renewed more than a minute ago, and the next request renews it. */
  readonly isStale?: boolean
}

export function openAuthenticator(
  databases: Databases,
  tokens: Tokens,
  { secureCookies, guesses, idleMinutes }: AuthenticatorSettings,
): Authenticator {
  const sessionCookie = cookieName(SESSION_COOKIE, secureCookies)
  const known = new Map<string, Known>()
  let generation = 0
  const asking = new Map<string, Promise<Caller | undefined>>()
  const verified = new Map<string, TokenClaims>()

  function authenticate(credentials: Credentials): Caller | undefined | Promise<Caller | undefined> {
    const credential = credentialOf(credentials, sessionCookie)
    if (!credential) return undefined
    const hit = known.get(credential)
    const isRequest = credentials.address !== undefined
    if (hit && hit.until > Date.now() && !(hit.isStale && isRequest)) return hit.caller
    const pending = asking.get(credential)
    if (pending) return pending
    const lookup = findCaller(credential, credentials.address).finally(() => asking.delete(credential))
    asking.set(credential, lookup)
    return lookup
  }

  async function findCaller(credential: string, address: string | undefined): Promise<Caller | undefined> {
    const asOf = generation
    const found = await lookUp(credential, address !== undefined)
    // Known keys are accepted whatever others have tried: they have 256 random bits, and a program must not be locked out.
    if (!found && address !== undefined && isKey(credential))
      await guesses.count([unknownCount('key', address)], 'Too many unknown API keys from this address.')
    // A caller that was looked up before a change of rights is used once, but not cached.
    cache(known, credential, generation === asOf ? found : undefined)
    return found?.caller
  }

  async function lookUp(credential: string, isRequest: boolean): Promise<Known | undefined> {
    const until = Date.now() + CACHED_MILLISECONDS
    if (credential.startsWith('session ')) {
      const token = credential.slice('session '.length)
      const found = await findSessionCaller(databases, token, { idleMinutes, isRequest })
      return found && { ...found, until: Math.min(until, found.caller.expiresAt.getTime()) }
    }
    if (isKey(credential)) {
      const caller = await keyCaller(databases, credential)
      const end = caller?.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY
      return caller && { caller, until: Math.min(until, end) }
    }
    const claims = verified.get(credential) ?? (await tokens.read(credential))
    if (!claims || claims.expiresAt <= Date.now()) {
      verified.delete(credential)
      return undefined
    }
    cache(verified, credential, claims)
    const caller = await tokenCaller(databases, claims)
    return caller && { caller, until: Math.min(until, claims.expiresAt) }
  }

  return {
    authenticate,
    forget() {
      generation += 1
      known.clear()
      asking.clear()
    },
  }
}

const isKey = (credential: string) => /^bw_(live|test)_/.test(credential)

/** Sets or removes an entry. A full map drops its oldest entry. */
function cache<Value>(map: Map<string, Value>, key: string, value: Value | undefined): void {
  map.delete(key)
  if (value === undefined) return
  if (map.size >= CACHED_AT_MOST)
    for (const oldest of map.keys()) {
      map.delete(oldest)
      break
    }
  map.set(key, value)
}

function credentialOf({ authorization, cookie }: Credentials, sessionCookie: string): string | undefined {
  if (authorization !== undefined) return /^bearer\s+(\S+)\s*$/i.exec(authorization)?.[1]
  const session = cookie === undefined ? undefined : cookieNamed(cookie, sessionCookie)
  return session && `session ${session}`
}

async function tokenCaller(databases: Databases, claims: TokenClaims): Promise<Caller | undefined> {
  const tenant = await databases.tenant(claims.tenantId)
  const caller = tenant && (await findClientPrincipal(databases.of(tenant), tenant, claims.clientId))
  if (!caller || !claims.permissions) return caller
  const narrowed = claims.permissions.filter((permission) => caller.permissions.has(permission))
  // A token has a role only if it has all permissions of the role.
  const whole = await FIND_WHOLE_ROLES.rows(caller.db, [caller.roles, narrowed])
  const roles = caller.roles.filter((role) => whole.some(({ name }) => name === role))
  return { ...caller, permissions: new Set(narrowed), roles }
}

const FIND_WHOLE_ROLES = statement(
  { name: text },
  'select name from membership_role where name = any($1) and permissions <@ $2::text[]',
)

async function keyCaller(databases: Databases, key: string): Promise<Principal | undefined> {
  const hash = hashSecret(key)
  const tenant = await tenantOfCredential(databases, 'ApiKey', hash.toString('hex'))
  return tenant && findKeyPrincipal(databases.of(tenant), tenant, hash)
}

interface Look {
  readonly idleMinutes: number
  /** Someone is using the session, so it is renewed. */
  readonly isRequest: boolean
}

async function findSessionCaller(databases: Databases, token: string, { idleMinutes, isRequest }: Look) {
  const hash = hashSecret(token)
  const tenant: Tenant | undefined = await tenantOfCredential(databases, 'Session', hash.toString('hex'))
  if (!tenant) return undefined
  const db = databases.of(tenant)
  const session = await FIND_SESSION.first(db, [hash, idleMinutes])
  const caller = session && (await findUserPrincipal(db, tenant, session.user_id))
  if (!caller) return undefined
  // A read must not fail because its session cannot be renewed, for example when the disk is full.
  if (session.is_stale && isRequest) await RENEW_SESSION.run(db, [hash]).catch(() => undefined)
  const { expires_at: expiresAt } = session
  const signedIn = { ...caller, csrfToken: deriveCsrfToken(token), sessionHash: hash, expiresAt }
  const isStale = session.is_stale && !isRequest
  return { caller: session.must_enroll ? { ...enrolling(signedIn), expiresAt } : signedIn, isStale }
}

/** The caller, limited to setting up one-time codes. */
export const enrolling = (caller: Principal): Principal => ({
  ...caller,
  roles: [],
  permissions: new Set<string>(),
  mustEnroll: true,
})

/** In SQL, whether a session has not ended; $2 is after how many idle minutes it ends. */
export const IS_OPEN = 'expires_at > now() and last_used_at > now() - make_interval(mins => $2::int)'

const FIND_SESSION = statement(
  { user_id: int, must_enroll: flag, expires_at: instant, is_stale: flag },
  `select user_id, must_enroll, expires_at, last_used_at < now() - interval '1 minute' as is_stale
   from session where token_hash = $1 and ${IS_OPEN}`,
)
// Written once a minute at most, also by several services.
const RENEW_SESSION = command(`update session set last_used_at = now()
  where token_hash = $1 and last_used_at < now() - interval '1 minute'`)

/** Derived from the secret token of the session, so it needs no storage and survives a rotation of our keys. */
export const deriveCsrfToken = (sessionToken: string) =>
  hashSecret(`csrf ${sessionToken}`).toString('base64url')
