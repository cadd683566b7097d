import { useState } from 'react'
import type { Webhook, WebhookSecret } from '../../../sdk/src/types.gen.ts'
import { useExecute } from '../../actions/execute.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/dialogs/confirm.ts'
import { FaultSummary } from '../../ui/fields/faults.tsx'
import { useDone } from '../done.ts'
import { useText } from '../text.ts'
import { refreshSoon } from './refresh-soon.ts'
import { ReplayDialog } from './replay-dialog.tsx'

interface Props {
  readonly webhook: Webhook
  readonly etag: string | undefined
  readonly onEdit: () => void
  readonly onSecret: (made: WebhookSecret) => void
  readonly onDeleted: () => void
}

/** What can be done with a webhook. */
export function WebhookActions({ webhook, etag, onEdit, onSecret, onDeleted }: Props) {
  const t = useText()
  const can = useCan()
  const confirm = useConfirm()
  const done = useDone()
  const [isReplaying, setReplaying] = useState(false)
  const change = useExecute('PATCH /webhooks/{webhookId}')
  const rotate = useExecute('POST /webhooks/{webhookId}/secret')
  const test = useExecute('POST /webhooks/{webhookId}/test')
  const remove = useExecute('DELETE /webhooks/{webhookId}')
  const path = { webhookId: webhook.id }
  const ifMatch = etag ? { ifMatch: etag } : {}
  const off = webhook.isActive ? undefined : t('webhooks.isOff')
  const turn = async () => {
    const isActive = !webhook.isActive
    if (await change.run({ path, body: { isActive }, ...ifMatch }))
      done(t(isActive ? 'webhooks.turnedOn' : 'webhooks.turnedOff'))
  }
  const rotateSecret = async () => {
    const isSure = await confirm({
      title: t('webhooks.rotate'),
      text: t('webhooks.rotateWhy'),
      confirm: t('webhooks.rotate'),
    })
    const answer = isSure ? await rotate.run({ path }) : undefined
    if (!answer) return
    done(t('webhooks.rotated'))
    onSecret(answer.data)
  }
  const sendTest = async () => {
    if (!(await test.run({ path }))) return
    done(t('webhooks.tested'))
    refreshSoon()
  }
  const removeIt = async () => {
    const isSure = await confirm({
      title: t('webhooks.delete'),
      text: t('webhooks.deleteWhy'),
      confirm: t('webhooks.delete'),
      kind: 'danger',
    })
    if (!isSure || !(await remove.run({ path }))) return
    done(t('webhooks.deleted'))
    onDeleted()
  }
  return (
    <>
      <div className="page-actions">
        {can('POST /webhooks/{webhookId}/test') ? (
          <Button kind="main" isBusy={test.isRunning} disabledReason={off} onClick={() => void sendTest()}>
            {t('webhooks.test')}
          </Button>
        ) : null}
        {can('PATCH /webhooks/{webhookId}') && can('GET /events') ? (
          <>
            <Button icon="edit" onClick={onEdit}>
              {t('webhooks.edit')}
            </Button>
            <Button isBusy={change.isRunning} onClick={() => void turn()}>
              {t(webhook.isActive ? 'webhooks.turnOff' : 'webhooks.turnOn')}
            </Button>
          </>
        ) : null}
        {can('POST /webhooks/{webhookId}/secret') ? (
          <Button isBusy={rotate.isRunning} onClick={() => void rotateSecret()}>
            {t('webhooks.rotate')}
          </Button>
        ) : null}
        {can('POST /webhooks/{webhookId}/replay') ? (
          <Button icon="undo" disabledReason={off} onClick={() => setReplaying(true)}>
            {t('webhooks.replay')}
          </Button>
        ) : null}
        {can('DELETE /webhooks/{webhookId}') ? (
          <Button kind="danger" isBusy={remove.isRunning} onClick={() => void removeIt()}>
            {t('webhooks.delete')}
          </Button>
        ) : null}
      </div>
      <FaultSummary error={change.error ?? rotate.error ?? test.error ?? remove.error} />
      {isReplaying ? <ReplayDialog webhookId={webhook.id} onClose={() => setReplaying(false)} /> : null}
    </>
  )
}
