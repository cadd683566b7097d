import { text } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { type NewMail, queueAlert, queueMail } from '../../db/mail-outbox.ts'
import { saveEvents } from '../../db/outbox.ts'
import { command, statement } from '../../db/statement.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../db/unit-of-work.ts'
import type { WebhookParts } from './services.ts'
import type { ActiveWebhook } from './store.ts'

/** Why the service switches a webhook off. */
export type DisabledReason = 'Gone' | 'Failing'

const reasons: Readonly<Record<DisabledReason, string>> = {
  Gone: 'The receiver answered 410 Gone.',
  Failing: 'Every delivery has failed for five days.',
}

const DISABLE = command(`
  update webhook set is_active = false, disabled_at = now(), disabled_reason = $2, updated_at = $3, updated_by = $4,
    row_version = row_version + 1
  where id = $1 and is_active`)

/** Who changes a webhook when nobody asked for it. */
const SERVICE = 'webhook delivery'

type Disabled = Pick<ActiveWebhook, 'id' | 'url' | 'maker_kind' | 'maker_id'>

/** Switches a webhook off, with an event and a mail. What is waiting stays, and is sent when it is switched on again. */
export function disableWebhook(
  db: Db,
  { clock, keys }: Pick<WebhookParts, 'clock' | 'keys'>,
  webhook: Disabled,
  reason: DisabledReason,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const now = clock.now()
    if ((await DISABLE.run(tx, [webhook.id, reasons[reason], now, SERVICE])) === 0) return
    emit(tx, {
      subject: `webhooks/${webhook.id}`,
      type: 'webhook.disabled',
      data: { id: webhook.id, reason: reasons[reason] },
    })
    await saveEvents(tx, now)
    await tell(tx, keys, webhook, {
      subject: `Webhook ${webhook.id} was switched off`,
      text: [
        `The webhook to ${new URL(webhook.url).origin} was switched off. ${reasons[reason]}`,
        'When the receiver works again, set isActive of the webhook to true. Events that happened meanwhile can be replayed.',
      ].join('\n\n'),
      now,
    })
  })
}

/** Tells the administrator, and the user who made the webhook. */
async function tell(
  tx: Tx,
  keys: WebhookParts['keys'],
  { maker_kind, maker_id }: Disabled,
  mail: Pick<NewMail, 'subject' | 'text' | 'now'>,
): Promise<void> {
  await queueAlert(tx, keys, mail)
  const maker = maker_kind === 'User' ? await EMAIL.first(tx, [maker_id]) : undefined
  if (maker) await queueMail(tx, keys, { ...mail, kind: 'Alert', to: maker.email })
}

const EMAIL = statement({ email: text }, 'select email from app_user where id = $1')
