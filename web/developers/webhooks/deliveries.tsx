import { useState } from 'react'
import type { Webhook, WebhookDelivery } from '../../../sdk/src/types.gen.ts'
import { refreshAll } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { type ListColumn, ListScreen } from '../../lists/list-screen.tsx'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import { ReplayDialog } from './replay-dialog.tsx'

const statuses = ['Pending', 'Delivered', 'Failed'] as const

/** What was sent to the receiver, newest first, with each attempt and what it answered. */
export function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const t = useText()
  const can = useCan()
  const columns = useColumns()
  const [again, setAgain] = useState<readonly string[]>()
  const mayReplay = can('POST /webhooks/{webhookId}/replay') && webhook.isActive
  return (
    <>
      <ListScreen
        list="webhook-deliveries"
        title={t('deliveries.title')}
        headingLevel={2}
        operation="GET /webhooks/{webhookId}/deliveries"
        path={{ webhookId: webhook.id }}
        columns={columns}
        filters={[
          {
            name: 'status',
            label: t('deliveries.status'),
            kind: 'choices',
            choices: statuses.map((status) => ({ value: status, title: t(`delivery.${status}`) })),
          },
          { name: 'eventId', label: t('deliveries.eventId'), kind: 'text' },
        ]}
        rowKey={({ id }) => id}
        rowTone={({ status }) => (status === 'Failed' ? 'bad' : undefined)}
        bulk={
          mayReplay
            ? [
                {
                  title: t('webhooks.replay'),
                  run: (rows) => setAgain([...new Set(rows.map(({ eventId }) => eventId))]),
                },
              ]
            : []
        }
        actions={
          <Button icon="reload" onClick={() => void refreshAll()}>
            {t('deliveries.reload')}
          </Button>
        }
        empty={{ title: t('deliveries.empty'), why: t('deliveries.emptyWhy') }}
      />
      {again ? (
        <ReplayDialog webhookId={webhook.id} eventIds={again} onClose={() => setAgain(undefined)} />
      ) : null}
    </>
  )
}

function useColumns(): readonly ListColumn<WebhookDelivery>[] {
  const t = useText()
  const format = useFormat()
  return [
    { key: 'createdAt', title: t('deliveries.at'), cell: ({ createdAt }) => format.instant(createdAt) },
    { key: 'type', title: t('deliveries.type'), cell: ({ type }) => <code>{type}</code> },
    {
      key: 'status',
      title: t('deliveries.status'),
      cell: ({ status }) => (
        <Status
          value={status}
          tone={status === 'Delivered' ? 'good' : undefined}
          title={t(`delivery.${status}`)}
        />
      ),
    },
    {
      key: 'attempts',
      title: t('deliveries.attempts'),
      isWrapping: true,
      cell: (delivery) => <Attempts delivery={delivery} />,
    },
    {
      key: 'next',
      title: t('deliveries.next'),
      cell: ({ nextAttemptAt }) => format.instant(nextAttemptAt),
    },
    {
      key: 'eventId',
      title: t('deliveries.eventId'),
      isHidden: true,
      isWrapping: true,
      cell: ({ eventId }) => <code>{eventId}</code>,
    },
  ]
}

function Attempts({ delivery }: { readonly delivery: WebhookDelivery }) {
  const t = useText()
  const format = useFormat()
  const { attempts } = delivery
  if (attempts.length === 0) return <>{t('deliveries.none')}</>
  return (
    <details>
      <summary>
        {t(attempts.length === 1 ? 'deliveries.one' : 'deliveries.count', {
          count: format.count(attempts.length),
        })}
      </summary>
      <ol className="developers-attempts">
        {attempts.map(({ at, responseStatus, error, durationMs }) => (
          <li key={at}>
            {t('deliveries.attempt', {
              when: format.instant(at),
              answer: responseStatus ?? error ?? '—',
              time: format.count(durationMs),
            })}
            {responseStatus !== null && error ? <span className="muted"> {error}</span> : null}
          </li>
        ))}
      </ol>
    </details>
  )
}
