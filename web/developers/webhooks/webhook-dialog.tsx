import { useState } from 'react'
import type { Webhook, WebhookMade } from '../../../sdk/src/types.gen.ts'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { TextField } from '../../ui/fields/field.tsx'
import { useText } from '../text.ts'
import { TypesField } from './types-field.tsx'

interface NewProps {
  readonly onClose: () => void
  readonly onMade: (made: WebhookMade) => void
}

/** A new webhook. Its secret is shown once, after it was made. */
export function WebhookDialog({ onClose, onMade }: NewProps) {
  const t = useText()
  const form = useWebhookForm()
  return (
    <ActionDialog
      open
      onClose={onClose}
      size="large"
      title={t('webhooks.new')}
      description={t('webhooks.newWhy')}
      operation="POST /webhooks"
      options={form.body ? { body: form.body } : undefined}
      mainTitle={() => t('webhooks.make')}
      doneText={t('webhooks.isMade')}
      onDone={({ data }) => onMade(data)}
      hidesEffects
      fields={form.fields}
    />
  )
}

interface EditProps {
  readonly webhook: Webhook
  readonly etag: string | undefined
  readonly onClose: () => void
}

/** Changes where and what is sent. */
export function EditWebhookDialog({ webhook, etag, onClose }: EditProps) {
  const t = useText()
  const form = useWebhookForm(webhook)
  return (
    <ActionDialog
      open
      onClose={onClose}
      size="large"
      title={t('webhooks.edit')}
      operation="PATCH /webhooks/{webhookId}"
      options={
        form.body
          ? { path: { webhookId: webhook.id }, body: form.body, ...(etag ? { ifMatch: etag } : {}) }
          : undefined
      }
      mainTitle={() => t('webhooks.save')}
      doneText={t('webhooks.saved')}
      hidesEffects
      fields={form.fields}
    />
  )
}

function useWebhookForm(webhook?: Webhook) {
  const t = useText()
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [description, setDescription] = useState(webhook?.description ?? '')
  const [types, setTypes] = useState<readonly string[] | null>(webhook?.types ?? null)
  const isReady = url.trim() !== '' && (types === null || types.length > 0)
  return {
    body: isReady ? { url: url.trim(), description: description.trim() || null, types } : undefined,
    fields: (
      <div className="stack">
        <TextField
          label={t('webhooks.url')}
          name="/url"
          type="url"
          hint={t('webhooks.urlHint')}
          value={url}
          onChange={setUrl}
          isRequired
        />
        <TextField
          label={t('webhooks.description')}
          name="/description"
          value={description}
          onChange={setDescription}
        />
        <TypesField value={types} onChange={setTypes} />
      </div>
    ),
  }
}
