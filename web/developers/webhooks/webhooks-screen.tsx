import { useState } from 'react'
import type { Webhook, WebhookMade } from '../../../sdk/src/types.gen.ts'
import { useCan } from '../../api/session.ts'
import { type ListColumn, ListScreen } from '../../lists/list-screen.tsx'
import { Button } from '../../ui/button.tsx'
import { SecretDialog } from '../../ui/dialogs/secret-dialog.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { type Text, useText } from '../text.ts'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookState } from './webhook-state.tsx'

/** Where events are sent as they happen. */
export function WebhooksScreen() {
  const t = useText()
  const can = useCan()
  const columns = useColumns()
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<WebhookMade>()
  return (
    <div className="page">
      <ListScreen
        list="webhooks"
        title={t('webhooks.title')}
        operation="GET /webhooks"
        columns={columns}
        filters={[
          { name: 'isActive', label: t('webhooks.isActive'), kind: 'flag' },
          { name: 'isFailing', label: t('webhooks.isFailing'), kind: 'flag' },
        ]}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/developers/webhooks/${id}`}
        actions={
          // Whoever may not read events cannot have them sent either.
          can('POST /webhooks') && can('GET /events') ? (
            <Button kind="main" icon="add" onClick={() => setMaking(true)}>
              {t('webhooks.new')}
            </Button>
          ) : undefined
        }
        empty={{ title: t('webhooks.empty'), why: t('webhooks.emptyWhy') }}
      />
      {isMaking ? <WebhookDialog onClose={() => setMaking(false)} onMade={setMade} /> : null}
      {made?.secret ? (
        <SecretDialog
          title={t('webhooks.made')}
          label={t('webhooks.secret')}
          secret={made.secret}
          onClose={() => setMade(undefined)}
        >
          <p>{t('webhooks.secretWhy')}</p>
        </SecretDialog>
      ) : null}
    </div>
  )
}

/** The types that a webhook gets, in a few words. */
export const typesText = (t: Text, types: readonly string[] | null): string =>
  types === null ? t('webhooks.allTypes') : types.join(', ')

function useColumns(): readonly ListColumn<Webhook>[] {
  const t = useText()
  const format = useFormat()
  return [
    { key: 'url', title: t('webhooks.url'), cell: ({ url }) => url, isWrapping: true },
    {
      key: 'state',
      title: t('webhooks.state'),
      cell: (webhook) => <WebhookState webhook={webhook} />,
    },
    { key: 'types', title: t('webhooks.types'), isWrapping: true, cell: ({ types }) => typesText(t, types) },
    {
      key: 'description',
      title: t('webhooks.description'),
      isWrapping: true,
      cell: ({ description }) => description ?? '—',
    },
    {
      key: 'createdAt',
      title: t('webhooks.created'),
      cell: ({ createdAt }) => format.instant(createdAt),
    },
    {
      key: 'createdBy',
      title: t('webhooks.createdBy'),
      isHidden: true,
      cell: ({ createdBy }) => createdBy,
    },
  ]
}
