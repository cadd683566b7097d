import type { z } from 'zod'
import { scopesColumn } from '../../access/scopes.ts'
import {
  auditColumns,
  flag,
  instant,
  int,
  oneOf,
  orNull,
  type RowOf,
  text,
  texts,
  withDefault,
} from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { query } from '../../db/statement.ts'
import { listColumns, table } from '../../db/table.ts'
import { type Caller, isLimited } from '../../http/caller.ts'
import { found } from '../../http/problems.ts'
import { auditFieldsFromRow } from '../../http/schemas.ts'
import { listOf } from '../../http/search.ts'
import type { Webhook } from './models.ts'

const shownColumns = {
  id: withDefault(int),
  url: text,
  types: orNull(texts),
  description: orNull(text),
  isActive: flag,
  disabledAt: orNull(instant),
  disabledReason: orNull(text),
  ...auditColumns,
}

export const webhookTable = table('webhook', {
  ...shownColumns,
  secret: text,
  oldSecret: orNull(text),
  oldSecretUntil: orNull(instant),
  makerKind: oneOf(['Client', 'ApiKey', 'User']),
  makerId: int,
  scopes: withDefault(scopesColumn),
  position: int,
  failingSince: orNull(instant),
})

/**
 * A limited caller manages the webhooks that it made, and those whose scopes are all its own. One that reaches further
 * would show it events of others as soon as it changed the address.
 */
export function managedWebhooks(caller: Caller): Sql | undefined {
  if (!isLimited(caller)) return undefined
  const own = sql`(maker_kind = ${caller.kind} and maker_id = ${caller.id})`
  const scopes = JSON.stringify(caller.scopes.map(({ type, id }) => ({ type, id })))
  return sql`(${own} or (scopes <> '[]' and scopes <@ ${scopes}::jsonb))`
}

const SHOWN = listColumns(shownColumns)

export async function findWebhook(db: Db, caller: Caller, id: number, lock = false) {
  const row = await query(shownColumns)`select ${sql.raw(SHOWN)} from webhook
    where id = ${id} and ${managedWebhooks(caller) ?? sql`true`} ${lock ? sql`for update` : sql``}`.first(db)
  return row && webhookModel(row)
}

export const loadWebhook = async (tx: Tx, caller: Caller, id: number) =>
  found(await findWebhook(tx, caller, id, true), `webhook ${id}`)

/** A webhook in an answer, without its secret. */
const webhookModel = (row: RowOf<typeof shownColumns>): z.input<typeof Webhook> => ({
  id: row.id,
  url: row.url,
  types: row.types && [...row.types],
  description: row.description,
  isActive: row.isActive,
  disabledAt: row.disabledAt?.toISOString() ?? null,
  disabledReason: row.disabledReason,
  ...auditFieldsFromRow(row),
})

/** Its deliveries fail, or the service has switched it off. */
export const FAILING = '(disabled_at is not null or (is_active and failing_since is not null))'

export const webhookSearch = {
  filters: {
    isActive: { match: 'flag', column: 'is_active' },
    isFailing: { match: 'flag', column: FAILING },
  },
  sort: {},
} as const

export const webhookList = (caller: Caller) =>
  listOf({
    ...webhookSearch,
    columns: shownColumns,
    select: SHOWN,
    from: 'webhook',
    id: 'id',
    where: [managedWebhooks(caller)],
    row: webhookModel,
  })
