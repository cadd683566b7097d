import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { findMakerPrincipal } from '../../access/principals.ts'
import { requireOwn } from '../../access/scopes.ts'
import { int } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { encrypt } from '../../db/keys.ts'
import { sql } from '../../db/sql.ts'
import { command, statement } from '../../db/statement.ts'
import { insertInto, updateIn } from '../../db/table.ts'
import { eventTypes } from '../../domain/events/catalogue.ts'
import { chosenTypes } from '../../domain/events/type-filter.ts'
import { type EndpointRules, urlRefusal } from '../../domain/webhooks/endpoints.ts'
import type { Acting, Caller } from '../../http/caller.ts'
import { found, Problem } from '../../http/problems.ts'
import { refuse } from '../../http/validation.ts'
import { numberUntilNow } from '../log/number-events.ts'
import type { WebhookCreateData, WebhookPatch } from './models.ts'
import type { WebhookServices } from './services.ts'
import { newWebhookSecret } from './signature.ts'
import { loadWebhook, webhookTable } from './webhooks.ts'

const WEBHOOKS_AT_MOST = 100

export async function createWebhook(
  tx: Tx,
  { keys, isSandbox, webhooks }: WebhookServices,
  { caller, now }: Acting,
  { url, types = null, description = null, isActive = true }: z.output<typeof WebhookCreateData>,
) {
  requireKnownTypes(types)
  requireAllowedUrl(url, { isSandbox })
  // It gets what happens from now on. Reading the position also makes others that create one wait.
  const position = await numberUntilNow(tx)
  const count = (await COUNT.first(tx, []))?.count ?? 0
  if (count >= WEBHOOKS_AT_MOST)
    throw new Problem(
      'TooManyWebhooks',
      `There are ${count} webhooks, and ${WEBHOOKS_AT_MOST} is the limit. Delete one that is not used.`,
    )
  const secret = newWebhookSecret()
  const id = await insertInto(tx, webhookTable, {
    ...{ url, types, description, isActive, position, secret: encrypt(keys.data, secret) },
    ...{ makerKind: caller.kind, makerId: caller.id, scopes: [...caller.scopes] },
    ...{ created_at: now, created_by: caller.name, updated_at: now, updated_by: caller.name },
  })
  webhooks.changed(tx, caller.tenant.id)
  return { ...(await loadWebhook(tx, caller, id)), secret }
}

const COUNT = statement({ count: int }, 'select count(*) as count from webhook')

export async function changeWebhook(
  tx: Tx,
  services: WebhookServices,
  acting: Acting,
  id: number,
  patch: z.output<typeof WebhookPatch>,
) {
  const { caller } = acting
  const before = await loadWebhook(tx, caller, id)
  requireKnownTypes(patch.types)
  if (patch.url !== undefined) {
    requireAllowedUrl(patch.url, services)
    await requireMakersRights(tx, caller, id)
  }
  const wanted = {
    ...patch,
    ...(patch.isActive === undefined ? {} : { disabledAt: null, disabledReason: null }),
  }
  // A request that changes nothing leaves the record and its version as they are.
  if (isDeepStrictEqual({ ...before, ...wanted }, before)) return before
  const isSwitchedOn = patch.isActive === true && !before.isActive
  await updateIn(tx, webhookTable, id, {
    ...wanted,
    // What happened while it was off is not sent by itself; it can be replayed.
    ...(isSwitchedOn ? { position: await numberUntilNow(tx), failingSince: null } : {}),
    ...stamp(acting),
  })
  services.webhooks.changed(tx, caller.tenant.id)
  return loadWebhook(tx, caller, id)
}

/** Its waiting deliveries go with it. Those that have ended are removed later, with other old ones. */
export async function deleteWebhook(
  tx: Tx,
  services: WebhookServices,
  caller: Caller,
  id: number,
): Promise<void> {
  await loadWebhook(tx, caller, id)
  await DELETE_WAITING_FIRST.run(tx, [id])
  await DELETE_WAITING.run(tx, [id])
  await DELETE_WEBHOOK.run(tx, [id])
  services.webhooks.changed(tx, caller.tenant.id)
}

// In the form of the two indexes.
const DELETE_WAITING_FIRST = command('delete from webhook_delivery where webhook_id = $1 and is_first')
const DELETE_WAITING = command(
  `delete from webhook_delivery where webhook_id = $1 and status = 'Pending' and not is_first`,
)
const DELETE_WEBHOOK = command('delete from webhook where id = $1')

/** A new secret. For a day the one before also signs, so that receivers can change over without losing anything. */
export async function changeSecret(tx: Tx, services: WebhookServices, acting: Acting, id: number) {
  await loadWebhook(tx, acting.caller, id)
  await requireMakersRights(tx, acting.caller, id)
  const secret = newWebhookSecret()
  await updateIn(tx, webhookTable, id, {
    secret: encrypt(services.keys.data, secret),
    oldSecret: sql`secret`,
    oldSecretUntil: sql`now() + interval '24 hours'`,
    ...stamp(acting),
  })
  return { secret }
}

const stamp = ({ caller, now }: Acting) => ({
  updated_at: now,
  updated_by: caller.name,
  row_version: sql`row_version + 1`,
})

function requireAllowedUrl(url: string, rules: EndpointRules): void {
  const message = urlRefusal(url, rules)
  if (message !== undefined)
    throw new Problem('UrlNotAllowed', message, {
      errors: [{ pointer: '/url', code: 'UrlNotAllowed', message }],
    })
}

function requireKnownTypes(types: readonly string[] | null | undefined): void {
  const { unknown } = chosenTypes(types ?? [])
  if (unknown.length === 0) return
  throw refuse(
    unknown.map((name) => ({
      pointer: `/types/${(types ?? []).indexOf(name)}`,
      code: 'Enum',
      message: `There is no event type ${name}.`,
      known: eventTypes,
    })),
  )
}

/**
 * Whoever changes the address or the secret reads what the maker may see. So a caller with fewer rights than the maker
 * cannot do it.
 */
async function requireMakersRights(tx: Tx, caller: Caller, id: number): Promise<void> {
  const made = found(await MAKER.first(tx, [id]), `webhook ${id}`)
  if (made.maker_kind === caller.kind && made.maker_id === caller.id) return
  const maker = await findMakerPrincipal(tx, caller.tenant, made)
  if (maker) requireOwn(caller, maker)
}

const MAKER = statement(
  {
    maker_kind: webhookTable.columns.makerKind,
    maker_id: webhookTable.columns.makerId,
    scopes: webhookTable.columns.scopes,
  },
  'select maker_kind, maker_id, scopes from webhook where id = $1',
)
