import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db, Tx } from '../db/database.ts'
import { claimCredential, dropCredential } from '../db/tenants.ts'
import { afterCommit } from '../db/unit-of-work.ts'
import type { Acting, Scope } from '../http/caller.ts'
import { found } from '../http/problems.ts'
import type { OAuthClientCreateData } from './credential-schemas.ts'
import { permissionsOfRoles } from './roles.ts'
import { requireOwn, requireScopes } from './scopes.ts'
import { hashOf, newSecret } from './secrets.ts'

interface NewClient {
  readonly clientId: string
  readonly secret: string
  readonly name: string
  readonly roles: readonly string[]
  readonly scopes: readonly Scope[]
}

/** Makes a client of the caller's administrator, with a new id and secret. */
export async function createClient(tx: Tx, acting: Acting, input: z.output<typeof OAuthClientCreateData>) {
  const { name, roles, scopes = [] } = input
  const permissions = await permissionsOfRoles(tx, roles)
  await requireScopes(tx, scopes)
  requireOwn(acting.caller, { permissions, scopes })
  const secret = newSecret()
  const clientId = `client-${newSecret().slice(0, 16)}`
  await claimCredential(tx, 'Client', clientId, acting.caller.tenant.id)
  const client = await saveClient(
    tx,
    { by: acting.caller.name, now: acting.now },
    {
      clientId,
      secret,
      name,
      roles,
      scopes,
    },
  )
  return { ...client, clientSecret: secret }
}

/** Writes a client; the seed gives ids and secrets of its own. */
export async function saveClient(tx: Tx, { by, now }: { by: string; now: Date }, client: NewClient) {
  return tx
    .insertInto('oauth_client')
    .values({
      client_id: client.clientId,
      secret_hash: hashOf(client.secret),
      name: client.name,
      roles: [...client.roles],
      scopes: JSON.stringify(client.scopes),
      created_at: now,
      created_by: by,
    })
    .returning(['id', 'client_id as clientId', 'name', 'roles', 'scopes'])
    .executeTakeFirstOrThrow()
}

export const clients = (db: Db) =>
  db.selectFrom('oauth_client').select(['id', 'client_id as clientId', 'name', 'roles', 'scopes'])

export async function loadClient(tx: Tx, id: number) {
  return found(await clients(tx).where('id', '=', id).forUpdate().executeTakeFirst(), `client ${id}`)
}

/** A deleted client's tokens and keys end with it. */
export async function deleteClient(tx: Tx, id: number, forget: () => void): Promise<void> {
  const client = await loadClient(tx, id)
  await sql`delete from oauth_client where id = ${id}`.execute(tx)
  await dropCredential(tx, 'Client', client.clientId)
  afterCommit(tx, forget)
}
