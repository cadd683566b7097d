import type { z } from 'zod'
import { bytes, instant, int, type RowOf, text, texts, withDefault } from '../db/columns.ts'
import type { Db, Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { command, query } from '../db/statement.ts'
import { insertInto, listColumns, table } from '../db/table.ts'
import { claimCredential, dropCredential } from '../db/tenants.ts'
import { afterCommit } from '../db/unit-of-work.ts'
import type { Acting, Caller, Scope } from '../http/caller.ts'
import { found } from '../http/problems.ts'
import { listOf } from '../http/search.ts'
import type { OAuthClientCreateData } from './credential-schemas.ts'
import { permissionsOfRoles } from './roles.ts'
import { scopesWithin, sharesScope } from './scope.ts'
import { requireOwn, scopesColumn } from './scopes.ts'
import { hashSecret, newSecret } from './secrets/secrets.ts'

interface NewClient {
  readonly clientId: string
  readonly secret: string
  readonly name: string
  readonly roles: readonly string[]
  readonly scopes: readonly Scope[]
}

/** Creates a client of the caller's administrator, with a new id and secret. */
export async function createClient(tx: Tx, acting: Acting, input: z.output<typeof OAuthClientCreateData>) {
  const { name, roles, scopes = [] } = input
  const permissions = await permissionsOfRoles(tx, roles, scopes)
  requireOwn(acting.caller, { permissions, scopes }, await scopesWithin(tx, acting.caller.scopes, scopes))
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

/** Writes a client. The sandbox seed gives its own ids and secrets. */
export async function saveClient(
  tx: Tx,
  { by, now }: { by: string; now: Date },
  client: NewClient,
): Promise<Client> {
  const { clientId, name, roles, scopes } = client
  const id = await insertInto(tx, clientTable, {
    clientId,
    secretHash: hashSecret(client.secret),
    name,
    roles,
    scopes: [...scopes],
    createdAt: now,
    createdBy: by,
  })
  return { id, clientId, name, roles: [...roles], scopes: [...scopes] }
}

const clientTable = table('oauth_client', {
  id: withDefault(int),
  clientId: text,
  secretHash: bytes,
  name: text,
  roles: texts,
  scopes: withDefault(scopesColumn),
  createdAt: instant,
  createdBy: text,
})
const clientColumns = clientTable.pick('id', 'clientId', 'name', 'roles', 'scopes')
const CLIENT_COLUMNS = listColumns(clientColumns)

const clientModel = (row: RowOf<typeof clientColumns>) => ({ ...row, roles: [...row.roles] })
type Client = ReturnType<typeof clientModel>

/** A client in an answer, without its secret. */
export async function findClient(
  db: Db,
  caller: Caller,
  id: number,
  lock = false,
): Promise<Client | undefined> {
  const row = await query(clientColumns)`select ${sql.raw(CLIENT_COLUMNS)} from oauth_client
    where id = ${id} and ${sharesScope(caller, 'scopes') ?? sql`true`} ${lock ? sql`for update` : sql``}`.first(
    db,
  )
  return row && clientModel(row)
}

export const clientSearch = {
  filters: { name: { match: 'contains', column: 'name' } },
  sort: { name: { column: 'name', text: true } },
} as const

export const clientList = (caller: Caller) =>
  listOf({
    ...clientSearch,
    columns: clientColumns,
    select: CLIENT_COLUMNS,
    from: 'oauth_client',
    id: 'id',
    where: [sharesScope(caller, 'scopes')],
    row: clientModel,
  })

export const loadClient = async (tx: Tx, caller: Caller, id: number) =>
  found(await findClient(tx, caller, id, true), `client ${id}`)

/** Deletes a client. Its tokens and keys end with it. */
export async function deleteClient(tx: Tx, caller: Caller, id: number, forget: () => void): Promise<void> {
  const client = await loadClient(tx, caller, id)
  await DELETE_CLIENT.run(tx, [id])
  await dropCredential(tx, 'Client', client.clientId)
  afterCommit(tx, forget)
}

const DELETE_CLIENT = command('delete from oauth_client where id = $1')
