import { z } from 'zod'
import { instant, int, json, oneOf, orNull, type RowOf, text, texts } from '../db/columns.ts'
import type { Db } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import type { Tenant } from '../db/tenants.ts'
import type { Caller, Scope } from '../http/caller.ts'
import { scopesWithin } from './scope.ts'
import { scopesColumn } from './scopes.ts'

/** A caller with the roles, permissions and scopes that it has in the database now. */
export type Principal = Caller & {
  /** For an API key or a session: when it expires, in real time. */
  readonly expiresAt?: Date | null
  /** For a session: the hash of its token. */
  readonly sessionHash?: Buffer
}

const columns = {
  id: int,
  name: text,
  roles: orNull(texts),
  permissions: orNull(texts),
  scopes: scopesColumn,
}

function principal(kind: Caller['kind'], row: RowOf<typeof columns>, tenant: Tenant, db: Db): Principal {
  return {
    kind,
    id: row.id,
    name: row.name,
    tenant,
    db,
    roles: row.roles ?? [],
    permissions: new Set(row.permissions ?? []),
    scopes: row.scopes,
    key: `${kind}:${row.id}`,
  }
}

const CLIENT = `
  select c.id, c.client_id as name, c.roles, c.scopes,
    (select array_agg(distinct permission) from membership_role role, unnest(role.permissions) as permission
     where role.name = any(c.roles)) as permissions
  from oauth_client c`

const CLIENT_BY_NAME = statement(columns, `${CLIENT} where c.client_id = $1`)
const CLIENT_BY_ID = statement(columns, `${CLIENT} where c.id = $1`)

export async function findClientPrincipal(
  db: Db,
  tenant: Tenant,
  clientId: string,
): Promise<Principal | undefined> {
  const row = await CLIENT_BY_NAME.first(db, [clientId])
  return row && principal('Client', row, tenant, db)
}

// The scopes of a user are its own, its account holder, and the portal visibility groups of its membership groups.
const USER_BY_ID = statement(
  columns,
  `select u.id, u.user_name as name,
    (select array_agg(distinct role.name order by role.name) from app_user_group m
     join membership_group_role gr on gr.membership_group_id = m.membership_group_id
     join membership_role role on role.id = gr.membership_role_id where m.user_id = u.id) as roles,
    (select array_agg(distinct permission) from app_user_group m
     join membership_group_role gr on gr.membership_group_id = m.membership_group_id
     join membership_role role on role.id = gr.membership_role_id, unnest(role.permissions) as permission
     where m.user_id = u.id) as permissions,
    u.scopes
      || case when u.account_holder_id is null then '[]'::jsonb
         else jsonb_build_array(jsonb_build_object('type', u.account_holder_type, 'id', u.account_holder_id)) end
      || coalesce((select jsonb_agg(jsonb_build_object('type', 'PortalVisibilityGroup', 'id', g.portal_visibility_group_id))
         from app_user_group m join membership_group g on g.id = m.membership_group_id
         where m.user_id = u.id and g.portal_visibility_group_id is not null), '[]'::jsonb) as scopes
  from app_user u where u.status = 'Active' and u.id = $1`,
)

export async function findUserPrincipal(
  db: Db,
  tenant: Tenant,
  userId: number,
): Promise<Principal | undefined> {
  const row = await USER_BY_ID.first(db, [userId])
  return row && principal('User', row, tenant, db)
}

const KEY = `
  select k.id, k.name, k.roles, k.scopes, k.expires_at, k.maker_kind, k.maker_id,
    (select jsonb_object_agg(role.name, role.permissions) from membership_role role
     where role.name = any(k.roles)) as permissions_of,
    array(select unnest(k.permissions) union
      select permission from membership_role role, unnest(role.permissions) as permission
      where role.name = any(k.roles)) as permissions
  from api_key k`

const PermissionsOf = z.record(z.string(), z.array(z.string()))
const keyColumns = {
  ...columns,
  expires_at: orNull(instant),
  permissions_of: orNull(json((value) => PermissionsOf.parse(value))),
  maker_kind: oneOf(['Client', 'ApiKey', 'User']),
  maker_id: int,
}
type KeyRow = RowOf<typeof keyColumns>

const KEY_BY_HASH = statement(keyColumns, `${KEY} where k.key_hash = $1`)
const KEY_BY_ID = statement(keyColumns, `${KEY} where k.id = $1`)

export async function findKeyPrincipal(db: Db, tenant: Tenant, hash: Buffer): Promise<Principal | undefined> {
  const row = await KEY_BY_HASH.first(db, [hash])
  return row && keyPrincipal(db, tenant, row, 0)
}

/** A key never has more rights than its maker has now. When the maker loses a right or is deleted, so does the key. */
async function keyPrincipal(
  db: Db,
  tenant: Tenant,
  row: KeyRow,
  depth: number,
): Promise<Principal | undefined> {
  if (row.expires_at && row.expires_at.getTime() <= Date.now()) return undefined
  const maker = await findMaker(db, tenant, row, depth)
  if (!maker) return undefined
  const caller = principal('ApiKey', row, tenant, db)
  return {
    ...caller,
    permissions: new Set([...caller.permissions].filter((permission) => maker.permissions.has(permission))),
    roles: caller.roles.filter((role) =>
      row.permissions_of?.[role]?.every((permission) => maker.permissions.has(permission)),
    ),
    scopes: await withinReach(db, row.scopes, maker.scopes),
    expiresAt: row.expires_at,
  }
}

async function withinReach(
  db: Db,
  own: readonly Scope[],
  makers: readonly Scope[],
): Promise<readonly Scope[]> {
  if (makers.length === 0) return own
  // A key without scopes was created when its maker had none either; now it is limited like its maker.
  if (own.length === 0) return makers
  const shared = await scopesWithin(db, makers, own)
  // An empty list would mean no limit, so use a scope that matches nothing.
  return shared.length > 0 ? shared : [{ type: 'None', id: 0 }]
}

/** Who made something that acts for its maker, such as a key or a webhook. */
export type Maker = Pick<KeyRow, 'maker_kind' | 'maker_id'>

/**
 * The maker as it is now, limited to the scopes that it had when it made the thing. Nothing if it is gone, or its key has
 * expired.
 */
export async function findMakerPrincipal(
  db: Db,
  tenant: Tenant,
  made: Maker & { readonly scopes: readonly Scope[] },
): Promise<Principal | undefined> {
  const maker = await findMaker(db, tenant, made, 0)
  return maker && { ...maker, scopes: await withinReach(db, made.scopes, maker.scopes) }
}

const KEYS_OF_KEYS_AT_MOST = 5

async function findMaker(db: Db, tenant: Tenant, row: Maker, depth: number): Promise<Principal | undefined> {
  switch (row.maker_kind) {
    case 'Client': {
      const client = await CLIENT_BY_ID.first(db, [row.maker_id])
      return client && principal('Client', client, tenant, db)
    }
    case 'User':
      return findUserPrincipal(db, tenant, row.maker_id)
    case 'ApiKey': {
      if (depth >= KEYS_OF_KEYS_AT_MOST) return undefined
      const key = await KEY_BY_ID.first(db, [row.maker_id])
      return key && keyPrincipal(db, tenant, key, depth + 1)
    }
    default:
      return row.maker_kind satisfies never
  }
}
