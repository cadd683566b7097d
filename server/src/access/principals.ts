import { type Db, run } from '../db/database.ts'
import type { Tenant } from '../db/tenants.ts'
import type { Caller, Scope } from '../http/caller.ts'
import { scopesWithin } from './scope.ts'

/** A caller as the database has it now: its roles, permissions and scopes. */
export type Principal = Caller & {
  /** For a key: real time after which it is no longer one. */
  readonly expiresAt?: Date | null
  /** For a session: what it is stored by. */
  readonly sessionHash?: Buffer
}

interface Row {
  id: number
  name: string
  roles: string[] | null
  permissions: string[] | null
  scopes: Scope[]
}

function callerOf(kind: Caller['kind'], row: Row, tenant: Tenant, db: Db): Principal {
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

export async function findClient(db: Db, tenant: Tenant, clientId: string): Promise<Principal | undefined> {
  const [row] = await run<Row>(db, `${CLIENT} where c.client_id = $1`, [clientId])
  return row && callerOf('Client', row, tenant, db)
}

// A user sees what it, its account holder and its groups' portal visibility groups are limited to, together.
const USER = `
  select u.id, u.user_name as name,
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
  from app_user u where u.status = 'Active'`

export async function findUser(db: Db, tenant: Tenant, userId: number): Promise<Principal | undefined> {
  const [row] = await run<Row>(db, `${USER} and u.id = $1`, [userId])
  return row && callerOf('User', row, tenant, db)
}

const KEY = `
  select k.id, k.name, k.roles, k.scopes, k.expires_at, k.maker_kind, k.maker_id,
    (select jsonb_object_agg(role.name, role.permissions) from membership_role role
     where role.name = any(k.roles)) as permissions_of,
    array(select unnest(k.permissions) union
      select permission from membership_role role, unnest(role.permissions) as permission
      where role.name = any(k.roles)) as permissions
  from api_key k`

interface KeyRow extends Row {
  expires_at: Date | null
  permissions_of: Record<string, string[]> | null
  maker_kind: Caller['kind']
  maker_id: number
}

export async function findKey(db: Db, tenant: Tenant, hash: Buffer): Promise<Principal | undefined> {
  const [row] = await run<KeyRow>(db, `${KEY} where k.key_hash = $1`, [hash])
  return row && keyCaller(db, tenant, row, 0)
}

/** A key never has more than its maker has now: what the maker lost, or if it is gone everything, the key loses too. */
async function keyCaller(db: Db, tenant: Tenant, row: KeyRow, depth: number): Promise<Principal | undefined> {
  if (row.expires_at && row.expires_at.getTime() <= Date.now()) return undefined
  const maker = await findMaker(db, tenant, row, depth)
  if (!maker) return undefined
  const caller = callerOf('ApiKey', row, tenant, db)
  return {
    ...caller,
    permissions: new Set([...caller.permissions].filter((permission) => maker.permissions.has(permission))),
    roles: caller.roles.filter((role) =>
      row.permissions_of?.[role]?.every((one) => maker.permissions.has(one)),
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
  // A key without scopes of its own was made when its maker had none either: it is limited as its maker is now.
  if (own.length === 0) return makers
  const shared = await scopesWithin(db, makers, own)
  // An empty list would mean everything; a scope that reaches nothing means nothing.
  return shared.length > 0 ? shared : [{ type: 'None', id: 0 }]
}

const KEYS_OF_KEYS_AT_MOST = 5

async function findMaker(db: Db, tenant: Tenant, row: KeyRow, depth: number): Promise<Principal | undefined> {
  switch (row.maker_kind) {
    case 'Client': {
      const [client] = await run<Row>(db, `${CLIENT} where c.id = $1`, [row.maker_id])
      return client && callerOf('Client', client, tenant, db)
    }
    case 'User':
      return findUser(db, tenant, row.maker_id)
    case 'ApiKey': {
      if (depth >= KEYS_OF_KEYS_AT_MOST) return undefined
      const [key] = await run<KeyRow>(db, `${KEY} where k.id = $1`, [row.maker_id])
      return key && keyCaller(db, tenant, key, depth + 1)
    }
    default:
      return row.maker_kind satisfies never
  }
}
