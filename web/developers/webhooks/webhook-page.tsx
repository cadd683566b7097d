import { useState } from 'react'
import type { Webhook, WebhookSecret } from '../../../sdk/src/types.gen.ts'
import { useGo } from '../../api/address.ts'
import { useAnswer } from '../../api/queries.ts'
import { SecretDialog } from '../../ui/dialogs/secret-dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Await, Notice } from '../../ui/states.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import { Deliveries } from './deliveries.tsx'
import { WebhookActions } from './webhook-actions.tsx'
import { EditWebhookDialog } from './webhook-dialog.tsx'
import { WebhookState } from './webhook-state.tsx'
import { typesText } from './webhooks-screen.tsx'

/** One webhook: where it sends, how that goes, and what was sent. */
export function WebhookPage({ params }: { readonly params: Record<string, string> }) {
  const webhookId = Number(params.id)
  const query = useAnswer('GET /webhooks/{webhookId}', { path: { webhookId } })
  return (
    <div className="page">
      <Await query={query}>{(webhook, { etag }) => <Page webhook={webhook} etag={etag} />}</Await>
    </div>
  )
}

function Page({ webhook, etag }: { readonly webhook: Webhook; readonly etag: string | undefined }) {
  const t = useText()
  const go = useGo()
  const format = useFormat()
  const [isEditing, setEditing] = useState(false)
  const [made, setMade] = useState<WebhookSecret>()
  const { id, url, types, description, disabledAt, disabledReason, createdAt, createdBy } = webhook
  return (
    <>
      <header className="page-head">
        <div className="page-title">
          <h1>{url}</h1>
          <WebhookState webhook={webhook} />
        </div>
        <WebhookActions
          webhook={webhook}
          etag={etag}
          onEdit={() => setEditing(true)}
          onSecret={setMade}
          onDeleted={() => go('/developers/webhooks')}
        />
      </header>
      {disabledReason ? (
        <Notice tone="bad" title={t('webhooks.disabledAt', { when: format.instant(disabledAt) })}>
          {disabledReason}
        </Notice>
      ) : null}
      <Panel title={t('webhooks.facts')} id="facts">
        <Facts
          items={[
            { label: t('webhooks.types'), value: typesText(t, types), isWide: true },
            { label: t('webhooks.description'), value: description },
            { label: t('webhooks.created'), value: format.instant(createdAt) },
            { label: t('webhooks.createdBy'), value: createdBy },
            { label: t('webhooks.updated'), value: format.instant(webhook.updatedAt) },
          ]}
        />
      </Panel>
      <Deliveries webhook={webhook} />
      {isEditing ? (
        <EditWebhookDialog key={id} webhook={webhook} etag={etag} onClose={() => setEditing(false)} />
      ) : null}
      {made?.secret ? (
        <SecretDialog
          title={t('webhooks.rotated')}
          label={t('webhooks.secret')}
          secret={made.secret}
          onClose={() => setMade(undefined)}
        >
          <p>{t('webhooks.rotatedWhy')}</p>
        </SecretDialog>
      ) : null}
    </>
  )
}
