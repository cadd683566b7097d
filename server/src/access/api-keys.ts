import type { z } from 'zod'
import { bytes, instant, int, oneOf, orNull, type RowOf, text, texts, withDefault } from '../db/columns.ts'
import type { Db, Tx } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { query, statement } from '../db/statement.ts'
import { insertInto, listColumns, table } from '../db/table.ts'
import { claimCredential, dropCredential } from '../db/tenants.ts'
import { afterCommit, emit } from '../db/unit-of-work.ts'
import type { Acting, Caller } from '../http/caller.ts'
import { found, Problem } from '../http/problems.ts'
import { listOf } from '../http/search.ts'
import { refuse } from '../http/validation.ts'
import type { ApiKeyCreateData } from './credential-schemas.ts'
import { findKeyPrincipal } from './principals.ts'
import { permissionsOfRoles } from './roles.ts'
import { scopesWithin, sharesScope } from './scope.ts'
import { requireOwn, scopesColumn } from './scopes.ts'
import { hashSecret, newSecret } from './secrets/secrets.ts'

/** Creates a key with no more rights than its maker. If no scopes are given, it gets those of its maker. */
export async function createApiKey(
  tx: Tx,
  acting: Acting,
  input: z.output<typeof ApiKeyCreateData>,
  isSandbox: boolean,
) {
  const { caller, now } = acting
  const { name, roles = [], permissions = [], scopes = [...caller.scopes], expiresAt = null } = input
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now())
    throw refuse([{ pointer: '/expiresAt', code: 'Range', message: 'The expiration must be in the future.' }])
  const byRoles = await permissionsOfRoles(tx, roles, scopes)
  const within = await scopesWithin(tx, caller.scopes, scopes)
  requireOwn(caller, { permissions: [...byRoles, ...permissions], scopes }, within)
  const key = `${isSandbox ? 'bw_test_' : 'bw_live_'}${newSecret()}`
  const id = await insertInto(tx, keyTable, {
    name,
    keyHash: hashSecret(key),
    last4: key.slice(-4),
    roles,
    permissions,
    scopes,
    makerKind: caller.kind,
    makerId: caller.id,
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
    createdAt: now,
    createdBy: caller.name,
  })
  if (!(await findKeyPrincipal(tx, caller.tenant, hashSecret(key))))
    throw new Problem(
      'MoreThanOwn',
      'This key was created by a chain of keys that is already at its longest. Use another credential to create a key.',
    )
  await claimCredential(tx, 'ApiKey', hashSecret(key).toString('hex'), caller.tenant.id)
  emit(tx, { subject: `apikeys/${id}`, type: 'apiKey.created', data: { id } })
  return { ...(await loadApiKey(tx, caller, id)), key }
}

const shownColumns = {
  id: withDefault(int),
  name: text,
  last4: text,
  roles: texts,
  permissions: texts,
  scopes: withDefault(scopesColumn),
  expiresAt: orNull(instant),
  createdAt: instant,
  createdBy: text,
}
const SHOWN = listColumns(shownColumns)

const keyTable = table('api_key', {
  ...shownColumns,
  keyHash: bytes,
  makerKind: oneOf(['Client', 'ApiKey', 'User']),
  makerId: int,
})

/** A caller with access:manage sees every key that shares a scope with it; others see only their own. */
export function visibleKeys(caller: Caller): Sql | undefined {
  const own = sql`(maker_kind = ${caller.kind} and maker_id = ${caller.id})`
  if (!caller.permissions.has('access:manage')) return own
  const shared = sharesScope(caller, 'scopes')
  return shared && sql`(${own} or ${shared})`
}

export async function findApiKey(db: Db, caller: Caller, id: number, lock = false) {
  const row = await query(shownColumns)`select ${sql.raw(SHOWN)} from api_key
    where id = ${id} and ${visibleKeys(caller) ?? sql`true`} ${lock ? sql`for update` : sql``}`.first(db)
  return row && keyModel(row)
}

export const loadApiKey = async (tx: Tx, caller: Caller, id: number) =>
  found(await findApiKey(tx, caller, id, true), `key ${id}`)

/** A key in an answer, without the key itself. */
const keyModel = (row: RowOf<typeof shownColumns>) => ({
  ...row,
  roles: [...row.roles],
  permissions: [...row.permissions],
  expiresAt: row.expiresAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
})

export const keySearch = {
  filters: { name: { match: 'contains', column: 'name' } },
  sort: { name: { column: 'name', text: true } },
} as const

export const keyList = (caller: Caller) =>
  listOf({
    ...keySearch,
    columns: shownColumns,
    select: SHOWN,
    from: 'api_key',
    id: 'id',
    where: [visibleKeys(caller)],
    row: keyModel,
  })

export async function revokeApiKey(tx: Tx, caller: Caller, id: number, forget: () => void): Promise<void> {
  await loadApiKey(tx, caller, id)
  const deleted = await DELETE_KEY.first(tx, [id])
  await dropCredential(tx, 'ApiKey', deleted?.keyHash.toString('hex') ?? '')
  emit(tx, { subject: `apikeys/${id}`, type: 'apiKey.revoked', data: { id } })
  afterCommit(tx, forget)
}

const DELETE_KEY = statement(
  keyTable.pick('keyHash'),
  'delete from api_key where id = $1 returning key_hash as "keyHash"',
)
