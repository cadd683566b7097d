import type { z } from 'zod'
import type { Db, Tx } from '../db/database.ts'
import { insertRow } from '../db/rows.ts'
import { type Sql, sql } from '../db/sql.ts'
import { claimCredential, dropCredential } from '../db/tenants.ts'
import { afterCommit, emit } from '../db/unit-of-work.ts'
import type { Acting, Caller } from '../http/caller.ts'
import { found, Problem } from '../http/problems.ts'
import { refuse } from '../http/validation.ts'
import type { ApiKeyCreateData } from './credential-schemas.ts'
import { findKey } from './principals.ts'
import { permissionsOfRoles } from './roles.ts'
import { scopesWithin, sharesScope } from './scope.ts'
import { requireOwn } from './scopes.ts'
import { hashOf, newSecret } from './secrets.ts'

/** Makes a key with no more rights than its maker. Without scopes of its own it has its maker's. */
export async function createApiKey(
  tx: Tx,
  acting: Acting,
  input: z.output<typeof ApiKeyCreateData>,
  isSandbox: boolean,
) {
  const { caller, now } = acting
  const { name, roles = [], permissions = [], scopes = [...caller.scopes], expiresAt = null } = input
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now())
    throw refuse([{ pointer: '/expiresAt', code: 'Range', message: 'The key would have expired already.' }])
  const byRoles = await permissionsOfRoles(tx, roles, scopes)
  const within = await scopesWithin(tx, caller.scopes, scopes)
  requireOwn(caller, { permissions: [...byRoles, ...permissions], scopes }, within)
  const key = `${isSandbox ? 'bw_test_' : 'bw_live_'}${newSecret()}`
  const id = await insertRow(tx, 'api_key', {
    name,
    key_hash: hashOf(key),
    last4: key.slice(-4),
    roles: [...roles],
    permissions: [...permissions],
    scopes: JSON.stringify(scopes),
    maker_kind: caller.kind,
    maker_id: caller.id,
    expires_at: expiresAt,
    created_at: now,
    created_by: caller.name,
  })
  if (!(await findKey(tx, caller.tenant, hashOf(key))))
    throw new Problem('MoreThanOwn', 'A key that keys have made one after the other can make no further one.')
  await claimCredential(tx, 'ApiKey', hashOf(key).toString('hex'), caller.tenant.id)
  emit(tx, { subject: `apikeys/${id}`, type: 'apiKey.created', data: { id } })
  return { ...(await loadApiKey(tx, caller, id)), key }
}

export const keyColumns =
  'id, name, last4, roles, permissions, scopes, expires_at as "expiresAt", created_at as "createdAt", created_by as "createdBy"'

interface KeyRow {
  id: number
  name: string
  last4: string
  roles: string[]
  permissions: string[]
  scopes: { type: string; id: number }[]
  expiresAt: Date | null
  createdAt: Date
  createdBy: string
}

/** Who manages access sees every key that shares a scope with it, others their own. */
export function visibleKeys(caller: Caller): Sql | undefined {
  const own = sql`(maker_kind = ${caller.kind} and maker_id = ${caller.id})`
  if (!caller.permissions.has('access:manage')) return own
  const shared = sharesScope(caller, 'scopes')
  return shared && sql`(${own} or ${shared})`
}

export async function findApiKey(db: Db, caller: Caller, id: number, lock = false) {
  const { rows } = await sql<KeyRow>`select ${sql.raw(keyColumns)} from api_key
    where id = ${id} and ${visibleKeys(caller) ?? sql`true`} ${lock ? sql`for update` : sql``}`.execute(db)
  return rows[0] && keyOf(rows[0])
}

export const loadApiKey = async (tx: Tx, caller: Caller, id: number) =>
  found(await findApiKey(tx, caller, id, true), `key ${id}`)

/** A key as it is answered: never the key itself. */
export function keyOf(row: KeyRow) {
  return { ...row, expiresAt: row.expiresAt?.toISOString() ?? null, createdAt: row.createdAt.toISOString() }
}

export async function revokeApiKey(tx: Tx, caller: Caller, id: number, forget: () => void): Promise<void> {
  await loadApiKey(tx, caller, id)
  const { rows } = await sql<{
    key_hash: Buffer
  }>`delete from api_key where id = ${id} returning key_hash`.execute(tx)
  await dropCredential(tx, 'ApiKey', rows[0]?.key_hash.toString('hex') ?? '')
  emit(tx, { subject: `apikeys/${id}`, type: 'apiKey.revoked', data: { id } })
  afterCommit(tx, forget)
}
