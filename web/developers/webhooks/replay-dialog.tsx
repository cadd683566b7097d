import { useState } from 'react'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { TextField } from '../../ui/fields/field.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import { refreshSoon } from './refresh-soon.ts'

interface Props {
  readonly webhookId: number
  /** Some events by their ids. Without them, those after a cursor of the event log. */
  readonly eventIds?: readonly string[] | undefined
  readonly onClose: () => void
}

/** Sends events again. The receiver knows a repeat by the id of the event. */
export function ReplayDialog({ webhookId, eventIds, onClose }: Props) {
  const t = useText()
  const format = useFormat()
  const [after, setAfter] = useState('')
  const body = eventIds ? { eventIds } : after.trim() === '' ? undefined : { after: after.trim() }
  return (
    <ActionDialog
      open
      onClose={onClose}
      title={t('webhooks.replay')}
      description={t(eventIds ? 'webhooks.replaySome' : 'webhooks.replayWhy', {
        count: format.count(eventIds?.length ?? 0),
      })}
      operation="POST /webhooks/{webhookId}/replay"
      options={body ? { path: { webhookId }, body } : undefined}
      mainTitle={(data) =>
        data ? t('webhooks.replayCount', { count: format.count(data.count) }) : t('webhooks.replay')
      }
      doneText={t('webhooks.replayed')}
      onDone={refreshSoon}
      hidesEffects
      fields={
        eventIds ? undefined : (
          <TextField
            label={t('webhooks.after')}
            name="/after"
            hint={t('webhooks.afterHint')}
            value={after}
            onChange={setAfter}
            isRequired
          />
        )
      }
    />
  )
}
