import type { Db } from '../db/database.ts'
import type { Tenant } from '../db/tenants.ts'
import type { Permission } from '../domain/permissions.ts'

/** An account holder that a caller is limited to. A caller without scopes sees everything of the administrator. */
export interface Scope {
  readonly type: string
  readonly id: number
}

/** Who is calling: a client, an API key or a signed-in user of one administrator, and what it may do. */
export interface Caller {
  readonly kind: 'Client' | 'ApiKey' | 'User'
  readonly id: number
  /** The name in `createdBy` and in the audit. */
  readonly name: string
  readonly tenant: Tenant
  readonly db: Db
  readonly roles: readonly string[]
  readonly permissions: ReadonlySet<string>
  readonly scopes: readonly Scope[]
  /** Set for a session with a cookie: writes must send it in X-CSRF-Token. */
  readonly csrfToken?: string
  /** The caller must set up one-time codes first, and may do nothing else until then. */
  readonly mustEnroll?: boolean
  /** Identifies the caller for rate limits and idempotency keys: `Client:12` of this administrator. */
  readonly key: string
}

/** Whether the caller is limited to some account holders: a dealer, a group, an agent, a lien holder. Staff have no scopes. */
export const isLimited = ({ scopes }: Pick<Caller, 'scopes'>): boolean => scopes.length > 0

export interface Credentials {
  readonly authorization: string | undefined
  readonly cookie: string | undefined
  /** Where the request comes from, to count the unknown ones. Absent: nobody sent a request, so no session is renewed. */
  readonly address?: string
}

/** The caller with these credentials; nothing if they are unknown, expired or revoked. Synchronous when cached. */
export type Authenticate = (credentials: Credentials) => Caller | undefined | Promise<Caller | undefined>

/** What a route requires of its caller: a permission, one of several, a role, a sign-in only, or nothing. */
export type Access = Permission | readonly Permission[] | { readonly role: string } | 'signed-in' | 'public'

/** The permission that the caller lacks; nothing if access is allowed. */
export function lacking(caller: Caller, access: Access): string | undefined {
  if (access === 'signed-in' || access === 'public') return undefined
  if (typeof access === 'string') return caller.permissions.has(access) ? undefined : access
  if ('role' in access) return caller.roles.includes(access.role) ? undefined : `role:${access.role}`
  return access.some((permission) => caller.permissions.has(permission)) ? undefined : access.join(' or ')
}

/** Who acts and when, by the service's clock. Use cases stamp their records with it. */
export interface Acting {
  readonly caller: Caller
  readonly now: Date
  /** The date in the administrator's time zone. */
  readonly today: string
}
